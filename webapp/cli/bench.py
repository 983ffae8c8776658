"""`akroscan bench`: how well the scanner reads a folder of labelled photos."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from samples.benchmark.summary import Summary

LEAST_WIDTH = 150
"""Columns for the tables where the output is no terminal."""


def bench(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Pictures, each with a .json of its truth beside it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write a page with plots and every photo, worst first.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Read only the first so many photos.")] = None,
) -> None:
    """Read labelled photos and measure how right that is. Exit code 1 if some could not be measured, 2 if none."""
    summary = _measured(folder, limit)
    for problem in summary.problems:
        typer.echo(problem, err=True)
    if summary.unlabelled:
        names = ", ".join(path.name for path in summary.unlabelled)
        typer.echo(f"left out, as there is no .json with their truth: {names}", err=True)
    if not summary.worst_first:
        typer.echo(f"none of the photos in {folder} could be measured", err=True)
        raise typer.Exit(2)
    _print(summary, as_json=as_json)
    if report is not None:
        _write(summary, report)
    raise typer.Exit(1 if summary.problems else 0)


def _measured(folder: Path, limit: int | None) -> Summary:
    from rich.console import Console
    from rich.progress import track

    from samples.benchmark.labelled_photos import NoLabelledPhotosError, labelled_photos_in
    from samples.benchmark.reading import read_photos
    from samples.benchmark.summary import summarize
    from scanner.scan_photo import scan_photo

    try:
        labelled = labelled_photos_in(folder)
    except NoLabelledPhotosError as error:
        typer.echo(error, err=True)
        raise typer.Exit(2) from None
    bar = track(labelled.photos[:limit], description="Reading", console=Console(stderr=True), transient=True)
    return summarize(folder, labelled, read_photos(bar, scan_photo))


def _print(summary: Summary, *, as_json: bool) -> None:
    from rich.console import Console

    from samples.benchmark.as_json import summary_as_json
    from samples.benchmark.printed import printed_summary

    if as_json:
        typer.echo(json.dumps(summary_as_json(summary), indent=1))
    else:
        Console(width=None if sys.stdout.isatty() else LEAST_WIDTH).print(printed_summary(summary))


def _write(summary: Summary, report: Path) -> None:
    from samples.benchmark.report import write_report

    try:
        write_report(summary, report)
    except OSError as error:
        typer.echo(f"{report} cannot be written: {error.strerror}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"the report is in {report}", err=True)
