"""Photos in zip files, read one by one into memory: nothing is ever unpacked to the disk, so no name can lead out."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from scanner.load_photo import MAX_FILE_BYTES
from webapp.batch.jobs import Refused
from webapp.batch.photo_names import shown_name

MAX_MEMBERS = 100_000
MAX_UNPACKED_BYTES = 50_000_000_000
MAX_SQUEEZE = 100
"""Pictures are packed already: what grows a hundredfold on unpacking is made to fill the memory."""
_MB = 1_000_000
_ENCRYPTED = 0x1


@dataclass(frozen=True)
class ZipPhoto:
    """One picture in a zip file, by its place in the zip's directory (names may stand there twice)."""

    zip_path: Path
    index: int

    def read(self) -> bytes | Refused:
        """The unpacked bytes, never more than a photo may have, whatever the directory claims."""
        try:
            archive = _opened(self.zip_path, self.zip_path.stat().st_mtime_ns)
            with archive.open(archive.infolist()[self.index]) as stream:
                data = stream.read(MAX_FILE_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, IndexError):
            return Refused("it is damaged inside the zip")
        except (RuntimeError, NotImplementedError):
            return Refused("it is encrypted or packed in an unknown way inside the zip")
        except OSError as error:
            return Refused(f"the zip cannot be read ({error.strerror or error})")
        if len(data) > MAX_FILE_BYTES:
            return Refused(f"it unpacks to more than {MAX_FILE_BYTES // _MB} MB")
        return data


@lru_cache(maxsize=1)
def _opened(path: Path, _changed_ns: int) -> zipfile.ZipFile:
    """The zip in use: its directory is read once, not once for every photo."""
    return zipfile.ZipFile(path)


def photos_in_zip(path: Path, is_picture: Callable[[str], bool]) -> Iterator[tuple[str, ZipPhoto | Refused]]:
    """The pictures of a zip with their names, or the zip itself with the reason why it cannot be used."""
    zip_name = shown_name(path)
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError):
        yield zip_name, Refused("this is not a zip file, or a damaged one")
        return
    except OSError as error:
        yield zip_name, Refused(f"the zip cannot be read ({error.strerror or error})")
        return
    refusal = _refusal_of_all(members)
    if refusal:
        yield zip_name, refusal
        return
    yield from _photos(path, zip_name, members, is_picture)


def _photos(
    path: Path, zip_name: str, members: list[zipfile.ZipInfo], is_picture: Callable[[str], bool]
) -> Iterator[tuple[str, ZipPhoto | Refused]]:
    wanted = [
        (member.filename, index)
        for index, member in enumerate(members)
        if not member.is_dir() and is_picture(member.filename) and not member.filename.startswith("__MACOSX/")
    ]
    if not wanted:
        yield zip_name, Refused("there are no photos in the zip")
    seen: dict[str, int] = {}
    for filename, index in sorted(wanted):
        copies = seen[filename] = seen.get(filename, 0) + 1
        name = f"{zip_name}/{filename}" + (f" ({copies})" if copies > 1 else "")
        yield name, _refusal_of(members[index]) or ZipPhoto(path, index)


def _refusal_of_all(members: list[zipfile.ZipInfo]) -> Refused | None:
    if len(members) > MAX_MEMBERS:
        return Refused(f"the zip holds {len(members)} files; {MAX_MEMBERS} are allowed")
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_UNPACKED_BYTES:
        limit = MAX_UNPACKED_BYTES // 1000 // _MB
        return Refused(f"the zip unpacks to {unpacked / 1e9:.0f} GB; {limit} GB are allowed")
    return None


def _refusal_of(member: zipfile.ZipInfo) -> Refused | None:
    if member.flag_bits & _ENCRYPTED:
        return Refused("it is encrypted inside the zip")
    if member.file_size > MAX_FILE_BYTES:
        size = f"{member.file_size / _MB:.0f} MB"
        return Refused(f"it unpacks to {size}; photos may have {MAX_FILE_BYTES // _MB} MB")
    if member.file_size > MAX_SQUEEZE * max(1, member.compress_size) and member.file_size > _MB:
        return Refused("it unpacks to more than a hundred times its size, which no photo does")
    return None
