"""Batches: make, find, fill with photos, settle what was read, delete."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from http import HTTPStatus

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from webapp import games, readings
from webapp.batch_tables import LONGEST_NAME, Batch, BatchCity
from webapp.board import Board
from webapp.data_folder import DataFolder
from webapp.models import Game, Player, Scan
from webapp.photo_store import CleanPhoto, store
from webapp.refusals import RefusalError, bad_request, not_found

PARKED = "parked"
"""The state of a scan that waits for its batch's turn: photos of a game that is being played go first."""
SEAT = 1


def create(session: Session, shelf: str, title: str, players: int | None, variants: list[str]) -> Batch:
    batch = Batch(token=secrets.token_urlsafe(16), shelf=shelf, title=title, players=players, variants=variants)
    session.add(batch)
    session.flush()
    return batch


def by_token(session: Session, token: str) -> Batch:
    players = selectinload(Batch.cities).selectinload(BatchCity.game).selectinload(Game.players)
    scans = [players.selectinload(each).selectinload(Scan.photo) for each in (Player.scan, Player.latest_scan)]
    batch = session.scalar(select(Batch).where(Batch.token == token).options(*scans))
    if batch is None:
        raise not_found("no_such_batch")
    return batch


def city_at(session: Session, token: str, photo_number: int, city_number: int) -> BatchCity:
    wanted = select(BatchCity).join(Batch).where(Batch.token == token)
    city = session.scalar(wanted.where(BatchCity.photo_number == photo_number, BatchCity.city_number == city_number))
    if city is None:
        raise not_found("no_such_city")
    return city


def on_shelf(session: Session, shelf: str) -> Sequence[Batch]:
    """The batches of a browser, the newest first."""
    return session.scalars(select(Batch).where(Batch.shelf == shelf).order_by(Batch.id.desc())).all()


def photo_count(session: Session, batch: Batch) -> int:
    wanted = select(func.count(func.distinct(BatchCity.photo_number))).where(BatchCity.batch_id == batch.id)
    return session.scalar(wanted) or 0


def has_photo(session: Session, batch: Batch, number: int, name: str, upload_sha256: str) -> bool:
    """Whether a photo came already: a page that lost the answer sends it again. Another photo's number is refused."""
    wanted = select(BatchCity).where(BatchCity.batch_id == batch.id, BatchCity.photo_number == number)
    found = session.scalar(wanted.order_by(BatchCity.city_number).limit(1))
    if found is None:
        return False
    player = player_of(found)
    scan = player.latest_scan if player else None
    is_same = scan.photo.upload_sha256 == upload_sha256 if scan else found.name == name
    if not is_same:
        raise RefusalError(HTTPStatus.CONFLICT, "number_taken", extra={"next_number": next_number(batch)})
    return True


def next_number(batch: Batch) -> int:
    """The number of the next photo."""
    return max((city.photo_number for city in batch.cities), default=0) + 1


def add_refused(session: Session, batch: Batch, number: int, name: str, refusal: str) -> None:
    """Keep the name of a file that is no photo, and why."""
    session.add(_city(batch, number, 1, name, refusal=refusal, is_settled=True))


def add_photo(session: Session, folder: DataFolder, batch: Batch, number: int, name: str, clean: CleanPhoto) -> None:
    """Keep a photo; it is read when its turn comes."""
    game = _new_game(session, batch)
    photo = store(session, folder, clean, game.id)
    player = game.players[0]
    scan = Scan(
        token=secrets.token_urlsafe(16),
        photo=photo,
        seat=SEAT,
        base_version=player.version,
        players=batch.players,
        state=PARKED,
    )
    session.add(scan)
    session.flush()
    player.latest_scan_id = scan.id
    session.add(_city(batch, number, 1, name, game_id=game.id))


def is_waiting(session: Session) -> bool:
    """Whether there are photos to be read or taken in."""
    wanted = select(BatchCity.id).where(BatchCity.is_settled.is_(False))
    return session.scalar(wanted.limit(1)) is not None


def settle(session: Session) -> int:
    """Take in what was read since: a photo with several cities becomes as many cities of its batch."""
    wanted = (
        select(BatchCity, Player, Scan)
        .join(Player, Player.game_id == BatchCity.game_id)
        .join(Scan, Scan.id == Player.latest_scan_id)
        .where(BatchCity.is_settled.is_(False), Scan.state.in_((readings.DONE, readings.FAILED)))
    )
    found = session.execute(wanted).all()
    for city, player, scan in found:
        count = len(scan.result["cities"]) if scan.result else 0
        if count > 1:
            readings.load_city(session, player, scan, 0, f"batch-{scan.token}", player.version)
        for index in range(1, count):
            _add_city(session, city, scan, index)
        city.is_settled = True
    return len(found)


def delete(session: Session, batch: Batch) -> None:
    """Delete a batch with its cities; the photos go with their games, a little later."""
    for city in batch.cities:
        if city.game:
            games.delete_game(city.game)
    session.delete(batch)


def player_of(city: BatchCity) -> Player | None:
    return city.game.players[0] if city.game else None


def check_room(session: Session, batch: Batch, limit: int) -> None:
    if photo_count(session, batch) >= limit:
        raise bad_request("batch_full", limit=limit)


def _add_city(session: Session, first: BatchCity, scan: Scan, index: int) -> None:
    game = _new_game(session, first.batch)
    player = game.players[0]
    readings.load_city(session, player, scan, index, f"batch-{scan.token}", player.version)
    session.add(
        _city(first.batch, first.photo_number, index + 1, first.name, game_id=game.id, is_settled=True),
    )


def _new_game(session: Session, batch: Batch) -> Game:
    """A game that is on nobody's shelf: the batch leads to it."""
    player = Player(seat=SEAT, name="", version=0, board=Board().to_json())
    tokens = [secrets.token_urlsafe(16) for _ in range(2)]
    game = Game(edit_token=tokens[0], view_token=tokens[1], variants=batch.variants, rulings={}, players=[player])
    session.add(game)
    session.flush()
    return game


def _city(
    batch: Batch,
    photo_number: int,
    city_number: int,
    name: str,
    *,
    game_id: int | None = None,
    refusal: str | None = None,
    is_settled: bool = False,
) -> BatchCity:
    return BatchCity(
        batch_id=batch.id,
        photo_number=photo_number,
        city_number=city_number,
        name=name[:LONGEST_NAME],
        game_id=game_id,
        refusal=refusal,
        is_settled=is_settled,
        is_looked_at=False,
    )
