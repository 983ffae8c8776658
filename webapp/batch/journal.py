"""The journal of a run, `scans.jsonl`: a line for every photo that is done, written at once and never changed.

Everything else in the folder of results is made from it. A run that was killed leaves at most half a line at the end,
which is cut off when the run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

FILE_NAME = "scans.jsonl"
FORMAT = "akroscan-batch/1"


class JournalError(Exception):
    """A journal that does not fit this run, in one sentence."""


@dataclass(frozen=True)
class JournalHead:
    """What all photos of a run have in common. `profiles` is their digest."""

    players: int | None
    scanner: str
    profiles: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Without profiles as it was before there were any, byte for byte."""
        return {key: value for key, value in asdict(self).items() if key != "profiles" or value}


@dataclass(frozen=True)
class Entry:
    """A photo that is done. `scan` is what a single scan says, without name and times."""

    photo: str
    sha256: str | None
    seconds: float
    failure: str | None
    scan: dict[str, Any] | None


class Journal:
    """Entries on the disk; in memory only where each one begins."""

    def __init__(self, folder: Path, head: JournalHead) -> None:
        self._path = folder / FILE_NAME
        self._places: dict[tuple[str, str | None], int] = {}
        self._same_content: dict[str, int] = {}
        if self._path.exists():
            self._take_up(head)
        else:
            self._path.write_bytes(_line({"format": FORMAT, **head.to_json()}))
        self._file = self._path.open("ab+")

    def add(self, entry: Entry) -> int:
        """Write an entry; gives where it begins."""
        place = self._file.seek(0, 2)
        self._file.write(_line(asdict(entry)))
        self._file.flush()
        self._remember(entry.photo, entry.sha256, place)
        return place

    def entry_at(self, place: int) -> Entry:
        self._file.seek(place)
        return Entry(**json.loads(self._file.readline()))

    def find(self, photo: str, sha256: str) -> int | None:
        """Where a photo of this name and content begins."""
        return self._places.get((photo, sha256))

    def find_content(self, sha256: str) -> int | None:
        """Where any photo of this content begins."""
        return self._same_content.get(sha256)

    def close(self) -> None:
        self._file.close()

    @property
    def is_empty(self) -> bool:
        return not self._places

    def _remember(self, photo: str, sha256: str | None, place: int) -> None:
        self._places[photo, sha256] = place
        if sha256:
            self._same_content.setdefault(sha256, place)

    def _take_up(self, head: JournalHead) -> None:
        with self._path.open("rb+") as file:
            _check_head(file.readline(), head, self._path)
            end = file.tell()
            for place, line in _whole_lines(file):
                entry = json.loads(line)
                self._remember(entry["photo"], entry["sha256"], place)
                end = place + len(line)
            file.truncate(end)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _whole_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    place = file.tell()
    for line in iter(file.readline, b""):
        if not line.endswith(b"\n"):
            return
        yield place, line
        place += len(line)


def _check_head(line: bytes, head: JournalHead, path: Path) -> None:
    try:
        found = json.loads(line)
        begun = JournalHead(found["players"], found["scanner"], found.get("profiles"))
    except (ValueError, KeyError, TypeError):
        raise JournalError(f"{path} is not the journal of a batch") from None
    if begun.players != head.players:
        raise JournalError(f"the batch was begun with --players {begun.players}, not {head.players}: begin a new one")
    if begun.scanner != head.scanner:
        raise JournalError("the batch was begun with another version of the scanner: begin a new one")
    if begun.profiles != head.profiles:
        how = "with other calibration profiles" if begun.profiles else "without calibration profiles"
        hint = "begin a new one" if begun.profiles else "go on with --no-profiles or begin a new one"
        raise JournalError(f"the batch was begun {how}: {hint}")
