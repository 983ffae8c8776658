from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.building import Site
from scoring.ranking import Decision, Result, rank, rank_sheets
from scoring.score_sheet import score


@pytest.mark.parametrize(
    ("results", "places", "decision"),
    [
        ([(50, 3)], (1,), Decision.ALONE),
        ([(50, 3), (60, 0)], (2, 1), Decision.POINTS),
        ([(50, 3), (50, 4)], (2, 1), Decision.STONES),
        ([(50, 3), (50, 3)], (1, 1), Decision.SHARED),
        ([(50, 3), (40, 9), (50, 3)], (1, 3, 1), Decision.SHARED),
        ([(70, 0), (50, 3), (50, 4), (50, 3)], (1, 3, 2, 3), Decision.POINTS),
        ([(50, 1), (50, 1), (50, 2), (10, 9)], (2, 2, 1, 4), Decision.STONES),
        ([(50, 1)] * 4, (1, 1, 1, 1), Decision.SHARED),
    ],
)
def test_places(results: list[tuple[int, int]], places: tuple[int, ...], decision: Decision):
    ranking = rank([Result(*result) for result in results])
    assert ranking.places == places
    assert ranking.decision is decision
    assert ranking.winners == tuple(index for index, place in enumerate(places) if place == 1)


@given(st.lists(st.builds(Result, st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=4))
def test_better_is_never_behind(results: list[Result]):
    places = rank(results).places
    for one, one_place in zip(results, places, strict=True):
        for other, other_place in zip(results, places, strict=True):
            assert (one_place < other_place) == (one > other)


def test_sheets_rank_by_total_and_stones():
    city = Site.with_start_tile().city()
    ranking = rank_sheets([score(city, stones=2), score(city, stones=3)])
    assert ranking.winners == (1,)


def test_nobody_cannot_be_ranked():
    with pytest.raises(ValueError, match="at least one player"):
        rank([])
