"""The rules in force: five variants and three rulings the printed books leave open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.echo import shown
from scoring.kinds import District


class RulesError(ValueError):
    """A variant or ruling that does not exist."""


class LakeIsEdge(StrEnum):
    """Is a lake an edge for barracks, and are its places empty places?"""

    NO = "no"
    YES = "yes"


class LakeSize(StrEnum):
    """How big may a lake be for the garden variant?"""

    ANY = "any"
    ONE = "one"


class LargestGroup(StrEnum):
    """Which house group is the largest?"""

    HEXES = "hexes"
    VALUE = "value"


@dataclass(frozen=True)
class Rules:
    """The variants switched on, and a choice for every ruling."""

    variants: frozenset[District] = frozenset()
    lake_is_edge: LakeIsEdge = LakeIsEdge.NO
    lake_size: LakeSize = LakeSize.ANY
    largest_group: LargestGroup = LargestGroup.HEXES

    def with_ruling(self, name: str, value: object) -> Rules:
        """These rules with one ruling changed, both named as in city files."""
        if name not in RULING_CHOICES:
            raise RulesError(f"unknown ruling {shown(name)}; there are {', '.join(RULING_CHOICES)}")
        choices = {choice.value: choice for choice in RULING_CHOICES[name]}
        if not isinstance(value, str) or value not in choices:
            raise RulesError(f"ruling {name} is {' or '.join(choices)}, not {shown(value)}")
        change: dict[str, Any] = {name: choices[value]}
        return replace(self, **change)

    def variant_names(self) -> list[str]:
        """The variants switched on, in the order of the score pad."""
        return [district.value for district in District if district in self.variants]

    def ruling_values(self) -> dict[str, str]:
        """The choice for every ruling, named as in city files."""
        return {name: str(getattr(self, name)) for name in RULING_CHOICES}


def named_variants(names: Collection[str]) -> frozenset[District]:
    """The variants of these names."""
    known = {district.value: district for district in District}
    for name in names:
        if name not in known:
            raise RulesError(f"unknown variant {shown(name)}; there are {', '.join(known)}")
    return frozenset(known[name] for name in names)


RULING_CHOICES: dict[str, type[StrEnum]] = {
    "lake_is_edge": LakeIsEdge,
    "lake_size": LakeSize,
    "largest_group": LargestGroup,
}
ALL_VARIANTS = frozenset(District)
