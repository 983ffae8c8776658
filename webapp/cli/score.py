"""`akroscan score`: the points of city files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from scoring.city_file import MAX_STONES, CityFile
from scoring.problems import find_problems, problem_data
from scoring.rules import Rules, RulesError
from scoring.score_sheet import score as score_city
from scoring.score_sheet import sheet_data
from scoring.words import Words, words_in
from webapp.cli.city_input import InputError, read_cities
from webapp.cli.rule_options import LanguageOption, RulingOption, VariantsOption, chosen_rules
from webapp.cli.score_table import table_lines

BAD_LINE, BAD_INPUT = 1, 2


@dataclass(frozen=True)
class _Wishes:
    """What the options ask for, on top of what a file says."""

    variants: str | None
    rulings: list[str] | None
    stones: int | None
    players: int | None
    why: bool
    as_json: bool
    words: Words


def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="City files, or .jsonl with one city a line.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a city.")] = False,
    variants: VariantsOption = None,
    stones: Annotated[int | None, typer.Option(min=0, max=MAX_STONES, help="Stones left. Wins over the file.")] = None,
    ruling: RulingOption = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=4, help="Players of the finished game, to check the city against the box.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Say of every hex why it counts or not.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Score cities. Exit code 1 if a line of a .jsonl is no city, 2 if a file cannot be read."""
    wishes = _Wishes(variants, ruling, stones, players, why, as_json, words_in(lang))
    try:
        chosen_rules(Rules(), variants, ruling)
    except RulesError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(BAD_INPUT) from error
    raise typer.Exit(max(_score_file(path, wishes) for path in files))


def _score_file(path: Path, wishes: _Wishes) -> int:
    exit_code = 0
    try:
        for named in read_cities(path):
            if named.city_file is None:
                typer.echo(named.error, err=True)
                exit_code = BAD_LINE
            else:
                typer.echo("\n".join(_output(named.source, named.city_file, wishes)))
    except InputError as error:
        typer.echo(str(error), err=True)
        exit_code = BAD_INPUT
    return exit_code


def _output(source: str, city_file: CityFile, wishes: _Wishes) -> Iterator[str]:
    rules = chosen_rules(city_file.rules, wishes.variants, wishes.rulings)
    stones = city_file.stones if wishes.stones is None else wishes.stones
    sheet = score_city(city_file.city, rules, stones)
    problems = find_problems(city_file.city, wishes.players)
    if wishes.as_json:
        said = [{**problem_data(problem), "text": wishes.words.problem(problem)} for problem in problems]
        chosen = {"variants": rules.variant_names(), "rulings": rules.ruling_values()}
        yield json.dumps({"file": source, **sheet_data(sheet), "problems": said, **chosen}, ensure_ascii=False)
    else:
        yield from table_lines(source, sheet, problems, wishes.words, why=wishes.why)
