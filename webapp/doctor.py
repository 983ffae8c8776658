"""Checks a data folder: every photo there and unchanged, every game readable, nothing orphaned."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.board import Board, Changes
from webapp.data_folder import DataFolder
from webapp.database import MIGRATIONS, Database
from webapp.games import rules_of
from webapp.models import Game, Photo, Player
from webapp.photo_store import photo_path, preview_path


def find_faults(folder: DataFolder, database: Database) -> list[str]:
    """Everything that is wrong, one sentence each. Changes nothing."""
    faults = list(_migration_faults(database))
    if faults:
        return faults
    with database.reading() as session:
        return [*_photo_faults(session, folder), *_game_faults(session)]


def _migration_faults(database: Database) -> Iterator[str]:
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    with database.engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    if current != newest:
        yield f"the database is at version {current or 'none'} instead of {newest}; start the page once to update it"


def _photo_faults(session: Session, folder: DataFolder) -> Iterator[str]:
    known: set[Path] = set()
    for photo in session.scalars(select(Photo).order_by(Photo.id)):
        files = (
            (photo_path(folder, photo.token), photo.sha256),
            (preview_path(folder, photo.token), photo.preview_sha256),
        )
        for file, sha256 in files:
            known.add(file)
            if not file.is_file():
                yield f"the photo {file.name} is missing"
            elif hashlib.sha256(file.read_bytes()).hexdigest() != sha256:
                yield f"the photo {file.name} was changed: its checksum is not the one it was stored with"
    for file in sorted(folder.photos.iterdir()):
        if file not in known:
            yield f"the file {file.name} belongs to no game"


def _game_faults(session: Session) -> Iterator[str]:
    for game in session.scalars(select(Game).order_by(Game.id)):
        if not game.players:
            yield f"game {game.id} has no players"
        try:
            rules_of(game)
        except (ValueError, TypeError, KeyError) as error:
            yield f"the rules of game {game.id} cannot be read ({error})"
        for player in game.players:
            yield from _city_faults(player)


def _city_faults(player: Player) -> Iterator[str]:
    """The city must be what its log of edits adds up to."""
    name = f"the city of player {player.seat} in game {player.game_id}"
    try:
        board = Board()
        for edit in player.edits:
            board = Changes.from_json(edit.changes).applied_to(board)
        stands = Board.from_json(player.board)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        yield f"{name} cannot be read ({error})"
        return
    if board != stands:
        yield f"{name} is not what its edits add up to"
    if [edit.version for edit in player.edits] != list(range(1, player.version + 1)):
        yield f"{name} lacks edits"
