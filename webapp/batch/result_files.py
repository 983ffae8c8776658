"""results.csv and results.jsonl: rows as they come, and at the end all of them in the order of the photos."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Self

from scoring.kinds import District
from scoring.problems import problem_data
from webapp.batch.rows import Row
from webapp.batch.spreadsheet import harmless

CSV_NAME, JSONL_NAME = "results.csv", "results.jsonl"
PARTS = ("value", "stars", "points")
CSV_COLUMNS = (
    *("photo", "city", "table", "round", "player", "total"),
    *(f"{district.value}_{part}" for district in District for part in PARTS),
    *("stones", "problems", "lowest_confidence", "worth_a_look", "failure", "seconds"),
)


class ResultFiles:
    """Both files, open for rows."""

    def __init__(self, csv_file: IO[str], jsonl_file: IO[str]) -> None:
        self._files = (csv_file, jsonl_file)
        self._csv = csv.writer(csv_file, lineterminator="\n")
        self._jsonl = jsonl_file
        self._csv.writerow(CSV_COLUMNS)

    @classmethod
    def streamed(cls, folder: Path) -> Self:
        """Files to follow while the run goes on."""
        return cls(_text_file(folder / CSV_NAME), _text_file(folder / JSONL_NAME))

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._csv.writerow(csv_cells(row))
            self._jsonl.write(json.dumps(row_data(row), ensure_ascii=False) + "\n")

    def flush(self) -> None:
        for file in self._files:
            file.flush()

    def close(self) -> None:
        for file in self._files:
            file.close()


def write_rows(folder: Path, rows: Iterable[Row]) -> None:
    """Put the finished files in the place of the streamed ones, each in one step."""
    with replacing(folder / CSV_NAME) as csv_file, replacing(folder / JSONL_NAME) as jsonl_file:
        ResultFiles(csv_file, jsonl_file).add(rows)


def write_table(path: Path, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A CSV of plain cells, all at once; no cell is a formula."""
    with replacing(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_cell(value) for value in row] for row in rows)


def csv_cells(row: Row) -> list[str | int | float]:
    seat, sheet = row.seat, row.sheet
    numbers = [getattr(line, part) for line in sheet.districts.values() for part in PARTS] if sheet else [None] * 15
    cells = (
        *(row.photo, row.city, seat and seat.table, seat and seat.round, seat and seat.player, sheet and sheet.total),
        *numbers,
        *(sheet and sheet.stones, " ".join(problem.code for problem in row.problems), row.lowest_confidence),
        *(" ".join(row.doubts), row.failure, row.seconds),
    )
    return [_cell(value) for value in cells]


def row_data(row: Row) -> dict[str, Any]:
    """A row as JSON holds it; without the time, the same for every run."""
    sheet = row.sheet
    data = {
        "photo": row.photo,
        "city": row.city,
        "seat": asdict(row.seat) if row.seat else None,
        "total": sheet.total if sheet else None,
        "stones": sheet.stones if sheet else None,
        "districts": {
            district.value: {part: getattr(line, part) for part in PARTS} for district, line in sheet.districts.items()
        }
        if sheet
        else None,
        "problems": [problem_data(problem) for problem in row.problems],
        "lowest_confidence": row.lowest_confidence,
        "worth_a_look": list(row.doubts),
        "corrected": row.corrected,
        "failure": row.failure,
    }
    return data if row.seconds is None else {**data, "seconds": row.seconds}


def _cell(value: object) -> str | int | float:
    if value is None:
        return ""
    return harmless(value) if isinstance(value, str) else value  # type: ignore[return-value]


def _text_file(path: Path) -> IO[str]:
    return path.open("w", encoding="utf-8", errors="replace", newline="")


@contextmanager
def replacing(path: Path) -> Iterator[IO[str]]:
    """A file that takes its place only when it is written in full."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with _text_file(part) as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
