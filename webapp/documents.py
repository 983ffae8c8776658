"""Games, cities and scans as the JSON that the page and other programs get."""

from __future__ import annotations

from typing import Any

from flask import url_for
from sqlalchemy.orm import Session

from webapp import edits, readings
from webapp.board import Board
from webapp.games import rules_of
from webapp.languages import translate
from webapp.models import Game, Photo, Player, Scan
from webapp.scores import problems_json, sheet_json, sheet_of
from webapp.services import services
from webapp.standings import standings_json


def display_name(player: Player) -> str:
    """The name, or 'Player 2' in the visitor's language."""
    return player.name or translate("game.player", number=player.seat)


def game_json(game: Game) -> dict[str, Any]:
    """A game for those who may edit it."""
    return {
        "id": game.edit_token,
        "version": game.version,
        "page": url_for("games.show", token=game.edit_token),
        "view_page": url_for("shared.show", token=game.view_token),
        "created_at": game.created_at.isoformat(),
        "variants": game.variants,
        "rulings": rules_of(game).ruling_values(),
        "players": [_player_summary(player) for player in game.players],
        "standings": standings_json(game),
    }


def player_json(session: Session, player: Player, *, with_reading: bool = False) -> dict[str, Any]:
    """A city with its score; the reading it began with only when asked for, because it never changes."""
    board = edits.board_of(player)
    found = edits.steps(session, player)
    city = readings.read_city(player)
    document = {
        **_player_summary(player),
        "stamp": stamp(player),
        "hexes": [{"q": q, "r": r, "kind": top.kind, "level": top.level} for (q, r), top in board.hexes.items()],
        "unsure": readings.unsure_places(city, board),
        "can_undo": bool(found.undo),
        "can_redo": bool(found.redo),
        "has_reading": city is not None,
        "score": sheet_json(sheet_of(board, player.game)),
        "problems": problems_json(board, len(player.game.players)),
        "standings": standings_json(player.game),
    }
    if with_reading:
        document["reading"] = _reading_json(player, city)
    return document


def stamp(player: Player) -> str:
    """Changes whenever there is something new to see."""
    scan = player.latest_scan
    stage = services().scans.stage_of(scan.id) if scan else None
    seen = (player.game.version, player.version, player.scan_id, scan.id if scan else None, scan and scan.state, stage)
    return ".".join(str(part) for part in seen)


def scan_json(scan: Scan, *, with_result: bool = False) -> dict[str, Any]:
    """How far a reading is, and with `with_result` what it found."""
    stage = services().scans.stage_of(scan.id) if scan.state == readings.WAITING else None
    result = scan.result or {}
    document: dict[str, Any] = {
        "id": scan.token,
        "state": "running" if stage else scan.state,
        "stage": stage,
        "photo": photo_json(scan.photo),
        "failure": scan.failure,
        "message": translate(f"failure.{scan.failure}") if scan.failure else None,
        "no_city": result.get("no_city"),
        "flaws": [flaw["code"] for flaw in result.get("quality", {}).get("flaws", [])],
        "city_count": len(result.get("cities", [])),
    }
    if with_result:
        document["result"] = scan.result
    return document


def photo_json(photo: Photo) -> dict[str, Any]:
    return {
        "preview": url_for("photos.preview", token=photo.token),
        "width_px": photo.width_px,
        "height_px": photo.height_px,
    }


def _player_summary(player: Player) -> dict[str, Any]:
    board: Board = edits.board_of(player)
    scan = player.latest_scan
    return {
        "seat": player.seat,
        "name": player.name,
        "display_name": display_name(player),
        "version": player.version,
        "game_version": player.game.version,
        "stones": board.stones,
        "hex_count": len(board.hexes),
        "total": sheet_of(board, player.game).total,
        "scan": scan_json(scan) if scan else None,
        "scan_used": scan is not None and scan.id == player.scan_id,
    }


def _reading_json(player: Player, city: dict[str, Any] | None) -> dict[str, Any] | None:
    if city is None or player.scan is None:
        return None
    return {**city, "photo": photo_json(player.scan.photo)}
