"""The log of edits of a city: every change is a new row, so nothing is lost and undo is just one more change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.axial import Axial
from scoring.city import TopHex
from webapp.board import Board, Changes, Touched, difference, edited
from webapp.models import Edit, Player, now
from webapp.refusals import RefusalError

CHANGE, UNDO, REDO, READING = "change", "undo", "redo", "reading"
MAX_HEXES = 400


@dataclass(frozen=True)
class Wish:
    """What a player wants changed: hexes (None removes one), stones, places found right."""

    hexes: Mapping[Axial, TopHex | None]
    stones: int | None
    checked: frozenset[Axial]


@dataclass(frozen=True)
class Steps:
    """The versions that undo and redo would go through, the next one last."""

    undo: tuple[int, ...]
    redo: tuple[int, ...]


class ConflictError(Exception):
    """Someone else changed the same thing after the version this edit was made on."""


def board_of(player: Player) -> Board:
    return Board.from_json(player.board)


def change(session: Session, player: Player, uid: str, base_version: int, wish: Wish) -> None:
    """Do an edit made on `base_version`. Edits of other places made since then are kept, the same place conflicts."""
    if _is_known(session, player, uid):
        return
    board = board_of(player)
    after = edited(board, wish.hexes, wish.stones, wish.checked)
    if len(after.hexes) > MAX_HEXES:
        raise RefusalError(HTTPStatus.BAD_REQUEST, "too_many_hexes", limit=MAX_HEXES)
    asked = frozenset(wish.hexes) | wish.checked | (frozenset({"stones"}) if wish.stones is not None else frozenset())
    others = _edits_of_others(session, player, uid, base_version)
    if any(asked & Changes.from_json(edit.changes).touched() for edit in others):
        raise ConflictError
    _append(session, player, uid, CHANGE, difference(board, after))


def undo(session: Session, player: Player, uid: str, base_version: int) -> None:
    _step(session, player, uid, base_version, UNDO)


def redo(session: Session, player: Player, uid: str, base_version: int) -> None:
    _step(session, player, uid, base_version, REDO)


def replace_city(
    session: Session, player: Player, uid: str, base_version: int, new_board: Callable[[Board], Board]
) -> None:
    """Put a whole new board in place, as one edit that can be undone."""
    if _is_known(session, player, uid):
        return
    if _edits_of_others(session, player, uid, base_version):
        raise ConflictError
    board = board_of(player)
    _append(session, player, uid, READING, difference(board, new_board(board)))


def steps(session: Session, player: Player) -> Steps:
    """Read from the log what can be undone and redone."""
    undoable: list[int] = []
    redoable: list[int] = []
    log = select(Edit.version, Edit.action).where(Edit.player_id == player.id).order_by(Edit.version)
    for version, action in session.execute(log):
        if action == UNDO:
            redoable.append(undoable.pop())
        elif action == REDO:
            undoable.append(redoable.pop())
        else:
            undoable.append(version)
            redoable.clear()
    return Steps(tuple(undoable), tuple(redoable))


def touched_since(session: Session, player: Player, version: int) -> Touched:
    """The places (and "stones") that edits after a version laid hands on."""
    later = session.scalars(select(Edit.changes).where(Edit.player_id == player.id, Edit.version > version))
    return frozenset().union(*(Changes.from_json(changes).touched() for changes in later))


def _step(session: Session, player: Player, uid: str, base_version: int, action: str) -> None:
    if _is_known(session, player, uid):
        return
    if _edits_of_others(session, player, uid, base_version):
        raise ConflictError
    found = steps(session, player)
    versions = found.undo if action == UNDO else found.redo
    if not versions:
        raise RefusalError(HTTPStatus.CONFLICT, f"nothing_to_{action}")
    edit = session.scalars(select(Edit).where(Edit.player_id == player.id, Edit.version == versions[-1])).one()
    changes = Changes.from_json(edit.changes)
    _append(session, player, uid, action, changes.reversed() if action == UNDO else changes)


def _edits_of_others(session: Session, player: Player, uid: str, base_version: int) -> list[Edit]:
    """The edits made since a version, apart from those of the same page: it sends them one after the other."""
    if base_version > player.version:
        raise ConflictError
    own = uid.rpartition("-")[0] + "-"
    later = session.scalars(select(Edit).where(Edit.player_id == player.id, Edit.version > base_version))
    return [edit for edit in later if own == "-" or not edit.uid.startswith(own)]


def _is_known(session: Session, player: Player, uid: str) -> bool:
    """Whether this edit was done already: a page that lost the answer sends it again."""
    return session.scalar(select(Edit.id).where(Edit.player_id == player.id, Edit.uid == uid)) is not None


def _append(session: Session, player: Player, uid: str, action: str, changes: Changes) -> None:
    if not changes:
        return
    player.version += 1
    player.board = changes.applied_to(board_of(player)).to_json()
    player.game.changed_at = now()
    session.add(Edit(player_id=player.id, version=player.version, uid=uid, action=action, changes=changes.to_json()))
    session.flush()
