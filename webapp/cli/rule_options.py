"""The options that say by which rules and in which language, the same for every command."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from scoring.kinds import District
from scoring.rules import ALL_VARIANTS, Rules, RulesError, named_variants

VariantsOption = Annotated[
    str | None,
    typer.Option(
        "--variants",
        metavar="NAMES",
        help="Variants in force: names with commas between, 'all' or 'none'. Wins over the file.",
    ),
]
RulingOption = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="NAME=VALUE", help="A house rule, e.g. lake_size=one. Wins over the file."),
]
LanguageOption = Annotated[Literal["en", "pl", "uk"], typer.Option("--lang", help="Language of what is printed.")]


def chosen_rules(rules: Rules, variants: str | None, rulings: list[str] | None) -> Rules:
    """The rules of a file, changed by what the options say."""
    if variants is not None:
        rules = replace(rules, variants=_variants(variants))
    for ruling in rulings or ():
        name, sign, value = ruling.partition("=")
        if not sign:
            raise RulesError(f"--ruling {ruling}: write it as NAME=VALUE")
        rules = rules.with_ruling(name.strip(), value.strip())
    return rules


def _variants(names: str) -> frozenset[District]:
    if names == "all":
        return ALL_VARIANTS
    return named_variants([] if names == "none" else [name.strip() for name in names.split(",")])
