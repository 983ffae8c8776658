"""What it costs to read neighbours as a tile of the box."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.camera import Floats
from scanner.hex_codes import KIND_ORDER
from scanner.read_hexes import log_softmax
from scanner.tile_fit import pair_cost, start_tile_cost, tile_pairs, tile_triples, triple_cost
from scoring.kinds import Kind
from scoring.tiles import START_TILE, box


def sure_of(*kinds: Kind, doubt: Kind | None = None, by: float = 2.0) -> Floats:
    """Readings that are sure of each kind by twelve logits; the first hex may also be `doubt`, a little less."""
    logits = np.zeros((len(kinds), len(KIND_ORDER)))
    for row, kind in enumerate(kinds):
        logits[row, KIND_ORDER.index(kind)] = 12.0
    if doubt is not None:
        logits[0, KIND_ORDER.index(doubt)] = 12.0 - by
    return log_softmax(logits)


@pytest.mark.parametrize("tile", box(), ids=lambda tile: f"tile {tile.number}")
def test_every_tile_of_the_box_is_free_in_every_turn(tile) -> None:
    for turn in range(3):
        kinds = tile.kinds[turn:] + tile.kinds[:turn]
        assert triple_cost(sure_of(*kinds)) == pytest.approx(0, abs=1e-9)
        assert pair_cost(sure_of(*kinds[:2])) == pytest.approx(0, abs=1e-9)


def test_two_plazas_are_no_tile() -> None:
    plazas = sure_of(Kind.HOUSE_PLAZA, Kind.TEMPLE_PLAZA, Kind.QUARRY)
    assert triple_cost(plazas) == pytest.approx(12, abs=0.1)
    assert pair_cost(plazas[:2]) == pytest.approx(12, abs=0.1)


@pytest.mark.parametrize("tile", box()[::7], ids=lambda tile: f"tile {tile.number}")
def test_a_doubtful_hex_costs_its_doubt(tile) -> None:
    followed_alike = [row[0] for row in tile_triples().tolist() if row[1:] == [*map(KIND_ORDER.index, tile.kinds[1:])]]
    wrong = next(kind for index, kind in enumerate(KIND_ORDER) if index not in followed_alike)
    doubtful = sure_of(wrong, *tile.kinds[1:], doubt=tile.kinds[0], by=1.5)
    assert triple_cost(doubtful) == pytest.approx(1.5)


def test_the_order_of_a_tile_counts() -> None:
    """Some tile has no mirror image in the box, so its kinds in the other direction must cost."""
    known = {tuple(row) for row in tile_triples().tolist()}
    one_way = [row for row in sorted(known) if row[::-1] not in known and len(set(row)) == 3]
    assert one_way
    kinds = [KIND_ORDER[index] for index in one_way[0]]
    assert triple_cost(sure_of(*kinds)) == pytest.approx(0, abs=1e-9)
    assert triple_cost(sure_of(*reversed(kinds))) > 5


def test_the_starting_tile_is_known() -> None:
    kinds = [kind for _, kind in START_TILE]
    assert start_tile_cost(sure_of(*kinds)) == pytest.approx(0, abs=1e-9)
    assert start_tile_cost(sure_of(Kind.HOUSE_PLAZA, Kind.QUARRY, Kind.QUARRY, Kind.HOUSE)) == pytest.approx(
        12, abs=0.1
    )


def test_the_tables_hold_each_combination_once() -> None:
    assert len({tuple(row) for row in tile_triples().tolist()}) == len(tile_triples())
    assert {tuple(row) for row in tile_pairs().tolist()} == {tuple(row[:2]) for row in tile_triples().tolist()}
