"""The benchmark as one page that needs nothing beside it: worst photos first, reading beside truth, plots."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from samples.benchmark.breakdowns import NOTHING
from samples.benchmark.measures import LEAST_SURE_COUNT, SURE_CONFIDENCE, Share
from samples.benchmark.photo_views import photo_view
from samples.benchmark.plots import confidence_plot, rates_plot, score_plot, time_plot
from samples.benchmark.printed import shown
from samples.benchmark.summary import ROWS, Summary, mistakes, score_error

PICTURED_PHOTOS = 40
"""Photos shown with their pictures; of the others the page has a line each."""
HEADLINE_KEYS = ("hexes_found", "false_hexes", "kinds_right", "levels_right", "perfect_cities", "exact_scores")


def write_report(summary: Summary, path: Path) -> None:
    """Write the page; folders on the way to it are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(report_html(summary), encoding="utf-8")


def report_html(summary: Summary) -> str:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_resource("report.html"))
    readings = summary.worst_first
    return template.render(
        summary=summary,
        css=_resource("report.css"),
        rows=ROWS,
        headline=[row for row in ROWS if row.key in HEADLINE_KEYS],
        views=[photo_view(reading) for reading in readings[:PICTURED_PHOTOS]],
        plots=_plots(summary),
        shown=shown,
        counts=_counts,
        mistakes=mistakes,
        score_error=score_error,
        nothing=NOTHING,
        sure_confidence=SURE_CONFIDENCE,
        least_sure_count=LEAST_SURE_COUNT,
    )


def _plots(summary: Summary) -> list[str]:
    readings = summary.worst_first
    if not any(pair.hexes for reading in readings for pair in reading.cities):
        return []
    parted = [rates_plot(breakdown) for breakdown in summary.breakdowns if len(breakdown.parts) > 1]
    return [score_plot(readings), confidence_plot(readings), time_plot(readings), *parted]


def _counts(value: object) -> str:
    return f"{value.part} of {value.whole}" if isinstance(value, Share) else ""


def _resource(name: str) -> str:
    return files("samples.benchmark").joinpath(name).read_text(encoding="utf-8")
