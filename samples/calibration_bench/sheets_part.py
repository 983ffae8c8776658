"""The printed sheets in every size and language, read back from a rendered picture of the page."""

from __future__ import annotations

from calibration.sheet_words import Language
from calibration.sheets import Paper, SheetKind, sheet_pdf
from samples.benchmark.bars import Bar
from samples.benchmark.measures import Share
from samples.calibration_bench.shots import MESSAGES
from samples.printed_sheets import can_render, read_back, rendered_page

MOST_OFF_PERCENT = 0.5


def sheets_bars() -> list[Bar]:
    """Markers found and the scale; nothing where pages cannot be rendered."""
    if not can_render():
        MESSAGES.print("Ghostscript is not installed: printed sheets are not measured.")
        return []
    return [bar for kind in SheetKind for bar in _kind_bars(kind)]


def _kind_bars(kind: SheetKind) -> list[Bar]:
    pages = [rendered_page(sheet_pdf(kind, paper, language)) for paper in Paper for language in Language]
    read = [read_back(kind, page) for page in pages]
    markers = Share(sum(one.markers for one in read), sum(one.wanted for one in read))
    off = 100 * max(one.scale_off for one in read)
    return [
        Bar(f"{kind} sheet, {len(read)} pages: markers found", markers, 1.0, is_floor=True),
        Bar(f"{kind} sheet: scale off at most", off, MOST_OFF_PERCENT, is_floor=False, unit="%"),
    ]
