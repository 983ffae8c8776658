"""The `akroscan` command: one module per group of commands, each imported only to declare its options."""

from __future__ import annotations

import typer

from webapp.cli.batch import batch
from webapp.cli.bench import bench
from webapp.cli.calibrate import calibrate
from webapp.cli.data import backup, doctor, restore
from webapp.cli.draw import draw
from webapp.cli.render import render
from webapp.cli.rules import rules
from webapp.cli.scan import scan
from webapp.cli.score import score
from webapp.cli.serve import serve

app = typer.Typer(
    name="akroscan",
    help="Score Akropolis cities from city files and photos.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.command()(scan)
app.command()(score)
app.command()(draw)
app.command()(rules)
app.command()(bench)
app.command()(batch)
app.command()(render)
app.command()(serve)
app.command()(doctor)
app.command()(backup)
app.command()(restore)
app.add_typer(calibrate)


def main() -> None:
    app()
