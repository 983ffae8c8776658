"""`akroscan doctor`, `backup` and `restore`: look after a data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from webapp.data_folder import DataFolder
    from webapp.database import Database

EXIT_FAULTS, EXIT_CANNOT = 1, 2
DataDir = Annotated[Path | None, typer.Option(help="Folder of the games, photos and profiles. Default: your own.")]
DatabaseUrl = Annotated[str | None, typer.Option("--database", help="Database URL. Default: in the data folder.")]


def doctor(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Check a data folder: photos, games, leftovers. Exit code 1 when something is wrong."""
    from webapp.doctor import find_faults

    with _opened(data_dir, database_url) as (folder, database):
        faults = find_faults(folder, database)
    for fault in faults:
        print(fault)
    print("Everything is fine." if not faults else f"{len(faults)} found.", file=sys.stderr)
    if faults:
        raise typer.Exit(EXIT_FAULTS)


def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write, for example akroscan-backup.zip.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Put all games, photos and calibration profiles into one file."""
    from webapp.backup import make_backup

    with _opened(data_dir, database_url) as (folder, database):
        database.migrate()
        games = make_backup(folder, database, file)
    print(f"{games} games are in {file}.", file=sys.stderr)


def restore(
    file: Annotated[Path, typer.Argument(help="The backup to bring back.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Bring a backup back into an empty data folder."""
    from webapp.backup import restore_backup

    with _opened(data_dir, database_url) as (folder, database):
        games = restore_backup(folder, database, file)
    print(f"{games} games are back.", file=sys.stderr)


@contextmanager
def _opened(data_dir: Path | None, database_url: str | None) -> Iterator[tuple[DataFolder, Database]]:
    """A data folder and its database; what cannot be done ends with one sentence."""
    from sqlalchemy.exc import SQLAlchemyError

    from webapp.backup import BackupError
    from webapp.data_folder import DataFolderError, default_data_dir, open_data_folder
    from webapp.database import Database, DatabaseError

    try:
        folder = open_data_folder(data_dir or default_data_dir())
        database = Database(database_url or folder.sqlite_url)
        try:
            yield folder, database
        finally:
            database.close()
    except (DataFolderError, DatabaseError, BackupError, SQLAlchemyError) as error:
        print(f"akroscan: {str(error).splitlines()[0]}", file=sys.stderr)
        raise typer.Exit(EXIT_CANNOT) from None
