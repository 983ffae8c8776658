"""Printed and drawn sheets, as RGB pictures from above: newspaper, mats, drawn hex grids, cards, the player aid."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin, sqrt

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance, between, happens, pick
from samples.drawn_grids import draw_grid, random_hand
from samples.faces.gallery import OWN_PICTURES, own_picture
from samples.noise import Image, cloud, piece
from samples.outline import UNIT_HEX
from scoring.kinds import Kind

Array = npt.NDArray[np.float64]
SheetPainter = Callable[[Chance, int, int, float], Image]
INK = (40, 38, 40)


def paint_sheet(name: str, chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """The sheet of this name; `scale` is pixels per hex size."""
    return SHEETS[name](chance, width_px, height_px, scale)


def white_sheet(chance: Chance, width_px: int, height_px: int, _scale: float) -> Image:
    white = np.array([between(chance, (218, 250))] * 3) + chance.normal(0, 5, 3)
    sheet = np.empty((height_px, width_px, 3), np.uint8)
    sheet[:] = np.clip(white, 0, 255)
    return sheet


def _line(sheet: Image, outline: Array, colour: tuple[float, ...], width_px: float) -> None:
    """A closed line in fractions of pixels."""
    points, width = np.round(outline * 16).astype(np.int32), max(1, round(width_px))
    cv2.polylines(sheet, [points], isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA, shift=4)


def _drawn_grid(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    sheet = white_sheet(chance, width_px, height_px, scale)
    size, angle = scale * between(chance, (0.5, 1.4)), chance.uniform(0, 2 * pi)
    linear = size * np.array([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])
    draw_grid(sheet, random_hand(chance), np.column_stack([linear, [width_px / 2, height_px / 2]]))
    return sheet


def _newspaper(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    sheet = white_sheet(chance, width_px, height_px, scale)
    sheet[:] = (sheet * np.array([0.93, 0.92, 0.87])).astype(np.uint8)
    column = max(int(between(chance, (2.2, 4.0)) * scale), 12)
    for left in range(int(0.2 * scale), width_px - column // 2, column + max(2, int(0.2 * scale))):
        top = int(chance.uniform(0.1, 1.0) * scale)
        while top < height_px:
            top += _article(sheet, chance, left, top, min(column, width_px - left), scale)
    return sheet


def _article(sheet: Image, chance: Chance, left: int, top: int, width: int, scale: float) -> int:
    """A headline, a picture or a run of text; gives the height used."""
    style = chance.random()
    if style < 0.25:
        height = int(between(chance, (1.2, 2.6)) * scale)
        part = sheet[top : top + height, left : left + width]
        if part.size:
            tone = piece(cloud(), chance, part.shape[1], part.shape[0])[..., None] * 40 + chance.uniform(60, 190, 3)
            part[:] = np.clip(tone, 0, 255)
        return height + int(0.2 * scale)
    line = max(3, int((0.34 if style < 0.45 else 0.13) * scale))
    lines = int(chance.integers(1, 3) if style < 0.45 else chance.integers(6, 24))
    for row in range(lines):
        _text_line(sheet, chance, left, top + row * line, width, line)
    return lines * line + int(0.15 * scale)


def _text_line(sheet: Image, chance: Chance, left: int, top: int, width: int, line: int) -> None:
    """Words as dark dashes, letters as gaps in them."""
    height = max(1, int(line * 0.55))
    part = sheet[top : top + height, left : left + width]
    if part.size == 0:
        return
    letters = chance.random(part.shape[1] // max(1, line // 5) + 1) < 0.72
    spaces = chance.random(len(letters)) < 0.12
    pattern = np.repeat(letters & ~spaces, max(1, line // 5))[: part.shape[1]]
    part[:, pattern] = (part[:, pattern] * between(chance, (0.2, 0.45))).astype(np.uint8)


def _mat(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """A printed play mat: a painted landscape in loud colours, maybe with pictures or printed hexes."""
    zoom = max(scale * between(chance, (0.05, 0.16)), 0.6)
    heights = piece(cloud(), chance, width_px, height_px, zoom)
    index = cv2.convertScaleAbs(heights.clip(-2, 2) * 50 + 128)
    stops = np.sort(chance.uniform(0, 255, 5))
    colours = chance.uniform(0, 255, (5, 3)) * between(chance, (0.5, 1.0))
    table = np.stack([np.interp(np.arange(256), stops, colours[:, channel]) for channel in range(3)], axis=1).astype(
        np.uint8
    )
    sheet: Image = cv2.merge([cv2.LUT(index, np.ascontiguousarray(table[:, channel])) for channel in range(3)])
    for _ in range(int(chance.integers(0, 14))):
        _ornament(sheet, chance, scale)
    if happens(chance, 0.35):
        _pictures(sheet, chance, scale, int(chance.integers(2, 9)))
    if happens(chance, 0.2):
        _printed_hexes(sheet, chance, scale * between(chance, (0.6, 1.6)))
    return sheet


def _ornament(sheet: Image, chance: Chance, scale: float) -> None:
    middle = (chance.random(2) * sheet.shape[1::-1]).astype(int).tolist()
    colour = chance.uniform(0, 255, 3).tolist()
    size = int(between(chance, (0.3, 3.0)) * scale)
    style = chance.integers(3)
    if style == 0:
        cv2.circle(sheet, middle, size, colour, int(chance.choice([-1, max(1, size // 8)])), cv2.LINE_AA)
    elif style == 1:
        points = np.array(middle) + chance.normal(0, size, (int(chance.integers(3, 6)), 2))
        cv2.fillPoly(sheet, [points.astype(np.int32)], colour, cv2.LINE_AA)
    else:
        end = (np.array(middle) + chance.normal(0, 3 * size, 2)).astype(int).tolist()
        cv2.line(sheet, middle, end, colour, max(1, size // 6), cv2.LINE_AA)


def _pictures(sheet: Image, chance: Chance, scale: float, count: int) -> None:
    """Pictures in the manner of the game, at other sizes than on tiles."""
    for _ in range(count):
        size = int(2 * scale * (between(chance, (0.2, 0.6)) if happens(chance, 0.5) else between(chance, (1.6, 4))))
        x, y = int(chance.uniform(-0.3, 1) * sheet.shape[1]), int(chance.uniform(-0.3, 1) * sheet.shape[0])
        kind = pick(chance, tuple(Kind))
        stamp(sheet, own_picture(kind, int(chance.integers(OWN_PICTURES))), x, y, max(size, 4))


def stamp(sheet: Image, picture: Image, x: int, y: int, size: int) -> None:
    """Pastes an RGBA picture with its upper left corner at (x, y), cut at the border."""
    small = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    left, top = max(x, 0), max(y, 0)
    part = sheet[top : max(y + size, 0), left : max(x + size, 0)]
    if part.size == 0:
        return
    cut = small[top - y : top - y + part.shape[0], left - x : left - x + part.shape[1]]
    weight = cut[..., 3:].astype(np.float32) / 255
    part[:] = (part * (1 - weight) + cut[..., :3] * weight).astype(np.uint8)


def _printed_hexes(sheet: Image, chance: Chance, size_px: float) -> None:
    colour = tuple(chance.uniform(0, 255, 3).tolist())
    width_px = size_px * between(chance, (0.01, 0.05))
    step_y = sqrt(3) * size_px
    for column in range(int(sheet.shape[1] / (1.5 * size_px)) + 2):
        for row in range(int(sheet.shape[0] / step_y) + 2):
            middle = np.array([1.5 * size_px * column, step_y * (row + column % 2 / 2)])
            _line(sheet, UNIT_HEX * size_px + middle, colour, width_px)


def _card(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """A playing card, back or front."""
    sheet = white_sheet(chance, width_px, height_px, scale)
    frame = max(2, width_px // 14)
    inner = sheet[frame:-frame, frame:-frame]
    inner[:] = np.clip(chance.uniform(0, 255, 3), 0, 255)
    for _ in range(int(chance.integers(1, 7))):
        _ornament(inner, chance, width_px / 8)
    return sheet


def _player_aid(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """The aid that lists the kinds: rows of small hex pictures and coloured icons with text beside."""
    sheet = white_sheet(chance, width_px, height_px, scale)
    if happens(chance, 0.5):
        sheet[:] = (sheet * chance.uniform(0.75, 1, 3)).astype(np.uint8)
    rows = int(chance.integers(4, 7))
    size = height_px // (rows + 1)
    kinds = [kind for kind in Kind if kind is not Kind.QUARRY]
    for row in range(rows):
        y = int((row + 0.5) * size)
        for column in range(int(chance.integers(1, 4))):
            kind = kinds[int(chance.integers(len(kinds)))]
            stamp(
                sheet,
                own_picture(kind, int(chance.integers(OWN_PICTURES))),
                int((0.1 + column) * size),
                y,
                max(size, 4),
            )
        for line in range(3):
            _text_line(
                sheet, chance, int(width_px * 0.6), y + line * size // 4, int(width_px * 0.36), max(3, size // 6)
            )
    return sheet


def _box_art(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """A box lid: sky, sea and big pictures in the game's colours, a title bar."""
    sheet = _mat(chance, width_px, height_px, scale)
    sea = np.linspace(0, 1, height_px)[:, None, None] * np.array([20, 90, 160]) + np.array([120, 160, 90])
    sheet[:] = (sheet * 0.5 + sea * 0.5).clip(0, 255).astype(np.uint8)
    _pictures(sheet, chance, scale, int(chance.integers(3, 9)))
    bar = slice(int(height_px * 0.1), int(height_px * 0.25))
    sheet[bar] = (sheet[bar] * 0.4 + chance.uniform(0, 255, 3) * 0.6).astype(np.uint8)
    _text_line(sheet, chance, int(width_px * 0.15), bar.start + 4, int(width_px * 0.7), bar.stop - bar.start)
    return sheet


def _score_pad(chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    """A ruled pad with coloured rows and pencil figures."""
    sheet = white_sheet(chance, width_px, height_px, scale)
    rows = 8
    for row in range(rows):
        part = sheet[row * height_px // rows + 2 : (row + 1) * height_px // rows - 2, 2 : width_px // 4]
        part[:] = chance.uniform(40, 255, 3)
        if happens(chance, 0.6):
            place = (width_px // 3, int((row + 0.75) * height_px / rows))
            cv2.putText(
                sheet, str(chance.integers(60)), place, cv2.FONT_HERSHEY_SIMPLEX, width_px / 200, INK, 1, cv2.LINE_AA
            )
    return sheet


SHEETS: dict[str, SheetPainter] = {
    "paper": white_sheet,
    "drawn grid": _drawn_grid,
    "newspaper": _newspaper,
    "mat": _mat,
    "card": _card,
    "player aid": _player_aid,
    "box": _box_art,
    "score pad": _score_pad,
}
