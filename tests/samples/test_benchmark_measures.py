"""A perfect reading scores 100 %, and known damage moves exactly the right numbers."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from samples.benchmark.measures import Figures, Share
from samples.benchmark.scores import totals_of
from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.random_games import play_game
from tests.samples.damaged_reader import (
    figures,
    in_first_city,
    mirrored,
    other_kind,
    run,
    some_city,
    truth_hexes,
    turned,
    with_change,
    with_false_hex,
    without_hex,
    write_photo,
)

CITY = some_city()
COUNT = len(CITY.hexes)
TIMES = {"median_s", "p95_s", "median_decode_ratio"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_photo(tmp_path, "one.png", {"hexes": truth_hexes(CITY)})
    return tmp_path


def changed(perfect: Figures, damaged: Figures) -> dict[str, object]:
    """The figures that damage moved, times aside, as `group.name: damaged value`."""
    before, after = _flat(perfect), _flat(damaged)
    return {name: value for name, value in after.items() if value != before[name]}


def _flat(measured: Figures) -> dict[str, object]:
    return {
        f"{group}.{name}": value
        for group, values in asdict(measured).items()
        for name, value in values.items()
        if name not in TIMES
    }


def test_a_perfect_reading_is_all_right(folder: Path):
    measured = figures(folder)
    everything = Share(COUNT, COUNT)
    assert asdict(measured.hexes) == {
        "found": everything,
        "false": Share(0, COUNT),
        "kinds_right": everything,
        "levels_right": everything,
        "wrong_caught": Share(0, 0),
        "sure_right": everything,
    }
    assert asdict(measured.cities) == {
        "perfect": Share(1, 1),
        "exact_plain": Share(1, 1),
        "exact_all_variants": Share(1, 1),
        "mean_error_plain": 0,
        "mean_error_all_variants": 0,
        "wrong_pointed_out": Share(0, 0),
        "missed": 0,
        "invented": 0,
    }


@pytest.mark.parametrize("sixths", range(6))
@pytest.mark.parametrize("known_px", [True, False])
def test_turning_and_moving_the_lattice_changes_nothing(tmp_path: Path, sixths: int, known_px: bool):
    hexes = truth_hexes(CITY) if known_px else truth_hexes(CITY, centre_px=None)
    write_photo(tmp_path, "one.png", {"hexes": hexes})
    damaged = figures(tmp_path, in_first_city(turned(sixths, Axial(5, -17))))
    assert changed(figures(tmp_path), damaged) == {}


@pytest.mark.parametrize("known_px", [True, False])
def test_a_mirrored_lattice_is_wrong(tmp_path: Path, known_px: bool):
    hexes = truth_hexes(CITY) if known_px else truth_hexes(CITY, centre_px=None)
    write_photo(tmp_path, "one.png", {"hexes": hexes})
    assert figures(tmp_path, in_first_city(mirrored)).cities.perfect == Share(0, 1)
    assert figures(tmp_path, in_first_city(mirrored)).hexes.found.part < COUNT


def test_a_missed_hex(folder: Path):
    plain, variants = _gap_without(_quarry())
    assert changed(figures(folder), figures(folder, in_first_city(without_hex(_index(_quarry()))))) == {
        "hexes.found": Share(COUNT - 1, COUNT),
        "hexes.false": Share(0, COUNT - 1),
        "hexes.kinds_right": Share(COUNT - 1, COUNT - 1),
        "hexes.levels_right": Share(COUNT - 1, COUNT - 1),
        "hexes.sure_right": Share(COUNT - 1, COUNT - 1),
        "cities.perfect": Share(0, 1),
        **_score_changes(plain, variants),
    }


def test_a_false_hex(folder: Path):
    damaged = figures(folder, in_first_city(with_false_hex()))
    moved = changed(figures(folder), damaged)
    assert {name: value for name, value in moved.items() if "exact" not in name and "error" not in name} == {
        "hexes.false": Share(1, COUNT + 1),
        "hexes.wrong_caught": Share(0, 1),
        "hexes.sure_right": Share(COUNT, COUNT + 1),
        "cities.perfect": Share(0, 1),
        "cities.wrong_pointed_out": Share(0, 1),
    }


def test_a_wrong_kind_with_low_confidence_is_caught(folder: Path):
    index = _index(_quarry())
    damage = in_first_city(with_change(index, kind=Kind.TEMPLE_PLAZA, kind_confidence=0.6))
    damaged = City(dict(CITY.hexes) | {_quarry(): TopHex(Kind.TEMPLE_PLAZA, CITY.hexes[_quarry()].level)})
    assert changed(figures(folder), figures(folder, damage)) == {
        "hexes.kinds_right": Share(COUNT - 1, COUNT),
        "hexes.wrong_caught": Share(1, 1),
        "hexes.sure_right": Share(COUNT - 1, COUNT - 1),
        "cities.perfect": Share(0, 1),
        "cities.wrong_pointed_out": Share(1, 1),
        **_score_changes(*_gap(damaged)),
    }


def test_a_wrong_level_of_a_quarry_costs_no_points(folder: Path):
    place = _quarry()
    damage = in_first_city(with_change(_index(place), level=CITY.hexes[place].level + 1))
    assert changed(figures(folder), figures(folder, damage)) == {
        "hexes.levels_right": Share(COUNT - 1, COUNT),
        "hexes.wrong_caught": Share(0, 1),
        "hexes.sure_right": Share(COUNT - 1, COUNT),
        "cities.perfect": Share(0, 1),
        "cities.wrong_pointed_out": Share(0, 1),
    }


def test_low_confidence_in_right_hexes_only_lowers_what_is_sure(folder: Path):
    damage = in_first_city(with_change(3, level_confidence=0.94))
    assert changed(figures(folder), figures(folder, damage)) == {"hexes.sure_right": Share(COUNT - 1, COUNT - 1)}


def test_a_wrong_hex_must_be_among_the_ten_least_sure(folder: Path):
    place = _quarry()

    def unsure(count: int):
        def change(city):
            hexes = [
                replace(hex_, kind_confidence=0.2 if number < count and hex_.place != place else 0.9)
                for number, hex_ in enumerate(city.hexes)
            ]
            hexes[_index(place)] = replace(hexes[_index(place)], level=9, kind_confidence=0.5)
            return replace(city, hexes=tuple(hexes))

        return in_first_city(change)

    assert figures(folder, unsure(5)).cities.wrong_pointed_out == Share(1, 1)
    assert figures(folder, unsure(20)).cities.wrong_pointed_out == Share(0, 1)


def test_two_cities_may_come_in_any_order(tmp_path: Path):
    first, second = (played.city for played in play_game(7, 2))
    cities = [{"hexes": truth_hexes(first, centre_px=None)}, {"hexes": truth_hexes(second, centre_px=None)}]
    write_photo(tmp_path, "two.png", {"cities": cities})
    assert figures(tmp_path).cities.perfect == Share(2, 2)
    assert changed(figures(tmp_path), figures(tmp_path, lambda cities: cities[::-1])) == {}


def test_a_missed_city_loses_all_its_hexes_and_points(tmp_path: Path):
    first, second = (played.city for played in play_game(7, 2))
    cities = [{"hexes": truth_hexes(first, centre_px=None)}, {"hexes": truth_hexes(second, centre_px=None)}]
    write_photo(tmp_path, "two.png", {"cities": cities})
    damaged = figures(tmp_path, lambda cities: cities[:1])
    assert damaged.cities.missed == 1
    assert damaged.cities.perfect == damaged.cities.exact_plain == Share(1, 2)
    assert damaged.cities.mean_error_plain == totals_of(second).plain / 2
    assert damaged.hexes.found == Share(len(first.hexes), len(first.hexes) + len(second.hexes))
    assert damaged.hexes.false == Share(0, len(first.hexes))


def test_an_invented_city_is_false_in_every_hex(folder: Path):
    damaged = figures(folder, lambda cities: [*cities, turned(0, Axial(50, 50))(cities[0])])
    assert changed(figures(folder), damaged) == {
        "hexes.false": Share(COUNT, 2 * COUNT),
        "hexes.wrong_caught": Share(0, COUNT),
        "hexes.sure_right": Share(COUNT, 2 * COUNT),
        "cities.invented": 1,
    }


def test_no_city_is_a_right_answer_only_where_there_is_none(tmp_path: Path):
    write_photo(tmp_path, "empty.png", {"hexes": []})
    assert figures(tmp_path).photos.empty_right == Share(1, 1)
    invented = run_with_city = figures(tmp_path, lambda _: [_some_read_city(tmp_path)])
    assert invented.photos.empty_right == Share(0, 1)
    assert run_with_city.hexes.false == Share(COUNT, COUNT)


def test_a_reading_far_from_the_true_city_is_not_that_city(folder: Path):
    def elsewhere(city):
        hexes = [replace(hex_, centre_px=(hex_.centre_px[0] + 400, hex_.centre_px[1])) for hex_ in city.hexes]
        return replace(city, hexes=tuple(hexes[:5]))

    damaged = figures(folder, in_first_city(elsewhere))
    assert (damaged.cities.missed, damaged.cities.invented) == (1, 1)


def test_hardly_visible_tops_are_not_asked_for(tmp_path: Path):
    hexes = truth_hexes(CITY)
    hexes[2]["visible"] = 0.1
    write_photo(tmp_path, "one.png", {"hexes": hexes})
    for damage in (without_hex(2), with_change(2, kind=other_kind(Kind(str(hexes[2]["kind"]))), level=9)):
        damaged = figures(tmp_path, in_first_city(damage))
        assert damaged.hexes.found == Share(COUNT - 1, COUNT - 1)
        assert damaged.hexes.false.part == 0
        assert damaged.cities.perfect == damaged.cities.exact_plain == Share(1, 1)


def test_times_and_memory_are_measured(folder: Path):
    measured = run(folder)
    assert measured.readings[0].scan_s > 0
    assert measured.readings[0].decode_s > 0
    assert measured.first_read_s is not None
    assert measured.peak_memory_mb is None or measured.peak_memory_mb > 20


def _some_read_city(folder: Path):
    other = folder / "other"
    other.mkdir(exist_ok=True)
    write_photo(other, "city.png", {"hexes": truth_hexes(CITY)})
    read = run(other).readings[0].cities[0].read
    assert read is not None
    return read


def _quarry() -> Axial:
    return next(place for place, top in CITY.hexes.items() if top.kind is Kind.QUARRY)


def _index(place: Axial) -> int:
    return list(CITY.hexes).index(place)


def _gap_without(place: Axial) -> tuple[int, int]:
    return _gap(City({at: top for at, top in CITY.hexes.items() if at != place}))


def _gap(damaged: City) -> tuple[int, int]:
    before, after = totals_of(CITY), totals_of(damaged)
    return after.plain - before.plain, after.all_variants - before.all_variants


def _score_changes(plain: int, variants: int) -> dict[str, object]:
    moved: dict[str, object] = {}
    if plain:
        moved |= {"cities.exact_plain": Share(0, 1), "cities.mean_error_plain": abs(plain)}
    if variants:
        moved |= {"cities.exact_all_variants": Share(0, 1), "cities.mean_error_all_variants": abs(variants)}
    return moved
