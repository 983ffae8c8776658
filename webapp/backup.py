"""Everything in one file: tables, photos, calibration profiles and the secret, with checksums; and back again."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text

from calibration.profile_store import FOLDER as PROFILES
from calibration.profile_store import MAX_KEY_BYTES
from webapp.data_folder import OWNER_ONLY_FOLDER, DataFolder
from webapp.database import Database
from webapp.models import Base, Game, Photo
from webapp.photo_store import photo_path, preview_path, write_safely

FORMAT = "akroscan-backup/1"
MANIFEST, SECRET = "manifest.json", "secret.key"
PHOTO_NAME = re.compile(r"photos/[A-Za-z0-9_-]{22}(\.preview)?\.jpg")
# Keys have letters of any alphabet, digits and dashes. What is still being written begins with a dot.
PROFILE_NAME = re.compile(rf"{PROFILES}/(?:[^\W_]|-){{1,{MAX_KEY_BYTES}}}\.(?:json|png)")
BATCH_ROWS = 500


class BackupError(RuntimeError):
    """A backup that cannot be made or brought back, with the reason in one sentence."""


def make_backup(folder: DataFolder, database: Database, target: Path) -> int:
    """Write a backup and say how many games it holds. A backup that fails leaves no file."""
    aside = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as archive:
            games = _fill(archive, folder, database)
        aside.replace(target)
    except OSError as error:
        raise BackupError(f"cannot write the backup {target}: {error.strerror or error}") from error
    finally:
        aside.unlink(missing_ok=True)
    return games


def restore_backup(folder: DataFolder, database: Database, source: Path) -> int:
    """Bring a backup back into an empty data folder and say how many games there are."""
    database.migrate()
    try:
        with zipfile.ZipFile(source) as archive:
            contents = _checked(archive)
            with database.writing() as session:
                if session.scalar(select(func.count()).select_from(Game)):
                    raise BackupError("the data folder has games already; restore into an empty one")
                _check_profiles(folder, archive, contents)
                _put_back_tables(session.connection(), archive)
                games = session.scalar(select(func.count()).select_from(Game)) or 0
                _put_back_files(folder, archive, contents)
    except (OSError, zipfile.BadZipFile) as error:
        raise BackupError(f"cannot read the backup {source}: {getattr(error, 'strerror', None) or error}") from error
    return games


def _fill(archive: zipfile.ZipFile, folder: DataFolder, database: Database) -> int:
    sums: dict[str, str] = {}

    def add(name: str, data: bytes) -> None:
        sums[name] = hashlib.sha256(data).hexdigest()
        archive.writestr(name, data)

    # One transaction sees one moment, so the tables fit together while the page goes on.
    with database.engine.connect().execution_options(**_one_moment(database)) as connection, connection.begin():
        for table in Base.metadata.sorted_tables:
            add(f"tables/{table.name}.jsonl", b"".join(_rows(connection, table)))
        tokens = connection.scalars(select(Photo.token)).all()
        games = connection.scalar(select(func.count()).select_from(Game)) or 0
    for token in tokens:
        for file in (photo_path(folder, token), preview_path(folder, token)):
            add(f"photos/{file.name}", file.read_bytes())
    for name in _profile_names(folder):
        add(name, (folder.root / name).read_bytes())
    add(SECRET, folder.secret())
    archive.writestr(MANIFEST, json.dumps({"format": FORMAT, "games": games, "sha256": sums}, indent=1))
    return games


def _profile_names(folder: DataFolder) -> list[str]:
    """The profiles as they are called in a backup, which is their path in the data folder too."""
    files = (folder.root / PROFILES).glob("*")
    names = sorted(f"{PROFILES}/{file.name}" for file in files if file.is_file())
    return [name for name in names if PROFILE_NAME.fullmatch(name)]


def _one_moment(database: Database) -> dict[str, Any]:
    return {"isolation_level": "REPEATABLE READ"} if database.engine.dialect.name == "postgresql" else {}


def _rows(connection: Connection, table: Table) -> Iterator[bytes]:
    for row in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings():
        plain = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
        yield json.dumps(plain, ensure_ascii=False).encode() + b"\n"


def _checked(archive: zipfile.ZipFile) -> list[str]:
    """The names in a backup, after all of it was found whole and nothing in it strange."""
    try:
        manifest = json.loads(archive.read(MANIFEST))
        sums: dict[str, str] = manifest["sha256"]
        is_ours = manifest["format"] == FORMAT
    except (KeyError, ValueError, TypeError) as error:
        raise BackupError("this is not an Akroscan backup") from error
    tables = {f"tables/{table.name}.jsonl" for table in Base.metadata.sorted_tables}
    if not is_ours or not tables | {SECRET} <= sums.keys():
        raise BackupError("this is not an Akroscan backup")
    for name, sha256 in sums.items():
        if name not in tables | {SECRET} and not _is_file_name(name):
            raise BackupError(f"the backup holds a file that does not belong there: {name!r}")
        if name not in archive.namelist() or hashlib.sha256(archive.read(name)).hexdigest() != sha256:
            raise BackupError(f"the backup is damaged: {name} is not what it was")
    return list(sums)


def _is_file_name(name: str) -> bool:
    return bool(PHOTO_NAME.fullmatch(name) or PROFILE_NAME.fullmatch(name))


def _check_profiles(folder: DataFolder, archive: zipfile.ZipFile, names: list[str]) -> None:
    """Profiles are made without games too, so a folder without games may have some that nobody wants to lose."""
    for name in filter(PROFILE_NAME.fullmatch, names):
        target = folder.root / name
        if target.exists() and target.read_bytes() != archive.read(name):
            raise BackupError(f"the data folder has another {name} already; restore into an empty one")


def _put_back_tables(connection: Connection, archive: zipfile.ZipFile) -> None:
    for table in Base.metadata.sorted_tables:
        lines = archive.read(f"tables/{table.name}.jsonl").splitlines()
        rows = [_row(table, json.loads(line)) for line in lines]
        for start in range(0, len(rows), BATCH_ROWS):
            connection.execute(insert(table), rows[start : start + BATCH_ROWS])
        if connection.dialect.name == "postgresql" and "id" in table.columns:
            # Rows that bring their own numbers do not move the counter for new ones.
            counter = f"pg_get_serial_sequence('{table.name}', 'id')"
            highest = f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name})"  # noqa: S608 our own table names
            connection.execute(text(f"SELECT setval({counter}, {highest}, false)"))


def _row(table: Table, data: dict[str, Any]) -> dict[str, Any]:
    times = {column.name for column in table.columns if column.name.endswith("_at")}
    return {name: datetime.fromisoformat(value) if name in times and value else value for name, value in data.items()}


def _put_back_files(folder: DataFolder, archive: zipfile.ZipFile, names: list[str]) -> None:
    for name in filter(_is_file_name, names):
        target = folder.root / name
        target.parent.mkdir(mode=OWNER_ONLY_FOLDER, exist_ok=True)
        target.unlink(missing_ok=True)
        write_safely(target, archive.read(name))
    folder.secret_file.write_bytes(archive.read(SECRET))
