from __future__ import annotations

import pytest
from hypothesis import given

from scoring.axial import Axial
from scoring.building import Site
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.notation import read_map
from scoring.problems import HIGHEST_LEVEL, Problem, ProblemCode, Severity, find_problems, problem_data
from scoring.random_games import play_game
from scoring.score_sheet import score
from scoring.words import LANGUAGES, words_in
from tests.scoring.cities import cities

START = Site.with_start_tile().city()


def changed(city: City, **hexes: TopHex | None) -> City:
    """A city with hexes set or taken away; the names are places like q1_r0 or q_1_r0 for (-1, 0)."""
    result = dict(city.hexes)
    for name, top in hexes.items():
        place = Axial(*(int(number.replace("_", "-")) for number in name[1:].split("_r")))
        if top is None:
            del result[place]
        else:
            result[place] = top
    return City(result)


def codes(city: City, players: int | None = None, *, finished: bool = True) -> list[ProblemCode]:
    return [problem.code for problem in find_problems(city, players, finished=finished)]


def only_problem(city: City, code: ProblemCode, players: int | None = None) -> Problem:
    found = [problem for problem in find_problems(city, players) if problem.code is code]
    assert len(found) == 1
    return found[0]


def test_a_starting_tile_alone_is_a_sound_city():
    assert find_problems(START) == ()
    assert codes(START, 2, finished=False) == []


def test_not_connected_names_all_but_the_largest_part():
    city = City({**START.hexes, **START.moved(Axial(6, 0)).hexes, Axial(-9, 0): TopHex(Kind.HOUSE, 1)})
    problem = only_problem(city, ProblemCode.NOT_CONNECTED)
    assert problem.details == {"parts": 3}
    assert Axial(-9, 0) in problem.places
    assert len(problem.places) == 5


@pytest.mark.parametrize("level", [0, -3, HIGHEST_LEVEL + 1, 99])
def test_level_out_of_range(level: int):
    city = changed(START, q1_r0=TopHex(Kind.QUARRY, level))
    problem = only_problem(city, ProblemCode.LEVEL_OUT_OF_RANGE)
    assert problem.places == (Axial(1, 0),)
    assert problem.details == {"highest": HIGHEST_LEVEL}


def test_a_raised_hex_needs_two_raised_neighbours_that_touch():
    raised = TopHex(Kind.HOUSE, 2)
    flower = City({place: TopHex(Kind.HOUSE, 1) for place in (Axial(0, 0), *Axial(0, 0).neighbours())})
    alone = changed(flower, q0_r0=raised)
    in_a_row = changed(flower, q0_r0=raised, q1_r0=raised, q_1_r0=raised)
    triangle = changed(flower, q0_r0=raised, q1_r0=raised, q0_r1=raised)
    assert only_problem(alone, ProblemCode.UNSUPPORTED_LEVEL).places == (Axial(0, 0),)
    assert only_problem(in_a_row, ProblemCode.UNSUPPORTED_LEVEL).places == (Axial(-1, 0), Axial(0, 0), Axial(1, 0))
    assert ProblemCode.UNSUPPORTED_LEVEL not in codes(triangle)


def test_a_low_hex_off_the_starting_tile_needs_a_tile_too():
    city = changed(START, q2_r0=TopHex(Kind.HOUSE, 1))
    assert only_problem(city, ProblemCode.UNSUPPORTED_LEVEL).places == (Axial(2, 0),)


def test_too_many_of_a_kind():
    row = {Axial(q, 0): TopHex(Kind.GARDEN, 1) for q in range(8)}
    two = only_problem(City(row), ProblemCode.TOO_MANY_OF_KIND, players=2)
    assert two.details == {"kind": "garden", "count": 8, "limit": 6}
    assert two.severity is Severity.UNEXPECTED
    assert ProblemCode.TOO_MANY_OF_KIND not in codes(City(row), 4)
    assert ProblemCode.TOO_MANY_OF_KIND not in codes(City(row))
    nine = City({**row, Axial(8, 0): TopHex(Kind.GARDEN, 1)})
    problem = only_problem(nine, ProblemCode.TOO_MANY_OF_KIND)
    assert problem.severity is Severity.IMPOSSIBLE
    assert len(problem.places) == 9


def test_no_start_tile():
    city = changed(START, q1_r0=TopHex(Kind.HOUSE, 1))
    assert only_problem(city, ProblemCode.NO_START_TILE).places == (Axial(0, 0),)


def test_a_covered_starting_tile_is_possible():
    covered = changed(START, q1_r0=TopHex(Kind.HOUSE, 2))
    assert ProblemCode.NO_START_TILE not in codes(covered)
    assert ProblemCode.NO_START_TILE not in codes(START.turned(1))


@pytest.mark.parametrize(("extra", "details"), [(1, {"sum": 5, "below": 4, "above": 7}), (3, None)])
def test_level_sum_of_whole_tiles(extra: int, details: dict[str, int] | None):
    city = City({**START.hexes, **{Axial(2 + index, 0): TopHex(Kind.HOUSE, 1) for index in range(extra)}})
    found = [problem.details for problem in find_problems(city) if problem.code is ProblemCode.LEVEL_SUM]
    assert found == ([details] if details else [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_level_sum_of_a_finished_game(players: int):
    unfinished = play_game(3, players, rounds=5)[0].city
    problem = only_problem(unfinished, ProblemCode.FINISHED_LEVEL_SUM, players)
    assert problem.details == {"sum": 19, "expected": {2: 58, 3: 52, 4: 49}[players], "players": players}
    assert problem.severity is Severity.UNEXPECTED
    assert codes(unfinished, players, finished=False) == []


def test_a_finished_city_with_one_level_wrong_is_impossible():
    city = play_game(3, 2, stacking=0.0)[0].city
    place = next(iter(city.hexes))
    wrong = City({**city.hexes, place: TopHex(city.hexes[place].kind, 2)})
    assert only_problem(wrong, ProblemCode.FINISHED_LEVEL_SUM, 2).severity is Severity.IMPOSSIBLE


def test_one_player_tells_nothing_about_the_game():
    city = play_game(3, 3)[0].city
    assert codes(city, 1) == codes(city, None) == []


def test_an_empty_city():
    assert codes(City({})) == [ProblemCode.NO_START_TILE, ProblemCode.LEVEL_SUM]


def test_all_problems_at_once():
    city = read_map("(0, 0)\nH9\n    .\n.       H2\n")
    assert codes(city) == [
        ProblemCode.NOT_CONNECTED,
        ProblemCode.LEVEL_OUT_OF_RANGE,
        ProblemCode.UNSUPPORTED_LEVEL,
        ProblemCode.NO_START_TILE,
        ProblemCode.LEVEL_SUM,
    ]


@given(cities)
def test_any_city_scores_and_its_problems_can_be_said(city: City):
    assert score(city).total >= 0
    for problem in find_problems(city, 2):
        for language in LANGUAGES:
            assert "{" not in words_in(language).problem(problem)
        assert set(problem.places) <= set(city.hexes)
        assert problem_data(problem)["code"] == problem.code
        assert hash(problem)
