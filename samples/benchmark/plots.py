"""The plots of the report, each as an SVG data address."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from samples.benchmark.breakdowns import Breakdown
from samples.benchmark.measures import Figures, Share
from samples.benchmark.reading import PhotoReading
from samples.benchmark.scores import score_gap

INK, GRID, BLUE, ORANGE, GREEN, RED = "#2b2a28", "#dedad2", "#3f6fb0", "#d98a2b", "#4f8f4c", "#b8402f"
STYLE: dict[Any, Any] = {
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "font.size": 9,
    "svg.hashsalt": "akroscan",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
RATES: tuple[tuple[str, str, Callable[[Figures], Share]], ...] = (
    ("hexes found", BLUE, lambda figures: figures.hexes.found),
    ("kinds right", ORANGE, lambda figures: figures.hexes.kinds_right),
    ("levels right", GREEN, lambda figures: figures.hexes.levels_right),
)
LOWEST_CONFIDENCE_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)


def rates_plot(breakdown: Breakdown) -> str:
    """Found, kinds and levels for each part, the axis starting where the worst is."""

    def draw(axes: Axes) -> None:
        names = list(breakdown.parts)
        width = 0.8 / len(RATES)
        lowest = 1.0
        for index, (label, colour, rate) in enumerate(RATES):
            values = [rate(figures).fraction or 0.0 for figures in breakdown.parts.values()]
            lowest = min(lowest, *values)
            axes.bar(np.arange(len(names)) + (index - 1) * width, values, width * 0.9, label=label, color=colour)
        _percent_axis(axes, lowest)
        axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names], fontsize=8)
        axes.set_title(f"By {breakdown.title}", pad=24)
        _legend_above(axes)

    return _plot(draw, width_in=max(4.6, 0.72 * len(breakdown.parts) + 1))


def confidence_plot(readings: Sequence[PhotoReading]) -> str:
    """Of the hexes that were read with some confidence, how many are right."""
    read = [hex_ for reading in readings for pair in reading.cities for hex_ in pair.hexes if hex_.read is not None]
    confidences = np.array([hex_.read.confidence for hex_ in read if hex_.read is not None])
    right = np.array([hex_.is_right for hex_ in read])
    bins = np.clip(np.digitize(confidences, LOWEST_CONFIDENCE_BINS) - 1, 0, len(LOWEST_CONFIDENCE_BINS) - 2)

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color=GRID, linewidth=1.5, zorder=0)
        for index in np.unique(bins):
            here = bins == index
            x, y = confidences[here].mean(), right[here].mean()
            axes.scatter([x], [y], s=18 + 12 * np.log2(here.sum()), color=BLUE)
            axes.annotate(f"{here.sum()}", (x, y), (0, -13), textcoords="offset points", ha="center", fontsize=7)
        axes.set(xlim=(-0.03, 1.05), ylim=(-0.08, 1.08), xlabel="confidence", ylabel="share that is right")
        axes.set_title("Is confidence honest? On the line it is.")

    return _plot(draw)


def score_plot(readings: Sequence[PhotoReading]) -> str:
    gaps = [score_gap(pair).plain for reading in readings for pair in reading.cities if pair.is_asked]

    def draw(axes: Axes) -> None:
        off = [gap for gap in gaps if gap]
        far = max((abs(gap) for gap in off), default=2)
        width = max(1, round(far / 12))
        edges = (np.arange(-(far // width) - 1, far // width + 3) - 0.5) * width
        counts, _ = np.histogram(off, edges)
        axes.bar((edges[:-1] + edges[1:]) / 2, counts, width * 0.9, color=RED, label="off")
        axes.bar([0], [len(gaps) - len(off)], width * 0.9, color=GREEN, label="exact", bottom=_at_zero(counts, edges))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set(xlabel="points too many (right) or too few (left)", ylabel="cities")
        axes.set_title("Plain scores against the truth", pad=24)
        _legend_above(axes)

    return _plot(draw)


def time_plot(readings: Sequence[PhotoReading]) -> str:
    def draw(axes: Axes) -> None:
        megapixels = [reading.width_px * reading.height_px / 1e6 for reading in readings]
        axes.scatter(megapixels, [reading.scan_s for reading in readings], s=14, color=BLUE, label="reading")
        axes.scatter(megapixels, [reading.decode_s for reading in readings], s=14, color=ORANGE, label="decoding")
        axes.set(xlabel="megapixels", ylabel="seconds", ylim=(0, None))
        axes.set_title("Time by size of the photo", pad=24)
        _legend_above(axes)

    return _plot(draw)


def _at_zero(counts: npt.NDArray[np.int64], edges: npt.NDArray[np.floating[Any]]) -> int:
    """What the bar around zero holds already, where bars are wider than a point."""
    return int(counts[np.searchsorted(edges, 0.0) - 1])


def _legend_above(axes: Axes) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, borderaxespad=0.2)


def _percent_axis(axes: Axes, lowest: float) -> None:
    floor = next(floor for floor in (0.98, 0.95, 0.9, 0.8, 0.5, 0.0) if floor <= lowest)
    axes.set_ylim(floor - (1 - floor) * 0.04, 1.0)
    ticks = np.linspace(floor, 1.0, 5)
    axes.set_yticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    axes.grid(axis="y", color=GRID)
    axes.set_axisbelow(True)


def _plot(draw: Callable[[Axes], None], width_in: float = 4.6) -> str:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width_in, 3.1), layout="constrained")
        draw(figure.subplots())
        data = io.BytesIO()
        figure.savefig(data, format="svg", transparent=True, metadata={"Date": None})
    return f"data:image/svg+xml;base64,{base64.b64encode(data.getvalue()).decode('ascii')}"
