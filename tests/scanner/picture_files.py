"""Picture files as bytes: good ones of every format, and every bad one that somebody may hand in."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()

WIDTH_PX, HEIGHT_PX = 240, 160
CORNER_RGB = {"top left": (220, 40, 40), "top right": (40, 200, 40), "bottom left": (40, 40, 220)}
TAKEN_WIDTH, TAKEN_HEIGHT = 0xA002, 0xA003
FOCAL_35MM, EXIF_IFD, ORIENTATION, MAKE, MODEL = 0xA405, 0x8769, 0x0112, 0x010F, 0x0110


def four_corners() -> Image.Image:
    """A picture whose corners tell which way up it lies: red, green, blue, and grey at the bottom right."""
    pixels = np.full((HEIGHT_PX, WIDTH_PX, 3), 128, np.uint8)
    pixels[: HEIGHT_PX // 2, : WIDTH_PX // 2] = CORNER_RGB["top left"]
    pixels[: HEIGHT_PX // 2, WIDTH_PX // 2 :] = CORNER_RGB["top right"]
    pixels[HEIGHT_PX // 2 :, : WIDTH_PX // 2] = CORNER_RGB["bottom left"]
    return Image.fromarray(pixels)


def encoded(image: Image.Image, file_format: str = "JPEG", **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, file_format, **options)
    return buffer.getvalue()


def exif(
    *,
    orientation: int | None = None,
    focal_35mm: Any = None,
    make: str = "",
    model: str = "",
    taken_wh: tuple[int, int] | None = None,
) -> Image.Exif:
    tags = Image.Exif()
    for tag, value in ((ORIENTATION, orientation), (MAKE, make), (MODEL, model)):
        if value:
            tags[tag] = value
    if focal_35mm is not None:
        tags.get_ifd(EXIF_IFD)[FOCAL_35MM] = focal_35mm
    if taken_wh is not None:
        tags.get_ifd(EXIF_IFD)[TAKEN_WIDTH], tags.get_ifd(EXIF_IFD)[TAKEN_HEIGHT] = taken_wh
    return tags


def png_bomb(width_px: int, height_px: int) -> bytes:
    """A few kilobytes that unpack to so many black pixels."""
    squeeze = zlib.compressobj(9)
    row = bytes(3 * width_px + 1)
    packed = b"".join(squeeze.compress(row) for _ in range(height_px)) + squeeze.flush()
    return _png(width_px, height_px, packed)


def png_claiming(width_px: int, height_px: int) -> bytes:
    """A PNG whose header claims a size that its pixels do not fill."""
    return _png(width_px, height_px, zlib.compress(bytes(100)))


def unreadable_files() -> dict[str, tuple[bytes, str]]:
    """Files that are no photos, and what the refusal must say."""
    jpeg = encoded(four_corners())
    return {
        "nothing at all": (b"", "empty"),
        "text": (b"This is a shopping list: bread, milk, hexagons.\n", "not a JPEG"),
        "page": (b"<!doctype html><title>404</title>", "not a JPEG"),
        "two bytes of a JPEG": (jpeg[:2], "not a JPEG"),
        "head of a JPEG": (jpeg[:300], "damaged"),
        "half a JPEG": (jpeg[: len(jpeg) // 2], "damaged"),
        "half a PNG": (_half(encoded(_noise(), "PNG")), "damaged"),
        "half a WebP": (_half(encoded(_noise(), "WEBP")), "damaged"),
        "half a HEIC": (_half(encoded(_noise(), "HEIF")), "damaged"),
        "GIF": (encoded(four_corners(), "GIF"), "not a JPEG"),
        "TIFF": (encoded(four_corners(), "TIFF"), "not a JPEG"),
        "one pixel": (encoded(Image.new("RGB", (1, 1)), "PNG"), "1 x 1 pixels"),
        "strip": (encoded(Image.new("RGB", (4000, 120)), "PNG"), "strip of 4000 x 120"),
        "100 megapixels": (png_claiming(10_000, 10_000), "100 megapixels"),
        "200 megapixels": (png_claiming(20_000, 10_000), "too many pixels"),
        "4 gigapixels claimed": (png_claiming(65_535, 65_535), "too many pixels"),
        "pixels missing": (png_claiming(1000, 1000), "damaged"),
    }


def odd_but_readable_files() -> dict[str, bytes]:
    """Unusual pictures of the four corners that must be read like any other."""
    picture = four_corners()
    frames = {"save_all": True, "append_images": [picture.transpose(Image.Transpose.ROTATE_180)] * 2}
    return {
        "CMYK": encoded(picture.convert("CMYK"), "JPEG", quality=95),
        "alpha PNG": encoded(picture.convert("RGBA"), "PNG"),
        "alpha WebP": encoded(picture.convert("RGBA"), "WEBP", lossless=True),
        "palette": encoded(picture.convert("P", palette=Image.Palette.ADAPTIVE), "PNG"),
        "animated WebP": encoded(picture, "WEBP", lossless=True, **frames),
        "animated PNG": encoded(picture, "PNG", **frames),
        "MPO of a 3D camera": encoded(picture, "MPO", quality=95, **frames),
        "HEIC": encoded(picture, "HEIF", quality=95),
        "progressive": encoded(picture, "JPEG", quality=95, progressive=True),
        "rubbish after the end": encoded(picture, "JPEG", quality=95) + b"rubbish" * 500,
    }


def _png(width_px: int, height_px: int, packed: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _noise() -> Image.Image:
    pixels = np.random.default_rng(5).integers(0, 256, (HEIGHT_PX, WIDTH_PX, 3), dtype=np.uint8)
    return Image.fromarray(pixels)


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
