"""What the game's things, reasons and problems are called, in the words of the printed rules, in three languages.

The texts are data, one JSON file a language, so that the page and the command line say the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.axial import listed
from scoring.kinds import District, Kind
from scoring.problems import Problem
from scoring.ranking import Decision
from scoring.verdicts import Reason, Verdict

LANGUAGES = ("en", "pl", "uk")
# The places of the other reasons, such as all of the edge, would only fill the line.
REASONS_WITH_PLACES = {
    Reason.NEXT_TO_MARKET,
    Reason.NEXT_TO_MARKET_PLAZA,
    Reason.EXPOSED_ON_EDGE,
    Reason.NOT_SURROUNDED,
    Reason.NEXT_TO_LAKE,
}


class UnknownLanguageError(ValueError):
    """A language without texts."""


@dataclass(frozen=True)
class Words:
    """The texts of one language."""

    language: str
    texts: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return str(self.texts["name"])

    @property
    def scoring(self) -> str:
        """How points are made, in a few sentences."""
        return str(self.texts["scoring"])

    def term(self, name: str) -> str:
        """A word of the score pad: value, stars, points, stones, total and so on."""
        return self._text("terms", name)

    def district(self, district: District) -> str:
        return self._text("districts", district)

    def kind(self, kind: Kind) -> str:
        return self._text("kinds", kind)

    def condition(self, district: District) -> str:
        """When a hex of this district counts."""
        return self._text("conditions", district)

    def variant(self, district: District) -> str:
        """When the variant doubles a hex of this district."""
        return self._text("variants", district)

    def ruling_question(self, name: str) -> str:
        return str(self.texts["rulings"][name]["question"])

    def ruling_choice(self, name: str, value: str) -> str:
        return str(self.texts["rulings"][name]["choices"][value])

    def reason(self, reason: Reason) -> str:
        """Why a hex counts or not, for where the deciding places can be lit up."""
        return self._text("reasons", reason)

    def verdict(self, verdict: Verdict) -> str:
        """Why a hex counts or not, with the deciding places named."""
        places = f": {listed(verdict.places)}" if verdict.reason in REASONS_WITH_PLACES else ""
        return self.reason(verdict.reason) + places

    def problem(self, problem: Problem) -> str:
        """A problem of a city as one sentence."""
        details = dict(problem.details)
        if "kind" in details:
            details["kind"] = self.kind(Kind(str(details["kind"])))
        return self._text("problems", problem.code).format(**details)

    def decision(self, decision: Decision) -> str:
        """What made the winner, as one sentence."""
        return self._text("decisions", decision)

    def _text(self, group: str, name: str) -> str:
        return str(self.texts[group][str(name)])


@cache
def words_in(language: str) -> Words:
    """The texts of a language: en, pl or uk."""
    if language not in LANGUAGES:
        raise UnknownLanguageError(f"no texts in {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("scoring.words").joinpath(f"{language}.json").read_text(encoding="utf-8")
    return Words(language, json.loads(text))
