"""The data folder: where the database, the photos and the secret of a page live."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

OWNER_ONLY_FOLDER, OWNER_ONLY_FILE = 0o700, 0o600


class DataFolderError(RuntimeError):
    """The data folder cannot be used."""


@dataclass(frozen=True)
class DataFolder:
    """The paths inside a data folder."""

    root: Path

    @property
    def photos(self) -> Path:
        return self.root / "photos"

    @property
    def secret_file(self) -> Path:
        return self.root / "secret.key"

    @property
    def sqlite_url(self) -> str:
        return f"sqlite:///{self.root / 'akroscan.sqlite3'}"

    def secret(self) -> bytes:
        return self.secret_file.read_bytes()


def default_data_dir() -> Path:
    """The user's own folder for application data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return base / "akroscan"


def open_data_folder(root: Path) -> DataFolder:
    """Make the folder and its secret at the first start; say plainly when that is not possible."""
    folder = DataFolder(root.resolve())
    try:
        folder.root.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        folder.photos.mkdir(mode=OWNER_ONLY_FOLDER, exist_ok=True)
        _make_secret(folder.secret_file)
    except OSError as error:
        raise DataFolderError(f"cannot use the data folder {root}: {error.strerror}") from error
    return folder


def _make_secret(file: Path) -> None:
    if file.exists():
        return
    # Written aside and linked into place, so that a second start at the same moment sees all of it or nothing.
    aside = file.with_name(f"secret.{secrets.token_hex(8)}")
    aside.touch(mode=OWNER_ONLY_FILE)
    aside.write_bytes(secrets.token_bytes(32))
    try:
        os.link(aside, file)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
