"""The classes of borders, and that the codes cover the game."""

from __future__ import annotations

import pytest

from scanner.hex_codes import KIND_ORDER, NOT_A_HEX, EdgeClass, edge_class
from scoring.kinds import Kind


def test_every_kind_has_its_class() -> None:
    assert set(KIND_ORDER) == set(Kind)
    assert len(KIND_ORDER) == NOT_A_HEX == 11


@pytest.mark.parametrize(
    ("own", "other", "same_tile", "expected"),
    [
        (1, None, False, EdgeClass.OUTSIDE),
        (2, 2, True, EdgeClass.SAME_TILE),
        (2, 2, False, EdgeClass.SAME_LEVEL),
        (1, 2, False, EdgeClass.ONE_UP),
        (1, 4, False, EdgeClass.MORE_UP),
        (3, 2, False, EdgeClass.ONE_DOWN),
        (3, 1, False, EdgeClass.MORE_DOWN),
    ],
)
def test_a_border_is_named_from_its_own_hex(own: int, other: int | None, same_tile: bool, expected: EdgeClass) -> None:
    assert edge_class(own, other, same_tile=same_tile) is expected
