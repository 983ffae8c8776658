"""The demands on the scanner, and what the solver mends and spoils."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from rich.console import Console

from samples.benchmark.bars import Bar, ScannerFigures, printed_bars, scanner_bars
from samples.benchmark.comparison import Comparison, compare
from samples.benchmark.measures import Share, measure
from scoring.kinds import Kind
from tests.samples.damaged_reader import (
    in_first_city,
    run,
    some_city,
    truth_hexes,
    with_change,
    with_false_hex,
    without_hex,
    write_photo,
)

CITY = some_city()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.png", "b.png"):
        write_photo(tmp_path, name, {"hexes": truth_hexes(CITY)})
    return tmp_path


def test_what_only_the_second_reading_gets_right_is_mended(folder: Path):
    good, bad = run(folder).readings, run(folder, in_first_city(with_change(3, level=9))).readings
    assert compare(bad, good) == Comparison(hexes_mended=2, hexes_spoiled=0, cities_mended=2, cities_spoiled=0)
    assert compare(good, bad) == Comparison(hexes_mended=0, hexes_spoiled=2, cities_mended=0, cities_spoiled=2)


def test_one_hex_mended_and_another_spoiled_are_both_counted(folder: Path):
    first = run(folder, in_first_city(with_change(3, level=9))).readings
    second = run(folder, in_first_city(without_hex(5))).readings
    assert compare(first, second) == Comparison(hexes_mended=2, hexes_spoiled=2, cities_mended=0, cities_spoiled=0)


def test_false_hexes_that_come_or_go_count(folder: Path):
    good, bad = run(folder).readings, run(folder, in_first_city(with_false_hex())).readings
    assert compare(bad, good).hexes_mended == compare(good, bad).hexes_spoiled == 2


def scanner_figures(folder: Path) -> ScannerFigures:
    """A quarry on a wrong level, which costs no points and is the least sure hex."""
    quarry = next(index for index, top in enumerate(CITY.hexes.values()) if top.kind is Kind.QUARRY)
    studio = measure(run(folder, in_first_city(with_change(quarry, level=9, kind_confidence=0.2))).readings)
    solver = Comparison(hexes_mended=30, hexes_spoiled=3, cities_mended=4, cities_spoiled=1)
    return ScannerFigures(studio, studio, solver, peak_memory_mb=500.0, startup_s=2.0, pixel_growth=1.5, hex_growth=0.3)


def test_each_demand_is_judged_on_its_own(folder: Path):
    bars = scanner_bars(scanner_figures(folder))
    failed = {bar.label.split(" (")[0] for bar in bars if not bar.is_met}
    assert failed == {
        "levels right",
        "perfect cities",
        "cities made perfect for each spoiled",
        "import and model load",
        "growth of time with pixels, 3 to 12 megapixels",
    }


@pytest.mark.parametrize(
    ("mended", "spoiled", "value", "is_met"),
    [(10, 1, 10.0, True), (19, 2, 9.5, False), (3, 0, inf, True), (0, 0, None, False)],
)
def test_the_solver_must_mend_ten_for_each_it_spoils(
    folder: Path, mended: int, spoiled: int, value: float | None, is_met: bool
):
    solver = Comparison(mended, spoiled, cities_mended=5, cities_spoiled=1)
    bars = scanner_bars(replace(scanner_figures(folder), solver=solver))
    bar = next(bar for bar in bars if bar.label.startswith("hexes mended"))
    assert (bar.value, bar.is_met) == (value, is_met)
    assert f"({mended} : {spoiled})" in bar.label


def test_a_figure_that_was_not_measured_meets_no_demand():
    assert not Bar("x", None, 1.0, is_floor=False).is_met
    assert not Bar("x", Share(0, 0), 0.9, is_floor=True).is_met
    assert Bar("no mistakes at all", Share(0, 0), 0.9, is_floor=True, is_met_by_none=True).is_met


def test_the_bounds_themselves_are_enough():
    assert Bar("x", Share(9, 10), 0.9, is_floor=True).is_met
    assert Bar("x", 1.2, 1.2, is_floor=False).is_met
    assert not Bar("x", 1.21, 1.2, is_floor=False).is_met


def test_the_table_shows_the_demand_beside_the_figure(folder: Path):
    console = Console(width=150)
    with console.capture() as captured:
        console.print(printed_bars(scanner_bars(scanner_figures(folder))))
    lines = captured.get().splitlines()
    startup = next(line for line in lines if "import and model load" in line)
    assert "2.00 s" in startup
    assert "<= 1 s" in startup
    assert "FAIL" in startup
    assert "pass" in next(line for line in lines if "peak memory" in line)
