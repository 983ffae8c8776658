"""Who sat where: table, round and player of a photo, from a small CSV or from its name."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from scoring.city_file import MAX_STONES
from scoring.echo import shown

REQUIRED = ("photo", "table", "player")
COLUMNS = (*REQUIRED, "round", "city", "stones")
MAX_BYTES = 5_000_000
LONGEST_WORD = 60


class SeatsError(Exception):
    """A CSV of players that cannot be used, in one sentence."""


@dataclass(frozen=True)
class Seat:
    """One player at one table in one round. A photo does not show the stones; the CSV may say them."""

    table: str
    round: str
    player: str
    stones: int = 0


@dataclass(frozen=True)
class Seats:
    """The seats of all photos; `by_name` is what the CSV says of (photo, number of its city)."""

    by_name: Mapping[tuple[str, int], Seat] = field(default_factory=dict)

    def of(self, photo: str, city: int) -> Seat | None:
        """The seat of a city: from the CSV if the photo stands there, otherwise from the photo's name."""
        for name in (photo, photo.rpartition("/")[2]):
            if (name, city) in self.by_name:
                return self.by_name[name, city]
        return seat_in_name(photo) if city == 1 and not self._is_listed(photo) else None

    def unknown(self, photos: Iterable[str]) -> list[str]:
        """Photos that only the CSV knows."""
        known = {name for photo in photos for name in (photo, photo.rpartition("/")[2])}
        return sorted({name for name, _ in self.by_name} - known)

    def _is_listed(self, photo: str) -> bool:
        return any((name, 1) in self.by_name for name in (photo, photo.rpartition("/")[2]))


# "table 3", "Table_3", "T3", and the same words in Polish and Ukrainian, standing by themselves.
_TABLE = re.compile(r"(?<![^\W_])(?:table|stół|stol|стіл|t)[ _-]?(\d{1,3})(?![^\W_])", re.IGNORECASE)
_ROUND = re.compile(r"(?<![^\W_])(?:round|runda|раунд|r)[ _-]?(\d{1,3})(?![^\W_])", re.IGNORECASE)
_CAMERA_NAME = re.compile(r"(?:img|dscn?|dsc_?f|pxl|mvimg|photo|image|p|wa)?[\d\W_]*(?:wa\d+)?", re.IGNORECASE)


def seat_in_name(photo: str) -> Seat | None:
    """The seat that a name tells, e.g. `evening/table 2/round1_Anna.jpg`; without round it is the first."""
    whole = str(PurePosixPath(photo).with_suffix(""))
    table, round_ = (_last_match(pattern, whole) for pattern in (_TABLE, _ROUND))
    stem = whole.rpartition("/")[2]
    player = _ROUND.sub(" ", _TABLE.sub(" ", stem))
    player = " ".join(re.split(r"[\W_]+", player)).strip()[:LONGEST_WORD]
    if table is None or not player or _CAMERA_NAME.fullmatch(player):
        return None
    return Seat(table, round_ or "1", player)


def read_seats(path: Path) -> Seats:
    """A CSV with the columns photo, table, player and, if wanted, round, city and stones."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SeatsError(f"{path}: more than {MAX_BYTES // 1_000_000} MB, too long for a list of players")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SeatsError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SeatsError(f"{path}: save it as CSV in UTF-8") from None
    try:
        return Seats(_rows(text))
    except (SeatsError, csv.Error) as error:
        raise SeatsError(f"{path}: {error}") from None


def _rows(text: str) -> dict[tuple[str, int], Seat]:
    head = text.partition("\n")[0]
    # Spreadsheets of many countries separate by semicolons.
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",")
    columns = [name.strip().lower() for name in reader.fieldnames or ()]
    reader.fieldnames = columns
    if missing := [name for name in REQUIRED if name not in columns]:
        raise SeatsError(f"the column {missing[0]!r} is missing; there may be {', '.join(COLUMNS)}")
    if unknown := [name for name in columns if name not in COLUMNS]:
        raise SeatsError(f"unknown column {shown(unknown[0])}; there may be {', '.join(COLUMNS)}")
    seats: dict[tuple[str, int], Seat] = {}
    for row in reader:
        key, seat = _read_row(row, f"line {reader.line_num}")
        if key in seats:
            raise SeatsError(f"line {reader.line_num}: the photo {shown(key[0])}, city {key[1]}, stands there twice")
        seats[key] = seat
    return seats


def _read_row(row: dict[str | None, str | None], line: str) -> tuple[tuple[str, int], Seat]:
    if None in row:
        raise SeatsError(f"{line} has more cells than there are columns")
    cells = {str(name): (cell or "").strip() for name, cell in row.items()}
    for name in REQUIRED:
        if not cells[name]:
            raise SeatsError(f"{line}: the cell {name!r} is empty")
    words = {name: cells[name][:LONGEST_WORD] for name in ("table", "player")}
    city = _number(cells.get("city"), 1, 1, 99, f"{line}: city")
    stones = _number(cells.get("stones"), 0, 0, MAX_STONES, f"{line}: stones")
    seat = Seat(words["table"], (cells.get("round") or "1")[:LONGEST_WORD], words["player"], stones)
    return (cells["photo"].replace("\\", "/"), city), seat


def _number(cell: str | None, default: int, low: int, high: int, name: str) -> int:
    if not cell:
        return default
    if not (cell.isascii() and cell.isdigit() and low <= int(cell[:6]) <= high):
        raise SeatsError(f"{name} {shown(cell)} is not a whole number in {low} to {high}")
    return int(cell)


def _last_match(pattern: re.Pattern[str], text: str) -> str | None:
    matches = pattern.findall(text)
    return str(int(matches[-1])) if matches else None
