"""City files as the command line reads them: one city a file, or one city a line of a .jsonl."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scoring.city_file import CityFile, CityFileError, read_city_text
from scoring.echo import shown

MAX_BYTES = 2_000_000


class InputError(Exception):
    """A file that cannot be read at all, in one sentence with its name."""


@dataclass(frozen=True)
class NamedCity:
    """A city with where it came from; a line of a .jsonl that is no city has an error instead."""

    source: str
    city_file: CityFile | None = None
    error: str | None = None


def read_cities(path: Path) -> Iterator[NamedCity]:
    """Every city of a file."""
    if path.suffix.lower() == ".jsonl":
        yield from _read_lines(path)
    else:
        yield NamedCity(name_of(path), read_one_city(path))


def read_one_city(path: Path) -> CityFile:
    """The city of a file that holds one."""
    with _opened(path) as stream:
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise InputError(f"{name_of(path)}: more than {MAX_BYTES:,} bytes, too big for a city file")
    try:
        return read_city_text(content)
    except CityFileError as error:
        raise InputError(f"{name_of(path)}: {error}") from error


def name_of(path: Path) -> str:
    """The path as one printable line."""
    name = os.fsencode(path).decode("utf-8", "replace")
    return name if name.isprintable() else shown(name)


def _read_lines(path: Path) -> Iterator[NamedCity]:
    found = 0
    with _opened(path) as stream:
        for number, line in enumerate(_bounded_lines(stream), start=1):
            if line is None or line.strip():
                found += 1
                yield _read_line(line, f"{name_of(path)}:{number}")
    if not found:
        raise InputError(f"{name_of(path)}: there is no city in it")


def _read_line(line: bytes | None, source: str) -> NamedCity:
    if line is None:
        return NamedCity(source, error=f"{source}: more than {MAX_BYTES:,} bytes, too big for a city")
    try:
        return NamedCity(source, read_city_text(line))
    except CityFileError as error:
        return NamedCity(source, error=f"{source}: {error}")


def _bounded_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a file, None for one that is too long to hold in memory."""
    while line := stream.readline(MAX_BYTES + 1):
        if len(line) > MAX_BYTES:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_BYTES)
            yield None
        else:
            yield line


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """The file to read from; whether opening or reading it fails, the error names the file."""
    try:
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(f"{name_of(path)}: {error.strerror}") from error
