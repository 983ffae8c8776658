"""`akroscan batch`: score many photos in one run."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from scoring.rules import Rules, RulesError
from webapp.cli.profile_options import DataDirOption, ProfilesOption, chosen_profiles
from webapp.cli.rule_options import RulingOption, VariantsOption, chosen_rules

if TYPE_CHECKING:
    from webapp.batch.inputs import FoundPhoto
    from webapp.batch.run import BatchSettings
    from webapp.batch.seats import Seats
    from webapp.batch.write_results import BatchEnd

SOME_FAILED, CANNOT_RUN, INTERRUPTED = 1, 2, 130


class EngineName(StrEnum):
    """The engines, named here too so that `--help` need not load them."""

    LOCAL = "local"
    DASK = "dask"


def batch(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Folders, photos, globs, zip files, or .txt lists with a photo a line."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for the results; a new one, or that of a run to go on with.")],
    workers: Annotated[
        int | None, typer.Option(min=1, max=512, help="Photos read at a time. Default: one a core.")
    ] = None,
    engine: Annotated[EngineName, typer.Option(help="Read on this machine, or on a Dask cluster.")] = EngineName.LOCAL,
    scheduler: Annotated[str | None, typer.Option(help="Address of a running Dask scheduler, tcp://...")] = None,
    shared_paths: Annotated[
        bool, typer.Option("--shared-paths", help="The cluster sees the photos under the same paths: ship no bytes.")
    ] = False,
    players: Annotated[int | None, typer.Option(min=1, max=4, help="Players of each game, all of them finished.")] = (
        None
    ),
    variants: VariantsOption = None,
    ruling: RulingOption = None,
    names: Annotated[
        Path | None,
        typer.Option(help="CSV that says who sat where: photo, table, player and, if wanted, round, city, stones."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out where it stopped.")] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Afterwards go through the doubtful cities and correct them here.")
    ] = False,
    time_limit: Annotated[float, typer.Option(min=1, help="Seconds after which a photo is given up.")] = 120.0,
    times: Annotated[
        bool, typer.Option("--times/--no-times", help="Say how long each photo took: all that differs between runs.")
    ] = True,
    data_dir: DataDirOption = None,
    profiles: ProfilesOption = True,
) -> None:
    """Score many photos: tables of results, marked photos and a report with what needs a look first.

    Exit code 1 if some photos could not be read (their rows say why), 2 if nothing could be done, 130 after Ctrl-C;
    --resume then goes on.
    """
    from webapp.batch.jobs import DEFAULT_READER, ReadingLimits
    from webapp.batch.run import BatchSettings, Engine
    from webapp.batch.run_profiles import run_profiles

    if scheduler is not None and engine is not EngineName.DASK:
        _stop("--scheduler is for --engine dask")
    try:
        rules = chosen_rules(Rules(), variants, ruling)
    except RulesError as error:
        _stop(str(error))
    seats, found = _seats(names), _found(paths, out)
    calibrated = run_profiles(chosen_profiles(data_dir, use=profiles))
    settings = BatchSettings(
        limits=ReadingLimits(players, DEFAULT_READER, time_limit, profiles=calibrated),
        rules=rules,
        seats=seats,
        workers=workers or _cores(),
        engine=Engine(engine.value),
        scheduler=scheduler,
        shared_paths=shared_paths,
        with_times=times,
    )
    _run(found, out, settings, resume=resume, review=review)


def _run(photos: list[FoundPhoto], out: Path, settings: BatchSettings, *, resume: bool, review: bool) -> NoReturn:
    from webapp.batch.engine_dask import ClusterError
    from webapp.batch.journal import JournalError
    from webapp.batch.out_folder import OutFolderError
    from webapp.batch.progress import reporter_on
    from webapp.batch.reader_process import ReaderUnavailableError
    from webapp.batch.review import review_in_terminal
    from webapp.batch.run import opened_folder, read_photos
    from webapp.batch.write_results import write_all

    _warn_of_unknown_seats(photos, settings)
    try:
        with opened_folder(out, settings, resume=resume) as folder:
            with reporter_on(sys.stderr) as reporter:
                places = read_photos(photos, folder, settings, reporter)
            if review:
                review_in_terminal(folder, places, settings.row_maker())
            end = write_all(folder, places, settings.row_maker())
    except (ClusterError, JournalError, OutFolderError, ReaderUnavailableError) as error:
        _stop(str(error))
    except OSError as error:
        _stop(f"{out} cannot be written: {error.strerror or error}")
    except KeyboardInterrupt:
        typer.echo(f"Stopped. What is read stays in {out}; go on with --resume.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    _print_end(end, out)
    raise typer.Exit(SOME_FAILED if end.summary.failed else 0)


def _found(paths: list[str], out: Path) -> list[FoundPhoto]:
    from webapp.batch.inputs import InputError, find_photos

    try:
        return find_photos(paths, out)
    except InputError as error:
        _stop(str(error))


def _seats(names: Path | None) -> Seats:
    from webapp.batch.seats import Seats, SeatsError, read_seats

    try:
        return read_seats(names) if names else Seats()
    except SeatsError as error:
        _stop(str(error))


def _warn_of_unknown_seats(photos: list[FoundPhoto], settings: BatchSettings) -> None:
    unknown = settings.seats.unknown(photo.name for photo in photos)
    for name in unknown:
        typer.echo(f"the CSV names {name}, which is not among the photos", err=True)


def _print_end(end: BatchEnd, out: Path) -> None:
    from rich.console import Console

    from webapp.batch.printed import printed_end

    Console(width=None if sys.stdout.isatty() else 100, highlight=False).print(printed_end(end, out))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _stop(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(CANNOT_RUN)
