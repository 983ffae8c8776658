from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.kinds import District, Kind
from scoring.problems import Problem, ProblemCode, Severity
from scoring.ranking import Decision
from scoring.rules import RULING_CHOICES
from scoring.verdicts import Reason
from scoring.words import LANGUAGES, UnknownLanguageError, words_in

GROUPS = {
    "districts": District,
    "conditions": District,
    "variants": District,
    "kinds": Kind,
    "reasons": Reason,
    "problems": ProblemCode,
    "severities": Severity,
    "decisions": Decision,
}


def texts(branch: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(branch, str):
        yield path, branch
        return
    for key, value in branch.items():
        yield from texts(value, f"{path}/{key}")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(language: str):
    content = words_in(language).texts
    for group, names in GROUPS.items():
        assert list(content[group]) == [name.value for name in names], group
    for name, choices in RULING_CHOICES.items():
        assert list(content["rulings"][name]["choices"]) == [choice.value for choice in choices]


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_texts_and_fields(language: str):
    ours, english = dict(texts(words_in(language).texts)), dict(texts(words_in("en").texts))
    assert ours.keys() == english.keys()
    for path, text in ours.items():
        assert fields(text) == fields(english[path]), path
        assert text == text.strip() != "", path


@pytest.mark.parametrize("language", ["pl", "uk"])
def test_nothing_is_left_in_english(language: str):
    ours, english = dict(texts(words_in(language).texts)), dict(texts(words_in("en").texts))
    assert [path for path, text in ours.items() if text == english[path]] == []


def test_ukrainian_has_no_latin_letters():
    for path, text in texts(words_in("uk").texts):
        plain = "".join(literal for literal, _, _, _ in string.Formatter().parse(text))
        assert not any("a" <= letter.lower() <= "z" for letter in plain), path


def test_sentences():
    words = words_in("en")
    problem = Problem(
        ProblemCode.TOO_MANY_OF_KIND, Severity.IMPOSSIBLE, (), {"kind": "garden_plaza", "count": 9, "limit": 5}
    )
    assert words.problem(problem) == "Garden plaza: 9 hexes, but the box holds only 5."
    assert words_in("pl").problem(problem) == "Plac ogrodowy: widać 9, a w pudełku jest tylko 5."
    assert words.decision(Decision.STONES) == "Equal points: most stones win."
    assert [words_in(language).name for language in LANGUAGES] == ["English", "Polski", "Українська"]


def test_the_words_of_the_printed_rules():
    polish, ukrainian = words_in("pl"), words_in("uk")
    assert [polish.district(district) for district in District] == [
        "Domy",
        "Targowiska",
        "Koszary",
        "Świątynie",
        "Ogrody",
    ]
    assert polish.term("stars") == "Gwiazdki"
    assert polish.condition(District.TEMPLE) == "Świątynia punktuje, jeśli jest w całości otoczona."
    assert ukrainian.variant(District.TEMPLE) == "Храм на другому рівні чи вище подвоюється."
    assert ukrainian.kind(Kind.HOUSE_PLAZA) == "Житлова площа"
    assert words_in("en").scoring.startswith("Value of the districts")
    assert words_in("en").ruling_question("lake_size").endswith("garden variant?")
    assert words_in("en").ruling_choice("lake_size", "one") == "Exactly one empty space."


def test_another_language_is_refused():
    with pytest.raises(UnknownLanguageError, match="no texts in 'de'; there are en, pl, uk"):
        words_in("de")
