"""What becomes of a reading: it is stored, and its city goes to the player when there is no doubt whose it is."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.axial import Axial
from scoring.city import TopHex
from scoring.kinds import Kind
from webapp import edits
from webapp.board import STONES, Board
from webapp.models import Player, Scan, now
from webapp.refusals import RefusalError
from webapp.scan_worker import Done, Failed

WAITING, DONE, FAILED = "waiting", "done", "failed"
UNSURE_BELOW = 0.9


def finish(session: Session, scan_id: int, outcome: Done | Failed) -> None:
    """Keep the outcome of a scan. A game deleted meanwhile has taken its scans along."""
    scan = session.get(Scan, scan_id)
    if scan is None:
        return
    scan.finished_at = now()
    if isinstance(outcome, Failed):
        scan.state, scan.failure = FAILED, outcome.code
        return
    scan.state, scan.result = DONE, outcome.result
    player = _player_of(session, scan)
    if player and len(outcome.result["cities"]) == 1 and _is_awaited(session, player, scan):
        load_city(session, player, scan, 0, f"reading-{scan.token}", player.version)


def load_city(session: Session, player: Player, scan: Scan, index: int, uid: str, base_version: int) -> None:
    """Begin a player's city with a city of a reading."""
    cities = scan.result["cities"] if scan.result else []
    if not 0 <= index < len(cities):
        raise RefusalError(HTTPStatus.BAD_REQUEST, "no_such_city")
    hexes = _hexes(cities[index])
    edits.replace_city(session, player, uid, base_version, lambda board: _restarted(board, hexes))
    player.scan_id, player.city_index = scan.id, index
    player.latest_scan_id = scan.id


def back_to_reading(session: Session, player: Player, uid: str, base_version: int) -> None:
    """Undo all corrections at once."""
    city = read_city(player)
    if city is None:
        raise RefusalError(HTTPStatus.CONFLICT, "no_reading")
    edits.replace_city(session, player, uid, base_version, lambda board: _restarted(board, _hexes(city)))


def read_city(player: Player) -> dict[str, Any] | None:
    """The reading that the player's city began with."""
    if player.scan is None or player.scan.result is None or player.city_index is None:
        return None
    city: dict[str, Any] = player.scan.result["cities"][player.city_index]
    return city


def unsure_places(city: dict[str, Any] | None, board: Board) -> list[list[int]]:
    """What the scanner was unsure of and nobody has looked at yet, the least sure first."""
    hexes = sorted(city["hexes"], key=lambda read: read["confidence"]) if city else []
    unsure = [Axial(read["q"], read["r"]) for read in hexes if read["confidence"] < UNSURE_BELOW]
    return [list(place) for place in unsure if place in board.hexes and place not in board.checked]


def _hexes(city: dict[str, Any]) -> dict[Axial, TopHex]:
    return {Axial(read["q"], read["r"]): TopHex(Kind(read["kind"]), read["level"]) for read in city["hexes"]}


def _restarted(board: Board, hexes: dict[Axial, TopHex]) -> Board:
    return replace(board, hexes=hexes, checked=frozenset())


def _is_awaited(session: Session, player: Player, scan: Scan) -> bool:
    """Whether the player still waits for this reading: no newer photo, and since it came at most the stones changed."""
    if player.latest_scan_id != scan.id or scan.base_version is None:
        return False
    return edits.touched_since(session, player, scan.base_version) <= {STONES}


def _player_of(session: Session, scan: Scan) -> Player | None:
    if scan.seat is None or scan.photo.game_id is None:
        return None
    wanted = select(Player).where(Player.game_id == scan.photo.game_id, Player.seat == scan.seat)
    return session.scalar(wanted.with_for_update())
