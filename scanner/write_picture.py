"""Pictures as files."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from scanner.load_photo import RgbImage

ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


class UnwritablePictureError(ValueError):
    """A picture cannot be written there; the message says why."""


def check_ending(path: Path) -> None:
    """Refuse a name whose ending is not one of a picture, before any work is done for it."""
    if path.suffix.lower() not in ENDINGS:
        raise UnwritablePictureError(f"{path}: a picture ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")


def write_picture(rgb: RgbImage, path: Path) -> None:
    """Write pixels (h, w, 3) in the format of the name's ending."""
    check_ending(path)
    try:
        Image.fromarray(rgb).save(path, quality=90)
    except OSError as error:
        raise UnwritablePictureError(f"{path}: cannot be written ({error.strerror or error})") from None
