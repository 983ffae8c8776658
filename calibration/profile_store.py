"""The profiles of a user: a folder of files, of which a damaged one never stops a scan."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from calibration.profile_file import ProfileError, ProfileFile, ProfileFlaw
from calibration.profile_files import MAX_JSON_BYTES, profile_as_text, profile_from_text

FOLDER = "profiles"
OWNER_ONLY = 0o700
MAX_KEY_BYTES = 180
"""File systems end names at 255 bytes."""


@dataclass(frozen=True)
class StoredProfile:
    """A file of the folder: its profile, or why it cannot be used."""

    key: str
    path: Path
    profile: ProfileFile | None
    problem: str | None = None


class ProfileStore:
    """Profiles in the folder `profiles` of the data folder. A profile's key is its name in plain small letters."""

    def __init__(self, data_dir: Path) -> None:
        self.folder = data_dir / FOLDER

    def stored(self) -> list[StoredProfile]:
        """All of them, by key."""
        if not self.folder.is_dir():
            return []
        return [_read(path) for path in sorted(self.folder.glob("*.json"))]

    def find(self, name: str) -> StoredProfile:
        """The profile of a name or key; raises ProfileError."""
        wanted = key_of(name)
        for stored in self.stored():
            if stored.key == wanted:
                return stored
        known = ", ".join(stored.key for stored in self.stored()) or "there are none yet"
        raise ProfileError(f"there is no profile {name!r} (profiles: {known})", ProfileFlaw.UNKNOWN)

    def add(self, profile: ProfileFile, extras: Mapping[str, bytes], *, replace: bool = False) -> StoredProfile:
        """Write a profile and the files that belong to it (by suffix), all or nothing."""
        key = key_of(profile.name)
        path = self.folder / f"{key}.json"
        if path.exists() and not replace:
            message = f"there is already a profile {key!r}: remove it first, or choose another name"
            raise ProfileError(message, ProfileFlaw.EXISTS)
        try:
            self.folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
            for suffix, content in extras.items():
                _write_whole(path.with_suffix(suffix), content)
            _write_whole(path, profile_as_text(profile).encode())
        except OSError as error:
            message = f"the profile cannot be written to {self.folder}: {error.strerror}"
            raise ProfileError(message, ProfileFlaw.UNWRITABLE) from error
        return StoredProfile(key, path, profile)

    def remove(self, name: str) -> StoredProfile:
        """Take a profile and its files away; a damaged one too."""
        stored = self.find(name)
        for path in self.files_of(stored):
            path.unlink(missing_ok=True)
        return stored

    def files_of(self, stored: StoredProfile) -> list[Path]:
        """The JSON first."""
        others = sorted(path for path in self.folder.glob(f"{stored.key}.*") if path.stem == stored.key)
        return [stored.path, *(path for path in others if path != stored.path)]


def key_of(name: str) -> str:
    """Small letters without accents, digits and dashes, for file names and the command line."""
    plain = "".join(_plain(letter) for letter in unicodedata.normalize("NFC", name).casefold())
    key = re.sub(r"[\W_]+", "-", plain)[:60].encode()[:MAX_KEY_BYTES].decode(errors="ignore").strip("-")
    if not key:
        raise ProfileError(f"the name {name!r} needs a letter or a digit", ProfileFlaw.BAD_NAME)
    return key


def _plain(letter: str) -> str:
    """Without its accent if that leaves a Latin letter; other alphabets stay as they are."""
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or letter


def _read(path: Path) -> StoredProfile:
    try:
        with path.open("rb") as file:
            return StoredProfile(path.stem, path, profile_from_text(file.read(MAX_JSON_BYTES + 1)))
    except ProfileError as error:
        return StoredProfile(path.stem, path, None, str(error))
    except OSError as error:
        return StoredProfile(path.stem, path, None, f"it cannot be read ({error.strerror})")


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
