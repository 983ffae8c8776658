"""What the scanner must reach, beside what it reaches."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from rich.table import Table

from samples.benchmark.comparison import Comparison
from samples.benchmark.measures import Figures, Share
from samples.benchmark.printed import shown
from samples.benchmark.summary import Value


@dataclass(frozen=True)
class ScannerFigures:
    """All that the bars are about. `large` are photos of 12 megapixels, read for the time alone."""

    studio: Figures
    large: Figures
    solver: Comparison
    peak_memory_mb: float | None
    startup_s: float | None
    pixel_growth: float | None
    hex_growth: float | None


@dataclass(frozen=True)
class Bar:
    """One demand. A figure that could not be measured does not meet it."""

    label: str
    value: Value
    bound: float
    is_floor: bool
    unit: str = ""
    is_met_by_none: bool = False
    """For a share of mistakes, of which there may be none."""

    @property
    def is_met(self) -> bool:
        number = self.value.fraction if isinstance(self.value, Share) else self.value
        if number is None:
            return self.is_met_by_none
        return number >= self.bound if self.is_floor else number <= self.bound

    @property
    def demand(self) -> str:
        number = f"{100 * self.bound:g} %" if isinstance(self.value, Share) else f"{self.bound:g} {self.unit}".strip()
        return f"{'>=' if self.is_floor else '<='} {number}"


def scanner_bars(figures: ScannerFigures) -> tuple[Bar, ...]:
    hexes, cities = figures.studio.hexes, figures.studio.cities
    times = figures.large.photos
    return (
        _at_least("hexes found", hexes.found, 0.997),
        _at_most("false hexes", hexes.false, 0.002),
        _at_least("kinds right", hexes.kinds_right, 0.997),
        _at_least("levels right", hexes.levels_right, 0.985),
        _at_least("perfect cities", cities.perfect, 0.88),
        _at_least("exact plain scores", cities.exact_plain, 0.92),
        _at_least("right among hexes at 0.95 or more", hexes.sure_right, 0.998),
        Bar(
            "imperfect cities, all wrong hexes among the ten least sure",
            cities.wrong_pointed_out,
            0.95,
            is_floor=True,
            is_met_by_none=True,
        ),
        *_solver_bars(figures.solver),
        _at_most("time for 12 megapixels, median", times.median_s, 1.2, "s"),
        _at_most("time for 12 megapixels, 95th percentile", times.p95_s, 2.5, "s"),
        _at_most("time against decoding, median", times.median_decode_ratio, 10, "x"),
        _at_most("peak memory", figures.peak_memory_mb, 700, "MB"),
        _at_most("import and model load", figures.startup_s, 1.0, "s"),
        _at_most("growth of time with pixels, 3 to 12 megapixels (1 is linear)", figures.pixel_growth, 1.0, "x"),
        _at_most("growth of time with hexes, few to many (1 is linear)", figures.hex_growth, 1.0, "x"),
    )


def printed_bars(bars: tuple[Bar, ...]) -> Table:
    table = Table(title="What the scanner must reach", title_justify="left")
    for header in ("", "measured", "", "demanded", ""):
        table.add_column(header, justify="left" if not header else "right")
    for bar in bars:
        counts = f"{bar.value.part} of {bar.value.whole}" if isinstance(bar.value, Share) else ""
        verdict = "[green]pass[/]" if bar.is_met else "[bold red]FAIL[/]"
        table.add_row(bar.label, shown(bar.value, bar.unit), counts, bar.demand, verdict)
    return table


def _solver_bars(solver: Comparison) -> tuple[Bar, Bar]:
    hexes = f"hexes mended for each spoiled by the solver ({solver.hexes_mended} : {solver.hexes_spoiled})"
    cities = f"cities made perfect for each spoiled ({solver.cities_mended} : {solver.cities_spoiled})"
    return (
        _at_least(hexes, _per(solver.hexes_mended, solver.hexes_spoiled), 10, "x"),
        _at_least(cities, _per(solver.cities_mended, solver.cities_spoiled), 5, "x"),
    )


def _per(mended: int, spoiled: int) -> float | None:
    """Nothing spoiled is best of all, unless nothing was mended either: that shows nothing."""
    if spoiled:
        return mended / spoiled
    return inf if mended else None


def _at_least(label: str, value: Value, bound: float, unit: str = "") -> Bar:
    return Bar(label, value, bound, is_floor=True, unit=unit)


def _at_most(label: str, value: Value, bound: float, unit: str = "") -> Bar:
    return Bar(label, value, bound, is_floor=False, unit=unit)
