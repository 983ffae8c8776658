"""What must hold for the score of any city under any rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.city import City
from scoring.kinds import District
from scoring.rules import Rules
from scoring.score_sheet import ScoreSheet, score, sheet_data
from tests.scoring import cities


def lines(sheet: ScoreSheet) -> list[tuple[int, int, int]]:
    return [(line.value, line.stars, line.points) for line in sheet.districts.values()]


@given(cities.cities, cities.rules, st.integers(-5, 5))
def test_turning_changes_nothing(city: City, rules: Rules, sixths: int):
    assert lines(score(city.turned(sixths), rules)) == lines(score(city, rules))


@given(cities.cities, cities.rules)
def test_mirroring_changes_nothing(city: City, rules: Rules):
    assert lines(score(city.mirrored(), rules)) == lines(score(city, rules))


@given(cities.cities, cities.rules, cities.places)
def test_moving_changes_nothing(city: City, rules: Rules, step: cities.Axial):
    assert lines(score(city.moved(step), rules)) == lines(score(city, rules))


@given(cities.cities, cities.rules, st.integers(0, 40))
def test_a_stone_is_a_point(city: City, rules: Rules, stones: int):
    assert score(city, rules, stones).total == score(city, rules).total + stones


@given(cities.cities, cities.rules, st.sampled_from(District))
def test_a_variant_never_lowers_a_score(city: City, rules: Rules, variant: District):
    without = score(city, cities.with_variants(rules, rules.variants - {variant}))
    with_it = score(city, cities.with_variants(rules, rules.variants | {variant}))
    for district in District:
        gained = with_it.districts[district].points - without.districts[district].points
        assert gained >= 0 if district is variant else gained == 0


@given(cities.cities, cities.rules)
def test_every_district_hex_has_one_verdict(city: City, rules: Rules):
    sheet = score(city, rules)
    judged = [verdict.place for line in sheet.districts.values() for verdict in line.verdicts]
    assert sorted(judged) == sorted(place for place, top in city.hexes.items() if top.kind.is_district)
    for district, line in sheet.districts.items():
        assert line.value == sum(verdict.value for verdict in line.verdicts)
        assert all(city.hexes[verdict.place].kind.district is district for verdict in line.verdicts)


def test_nothing_scores_nothing():
    sheet = score(City({}))
    assert lines(sheet) == [(0, 0, 0)] * 5
    assert sheet_data(sheet)["total"] == 0


def test_stones_are_not_negative():
    with pytest.raises(ValueError, match="-1 stones"):
        score(City({}), stones=-1)
