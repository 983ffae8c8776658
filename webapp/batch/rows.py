"""The rows of the results: one for every city, or one with the reason for a photo without any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.problems import Problem, Severity, find_problems
from scoring.rules import Rules
from scoring.score_sheet import ScoreSheet, score
from scoring.words import words_in
from webapp.batch.journal import Entry
from webapp.batch.seats import Seat, Seats

UNSURE_BELOW = 0.9
NO_CITY = {
    "no_hexes": "there is no city in the photo",
    "too_few_hexes": "there are too few hexes in the photo for a city",
}


class Need(IntEnum):
    """How badly a row needs a look; the worst come first."""

    FAILED = 0
    NO_CITY = 1
    IMPOSSIBLE = 2
    DOUBTFUL = 3
    NONE = 4


@dataclass(frozen=True)
class Row:
    """A city, or a photo without one: then `city` is None and `failure` says why. `doubts` are worth a look."""

    photo: str
    city: int | None
    seat: Seat | None
    sheet: ScoreSheet | None
    problems: tuple[Problem, ...]
    lowest_confidence: float | None
    need: Need
    doubts: tuple[str, ...]
    failure: str | None
    seconds: float | None
    corrected: bool = False

    @property
    def urgency(self) -> tuple[int, float]:
        """Sorts the rows by what needs a look."""
        return self.need, self.lowest_confidence if self.lowest_confidence is not None else 0.0


@dataclass(frozen=True)
class RowMaker:
    """Makes rows of entries, always the same of the same."""

    rules: Rules
    players: int | None
    seats: Seats
    with_times: bool = True

    def rows(self, entry: Entry) -> list[Row]:
        if entry.scan is None:
            return [self._row_without_city(entry, Need.FAILED, str(entry.failure))]
        if not entry.scan["cities"]:
            return [self._row_without_city(entry, Need.NO_CITY, NO_CITY[entry.scan["no_city"]])]
        return [self._city_row(entry, entry.scan, number) for number in range(1, len(entry.scan["cities"]) + 1)]

    def _row_without_city(self, entry: Entry, need: Need, reason: str) -> Row:
        hints = tuple(_hints(entry.scan)) if entry.scan else ()
        return Row(
            entry.photo, None, self.seats.of(entry.photo, 1), None, (), None, need, hints, reason, self._seconds(entry)
        )

    def _city_row(self, entry: Entry, scan: dict[str, Any], number: int) -> Row:
        read = scan["cities"][number - 1]
        city = City({Axial(hex_["q"], hex_["r"]): TopHex(Kind(hex_["kind"]), hex_["level"]) for hex_ in read["hexes"]})
        seat = self.seats.of(entry.photo, number)
        problems = find_problems(city, self.players, finished=self.players is not None)
        unseated = seat is None and number > 1 and self.seats.of(entry.photo, 1) is not None
        doubts = (*_doubts(read, problems, unseated=unseated), *_hints(scan))
        return Row(
            photo=entry.photo,
            city=number,
            seat=seat,
            sheet=score(city, self.rules, seat.stones if seat else 0),
            problems=problems,
            lowest_confidence=min(hex_["confidence"] for hex_ in read["hexes"]),
            need=need_of(problems, doubts),
            doubts=doubts,
            failure=None,
            seconds=self._seconds(entry),
            corrected=bool(read.get("corrected")),
        )

    def _seconds(self, entry: Entry) -> float | None:
        return round(entry.seconds, 3) if self.with_times else None


def need_of(problems: tuple[Problem, ...], doubts: tuple[str, ...]) -> Need:
    """How badly a city needs a look."""
    if any(problem.severity is Severity.IMPOSSIBLE for problem in problems):
        return Need.IMPOSSIBLE
    return Need.DOUBTFUL if doubts else Need.NONE


def _doubts(read: dict[str, Any], problems: tuple[Problem, ...], *, unseated: bool) -> Iterator[str]:
    yield from (words_in("en").problem(problem) for problem in problems)
    unsure = sum(hex_["confidence"] < UNSURE_BELOW for hex_ in read["hexes"])
    if unsure:
        yield "1 unsure hex." if unsure == 1 else f"{unsure} unsure hexes."
    if unseated:
        yield "The photo is named after one player but shows another city."


def _hints(scan: dict[str, Any]) -> Iterator[str]:
    yield from (flaw["hint"] for flaw in scan["quality"]["flaws"])
