"""The shore is found by looking at its strips only; here it is compared with filling the table with water."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.axial import ORIGIN, Axial
from scoring.lakes import find_shore

small_places = st.builds(Axial, st.integers(-4, 4), st.integers(-4, 4))


def ring(centre: Axial, radius: int) -> set[Axial]:
    corners = [centre.moved(Axial(0, -radius).turned(turn)) for turn in range(6)]
    steps = [Axial(1, 0).turned(turn) for turn in range(6)]
    return {
        corner.moved(Axial(step.q * index, step.r * index))
        for corner, step in zip(corners, steps, strict=True)
        for index in range(radius)
    }


def flooded(hexes: set[Axial]) -> set[Axial]:
    """Every empty place near the city that water from outside reaches."""
    limit = max((max(abs(place.q), abs(place.r)) for place in hexes), default=0) + 3
    wet = [Axial(limit, limit)]
    seen = set(wet)
    for place in wet:
        for near in place.neighbours():
            if near not in seen and near not in hexes and max(abs(near.q), abs(near.r)) <= limit:
                seen.add(near)
                wet.append(near)
    return seen


def assert_like_flooding(hexes: set[Axial]) -> None:
    shore = find_shore(hexes)
    beside = {near for place in hexes for near in place.neighbours()} - hexes
    wet = flooded(hexes)
    assert shore.outside == beside & wet
    assert shore.lakes == beside - wet


@given(st.sets(small_places, max_size=70))
def test_like_flooding_for_any_places(hexes: set[Axial]):
    assert_like_flooding(hexes)


@given(
    st.lists(st.tuples(small_places, st.integers(1, 4)), max_size=4),
    st.sets(small_places, max_size=6),
    st.sets(small_places, max_size=12),
)
def test_like_flooding_for_rings_in_rings(rings: list[tuple[Axial, int]], holes: set[Axial], more: set[Axial]):
    closed = {place for centre, radius in rings for place in ring(centre, radius)}
    assert_like_flooding((closed | more) - holes)


def test_an_island_in_a_lake_has_only_lake_around():
    shore = find_shore(ring(ORIGIN, 4) | {ORIGIN})
    assert set(ORIGIN.neighbours()) <= shore.lakes
    assert len(shore.outside) == 30


def test_a_far_away_group_is_outside():
    far = Axial(100_000, -70_000)
    shore = find_shore(ring(ORIGIN, 1) | {far})
    assert shore.lakes == {ORIGIN}
    assert set(far.neighbours()) <= shore.outside
