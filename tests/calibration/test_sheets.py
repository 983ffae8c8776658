"""The printed sheets, read back from a rendered picture of the page."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera_board import MARKERS
from calibration.sheet_words import Language, sheet_words
from calibration.sheets import CHECK_LINE_MM, Paper, SheetKind, sheet_pdf
from samples.printed_sheets import PX_PER_MM, can_render, read_back, rendered_page
from scanner.marker_sheet import grey_patches, sheet_markers

needs_ghostscript = pytest.mark.skipif(not can_render(), reason="Ghostscript renders the pages")


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", Language)
def test_camera_sheet_reads_back_at_true_scale(paper, language):
    read = read_back(SheetKind.CAMERA, rendered_page(sheet_pdf(SheetKind.CAMERA, paper, language)))
    assert read.markers == MARKERS
    assert read.scale_off < 0.005


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
def test_corner_sheet_reads_back_at_true_scale(paper):
    page = rendered_page(sheet_pdf(SheetKind.CORNER, paper, Language.UKRAINIAN))
    read = read_back(SheetKind.CORNER, page)
    assert read.markers == len(sheet_markers())
    assert read.scale_off < 0.005
    for patch in grey_patches():
        x, y = read.to_page @ [*patch.corners_mm.mean(axis=0), 1]
        assert page[round(y), round(x)] == pytest.approx(patch.display, abs=3)


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", SheetKind)
def test_check_line_is_100_mm(kind, paper):
    page = rendered_page(sheet_pdf(kind, paper, Language.ENGLISH))
    dark = page < 128
    runs = [_longest_run(row) for row in dark]
    wanted = CHECK_LINE_MM * PX_PER_MM
    assert any(run == pytest.approx(wanted, abs=0.005 * wanted) for run in runs)


def _longest_run(row: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(int), [0]])))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0


@pytest.mark.parametrize("language", Language)
def test_every_language_says_everything(language):
    words = vars(sheet_words(language))
    assert all(text.strip() for text in words.values())
    if language is not Language.ENGLISH:
        english = vars(sheet_words(Language.ENGLISH))
        assert all(words[name] != english[name] for name in words)
