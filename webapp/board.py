"""A player's board, and changes of it that can be applied, reversed and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind

Touched = frozenset[Axial | str]
STONES = "stones"


@dataclass(frozen=True)
class Board:
    """The city as it stands, the stones, and the places the player has looked at and found right."""

    hexes: Mapping[Axial, TopHex] = field(default_factory=dict)
    stones: int = 0
    checked: frozenset[Axial] = frozenset()

    def city(self) -> City:
        return City(self.hexes)

    def to_json(self) -> dict[str, Any]:
        return {
            "hexes": [[*place, top.kind.value, top.level] for place, top in sorted(self.hexes.items())],
            "stones": self.stones,
            "checked": [list(place) for place in sorted(self.checked)],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Board:
        hexes = {Axial(q, r): TopHex(Kind(kind), level) for q, r, kind, level in data["hexes"]}
        return cls(hexes, data["stones"], frozenset(Axial(q, r) for q, r in data["checked"]))


@dataclass(frozen=True)
class Changes:
    """What differs between two boards, each part with its state before and after."""

    hexes: Mapping[Axial, tuple[TopHex | None, TopHex | None]]
    stones: tuple[int, int] | None
    checked: Mapping[Axial, bool]

    def __bool__(self) -> bool:
        return bool(self.hexes or self.checked or self.stones)

    def touched(self) -> Touched:
        """What these changes lay hands on; two edits that touch different things can both stand."""
        return frozenset(self.hexes) | frozenset(self.checked) | ({STONES} if self.stones else frozenset())

    def reversed(self) -> Changes:
        return Changes(
            {place: (after, before) for place, (before, after) in self.hexes.items()},
            self.stones[::-1] if self.stones else None,
            {place: not after for place, after in self.checked.items()},
        )

    def applied_to(self, board: Board) -> Board:
        hexes = dict(board.hexes)
        for place, (_, after) in self.hexes.items():
            if after is None:
                hexes.pop(place, None)
            else:
                hexes[place] = after
        added = {place for place, after in self.checked.items() if after}
        stones = self.stones[1] if self.stones else board.stones
        return Board(hexes, stones, (board.checked - self.checked.keys()) | added)

    def to_json(self) -> dict[str, Any]:
        return {
            "hexes": [[*place, _plain(before), _plain(after)] for place, (before, after) in self.hexes.items()],
            "stones": list(self.stones) if self.stones else None,
            "checked": [[*place, after] for place, after in self.checked.items()],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Changes:
        return cls(
            {Axial(q, r): (_top(before), _top(after)) for q, r, before, after in data["hexes"]},
            (data["stones"][0], data["stones"][1]) if data["stones"] else None,
            {Axial(q, r): after for q, r, after in data["checked"]},
        )


def difference(before: Board, after: Board) -> Changes:
    places = sorted(before.hexes.keys() | after.hexes.keys())
    pairs = {place: (before.hexes.get(place), after.hexes.get(place)) for place in places}
    return Changes(
        {place: pair for place, pair in pairs.items() if pair[0] != pair[1]},
        (before.stones, after.stones) if before.stones != after.stones else None,
        {place: place in after.checked for place in sorted(before.checked ^ after.checked)},
    )


def edited(board: Board, hexes: Mapping[Axial, TopHex | None], stones: int | None, checked: Iterable[Axial]) -> Board:
    """The board after a player's edit. A hex that someone set by hand needs no more checking."""
    kept = {place: top for place, top in board.hexes.items() if place not in hexes}
    built = {place: top for place, top in hexes.items() if top is not None}
    marked = board.checked | frozenset(checked) | frozenset(hexes)
    return replace(
        board,
        hexes={**kept, **built},
        stones=board.stones if stones is None else stones,
        checked=marked,
    )


def _plain(top: TopHex | None) -> list[Any] | None:
    return [top.kind.value, top.level] if top else None


def _top(data: list[Any] | None) -> TopHex | None:
    return TopHex(Kind(data[0]), data[1]) if data else None
