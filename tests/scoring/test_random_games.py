from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.building import replay
from scoring.problems import find_problems
from scoring.random_games import play_game
from scoring.tiles import TILES_PER_PLAYER, finished_level_sum


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.0, 0.5, 1.0]))
def test_every_finished_city_is_free_of_problems_and_replays_to_itself(seed: int, players: int, stacking: float):
    for played in play_game(seed, players, stacking=stacking):
        site = replay(played.placements)
        assert (site.city(), tuple(site.placements)) == (played.city, played.placements)
        assert played.stones >= 0
        assert find_problems(played.city, players) == ()
        assert played.city.level_sum() == finished_level_sum(players)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 15))
def test_every_unfinished_city_is_free_of_problems(seed: int, players: int, rounds: int):
    for played in play_game(seed, players, rounds=rounds):
        assert find_problems(played.city, players, finished=False) == ()
        assert len(played.placements) == rounds + 1


def test_no_tile_is_used_twice_in_a_game():
    used = [step.tile for played in play_game(5, 4) for step in played.placements if step.tile]
    assert len(used) == len(set(used)) == 4 * TILES_PER_PLAYER[4]


def test_the_seed_decides():
    assert play_game(1, 2) == play_game(1, 2)
    assert play_game(1, 2) != play_game(2, 2)


def test_stacking_is_a_knob():
    def hexes(stacking: float) -> int:
        return sum(len(played.city.hexes) for seed in range(4) for played in play_game(seed, 2, stacking=stacking))

    assert hexes(0.0) == 4 * 2 * 58
    assert hexes(1.0) < hexes(0.5) < hexes(0.0)


@pytest.mark.parametrize(("players", "rounds"), [(1, None), (5, None), (2, 19), (4, -1)])
def test_impossible_games_are_refused(players: int, rounds: int | None):
    with pytest.raises(ValueError, match="players"):
        play_game(1, players, rounds=rounds)
