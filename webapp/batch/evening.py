"""A club's evening: the ranking of every table and round, and of all players together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.ranking import Decision, Result, rank
from webapp.batch.rows import Row
from webapp.batch.seats import Seat


@dataclass(frozen=True)
class PlacedPlayer:
    """A player with place and points; `photo` shows the city."""

    place: int
    player: str
    points: int
    stones: int
    photo: str


@dataclass(frozen=True)
class TableRanking:
    """One table in one round. A player whose photo gave no points is `missing`: the ranking is not final."""

    round: str
    table: str
    players: tuple[PlacedPlayer, ...]
    decision: Decision | None
    missing: tuple[str, ...]


@dataclass(frozen=True)
class PlayerOfEvening:
    """A player over all rounds. Points and stones of all rounds are added up; `wins` counts tables won."""

    place: int
    player: str
    points: int
    stones: int
    rounds: int
    wins: int
    missing: int


@dataclass(frozen=True)
class Evening:
    tables: tuple[TableRanking, ...]
    players: tuple[PlayerOfEvening, ...]
    repeated: tuple[str, ...]
    """Photos of a seat that had one already; the first counts."""


@dataclass(frozen=True)
class _SeatResult:
    seat: Seat
    photo: str
    result: Result | None


@dataclass
class EveningBook:
    """Collects the seats of a run, row by row in the order of the photos."""

    _seats: dict[tuple[str, str, str], _SeatResult] = field(default_factory=dict)
    _repeated: list[str] = field(default_factory=list)

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if row.seat is None:
                continue
            key = (row.seat.round, row.seat.table, row.seat.player.casefold())
            result = Result(row.sheet.total, row.sheet.stones) if row.sheet else None
            if key not in self._seats or self._seats[key].result is None:
                self._seats[key] = _SeatResult(row.seat, row.photo, result)
            elif result is not None:
                self._repeated.append(row.photo)

    def close(self) -> Evening | None:
        """The rankings; None when no photo tells who sat where."""
        if not self._seats:
            return None
        groups: dict[tuple[str, str], list[_SeatResult]] = {}
        for (round_, table, _), seat in self._seats.items():
            groups.setdefault((round_, table), []).append(seat)
        in_order = sorted(groups.items(), key=lambda item: [_numbers_first(word) for word in item[0]])
        tables = tuple(_table_ranking(*key, seats) for key, seats in in_order)
        return Evening(tables, _evening_ranking(tables), tuple(self._repeated))


def _table_ranking(round_: str, table: str, seats: Sequence[_SeatResult]) -> TableRanking:
    missing = tuple(seat.seat.player for seat in seats if seat.result is None)
    scored = [(seat, seat.result) for seat in seats if seat.result is not None]
    if not scored:
        return TableRanking(round_, table, (), None, missing)
    ranking = rank([result for _, result in scored])
    players = [
        PlacedPlayer(place, seat.seat.player, result.points, result.stones, seat.photo)
        for place, (seat, result) in zip(ranking.places, scored, strict=True)
    ]
    in_order = tuple(sorted(players, key=lambda player: (player.place, player.player.casefold())))
    return TableRanking(round_, table, in_order, ranking.decision, missing)


def _evening_ranking(tables: Sequence[TableRanking]) -> tuple[PlayerOfEvening, ...]:
    names: dict[str, str] = {}
    sums: dict[str, list[int]] = {}
    for table in tables:
        for player in table.players:
            won = int(player.place == 1 and len(table.players) > 1)
            _add(sums, names, player.player, (player.points, player.stones, 1, won, 0))
        for name in table.missing:
            _add(sums, names, name, (0, 0, 0, 0, 1))
    if not sums:
        return ()
    places = rank([Result(points, stones) for points, stones, *_ in sums.values()]).places
    players = [
        PlayerOfEvening(place, names[key], *numbers) for place, (key, numbers) in zip(places, sums.items(), strict=True)
    ]
    return tuple(sorted(players, key=lambda player: (player.place, player.player.casefold())))


def _add(sums: dict[str, list[int]], names: dict[str, str], player: str, numbers: Sequence[int]) -> None:
    key = player.casefold()
    names.setdefault(key, player)
    before = sums.setdefault(key, [0] * len(numbers))
    sums[key] = [old + new for old, new in zip(before, numbers, strict=True)]


def _numbers_first(word: str) -> tuple[int, str]:
    """Sorts 2 before 10, and numbers before words."""
    return (int(word), "") if word.isdigit() else (10**9, word.casefold())
