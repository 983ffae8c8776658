"""Printable sheets as PDF at true scale: the camera sheet and the corner sheet, on A4 and Letter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cv2
import matplotlib as mpl
from fpdf import FPDF
from PIL import Image

from calibration.camera_board import HEIGHT_MM, WIDTH_MM, board_picture
from calibration.sheet_words import Language, SheetWords, sheet_words
from scanner.marker_sheet import (
    LONG_MM,
    MARKER_DICTIONARY,
    MARKER_MM,
    PATCH_MM,
    SHORT_MM,
    STEP_MM,
    grey_patches,
    sheet_markers,
)

CHECK_LINE_MM = 100.0
PX_PER_MM = 20
FONT = "DejaVu"


class Paper(StrEnum):
    """A size of paper."""

    A4 = "A4"
    LETTER = "Letter"


class SheetKind(StrEnum):
    """Which sheet: to learn a camera by, or to lie beside a city."""

    CAMERA = "camera"
    CORNER = "corner"


@dataclass(frozen=True)
class Placed:
    """Where the pattern's upper left corner lies on the page."""

    left_mm: float
    top_mm: float


def sheet_pdf(kind: SheetKind, paper: Paper, language: Language) -> bytes:
    """The sheet, ready to print."""
    page = FPDF(format=paper.value.lower(), unit="mm")
    page.set_auto_page_break(auto=False)
    page.add_font(FONT, fname=_font_file())
    page.add_page()
    words = sheet_words(language)
    placed = pattern_place(kind, paper)
    if kind is SheetKind.CAMERA:
        _draw_board(page, placed)
        _write(page, 9, words.camera_title, f"{words.printing} {words.camera_use}")
        _draw_check_line(page, words, (page.w - CHECK_LINE_MM) / 2, placed.top_mm + HEIGHT_MM + 12)
    else:
        _draw_corner(page, placed)
        _write_inside_corner(page, placed, words)
    return bytes(page.output())


def pattern_place(kind: SheetKind, paper: Paper) -> Placed:
    """Centred on the page; the board leaves room for text above and the check line below."""
    width_mm, height_mm = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}[paper]
    if kind is SheetKind.CAMERA:
        return Placed((width_mm - WIDTH_MM) / 2, 29.0 if paper is Paper.LETTER else 36.0)
    return Placed((width_mm - SHORT_MM) / 2, (height_mm - LONG_MM) / 2)


def _font_file() -> Path:
    """matplotlib brings a font with Latin and Cyrillic letters."""
    return Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


def _draw_board(page: FPDF, placed: Placed) -> None:
    picture = Image.fromarray(board_picture(PX_PER_MM)).convert("1", dither=Image.Dither.NONE)
    page.image(picture, x=placed.left_mm, y=placed.top_mm, w=WIDTH_MM, h=HEIGHT_MM)


def _write(page: FPDF, top_mm: float, title: str, text: str) -> None:
    page.set_xy(15, top_mm)
    page.set_font(FONT, size=12)
    page.cell(0, 6, title, new_x="LMARGIN", new_y="NEXT")
    page.set_x(15)
    page.set_font(FONT, size=7.5)
    page.multi_cell(page.w - 30, 3.6, text, align="L")


def _draw_check_line(page: FPDF, words: SheetWords, left_mm: float, y_mm: float) -> None:
    page.set_line_width(0.3)
    page.line(left_mm, y_mm, left_mm + CHECK_LINE_MM, y_mm)
    for x_mm in (left_mm, left_mm + CHECK_LINE_MM):
        page.line(x_mm, y_mm - 2, x_mm, y_mm + 2)
    page.set_font(FONT, size=8)
    page.set_xy(left_mm, y_mm + 1)
    page.cell(CHECK_LINE_MM, 5, words.check_line, align="C")


def _draw_corner(page: FPDF, placed: Placed) -> None:
    """Markers, grey patches and the line to cut along."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    for marker in sheet_markers():
        x_mm, y_mm = marker.corners_mm[0] + (placed.left_mm, placed.top_mm)
        side_px = round(MARKER_MM * PX_PER_MM) // 7 * 7
        picture = Image.fromarray(dictionary.generateImageMarker(marker.number, side_px)).convert("1")
        page.image(picture, x=x_mm, y=y_mm, w=MARKER_MM, h=MARKER_MM)
    for patch in grey_patches():
        x_mm, y_mm = patch.corners_mm[0] + (placed.left_mm, placed.top_mm)
        page.set_fill_color(round(patch.display))
        page.rect(x_mm, y_mm, PATCH_MM, PATCH_MM, style="F")
    left, top = placed.left_mm, placed.top_mm
    ends = [(0, 0), (SHORT_MM, 0), (SHORT_MM, STEP_MM), (STEP_MM, STEP_MM), (STEP_MM, LONG_MM), (0, LONG_MM)]
    page.set_draw_color(170)
    page.set_line_width(0.15)
    page.polygon([(left + x, top + y) for x, y in ends])
    page.set_draw_color(0)


def _write_inside_corner(page: FPDF, placed: Placed, words: SheetWords) -> None:
    """The part that is cut away carries the text and the check line."""
    left_mm = placed.left_mm + STEP_MM + 12
    width_mm = SHORT_MM - STEP_MM - 14
    page.set_xy(left_mm, placed.top_mm + STEP_MM + 20)
    page.set_font(FONT, size=14)
    page.cell(width_mm, 8, words.corner_title)
    page.set_xy(left_mm, placed.top_mm + STEP_MM + 32)
    page.set_font(FONT, size=10)
    page.multi_cell(width_mm, 5.5, f"{words.printing} {words.corner_use}", align="L")
    _draw_check_line(page, words, left_mm + 10, placed.top_mm + STEP_MM + 80)
