from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from scoring.rules import RULING_CHOICES
from scoring.words import words_in
from webapp.cli import app


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["rules", *(str(argument) for argument in arguments)])


@pytest.mark.parametrize("language", ["en", "pl", "uk"])
def test_every_rule_is_explained(language: str):
    words = words_in(language)
    text = run("--lang", language).stdout
    assert words.scoring in text
    for name, choices in RULING_CHOICES.items():
        assert words.ruling_question(name) in text
        for choice in choices:
            assert words.ruling_choice(name, choice.value) in text


def test_what_is_in_force_is_marked():
    text = run("--variants", "temple", "--ruling", "lake_size=one").stdout
    assert "Variant [on]: A temple on level 2" in text
    assert text.count("[on]") == 1
    assert "[x] one: Exactly one" in text
    assert "[ ] any: Any size" in text
    assert text.count("[x]") == 3


def test_defaults_are_named_whatever_is_in_force():
    text = run("--ruling", "lake_size=one").stdout
    assert "[ ] any: Any size, as long as it is closed in. (default)" in text
    assert text.count("(default)") == 3
    assert run("--lang", "pl").stdout.count("(domyślnie)") == 3


def test_rules_of_a_city_file(tmp_path: Path):
    path = tmp_path / "city.json"
    path.write_text(
        '{"hexes": [{"q": 0, "r": 0, "kind": "house", "level": 1}], "variants": ["house"],'
        ' "rulings": {"largest_group": "value"}}'
    )
    text = run(path).stdout
    assert "Variant [on]: The group of houses" in text
    assert "[x] value:" in text


@pytest.mark.parametrize("arguments", [("missing.json",), ("--variants", "hut"), ("--ruling", "x=y")])
def test_bad_input_gives_one_line(arguments: tuple[str, ...]):
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
