"""Games and their players: make, find, change, delete and bring back."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scoring.kinds import District
from scoring.rules import RULING_CHOICES, Rules
from scoring.tiles import MAX_PLAYERS, MIN_PLAYERS
from webapp.board import Board
from webapp.data_folder import DataFolder
from webapp.models import Game, Photo, Player, ShelfGame, now
from webapp.photo_store import remove_files
from webapp.refusals import RefusalError, bad_request, not_found
from webapp.settings import Settings


def create(session: Session, shelf: str, names: Sequence[str]) -> Game:
    game = Game(
        edit_token=secrets.token_urlsafe(16),
        view_token=secrets.token_urlsafe(16),
        variants=[],
        rulings={},
        players=[_new_player(seat, name) for seat, name in enumerate(names, start=1)],
    )
    session.add(game)
    session.flush()
    session.add(ShelfGame(shelf=shelf, game_id=game.id))
    return game


def by_edit_token(session: Session, token: str, *, lock: bool = False) -> Game:
    wanted = select(Game).where(Game.edit_token == token, Game.deleted_at.is_(None))
    game = session.scalar(wanted.with_for_update() if lock else wanted)
    if game is None:
        raise not_found("no_such_game")
    return game


def by_view_token(session: Session, token: str) -> Game:
    game = session.scalar(select(Game).where(Game.view_token == token, Game.deleted_at.is_(None)))
    if game is None:
        raise not_found("no_such_game")
    return game


def player_at(session: Session, token: str, seat: int, *, lock: bool = False) -> Player:
    """The player on a seat. With `lock` nobody else can edit the city until the session ends."""
    wanted = select(Player).join(Game).where(Game.edit_token == token, Game.deleted_at.is_(None), Player.seat == seat)
    player = session.scalar(wanted.with_for_update(of=Player) if lock else wanted)
    if player is None:
        raise not_found("no_such_player")
    return player


def rules_of(game: Game) -> Rules:
    rulings: dict[str, Any] = {name: RULING_CHOICES[name](choice) for name, choice in game.rulings.items()}
    return Rules(frozenset(District(name) for name in game.variants), **rulings)


def add_player(game: Game, name: str) -> Player:
    if len(game.players) >= MAX_PLAYERS:
        raise bad_request("too_many_players", limit=MAX_PLAYERS)
    player = _new_player(max(player.seat for player in game.players) + 1, name)
    game.players.append(player)
    _touch(game)
    return player


def remove_player(game: Game, seat: int) -> None:
    if len(game.players) <= MIN_PLAYERS:
        raise bad_request("last_player")
    found = [player for player in game.players if player.seat == seat]
    if not found:
        raise not_found("no_such_player")
    game.players.remove(found[0])
    _touch(game)


def change_settings(
    game: Game,
    *,
    names: dict[int, str] | None = None,
    variants: list[str] | None = None,
    rulings: dict[str, str] | None = None,
) -> None:
    seats = {player.seat: player for player in game.players}
    for seat, name in (names or {}).items():
        if seat not in seats:
            raise not_found("no_such_player")
        seats[seat].name = name
    if variants is not None:
        game.variants = variants
    if rulings is not None:
        game.rulings = rulings
    _touch(game)


def check_version(game: Game, base_version: int) -> None:
    if base_version != game.version:
        raise RefusalError(HTTPStatus.CONFLICT, "game_changed")


def put_on_shelf(session: Session, shelf: str, game: Game) -> None:
    """Remember a game that was opened by its edit link."""
    if session.get(ShelfGame, (shelf, game.id)) is None:
        session.add(ShelfGame(shelf=shelf, game_id=game.id))


def on_shelf(session: Session, shelf: str) -> Sequence[Game]:
    """The games of a browser, the newest first."""
    wanted = select(Game).join(ShelfGame, ShelfGame.game_id == Game.id)
    wanted = wanted.where(ShelfGame.shelf == shelf, Game.deleted_at.is_(None))
    return session.scalars(wanted.order_by(Game.created_at.desc(), Game.id.desc())).all()


def delete_game(game: Game) -> None:
    game.deleted_at = now()


def undelete(session: Session, token: str) -> Game:
    game = session.scalar(select(Game).where(Game.edit_token == token).with_for_update())
    if game is None:
        raise not_found("no_such_game")
    game.deleted_at = None
    return game


def purge(session: Session, folder: DataFolder, settings: Settings) -> None:
    """Delete for good what was deleted a while ago, and photos that were only read and belong to no game."""
    gone = select(Game.id).where(Game.deleted_at < now() - timedelta(seconds=settings.undo_delete_s))
    loose = Photo.game_id.is_(None) & (Photo.created_at < now() - timedelta(seconds=settings.loose_scan_life_s))
    tokens = session.scalars(select(Photo.token).where(Photo.game_id.in_(gone) | loose)).all()
    session.execute(delete(Photo).where(loose))
    session.execute(delete(Game).where(Game.id.in_(gone)))
    for token in tokens:
        remove_files(folder, token)


def _new_player(seat: int, name: str) -> Player:
    return Player(seat=seat, name=name, version=0, board=Board().to_json())


def _touch(game: Game) -> None:
    game.version += 1
    game.changed_at = now()
