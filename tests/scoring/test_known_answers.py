"""Every file in known_answers/ is a page for players; here its drawing, points and reasons are held to be true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.city import City
from scoring.draw_text import draw_text
from scoring.groups import connected_groups
from scoring.kinds import District
from scoring.notation import city_map, read_map
from scoring.rules import ALL_VARIANTS, RULING_CHOICES, Rules, named_variants
from scoring.score_sheet import ScoreSheet, score
from scoring.verdicts import Reason
from scoring.words import words_in

PAGES = sorted((Path(__file__).parent / "known_answers").glob("*.md"))
ROW = re.compile(r"^\| (?!variants)([a-z].*) \|$", re.MULTILINE)
REASON = re.compile(r"^- (\(.*?\)): (\d) x (\d), (.*)$", re.MULTILINE)


def block(page: str, name: str) -> str:
    return page.split(f"```{name}\n")[1].split("```", maxsplit=1)[0]


def rows_of(page: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split(" | ")] for row in ROW.findall(page)]


def rules_of(variants: str, rulings: str) -> Rules:
    chosen = ALL_VARIANTS if variants == "all" else named_variants(variants.replace("none", "").split())
    rules = Rules(chosen)
    for ruling in rulings.split():
        rules = rules.with_ruling(*ruling.split("="))
    return rules


def sheet_of(city: City, row: list[str]) -> ScoreSheet:
    variants, rulings, stones = row[:3]
    return score(city, rules_of(variants, rulings), int(stones))


@pytest.fixture(params=PAGES, ids=lambda path: path.stem)
def page(request: pytest.FixtureRequest) -> str:
    return request.param.read_text(encoding="utf-8")


def test_drawing_shows_the_city_of_the_map(page: str):
    city = read_map(block(page, "map"))
    assert city_map(city) == block(page, "map")
    assert draw_text(city) == block(page, "drawing")


def test_the_city_hangs_together_as_on_a_table(page: str):
    assert len(connected_groups(read_map(block(page, "map")).hexes)) == 1


def test_points(page: str):
    city = read_map(block(page, "map"))
    for row in rows_of(page):
        sheet = sheet_of(city, row)
        lines = [f"{line.value} x {line.stars} = {line.points}" for line in sheet.districts.values()]
        assert [*lines, str(sheet.total)] == row[3:], row[:3]


def test_reasons(page: str):
    sheet = sheet_of(read_map(block(page, "map")), rows_of(page)[0])
    verdicts = {f"({v.place.q}, {v.place.r})": v for line in sheet.districts.values() for v in line.verdicts}
    for place, times, level, why in REASON.findall(page):
        found = verdicts[place]
        assert (found.times, found.level, words_in("en").verdict(found)) == (int(times), int(level), why), place


def test_pages_cover_every_reason_variant_and_ruling():
    pages = [path.read_text(encoding="utf-8") for path in PAGES]
    sentences = {words_in("en").reason(reason) for reason in Reason}
    said = {why.split(":")[0] for page in pages for _, _, _, why in REASON.findall(page)}
    assert said == sentences
    rows = [row for page in pages for row in rows_of(page)]
    assert {row[0] for row in rows} == {"none", "all", *District}
    choices = {f"{name}={choice}" for name, kind in RULING_CHOICES.items() for choice in kind}
    assert {row[1] for row in rows} == {"", *choices}
