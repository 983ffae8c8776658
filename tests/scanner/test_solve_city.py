"""The rules mend what was misread once, and give way to what is plainly seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import scanner.tile_puzzle
from scanner.camera import Floats
from scanner.evidence import LEVEL_SHARES, PLAIN_WEIGHTS, CityEvidence, gather_evidence
from scanner.hex_codes import KIND_ORDER, NOT_A_HEX, EdgeClass
from scanner.read_hexes import HexReadings, log_softmax
from scanner.settings import DEFAULT_SETTINGS
from scanner.solve_city import SolvedCity, read_without_rules, solve_city
from scanner.tile_fit import tile_triples
from scoring.building import Placement
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.problems import ProblemCode, find_problems
from scoring.random_games import PlayedCity
from scoring.tiles import START_TILE_NUMBER
from tests.scanner.simulated_table import Clearness, evidence_of, readings_of, silent_tops, some_city

# A busy machine may be slow, but what it finds must be right.
PATIENT = replace(DEFAULT_SETTINGS, solver_seconds=60)


def true_levels(city: PlayedCity) -> Floats:
    return np.array([top.level for top in city.city.hexes.values()])


def true_kinds(city: PlayedCity) -> list[Kind]:
    return [top.kind for top in city.city.hexes.values()]


def whole_tiles(city: PlayedCity) -> list[Placement]:
    """The tiles of which nothing is covered."""
    top = {place: laid for laid in city.placements for place in laid.places}
    return [laid for laid in city.placements if all(top[place] is laid for place in laid.places)]


def kinds_of(solved: SolvedCity) -> list[Kind]:
    return [KIND_ORDER[int(index)] for index in solved.kind_p.argmax(axis=1)]


def solve(evidence: CityEvidence, players: int | None = None) -> SolvedCity:
    return solve_city(evidence, players, PATIENT)


def clear_evidence(city: PlayedCity, seed: int = 0) -> CityEvidence:
    return evidence_of(city, readings_of(city, np.random.default_rng(seed)))


def with_level(readings: HexReadings, index: int, level: int, logits: float) -> HexReadings:
    """The reader takes one hex for another level, by so many logits over what it would say of any hex."""
    changed = readings.level.copy()
    changed[index] = np.log(LEVEL_SHARES)
    changed[index, level - 1] += logits
    return replace(readings, level=log_softmax(changed))


def with_kind(readings: HexReadings, index: int, kind: Kind, logits: float) -> HexReadings:
    """The reader takes one hex for another kind, by so many logits over what it said before."""
    changed = readings.kind.copy()
    changed[index, KIND_ORDER.index(kind)] = changed[index].max() + logits
    return replace(readings, kind=log_softmax(changed))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_clear_stays_as_it_is(seed: int) -> None:
    city = some_city(seed, players=2 + seed % 3)
    solved = solve(clear_evidence(city))
    assert list(solved.levels) == list(true_levels(city))
    assert kinds_of(solved) == true_kinds(city)
    assert solved.broken == ()
    assert np.allclose(solved.kind_p.sum(axis=1), 1)
    assert np.allclose(solved.level_p.sum(axis=1), 1)


def test_the_visible_tiles_are_the_true_ones() -> None:
    city = some_city(4)
    places = list(city.city.hexes)
    solved = solve(clear_evidence(city))
    whole = whole_tiles(city)
    found = {(frozenset(places[index] for index in tile.members), tile.level) for tile in solved.tiles}
    assert found == {(frozenset(laid.places), laid.level) for laid in whole}
    starts = [tile for tile in solved.tiles if tile.is_start]
    assert len(starts) == sum(laid.tile == START_TILE_NUMBER for laid in whole)


@pytest.mark.parametrize("seed", range(12))
def test_a_single_wrong_level_is_put_right(seed: int) -> None:
    city = some_city(seed)
    rng = np.random.default_rng(seed)
    index = int(rng.integers(len(city.city.hexes)))
    truth = int(true_levels(city)[index])
    readings = with_level(readings_of(city, rng), index, truth + 1, logits=4)
    evidence = evidence_of(city, readings)
    assert read_without_rules(evidence).levels[index] == truth + 1
    assert list(solve(evidence).levels) == list(true_levels(city))


@pytest.mark.parametrize("seed", range(12))
def test_a_single_wrong_kind_on_a_whole_tile_is_put_right(seed: int) -> None:
    city = some_city(seed)
    rng = np.random.default_rng(seed)
    whole = [laid for laid in whole_tiles(city) if laid.tile != START_TILE_NUMBER]
    places = whole[int(rng.integers(len(whole)))].places
    kinds = [city.city.hexes[place].kind for place in places]
    wrong = next(kind for kind in reversed(KIND_ORDER) if not of_box([kind, *kinds[1:]]))
    index = list(city.city.hexes).index(places[0])
    evidence = evidence_of(city, with_kind(readings_of(city, rng), index, wrong, logits=1.5))
    assert kinds_of(read_without_rules(evidence))[index] is wrong
    assert kinds_of(solve(evidence)) == true_kinds(city)


def of_box(kinds: list[Kind]) -> bool:
    return [KIND_ORDER.index(kind) for kind in kinds] in tile_triples().tolist()


def test_the_rules_mend_far_more_than_they_spoil() -> None:
    mended = spoiled = 0
    for seed in range(8):
        city = some_city(100 + seed, players=2 + seed % 3)
        evidence = evidence_of(city, readings_of(city, np.random.default_rng(seed), Clearness(level=3.2, edges=3.2)))
        truth = true_levels(city)
        before = np.array(read_without_rules(evidence).levels) == truth
        after = np.array(solve(evidence).levels) == truth
        mended += int((after & ~before).sum())
        spoiled += int((before & ~after).sum())
    assert mended >= 20
    assert mended >= 10 * spoiled


def loneliest(city: PlayedCity) -> int:
    """The hex with the fewest neighbours."""
    hexes = city.city.hexes
    return min(range(len(hexes)), key=lambda index: len(list(hexes)[index].neighbours_in(hexes)))


def tower_on_flat_ground(logits: float) -> tuple[PlayedCity, CityEvidence, int]:
    """A flat city in which one hex at the rim is seen, so surely, three levels high, with walls all around."""
    city = some_city(7, stacking=0.0, rounds=8)
    places = list(city.city.hexes)
    index = loneliest(city)
    readings = with_level(readings_of(city, np.random.default_rng(0)), index, 3, logits)
    edges = readings.edges.copy()
    for direction, near in enumerate(places[index].neighbours()):
        if near in city.city.hexes:
            edges[index, direction] = log_softmax(np.eye(len(EdgeClass))[EdgeClass.MORE_DOWN] * logits)
            other = log_softmax(np.eye(len(EdgeClass))[EdgeClass.MORE_UP] * logits)
            edges[places.index(near), (direction + 3) % 6] = other
    return city, evidence_of(city, replace(readings, edges=edges)), index


def test_strong_evidence_against_the_rules_is_kept_and_reported() -> None:
    city, evidence, index = tower_on_flat_ground(logits=60)
    solved = solve(evidence)
    expected = true_levels(city)
    expected[index] = 3
    assert list(solved.levels) == list(expected)
    assert index in solved.broken
    read = City(
        {place: TopHex(*hex_) for place, *hex_ in zip(evidence.places, kinds_of(solved), solved.levels, strict=True)}
    )
    problems = {problem.code: problem for problem in find_problems(read)}
    assert evidence.places[index] in problems[ProblemCode.UNSUPPORTED_LEVEL].places


def test_weak_evidence_against_the_rules_is_not_believed() -> None:
    city, evidence, index = tower_on_flat_ground(logits=1.5)
    assert read_without_rules(evidence).levels[index] == 3
    assert list(solve(evidence).levels) == list(true_levels(city))


def test_kinds_that_no_tile_has_are_kept_when_they_are_plain() -> None:
    city = some_city(3, rounds=4, stacking=0.0)
    readings = readings_of(city, np.random.default_rng(1))
    for index in range(len(city.city.hexes)):
        readings = with_kind(readings, index, Kind.GARDEN_PLAZA, logits=40)
    assert set(kinds_of(solve(evidence_of(city, readings)))) == {Kind.GARDEN_PLAZA}


def with_doubtful_last_tile(city: PlayedCity, lean: float) -> CityEvidence:
    """Nothing is seen of the last tile but its place, and its hexes look rather like one level lower."""
    readings = readings_of(city, np.random.default_rng(3))
    places = list(city.city.hexes)
    members = [places.index(place) for place in city.placements[-1].places]
    kind, level, edges = readings.kind.copy(), readings.level.copy(), readings.edges.copy()
    for index in members:
        kind[index] = edges[index] = 0
        level[index] = -20
        top = city.placements[-1].level
        level[index, top - 1], level[index, top - 2] = 0, lean
        for direction, near in enumerate(places[index].neighbours()):
            if near in city.city.hexes:
                edges[places.index(near), (direction + 3) % 6] = 0
    unsure = (log_softmax(values) for values in (kind, level, edges))
    return evidence_of(city, HexReadings(*unsure, readings.shift, readings.log_size, readings.look, readings.pixels))


def test_the_player_count_settles_a_doubtful_tile() -> None:
    city = next(city for city in map(some_city, range(40)) if city.placements[-1].level > 1)
    assert true_levels(city).sum() == 58
    evidence = with_doubtful_last_tile(city, lean=4)
    sums = {players: sum(solve(evidence, players).levels) for players in (None, 2, 3)}
    assert sums == {None: 55, 2: 58, 3: 55}


def test_a_player_count_does_not_invent_tiles() -> None:
    """An unfinished city, plainly seen, stays unfinished."""
    city = some_city(5, rounds=6)
    solved = solve(clear_evidence(city), players=2)
    assert list(solved.levels) == list(true_levels(city))


def test_the_starting_tile_alone_is_a_city() -> None:
    city = some_city(1, rounds=0)
    solved = solve(clear_evidence(city))
    assert solved.levels == (1, 1, 1, 1)
    assert [tile.is_start for tile in solved.tiles] == [True]
    assert kinds_of(solved) == true_kinds(city)


def test_a_doubtful_hex_is_less_sure_than_the_others() -> None:
    city = some_city(2)
    readings = readings_of(city, np.random.default_rng(2))
    single = min(
        range(len(city.city.hexes)),
        key=lambda i: sum(n in city.city.hexes for n in list(city.city.hexes)[i].neighbours()),
    )
    kind_logits = readings.kind.copy()
    kind_logits[single, :NOT_A_HEX] = np.log(1 / NOT_A_HEX)
    solved = solve(evidence_of(city, replace(readings, kind=log_softmax(kind_logits))))
    assert solved.kind_p[single].max() == solved.kind_p.max(axis=1).min()


def test_the_same_evidence_is_solved_the_same_way() -> None:
    city = some_city(8)
    evidence = evidence_of(city, readings_of(city, np.random.default_rng(8), Clearness(level=3.2, edges=3.2)))
    first, second = solve(evidence), solve(evidence)
    assert first.levels == second.levels
    assert first.tiles == second.tiles
    assert (first.kind_p == second.kind_p).all()


def test_without_rules_every_hex_speaks_for_itself() -> None:
    city = some_city(6)
    evidence = evidence_of(city, readings_of(city, np.random.default_rng(6), Clearness(level=1, edges=1)))
    read = read_without_rules(evidence)
    assert list(read.levels) == list(evidence.level_cost.argmin(axis=1) + 1)
    assert read.tiles == read.broken == ()
    assert np.allclose(read.level_p.sum(axis=1), 1)


def test_without_time_every_hex_speaks_for_itself() -> None:
    city = some_city(6)
    evidence = clear_evidence(city)
    hurried = solve_city(evidence, None, replace(DEFAULT_SETTINGS, solver_seconds=0.0))
    assert hurried.levels == read_without_rules(evidence).levels
    assert hurried.tiles == ()


def test_a_busy_machine_reads_the_same_city(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that was stopped before it did any work is run again."""
    limits: list[float] = []
    run = scanner.tile_puzzle.milp

    def starved_at_first(*arguments: object, options: dict[str, float], **others: object) -> object:
        limits.append(options["time_limit"])
        stolen = {"time_limit": 1e-9} if len(limits) == 1 else {}
        return run(*arguments, options=options | stolen, **others)

    monkeypatch.setattr(scanner.tile_puzzle, "milp", starved_at_first)
    city = some_city(6)
    assert list(solve(clear_evidence(city)).levels) == list(true_levels(city))
    assert len(limits) == 2
    assert limits[1] > limits[0]


def with_false_hex(city: PlayedCity, readings: HexReadings, hex_probability: float) -> CityEvidence:
    """One more hex beside the city, of which its neighbours see nothing but the table."""
    places = tuple(city.city.hexes)
    beside = next(near for place in places for near in place.neighbours() if near not in city.city.hexes)
    alone = readings.pick(np.array([0]))
    kind = alone.kind.copy()
    kind[0] = np.log(hex_probability / NOT_A_HEX)
    kind[0, NOT_A_HEX] = np.log(1 - hex_probability)
    edges = np.full_like(alone.edges, np.log(0.01))
    edges[:, :, EdgeClass.OUTSIDE] = np.log(0.94)
    both = readings.joined(replace(alone, kind=kind, edges=edges))
    return gather_evidence((*places, beside), both, silent_tops(len(places) + 1), PLAIN_WEIGHTS)


def test_what_looks_a_little_like_a_hex_but_fits_nothing_is_none() -> None:
    city = some_city(4)
    readings = readings_of(city, np.random.default_rng(4))
    assert solve(with_false_hex(city, readings, 0.9)).absent == (len(city.city.hexes),)


def test_what_is_plainly_a_hex_is_never_dropped() -> None:
    city = some_city(4)
    readings = readings_of(city, np.random.default_rng(4))
    solved = solve(with_false_hex(city, readings, 1 - 1e-6))
    assert solved.absent == ()
    assert solved.broken == (len(city.city.hexes),)
    assert solved.hex_p[-1] < solved.hex_p[:-1].min()


def test_a_hex_at_the_edge_of_the_photo_may_stand_for_its_tile() -> None:
    """Two of the three hexes of a tile are beyond the edge: the third is kept."""
    city = some_city(4, rounds=1)
    readings = readings_of(city, np.random.default_rng(4), Clearness(hex=0.5))
    evidence = evidence_of(city, readings)
    last = [index for index, place in enumerate(evidence.places) if place in city.placements[-1].places]
    seen = [index for index in range(len(evidence.places)) if index not in last[:2]]
    places = tuple(evidence.places[index] for index in seen)
    parts = places, readings.pick(np.array(seen)), silent_tops(len(seen)), PLAIN_WEIGHTS
    lonely = places.index(evidence.places[last[2]])
    cut_off = np.arange(len(seen)) == lonely
    assert lonely in solve(gather_evidence(*parts)).absent
    assert solve(gather_evidence(*parts, cut_off)).absent == ()
