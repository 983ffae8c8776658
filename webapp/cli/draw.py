"""`akroscan draw`: a picture of a city file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from scoring.city_file import CityFile
from scoring.draw_svg import draw_svg
from scoring.draw_text import draw_text
from scoring.extent import TooWideError
from scoring.notation import city_map
from scoring.score_sheet import score
from scoring.words import Words, words_in
from webapp.cli.city_input import InputError, name_of, read_one_city
from webapp.cli.rule_options import LanguageOption
from webapp.cli.whole_file import write_whole


def draw(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A city file.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Picture to write: .svg, or .txt for plain characters.")
    ] = None,
    as_map: Annotated[bool, typer.Option("--map", help="The map notation instead of a drawing in plain text.")] = False,
    with_score: Annotated[bool, typer.Option("--score", help="In an .svg, put the score beside the city.")] = False,
    lang: LanguageOption = "en",
) -> None:
    """Draw a city: on the terminal, or into a file with --out."""
    try:
        picture = _picture(read_one_city(file), words_in(lang), _form(out, as_map=as_map, with_score=with_score))
        if out is None:
            typer.echo(picture, nl=False)
        else:
            write_whole(out, picture)
    except TooWideError as error:
        _stop(f"{name_of(file)}: {error}")
    except InputError as error:
        _stop(str(error))


class _Form(StrEnum):
    TEXT = "text"
    MAP = "map"
    SVG = "svg"
    SVG_WITH_SCORE = "svg with score"


def _form(out: Path | None, *, as_map: bool, with_score: bool) -> _Form:
    ending = out.suffix.lower() if out else ".txt"
    if with_score and ending != ".svg":
        raise InputError("--score goes into a picture: name one with -o city.svg")
    if as_map and ending == ".svg":
        raise InputError("--map is plain text: leave out -o, or end its name in .txt")
    if ending == ".svg":
        return _Form.SVG_WITH_SCORE if with_score else _Form.SVG
    if out and ending != ".txt":
        raise InputError(f"{name_of(out)}: a picture ends in .svg or .txt")
    return _Form.MAP if as_map else _Form.TEXT


def _picture(city_file: CityFile, words: Words, form: _Form) -> str:
    if form is _Form.TEXT:
        return draw_text(city_file.city)
    if form is _Form.MAP:
        return city_map(city_file.city)
    sheet = score(city_file.city, city_file.rules, city_file.stones) if form is _Form.SVG_WITH_SCORE else None
    return draw_svg(city_file.city, words, sheet)


def _stop(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)
