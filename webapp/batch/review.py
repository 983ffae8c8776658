"""Goes through the doubtful cities of a run in the terminal: what each is unsure of, and what it really is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import typer

from scoring.kinds import Kind
from webapp.batch.corrections import CityCorrection, HexCorrection
from webapp.batch.journal import Entry
from webapp.batch.out_folder import OVERLAYS, OutFolder
from webapp.batch.photo_names import one_line, picture_file
from webapp.batch.rows import UNSURE_BELOW, Need, Row, RowMaker

HIGHEST_LEVEL = 20
SHOWN_UNSURE = 12
HELP = """For every city: look at its picture, then
  Q R KIND LEVEL   what really lies at a place, e.g.: 2 -1 market_plaza 3
  Q R none         nothing lies there
  ok               the city is right now (an empty line says the same)
  skip             leave it for later
  quit             leave the rest for later"""


class _QuitError(Exception):
    """Enough for now."""


def review_in_terminal(folder: OutFolder, places: Sequence[int], maker: RowMaker) -> None:
    """Ask about every doubtful city that nobody has looked at; each answer is kept at once."""
    queue = _queue(folder, places, maker)
    typer.echo(f"{len(queue)} cities to look at." if queue else "There is nothing to look at.", err=True)
    if queue:
        typer.echo(HELP, err=True)
    try:
        for position, (place, number) in enumerate(queue, start=1):
            typer.echo(f"\n{position} of {len(queue)}", err=True)
            _review_city(folder, place, number, maker)
    except _QuitError:
        return


def _queue(folder: OutFolder, places: Sequence[int], maker: RowMaker) -> list[tuple[int, int]]:
    """Entry and number of each city, worst first."""
    found: list[tuple[tuple[int, float], int, int, int]] = []
    for photo, place in enumerate(places):
        rows = maker.rows(folder.entry(place))
        found += [(row.urgency, photo, row.city, place) for row in rows if row.city and _is_open(row)]
    return [(place, number) for _, _, number, place in sorted(found)]


def _is_open(row: Row) -> bool:
    return row.need in {Need.IMPOSSIBLE, Need.DOUBTFUL} and not row.corrected


def _review_city(folder: OutFolder, place: int, number: int, maker: RowMaker) -> None:
    entry = folder.journal.entry_at(place)
    _show(folder, entry, number, maker)
    correction = CityCorrection(str(entry.sha256), number)
    while True:
        answer = _ask()
        if answer == "skip":
            return
        if answer in {"", "ok"}:
            folder.corrections.add(correction)
            row = maker.rows(folder.entry(place))[number - 1]
            typer.echo(f"{row.sheet.total if row.sheet else 0} points", err=True)
            return
        change = _read_change(answer)
        if change:
            correction = replace(correction, hexes=(*correction.hexes, change))


def _show(folder: OutFolder, entry: Entry, number: int, maker: RowMaker) -> None:
    row = maker.rows(entry)[number - 1]
    total = row.sheet.total if row.sheet else 0
    typer.echo(f"{one_line(entry.photo)}, city {number}: {total} points", err=True)
    typer.echo(f"  {folder.path / OVERLAYS / picture_file(entry.photo, str(entry.sha256))}", err=True)
    for doubt in row.doubts:
        typer.echo(f"  - {doubt}", err=True)
    hexes = entry.scan["cities"][number - 1]["hexes"] if entry.scan else []
    unsure = sorted((hex_ for hex_ in hexes if hex_["confidence"] < UNSURE_BELOW), key=lambda hex_: hex_["confidence"])
    for hex_ in unsure[:SHOWN_UNSURE]:
        typer.echo(f"  {_unsure_line(hex_)}", err=True)


def _unsure_line(hex_: dict[str, Any]) -> str:
    line = f"{hex_['q']} {hex_['r']} {hex_['kind']} {hex_['level']} ({100 * hex_['confidence']:.0f} %)"
    others = [f"{other['kind']} {other['level']}" for other in hex_["alternatives"][:2]]
    return line + (f", or {' or '.join(others)}" if others else "")


def _ask() -> str:
    try:
        answer = input("> ").strip().lower()
    except EOFError:
        raise _QuitError from None
    if answer == "quit":
        raise _QuitError
    return answer


def _read_change(answer: str) -> HexCorrection | None:
    """The change that an answer tells; what cannot be understood is said."""
    words = answer.replace(",", " ").split()
    try:
        q, r = int(words[0]), int(words[1])
        if words[2:] == ["none"]:
            return HexCorrection(q, r, None)
        kind, level = Kind(words[2]), int(words[3])
        if len(words) == 4 and 1 <= level <= HIGHEST_LEVEL:
            return HexCorrection(q, r, kind.value, level)
    except (ValueError, IndexError):
        pass
    typer.echo(f"Not understood. Kinds are {', '.join(Kind)}.", err=True)
    return None
