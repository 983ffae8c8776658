"""Writes everything that is made from the journal of a run, in the order of the photos, never all in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webapp.batch.evening import Evening, EveningBook
from webapp.batch.out_folder import OutFolder
from webapp.batch.report import Card, write_report
from webapp.batch.result_files import write_rows, write_table
from webapp.batch.rows import Row, RowMaker
from webapp.batch.summary import Summary

TABLES_NAME, EVENING_NAME = "tables.csv", "evening.csv"
TABLE_COLUMNS = ("round", "table", "place", "player", "points", "stones", "photo")
EVENING_COLUMNS = ("place", "player", "points", "stones", "rounds", "tables_won", "photos_without_points")


@dataclass(frozen=True)
class BatchEnd:
    """What a run came to; the evening only if photos tell who sat where."""

    summary: Summary
    evening: Evening | None


def write_all(folder: OutFolder, places: Sequence[int], maker: RowMaker) -> BatchEnd:
    """Write results, rankings and report; `places` are the entries of the photos in their order."""
    pass_ = _FirstPass(folder, places, maker)
    write_rows(folder.path, pass_.rows())
    evening = pass_.evening.close()
    if evening:
        _write_rankings(folder, evening)
    write_report(folder.path, pass_.summary, evening, _cards(folder, maker, sorted(pass_.order)))
    return BatchEnd(pass_.summary, evening)


class _FirstPass:
    """Goes through all rows once for the files of results and notes what the report needs."""

    def __init__(self, folder: OutFolder, places: Sequence[int], maker: RowMaker) -> None:
        self._folder, self._places, self._maker = folder, places, maker
        self.summary = Summary()
        self.evening = EveningBook()
        self.order: list[tuple[tuple[int, float], int, int, int]] = []

    def rows(self) -> Iterator[Row]:
        for number, place in enumerate(self._places):
            rows = self._maker.rows(self._folder.entry(place))
            self.summary = self.summary.with_photo(rows)
            self.evening.add(rows)
            self.order += [(row.urgency, number, index, place) for index, row in enumerate(rows)]
            yield from rows


def _cards(folder: OutFolder, maker: RowMaker, order: list[tuple[tuple[int, float], int, int, int]]) -> Iterator[Card]:
    for _, _, index, place in order:
        entry = folder.entry(place)
        yield Card(maker.rows(entry)[index], entry.sha256)


def _write_rankings(folder: OutFolder, evening: Evening) -> None:
    table_rows = [
        (table.round, table.table, player.place, player.player, player.points, player.stones, player.photo)
        for table in evening.tables
        for player in table.players
    ]
    missing_rows = [
        (table.round, table.table, None, player, None, None, None)
        for table in evening.tables
        for player in table.missing
    ]
    write_table(folder.path / TABLES_NAME, TABLE_COLUMNS, [*table_rows, *missing_rows])
    player_rows = [
        (each.place, each.player, each.points, each.stones, each.rounds, each.wins, each.missing)
        for each in evening.players
    ]
    write_table(folder.path / EVENING_NAME, EVENING_COLUMNS, player_rows)
