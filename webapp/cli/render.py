"""`akroscan render`: drawn photos of random cities with their truth, from the photo studio."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from samples.photo_files import PhotoOrder

SMALLEST_PX, LARGEST_PX = 160, 8000
SHEET_NAME = "contact-sheet.jpg"


class PresetName(StrEnum):
    """How much the photos ask of a reader."""

    EASY = "easy"
    TABLE = "table"
    HARD = "hard"


def render(
    out: Annotated[Path, typer.Option(help="Folder for the photos; made if it is not there.")],
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many photos.")] = 12,
    seed: Annotated[int, typer.Option(min=0, help="The first photo's seed; the next has the next.")] = 1,
    faces: Annotated[Path | None, typer.Option(help="Folder of hex pictures, one PNG a kind, beside our own.")] = None,
    preset: Annotated[PresetName, typer.Option(help="How hard the photos are.")] = PresetName.TABLE,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Pixels, as 1600x1200; else as phones do.")] = None,
) -> None:
    """Draw photos of cities, each with a .json of its exact truth, and a contact sheet."""
    from samples.photo_files import PhotoOrder
    from samples.settings import StudioSettings

    _check_faces(faces)
    folder = str(faces) if faces else None
    settings = StudioSettings(preset=preset.value, faces=folder, size_px=_size_px(size))
    _draw(PhotoOrder(seed, count, settings, out))


def _draw(order: PhotoOrder) -> None:
    from rich.console import Console
    from rich.progress import track

    from samples.photo_files import contact_sheet, draw_order

    processes = min(os.cpu_count() or 1, order.count)
    messages = Console(stderr=True)
    try:
        drawn = draw_order(order, processes)
        paths = list(track(drawn, "Drawing", total=order.count, console=messages, transient=True))
        contact_sheet(paths).save(order.folder / SHEET_NAME, quality=88)
    except OSError as error:
        _refuse(f"{order.folder} cannot be written: {error.strerror}")
    typer.echo(f"{order.count} photos and {SHEET_NAME} are in {order.folder}", err=True)
    for path in paths:
        typer.echo(path)


def _check_faces(faces: Path | None) -> None:
    from samples.faces.folder import FacesError, check_folder

    if faces is None:
        return
    try:
        check_folder(str(faces))
    except FacesError as error:
        _refuse(str(error))


def _size_px(size: str | None) -> tuple[int, int] | None:
    if size is None:
        return None
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST_PX <= side <= LARGEST_PX for side in (width, height)):
        _refuse(f"--size {size}: write it as 1600x1200, both from {SMALLEST_PX} to {LARGEST_PX}")
    return width, height


def _refuse(reason: str) -> NoReturn:
    typer.echo(reason, err=True)
    raise typer.Exit(2)
