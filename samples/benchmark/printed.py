"""A benchmark for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group
from rich.table import Table

from samples.benchmark.breakdowns import NOTHING, Confusion
from samples.benchmark.measures import Figures, Share
from samples.benchmark.summary import ROWS, Summary, Value


def printed_summary(summary: Summary) -> Group:
    return Group(
        _overall(summary),
        *(
            _side_by_side(f"By {breakdown.title}", breakdown.parts)
            for breakdown in summary.breakdowns
            if len(breakdown.parts) > 1
        ),
        *(printed_confusion(confusion) for confusion in summary.confusions if confusion.counts),
    )


def shown(value: Value, unit: str = "") -> str:
    """A figure as people read it: a share in percent, never rounded up to a full 100 or down to 0."""
    if value is None or (isinstance(value, Share) and value.fraction is None):
        return "-"
    if isinstance(value, Share):
        return _percent(value)
    number = f"{value:.2f}" if isinstance(value, float) else str(value)
    return f"{number} {unit}".strip()


def printed_confusion(confusion: Confusion) -> Table:
    table = Table(title=f"{confusion.title.capitalize()}: truth in rows, reading in columns", title_justify="left")
    table.add_column("")
    for label in confusion.labels:
        table.add_column(_header("missed" if label == NOTHING else label), justify="right")
    for true in confusion.labels:
        cells = [_cell(confusion, true, read) for read in confusion.labels]
        table.add_row("false" if true == NOTHING else true, *cells)
    return table


def _overall(summary: Summary) -> Table:
    table = Table(title=f"Benchmark of {summary.folder}", title_justify="left", show_header=False)
    for row in ROWS:
        value = row.value(summary.overall)
        counts = f"{value.part} of {value.whole}" if isinstance(value, Share) else ""
        table.add_row(row.label, shown(value, row.unit), counts)
    table.add_row("first photo, with loading the models", shown(summary.first_read_s, "s"), "")
    table.add_row("peak memory", shown(summary.peak_memory_mb, "MB"), "")
    return table


def _side_by_side(title: str, parts: Mapping[str, Figures]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for name in parts:
        table.add_column(_header(name), justify="right")
    for row in ROWS:
        table.add_row(row.label, *(shown(row.value(figures)) for figures in parts.values()))
    return table


def _header(name: str) -> str:
    return name.replace("_", "\n")


def _cell(confusion: Confusion, true: str, read: str) -> str:
    count = confusion.count(true, read)
    text = str(count or "·")
    return text if true == read or not count else f"[bold red]{text}[/]"


def _percent(share: Share) -> str:
    percent = 100 * share.part / share.whole
    hides_a_rest = 0 < share.part < share.whole and f"{percent:.1f}" in {"100.0", "0.0"}
    return f"{percent:.3f} %" if hides_a_rest else f"{percent:.1f} %"
