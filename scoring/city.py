"""A finished city: the top hex and its level at every place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.axial import Axial
from scoring.kinds import Kind


class TopHex(NamedTuple):
    """The hex one sees at a place, and the level it lies on (1 is the table)."""

    kind: Kind
    level: int


@dataclass(frozen=True)
class City:
    """The visible hexes by place. Covered hexes are no longer part of a city."""

    hexes: Mapping[Axial, TopHex]

    def moved(self, step: Axial) -> City:
        return self._mapped(lambda place: place.moved(step))

    def turned(self, sixths: int) -> City:
        return self._mapped(lambda place: place.turned(sixths))

    def mirrored(self) -> City:
        return self._mapped(Axial.mirrored)

    def level_sum(self) -> int:
        return sum(top.level for top in self.hexes.values())

    def _mapped(self, change: Callable[[Axial], Axial]) -> City:
        return City({change(place): top for place, top in self.hexes.items()})
