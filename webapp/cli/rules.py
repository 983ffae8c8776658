"""`akroscan rules`: the rules in force, explained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from scoring.kinds import District
from scoring.rules import RULING_CHOICES, Rules, RulesError
from scoring.words import Words, words_in
from webapp.cli.city_input import InputError, read_one_city
from webapp.cli.rule_options import LanguageOption, RulingOption, VariantsOption, chosen_rules


def rules(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A city file with rules of its own.")] = None,
    variants: VariantsOption = None,
    ruling: RulingOption = None,
    lang: LanguageOption = "en",
) -> None:
    """Print how a city is scored: conditions, variants and house rules."""
    try:
        in_force = chosen_rules(read_one_city(file).rules if file else Rules(), variants, ruling)
    except (InputError, RulesError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo("\n".join(_rules_lines(in_force, words_in(lang))))


def _rules_lines(in_force: Rules, words: Words) -> Iterator[str]:
    yield words.scoring
    yield ""
    for district in District:
        yield f"{words.district(district)} ({district.value})"
        yield f"  {words.condition(district)}"
        switch = words.term("on" if district in in_force.variants else "off")
        yield f"  {words.term('variant')} [{switch}]: {words.variant(district)}"
    yield ""
    yield f"{words.term('rulings')}:"
    for name, chosen in in_force.ruling_values().items():
        yield f"{words.ruling_question(name)} ({name})"
        yield from _choice_lines(name, chosen, words)


def _choice_lines(name: str, chosen: str, words: Words) -> Iterator[str]:
    default = Rules().ruling_values()[name]
    for choice in RULING_CHOICES[name]:
        mark = "x" if choice.value == chosen else " "
        remark = f" ({words.term('default')})" if choice.value == default else ""
        yield f"  [{mark}] {choice.value}: {words.ruling_choice(name, choice.value)}{remark}"
