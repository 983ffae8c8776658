"""A score sheet as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.axial import listed
from scoring.problems import Problem
from scoring.score_sheet import DistrictScore, ScoreSheet
from scoring.words import Words

NAME_WIDTH = 12


def table_lines(
    title: str, sheet: ScoreSheet, problems: Sequence[Problem], words: Words, *, why: bool
) -> Iterator[str]:
    """The sheet like the game's pad; with `why` each hex says its reason."""
    yield title
    for district, line in sheet.districts.items():
        yield f"  {words.district(district):<{NAME_WIDTH}}{line.value:>4} x {line.stars:<2} = {line.points:>4}"
        if why:
            yield from _reason_lines(line, words)
    yield f"  {words.term('stones'):<{NAME_WIDTH}}{sheet.stones:>16}"
    yield f"  {words.term('total'):<{NAME_WIDTH}}{sheet.total:>16}"
    if problems:
        yield f"  {words.term('problems')}:"
    for problem in problems:
        yield f"  - {words.problem(problem)} {listed(problem.places)}".rstrip()
    yield ""


def _reason_lines(line: DistrictScore, words: Words) -> Iterator[str]:
    if line.verdicts and not line.stars:
        yield f"      {words.term('no_plaza')}"
    for verdict in sorted(line.verdicts):
        place = listed([verdict.place])
        yield f"      {verdict.times} x {verdict.level}  {place:<10}{words.verdict(verdict)}"
