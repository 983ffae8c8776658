"""Profiles to give away and to take in: one zip file, trusted no further than it is checked."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from calibration.profile_file import ProfileError, ProfileFlaw
from calibration.profile_files import MAX_JSON_BYTES, profile_from_text
from calibration.profile_store import ProfileStore, StoredProfile

MAX_ZIP_BYTES = 20_000_000
MAX_MEMBER_BYTES = 20_000_000
MAX_MEMBERS = 4
EXTRA_SUFFIXES = frozenset({".png"})


def export_profile(store: ProfileStore, name: str) -> bytes:
    """The profile with all its files as a zip."""
    stored = store.find(name)
    if stored.profile is None:
        raise ProfileError(f"the profile {stored.key!r} cannot be exported: {stored.problem}")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in store.files_of(stored):
            # A fixed date, so that a profile always makes the same file.
            archive.writestr(zipfile.ZipInfo(path.name, (2020, 1, 1, 0, 0, 0)), path.read_bytes())
    return packed.getvalue()


def import_profile(store: ProfileStore, source: Path, *, replace: bool = False) -> StoredProfile:
    """Take in an exported zip or a bare JSON file. Raises ProfileError, and then nothing is changed."""
    try:
        with source.open("rb") as file:
            content = file.read(MAX_ZIP_BYTES + 1)
    except OSError as error:
        raise ProfileError(f"{source.name} cannot be read: {error.strerror}") from error
    return import_bytes(store, source.name, content, replace=replace)


def import_bytes(store: ProfileStore, name: str, content: bytes, *, replace: bool = False) -> StoredProfile:
    if len(content) > MAX_ZIP_BYTES:
        raise ProfileError(
            f"{name} is not taken in: it has more than {MAX_ZIP_BYTES // 1_000_000} MB", ProfileFlaw.TOO_LARGE
        )
    try:
        members = _unpacked(content) if zipfile.is_zipfile(io.BytesIO(content)) else {".json": content}
        profile = profile_from_text(members.pop(".json"))
    except ProfileError as error:
        raise ProfileError(f"{name} is not taken in: {error}", error.flaw) from None
    return store.add(profile, members, replace=replace)


def _unpacked(content: bytes) -> dict[str, bytes]:
    """The members by suffix; sizes are limited by what is really unpacked, not by what the zip claims."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [info for info in archive.infolist() if not info.is_dir()]
            if len(names) > MAX_MEMBERS:
                raise ProfileError(
                    f"it has {len(names)} files, and a profile has at most {MAX_MEMBERS}", ProfileFlaw.FOREIGN
                )
            members = {}
            for info in names:
                suffix = PurePosixPath(info.filename).suffix
                if suffix != ".json" and suffix not in EXTRA_SUFFIXES:
                    raise ProfileError(
                        f"it holds a file that belongs to no profile ({info.filename[:60]!r})", ProfileFlaw.FOREIGN
                    )
                members[suffix] = _limited(archive, info)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        if isinstance(error, ProfileError):
            raise
        raise ProfileError(f"it is damaged ({error})") from None
    if ".json" not in members:
        raise ProfileError("it holds no profile", ProfileFlaw.FOREIGN)
    return members


def _limited(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    limit = MAX_JSON_BYTES if info.filename.endswith(".json") else MAX_MEMBER_BYTES
    with archive.open(info) as file:
        unpacked = file.read(limit + 1)
    if len(unpacked) > limit:
        raise ProfileError(f"it unpacks to more than {limit // 1_000_000} MB", ProfileFlaw.TOO_LARGE)
    return unpacked
