"""The 61 tiles of the box and the starting tile."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from scoring.axial import Axial
from scoring.kinds import Kind

MIN_PLAYERS, MAX_PLAYERS = 1, 4
TILES_PER_PLAYER = {2: 18, 3: 16, 4: 15}
START_HEXES = 4
START_TILE_NUMBER = 0


@dataclass(frozen=True)
class Tile:
    """A city tile: its kinds clockwise, and the smallest number of players that uses it."""

    number: int
    players: int
    kinds: tuple[Kind, Kind, Kind]


@cache
def box() -> tuple[Tile, ...]:
    """All city tiles, in the order of their numbers."""
    table = files("scoring").joinpath("tiles.csv").read_text(encoding="utf-8")
    return tuple(_tile(row) for row in csv.DictReader(table.splitlines()))


def tiles_for(players: int) -> tuple[Tile, ...]:
    """The tiles in play for a number of players."""
    return tuple(tile for tile in box() if tile.players <= max(players, 2))


def finished_level_sum(players: int) -> int:
    """What the levels of all visible hexes add up to in a finished city."""
    return START_HEXES + 3 * TILES_PER_PLAYER[max(players, 2)]


@cache
def hexes_in_box(players: int) -> Counter[Kind]:
    """How many hexes of each kind one city could show: every tile in play and one starting tile."""
    kinds = [kind for tile in tiles_for(players) for kind in tile.kinds]
    return Counter(kinds + [kind for _, kind in START_TILE])


START_TILE: tuple[tuple[Axial, Kind], ...] = (
    (Axial(0, 0), Kind.HOUSE_PLAZA),
    (Axial(0, -1), Kind.QUARRY),
    (Axial(1, 0), Kind.QUARRY),
    (Axial(-1, 1), Kind.QUARRY),
)


def _tile(row: dict[str, str]) -> Tile:
    kinds = (Kind(row["hex1"]), Kind(row["hex2"]), Kind(row["hex3"]))
    return Tile(int(row["tile"]), int(row["players"]), kinds)
