"""Positions of real games with their points, and a real photographed city."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.axial import Axial
from scoring.building import Placement, replay
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.problems import find_problems
from scoring.rules import ALL_VARIANTS, LakeIsEdge, LakeSize, LargestGroup, Rules, named_variants
from scoring.score_sheet import score
from scoring.tiles import box

pytestmark = pytest.mark.shared


@pytest.fixture
def cases(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "scoring-cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1536
    return [json.loads(line) for line in lines]


def city_of(case: dict[str, Any]) -> City:
    return City({Axial(q, r): TopHex(Kind(kind), level) for q, r, kind, level in case["hexes"]})


def test_points_of_all_cases(cases: list[dict[str, Any]]):
    for case in cases:
        rules = Rules(named_variants(case["variants"]), LakeIsEdge.YES, LakeSize.ONE, LargestGroup.HEXES)
        sheet = score(city_of(case), rules, case["stones"])
        name = f"{case['game']} turn {case['turn']} player {case['player']}"
        assert {district.value: line.points for district, line in sheet.districts.items()} == case["points"], name
        assert sheet.total == case["total"], name


def test_real_games_replay_and_have_no_problems(cases: list[dict[str, Any]]):
    for case in cases:
        placements = [
            Placement(tile, level, tuple((Axial(q, r), Kind(kind)) for q, r, kind in hexes))
            for tile, level, hexes in case["tiles"]
        ]
        assert replay(placements).city() == city_of(case)
        players = int(case["game"].split("_p")[1][0])
        assert find_problems(city_of(case), players, finished=False) == ()


def test_photographed_city(shared: Path):
    truth = json.loads((shared / "photos" / "city-near.json").read_text(encoding="utf-8"))
    city = City({Axial(h["q"], h["r"]): TopHex(Kind(h["kind"]), h["level"]) for h in truth["hexes"]})
    assert score(city, Rules(), truth["stones"]).total == 101
    assert score(city, Rules(ALL_VARIANTS), truth["stones"]).total == 124
    assert find_problems(city, 2) == ()


def test_box_is_the_shared_table(shared: Path):
    table = (shared / "tiles" / "tiles.csv").read_text(encoding="utf-8").split()[1:]
    ours = [",".join([str(tile.number), str(tile.players), *tile.kinds]) for tile in box()]
    assert len(table) == len(ours) == 61
    assert sorted(ours) == sorted(table)
