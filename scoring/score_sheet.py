"""The score sheet of a city: value x stars = points for each district, with a verdict on every hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.axial import Axial
from scoring.city import City
from scoring.kinds import PLAZA_OF, STARS, District
from scoring.rules import Rules
from scoring.verdicts import JUDGES, Ground, Verdict


@dataclass(frozen=True)
class DistrictScore:
    """One line of the sheet. Without a plaza of its colour a district scores nothing."""

    value: int
    stars: int
    verdicts: tuple[Verdict, ...]
    plazas: tuple[Axial, ...]

    @property
    def points(self) -> int:
        return self.value * self.stars


@dataclass(frozen=True)
class ScoreSheet:
    """All lines of the sheet, in the order of the game's score pad."""

    districts: Mapping[District, DistrictScore]
    stones: int

    @property
    def total(self) -> int:
        return self.stones + sum(line.points for line in self.districts.values())


def score(city: City, rules: Rules | None = None, stones: int = 0) -> ScoreSheet:
    """Score a city. Without `rules` no variant is on and every ruling has its default."""
    if stones < 0:
        raise ValueError(f"{stones} stones: nobody has fewer than none")
    ground = Ground(city)
    rules = rules or Rules()
    return ScoreSheet({district: _score_district(district, ground, rules) for district in District}, stones)


def sheet_data(sheet: ScoreSheet) -> dict[str, Any]:
    """The sheet as JSON holds it."""
    return {
        "districts": {district.value: _line_data(line) for district, line in sheet.districts.items()},
        "stones": sheet.stones,
        "total": sheet.total,
    }


def _line_data(line: DistrictScore) -> dict[str, Any]:
    verdicts = [{**verdict._asdict(), "place": list(verdict.place)} for verdict in line.verdicts]
    return {"value": line.value, "stars": line.stars, "points": line.points, "hexes": verdicts}


def _score_district(district: District, ground: Ground, rules: Rules) -> DistrictScore:
    verdicts = tuple(JUDGES[district](ground, rules))
    plaza = PLAZA_OF[district]
    plazas = tuple(ground.by_kind[plaza])
    value = sum(verdict.level * verdict.times for verdict in verdicts)
    return DistrictScore(value, STARS[plaza] * len(plazas), verdicts, plazas)
