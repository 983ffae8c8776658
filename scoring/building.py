"""Legal building: where a tile may go, what it covers, and the city that a list of placements makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.axial import DIRECTIONS, ORIGIN, Axial, listed
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.tiles import START_TILE, START_TILE_NUMBER, Tile, box


@dataclass(frozen=True)
class Placement:
    """A tile on the table: its number (0 is the starting tile), its level, and each hex with its place."""

    tile: int
    level: int
    hexes: tuple[tuple[Axial, Kind], ...]

    @property
    def places(self) -> tuple[Axial, ...]:
        return tuple(place for place, _ in self.hexes)


class IllegalPlacementError(ValueError):
    """A placement that the building rules forbid."""


class _Top(NamedTuple):
    """The hex on top at a place, and which placement it belongs to."""

    placement: int
    hex: TopHex


@dataclass
class Site:
    """A city under construction. Keeps which tile lies on top at each place."""

    placements: list[Placement] = field(default_factory=list)
    _top: dict[Axial, _Top] = field(default_factory=dict)

    @classmethod
    def with_start_tile(cls, start: Placement | None = None) -> Site:
        """A site with the starting tile on it, around the origin or where `start` says."""
        site = cls()
        site._lay(start or Placement(START_TILE_NUMBER, 1, START_TILE))
        return site

    def city(self) -> City:
        return City({place: top.hex for place, top in self._top.items()})

    def level_at(self, place: Axial) -> int:
        """The level of the top hex, 0 where the table shows."""
        top = self._top.get(place)
        return top.hex.level if top else 0

    def problem_with(self, places: tuple[Axial, ...]) -> str | None:
        """Why a tile may not lie on these places (they "are not on one level"), or None if it may."""
        below = [self._top.get(place) for place in places]
        levels = {top.hex.level if top else 0 for top in below}
        if len(levels) > 1:
            return "are not on one level"
        if levels == {0}:
            touches = any(place.neighbours_in(self._top) for place in places)
            return None if touches else "do not touch the city"
        covers_several = len({top.placement for top in below if top}) > 1
        return None if covers_several else "cover only one tile"

    def add(self, tile: Tile, places: tuple[Axial, ...]) -> int:
        """Lay a tile, its first hex on the first place and so on clockwise; the stones gained come back."""
        if not is_clockwise_triangle(places):
            raise IllegalPlacementError(f"the places {listed(places)} are not a triangle named clockwise")
        problem = self.problem_with(places)
        if problem:
            raise IllegalPlacementError(f"the places {listed(places)} {problem}")
        stones = sum(self._is_quarry(place) for place in places)
        hexes = tuple(zip(places, tile.kinds, strict=True))
        self._lay(Placement(tile.number, self.level_at(places[0]) + 1, hexes))
        return stones

    def legal_places(self) -> Iterator[tuple[Axial, Axial, Axial]]:
        """Every triangle of places that may carry the next tile, each once."""
        near = {step for place in self._top for step in (place, *place.neighbours())}
        wider = near | {step for place in near for step in place.neighbours()}
        for place in sorted(wider):
            for triangle in triangles_at(place):
                if self.problem_with(triangle) is None:
                    yield triangle

    def _is_quarry(self, place: Axial) -> bool:
        top = self._top.get(place)
        return top is not None and top.hex.kind is Kind.QUARRY

    def _lay(self, placement: Placement) -> None:
        index = len(self.placements)
        self.placements.append(placement)
        for place, kind in placement.hexes:
            self._top[place] = _Top(index, TopHex(kind, placement.level))


def triangles_at(place: Axial) -> tuple[tuple[Axial, Axial, Axial], ...]:
    """The two triangles, clockwise, that a place begins; over all places each triangle comes once."""
    top_right, right, below = (place.moved(DIRECTIONS[i]) for i in (1, 2, 3))
    return (place, top_right, right), (place, right, below)


def is_clockwise_triangle(places: tuple[Axial, ...]) -> bool:
    """Whether three places touch one another and are named clockwise."""
    if len(places) != 3:
        return False
    first, second, third = places
    steps = (second.minus(first), third.minus(first))
    return steps[0] in DIRECTIONS and steps[1] == steps[0].turned(1)


def replay(placements: Sequence[Placement], tiles: Mapping[int, Tile] | None = None) -> Site:
    """Build again what a list of placements says, the starting tile first; illegal steps raise."""
    start, *others = placements or [Placement(START_TILE_NUMBER, 1, ())]
    if not is_start_tile(start):
        raise IllegalPlacementError("a city begins with the starting tile on level 1")
    left = dict(tiles) if tiles is not None else {tile.number: tile for tile in box()}
    site = Site.with_start_tile(start)
    for placement in others:
        if placement.tile not in left:
            raise IllegalPlacementError(f"tile {placement.tile} is not in the box, or lies in the city already")
        site.add(left.pop(placement.tile), placement.places)
        if site.placements[-1] != placement:
            raise IllegalPlacementError(
                f"tile {placement.tile} at {listed(placement.places)} has another level or kinds"
            )
    return site


def is_start_tile(placement: Placement) -> bool:
    """Whether a placement is a starting tile lying on the table, wherever and however turned."""
    centre = next((place for place, kind in placement.hexes if kind is Kind.HOUSE_PLAZA), ORIGIN)
    shapes = [{(centre.moved(step.turned(turn)), kind) for step, kind in START_TILE} for turn in (0, 1)]
    return placement.tile == START_TILE_NUMBER and placement.level == 1 and set(placement.hexes) in shapes
