"""What is odd about a city, all at once. Problems are advice: a strange city still scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.groups import connected_groups
from scoring.kinds import Kind
from scoring.tiles import MAX_PLAYERS, START_HEXES, START_TILE, TILES_PER_PLAYER, finished_level_sum, hexes_in_box

# A tile covers at least two others, so up to five tiles need one tile more below them; only from six on can a layer lie
# on an equal one. Eight levels take 1 + 2 + 3 + 4 + 5 + 6 + 6 tiles, and five beside the starting tile on the table:
# more than the 30 tiles of the longest game.
HIGHEST_LEVEL = 7


class ProblemCode(StrEnum):
    """What is odd. The sentences for players are in `scoring.words`."""

    NOT_CONNECTED = "not_connected"
    LEVEL_OUT_OF_RANGE = "level_out_of_range"
    UNSUPPORTED_LEVEL = "unsupported_level"
    TOO_MANY_OF_KIND = "too_many_of_kind"
    NO_START_TILE = "no_start_tile"
    LEVEL_SUM = "level_sum"
    FINISHED_LEVEL_SUM = "finished_level_sum"


class Severity(StrEnum):
    """Impossible: no game makes this. Unexpected: no ordinary finished game does."""

    IMPOSSIBLE = "impossible"
    UNEXPECTED = "unexpected"


@dataclass(frozen=True)
class Problem:
    """One oddity, the places to look at, and the numbers and names its sentence needs."""

    code: ProblemCode
    severity: Severity
    places: tuple[Axial, ...] = ()
    details: Mapping[str, int | str] = field(default_factory=dict, hash=False)


def find_problems(city: City, players: int | None = None, *, finished: bool = True) -> tuple[Problem, ...]:
    """All problems of a city. With 2 to 4 `players` the box and the end of a `finished` game are known too."""
    known_players = players if players in TILES_PER_PLAYER else None
    return (
        *_not_connected(city),
        *_levels_out_of_range(city),
        *_unsupported_levels(city),
        *_too_many_of_a_kind(city, known_players),
        *_no_start_tile(city),
        *_wrong_level_sum(city, known_players if finished else None),
    )


def problem_data(problem: Problem) -> dict[str, Any]:
    """A problem as JSON holds it."""
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "places": [list(place) for place in problem.places],
        "details": dict(problem.details),
    }


def _not_connected(city: City) -> Iterator[Problem]:
    groups = connected_groups(city.hexes)
    if len(groups) > 1:
        largest = max(groups, key=len)
        apart = tuple(sorted(place for group in groups if group is not largest for place in group))
        yield Problem(ProblemCode.NOT_CONNECTED, Severity.IMPOSSIBLE, apart, {"parts": len(groups)})


def _levels_out_of_range(city: City) -> Iterator[Problem]:
    wrong = _places_where(city, lambda _, top: not 1 <= top.level <= HIGHEST_LEVEL)
    if wrong:
        yield Problem(ProblemCode.LEVEL_OUT_OF_RANGE, Severity.IMPOSSIBLE, wrong, {"highest": HIGHEST_LEVEL})


def _unsupported_levels(city: City) -> Iterator[Problem]:
    start_places = {place for start in possible_start_tiles(city) for place in start}
    free = {place for place in start_places if city.hexes[place].level == 1}
    unsupported = _places_where(city, lambda place, top: place not in free and not _is_carried(city, place, top.level))
    if unsupported:
        yield Problem(ProblemCode.UNSUPPORTED_LEVEL, Severity.IMPOSSIBLE, unsupported)


def _is_carried(city: City, place: Axial, level: int) -> bool:
    """Whether a tile on this level could lie on the place: two touching neighbours are as high or higher."""
    around = [near in city.hexes and city.hexes[near].level >= level for near in place.neighbours()]
    return any(first and second for first, second in zip(around, around[1:] + around[:1], strict=True))


def _too_many_of_a_kind(city: City, players: int | None) -> Iterator[Problem]:
    held, whole_box = hexes_in_box(players or MAX_PLAYERS), hexes_in_box(MAX_PLAYERS)
    for kind in Kind:
        places = _places_of(city, kind)
        if len(places) > held[kind]:
            severity = Severity.IMPOSSIBLE if len(places) > whole_box[kind] else Severity.UNEXPECTED
            details = {"kind": kind.value, "count": len(places), "limit": held[kind]}
            yield Problem(ProblemCode.TOO_MANY_OF_KIND, severity, places, details)


def _no_start_tile(city: City) -> Iterator[Problem]:
    if not possible_start_tiles(city):
        yield Problem(ProblemCode.NO_START_TILE, Severity.IMPOSSIBLE, _places_of(city, Kind.HOUSE_PLAZA))


def possible_start_tiles(city: City) -> list[tuple[Axial, ...]]:
    """Every four places where the starting tile could lie, in the open or covered by higher tiles."""
    shapes = [tuple((place.turned(turn), kind) for place, kind in START_TILE) for turn in (0, 1)]
    return [
        tuple(centre.moved(step) for step, _ in shape)
        for centre in city.hexes
        for shape in shapes
        if all(_may_start_at(city, centre.moved(step), kind) for step, kind in shape)
    ]


def _may_start_at(city: City, place: Axial, kind: Kind) -> bool:
    top = city.hexes.get(place)
    return top is not None and (top.level > 1 or top.kind is kind)


def _wrong_level_sum(city: City, finished_players: int | None) -> Iterator[Problem]:
    total = city.level_sum()
    fits_tiles = total >= START_HEXES and (total - START_HEXES) % 3 == 0
    severity = Severity.UNEXPECTED if fits_tiles else Severity.IMPOSSIBLE
    if finished_players is not None:
        expected = finished_level_sum(finished_players)
        if total != expected:
            details = {"sum": total, "expected": expected, "players": finished_players}
            yield Problem(ProblemCode.FINISHED_LEVEL_SUM, severity, (), details)
    elif not fits_tiles:
        below = max(START_HEXES, total - (total - START_HEXES) % 3)
        yield Problem(ProblemCode.LEVEL_SUM, severity, (), {"sum": total, "below": below, "above": below + 3})


def _places_where(city: City, test: Callable[[Axial, TopHex], bool]) -> tuple[Axial, ...]:
    return tuple(sorted(place for place, top in city.hexes.items() if test(place, top)))


def _places_of(city: City, kind: Kind) -> tuple[Axial, ...]:
    return _places_where(city, lambda _, top: top.kind is kind)
