"""Finds the photos of a run: in folders, by globs, in zip files and in text lists."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from scanner.load_photo import MAX_FILE_BYTES, UnreadablePhotoError, load_photo
from webapp.batch.jobs import Refused
from webapp.batch.photo_names import one_line, shown_name
from webapp.batch.zip_photos import ZipPhoto, photos_in_zip

# Pictures that the scanner does not read are found too: they come back with a reason, not silently left out.
PICTURE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".hif"}
    | {".avif", ".gif", ".bmp", ".tif", ".tiff", ".dng", ".raw", ".cr2", ".nef", ".arw"}
)
MAX_LIST_BYTES = 50_000_000


class InputError(Exception):
    """A path that leads to no photos, in one sentence."""


@dataclass(frozen=True)
class FoundPhoto:
    """A photo by its name, and where it is; what cannot be opened comes with a reason."""

    name: str
    place: Path | ZipPhoto | Refused

    def source(self, *, as_bytes: bool) -> Path | bytes | Refused:
        """What a worker needs. A worker on another machine needs the bytes."""
        if isinstance(self.place, ZipPhoto):
            return self.place.read()
        if isinstance(self.place, Path) and as_bytes:
            return _file_bytes(self.place)
        return self.place


def is_picture(name: str) -> bool:
    """Whether the ending says picture. Hidden files, as other systems leave beside photos, are none."""
    last = name.rpartition("/")[2]
    return PurePosixPath(last).suffix.lower() in PICTURE_SUFFIXES and not last.startswith(".")


def find_photos(paths: Iterable[str], out: Path) -> list[FoundPhoto]:
    """All photos in the order of the paths, each once; within a folder by name. The folder `out` is left out."""
    found: dict[str, FoundPhoto] = {}
    for path in paths:
        before = len(found)
        photos = list(_photos_at(path, out.resolve()))
        for photo in photos:
            found.setdefault(photo.name, photo)
        if not photos and len(found) == before:
            raise InputError(f"{one_line(path)}: there are no photos in it")
    return list(found.values())


def _photos_at(text: str, out: Path) -> Iterator[FoundPhoto]:
    path = Path(text)
    if os.path.lexists(path):
        yield from _photos_of(path, out)
        return
    matches = sorted(glob.glob(text, recursive=True)) if glob.has_magic(text) else []  # noqa: PTH207 - the text may be absolute
    if not matches:
        raise InputError(f"{one_line(text)}: there is no such file or folder")
    for match in matches:
        # A glob like ** gives a folder and its files: the files come by themselves.
        if not _is_folder(Path(match)):
            yield from _photos_of(Path(match), out)


def _photos_of(path: Path, out: Path) -> Iterator[FoundPhoto]:
    if _is_folder(path):
        yield from _photos_in_folder(path, out)
    elif path.suffix.lower() == ".zip":
        yield from (FoundPhoto(name, place) for name, place in photos_in_zip(path, is_picture))
    elif path.suffix.lower() in {".txt", ".lst"}:
        yield from _photos_in_list(path)
    else:
        yield _photo_file(path)


def _photos_in_folder(top: Path, out: Path) -> Iterator[FoundPhoto]:
    """Photos and zips of a folder, then those of the folders in it. Links are followed, but into no folder twice."""
    waiting, seen = [top], set()
    while waiting:
        folder = waiting.pop()
        try:
            here = folder.stat()
            paths = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__MACOSX")))
        except OSError as error:
            yield FoundPhoto(shown_name(folder), Refused(f"the folder cannot be read ({error.strerror})"))
            continue
        identity = (here.st_dev, here.st_ino)
        if identity not in seen and folder.resolve() != out:
            seen.add(identity)
            folders = [path for path in paths if _is_folder(path)]
            waiting += reversed(folders)
            for path in sorted(set(paths) - set(folders)):
                if is_picture(path.name):
                    yield _photo_file(path)
                elif path.suffix.lower() == ".zip":
                    yield from _photos_of(path, out)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _photos_in_list(path: Path) -> Iterator[FoundPhoto]:
    """One photo a line, from the folder of the list on; empty lines and those that begin with # are left out."""
    try:
        if path.stat().st_size > MAX_LIST_BYTES:
            raise InputError(f"{shown_name(path)}: more than {MAX_LIST_BYTES // 1_000_000} MB, too long for a list")
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{shown_name(path)}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{shown_name(path)}: a list of photos is a text in UTF-8") from None
    for line in map(str.strip, lines):
        if line and not line.startswith("#"):
            yield _photo_file(path.parent / line)


def _photo_file(path: Path) -> FoundPhoto:
    name = shown_name(path)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        return FoundPhoto(name, Refused(_why_missing(path, error)))
    # Opening a pipe or a device might wait for ever.
    return FoundPhoto(name, path if stat.S_ISREG(mode) else Refused("this is not a file"))


def _why_missing(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the link leads nowhere" if path.is_symlink() else "there is no such file"
    return f"the file cannot be read ({getattr(error, 'strerror', None) or error})"


def _file_bytes(path: Path) -> bytes | Refused:
    try:
        if path.stat().st_size <= MAX_FILE_BYTES:
            return path.read_bytes()
        load_photo(path)
    except (OSError, UnreadablePhotoError) as error:
        return Refused(str(error))
    raise AssertionError("a file of this size is refused")
