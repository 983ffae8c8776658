"""The cities of a batch as rows: what each is worth, what is doubtful about it, and in which order to look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from scoring.axial import Axial
from scoring.problems import Problem, find_problems
from webapp import batches, edits, readings
from webapp.batch.rows import Need, Row, need_of
from webapp.batch.seats import Seat, seat_in_name
from webapp.batch_tables import Batch, BatchCity
from webapp.board import Board
from webapp.documents import photo_json
from webapp.languages import game_words, translate
from webapp.models import Player, Scan
from webapp.scores import sheet_of
from webapp.services import services


@dataclass(frozen=True)
class PageRow:
    """A row of the results, with the city of the batch it is about. A photo without a city has no player to correct."""

    city: BatchCity
    row: Row
    scan: Scan | None

    @property
    def is_open(self) -> bool:
        """Whether somebody should look at it and nobody has."""
        return self.row.need in {Need.IMPOSSIBLE, Need.DOUBTFUL} and not self.city.is_looked_at

    @property
    def order(self) -> tuple[bool, int, float, int, int]:
        """What needs a look comes first."""
        return (not self.is_open and self.row.need > Need.NO_CITY, *self.row.urgency, *self.place)

    @property
    def place(self) -> tuple[int, int]:
        return self.city.photo_number, self.city.city_number


def rows_of(batch: Batch) -> list[PageRow]:
    """The rows of everything that is read, in the order of the photos."""
    return [_row(batch, city) for city in batch.cities if city.is_settled]


def queue_of(rows: list[PageRow]) -> list[PageRow]:
    """The cities to look at, the worst first."""
    return sorted((row for row in rows if row.is_open), key=lambda row: row.order)


def row_json(page_row: PageRow, token: str) -> dict[str, Any]:
    city, row = page_row.city, page_row.row
    page = None
    if row.sheet:
        page = url_for("batches.city", token=token, photo=city.photo_number, number=city.city_number)
    return {
        "photo_number": city.photo_number,
        "city_number": city.city_number,
        "name": city.name,
        "total": row.sheet.total if row.sheet else None,
        "need": row.need.name.lower(),
        "is_open": page_row.is_open,
        "is_looked_at": city.is_looked_at,
        "message": row.failure or " ".join(row.doubts),
        "preview": photo_json(page_row.scan.photo)["preview"] if page_row.scan else None,
        "page": page,
    }


def _row(batch: Batch, city: BatchCity) -> PageRow:
    player = batches.player_of(city)
    if player is None:
        megapixels = services().settings.max_photo_pixels // 1_000_000
        reason = translate(f"error.{city.refusal}", limit=megapixels)
        return PageRow(city, _without_city(city, Need.FAILED, reason), None)
    scan = player.scan or player.latest_scan
    if player.board["hexes"]:
        return PageRow(city, _city_row(batch, city, player), scan)
    if scan and scan.failure:
        return PageRow(city, _without_city(city, Need.FAILED, translate(f"failure.{scan.failure}")), scan)
    return PageRow(city, _without_city(city, Need.NO_CITY, translate("batch.no_city")), scan)


def _without_city(city: BatchCity, need: Need, reason: str) -> Row:
    return Row(city.name, None, _seat(city, 0), None, (), None, need, (), reason, None)


def _city_row(batch: Batch, city: BatchCity, player: Player) -> Row:
    board = edits.board_of(player)
    problems = find_problems(board.city(), batch.players, finished=batch.players is not None)
    lowest = _lowest_confidence(readings.read_city(player), board)
    doubts = _doubts(problems, lowest)
    return Row(
        photo=city.name,
        city=city.city_number,
        seat=_seat(city, board.stones),
        sheet=sheet_of(board, player.game),
        problems=problems,
        lowest_confidence=lowest,
        need=need_of(problems, doubts),
        doubts=doubts,
        failure=None,
        seconds=None,
        corrected=city.is_looked_at,
    )


def _seat(city: BatchCity, stones: int) -> Seat | None:
    seat = seat_in_name(city.name) if city.city_number == 1 else None
    return Seat(seat.table, seat.round, seat.player, stones) if seat else None


def _doubts(problems: tuple[Problem, ...], lowest: float) -> tuple[str, ...]:
    sentences = [game_words().problem(problem) for problem in problems]
    if lowest < readings.UNSURE_BELOW:
        sentences.append(translate("batch.unsure", percent=round(100 * lowest)))
    return tuple(sentences)


def _lowest_confidence(city: dict[str, Any] | None, board: Board) -> float:
    """Of the hexes that nobody has looked at; what people set is sure."""
    unseen = [
        float(read["confidence"])
        for read in (city["hexes"] if city else ())
        if (place := Axial(read["q"], read["r"])) in board.hexes and place not in board.checked
    ]
    return min(unseen, default=1.0)
