"""Which district hexes count, how often, and why: one judge per district."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from scoring.axial import Axial
from scoring.city import City
from scoring.groups import connected_groups
from scoring.kinds import District, Kind
from scoring.lakes import Shore, find_shore
from scoring.rules import LakeIsEdge, LakeSize, LargestGroup, Rules

DOUBLING_GROUP_VALUE = 10
DOUBLING_EMPTY_PLACES = (3, 4)
DOUBLING_TEMPLE_LEVEL = 2


class Reason(StrEnum):
    """Why a hex does not count, counts, or counts twice. The sentences for players are in `scoring.words`."""

    NOT_IN_LARGEST_GROUP = "not_in_largest_group"
    IN_LARGEST_GROUP = "in_largest_group"
    IN_VALUABLE_GROUP = "in_valuable_group"
    NEXT_TO_MARKET = "next_to_market"
    NOT_NEXT_TO_MARKET = "not_next_to_market"
    NEXT_TO_MARKET_PLAZA = "next_to_market_plaza"
    NOT_ON_EDGE = "not_on_edge"
    ON_EDGE = "on_edge"
    EXPOSED_ON_EDGE = "exposed_on_edge"
    NOT_SURROUNDED = "not_surrounded"
    SURROUNDED = "surrounded"
    SURROUNDED_AND_RAISED = "surrounded_and_raised"
    GARDEN = "garden"
    NEXT_TO_LAKE = "next_to_lake"


class Verdict(NamedTuple):
    """How often (0, 1 or 2 times) the level of a hex counts, why, and the neighbours that decide it.

    The verdicts on houses name no places: the largest group is the houses that count.
    """

    place: Axial
    level: int
    times: int
    reason: Reason
    places: tuple[Axial, ...] = ()

    @property
    def counts(self) -> bool:
        return self.times > 0

    @property
    def value(self) -> int:
        return self.level * self.times


class Ground:
    """A city with what the judges look up in it."""

    def __init__(self, city: City) -> None:
        self.hexes = city.hexes
        self.by_kind: dict[Kind, dict[Axial, int]] = {kind: {} for kind in Kind}
        for place, (kind, level) in city.hexes.items():
            self.by_kind[kind][place] = level

    @cached_property
    def shore(self) -> Shore:
        return find_shore(self.hexes)


def judge_houses(ground: Ground, rules: Rules) -> list[Verdict]:
    levels = ground.by_kind[Kind.HOUSE]
    groups = connected_groups(levels)
    if not groups:
        return []
    by_value = rules.largest_group is LargestGroup.VALUE
    values = [sum(levels[place] for place in group) for group in groups]
    sizes = [
        (value, len(group)) if by_value else (len(group), value) for value, group in zip(values, groups, strict=True)
    ]
    best = sizes.index(max(sizes))
    doubled = District.HOUSE in rules.variants and values[best] >= DOUBLING_GROUP_VALUE
    times, reason = (2, Reason.IN_VALUABLE_GROUP) if doubled else (1, Reason.IN_LARGEST_GROUP)
    largest = set(groups[best])
    return [
        Verdict(place, level, times, reason)
        if place in largest
        else Verdict(place, level, 0, Reason.NOT_IN_LARGEST_GROUP)
        for place, level in levels.items()
    ]


def judge_markets(ground: Ground, rules: Rules) -> list[Verdict]:
    levels, plazas = ground.by_kind[Kind.MARKET], ground.by_kind[Kind.MARKET_PLAZA]
    variant = District.MARKET in rules.variants
    verdicts = []
    for place, level in levels.items():
        rivals = place.neighbours_in(levels)
        plazas_beside = place.neighbours_in(plazas) if variant else ()
        if rivals:
            verdicts.append(Verdict(place, level, 0, Reason.NEXT_TO_MARKET, rivals))
        elif plazas_beside:
            verdicts.append(Verdict(place, level, 2, Reason.NEXT_TO_MARKET_PLAZA, plazas_beside))
        else:
            verdicts.append(Verdict(place, level, 1, Reason.NOT_NEXT_TO_MARKET))
    return verdicts


def judge_barracks(ground: Ground, rules: Rules) -> list[Verdict]:
    variant = District.BARRACKS in rules.variants
    verdicts = []
    for place, level in ground.by_kind[Kind.BARRACKS].items():
        empty = place.neighbours_not_in(ground.hexes)
        if empty and rules.lake_is_edge is LakeIsEdge.NO:
            empty = tuple(near for near in empty if near in ground.shore.outside)
        if not empty:
            verdicts.append(Verdict(place, level, 0, Reason.NOT_ON_EDGE))
        elif variant and len(empty) in DOUBLING_EMPTY_PLACES:
            verdicts.append(Verdict(place, level, 2, Reason.EXPOSED_ON_EDGE, empty))
        else:
            verdicts.append(Verdict(place, level, 1, Reason.ON_EDGE, empty))
    return verdicts


def judge_temples(ground: Ground, rules: Rules) -> list[Verdict]:
    variant = District.TEMPLE in rules.variants
    verdicts = []
    for place, level in ground.by_kind[Kind.TEMPLE].items():
        empty = place.neighbours_not_in(ground.hexes)
        if empty:
            verdicts.append(Verdict(place, level, 0, Reason.NOT_SURROUNDED, empty))
        elif variant and level >= DOUBLING_TEMPLE_LEVEL:
            verdicts.append(Verdict(place, level, 2, Reason.SURROUNDED_AND_RAISED))
        else:
            verdicts.append(Verdict(place, level, 1, Reason.SURROUNDED))
    return verdicts


def judge_gardens(ground: Ground, rules: Rules) -> list[Verdict]:
    variant = District.GARDEN in rules.variants
    verdicts = []
    for place, level in ground.by_kind[Kind.GARDEN].items():
        lakes = _lakes_beside(ground, place, rules.lake_size) if variant else ()
        if lakes:
            verdicts.append(Verdict(place, level, 2, Reason.NEXT_TO_LAKE, lakes))
        else:
            verdicts.append(Verdict(place, level, 1, Reason.GARDEN))
    return verdicts


JUDGES: dict[District, Callable[[Ground, Rules], list[Verdict]]] = {
    District.HOUSE: judge_houses,
    District.MARKET: judge_markets,
    District.BARRACKS: judge_barracks,
    District.TEMPLE: judge_temples,
    District.GARDEN: judge_gardens,
}


def _lakes_beside(ground: Ground, place: Axial, size: LakeSize) -> tuple[Axial, ...]:
    empty = place.neighbours_not_in(ground.hexes)
    if size is LakeSize.ANY:
        return tuple(near for near in empty if near in ground.shore.lakes)
    return tuple(near for near in empty if not near.neighbours_not_in(ground.hexes))
