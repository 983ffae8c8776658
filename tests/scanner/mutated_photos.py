"""Photos that something bad has happened to, from a seed: to their pixels, to the bytes of their file, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

from samples.settings import StudioSettings
from samples.studio import draw_photo
from tests.scanner.picture_files import encoded

BASE_PHOTOS = (("easy", 9001), ("table", 9002), ("table", 9003), ("hard", 9004))
BASE_SIZE_PX = (900, 675)
FORMATS: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 85},
    "PNG": {},
    "WEBP": {"quality": 85},
    "HEIF": {"quality": 80},
}

Pixels = Callable[[Image.Image, Random], Image.Image]
Bytes = Callable[[bytearray, Random], bytearray]


@dataclass(frozen=True)
class MutatedPhoto:
    """A file, and what was done to it."""

    story: str
    data: bytes


def mutated_photo(seed: int) -> MutatedPhoto:
    """The same seed always tells the same story."""
    random = Random(seed)
    preset, photo_seed = random.choice(BASE_PHOTOS)
    image = base_photo(preset, photo_seed)
    pixel_changes = random.sample(sorted(PIXEL_CHANGES), random.choice((0, 1, 1, 2, 3)))
    for name in pixel_changes:
        image = PIXEL_CHANGES[name](image, random)
    file_format = random.choice(sorted(FORMATS))
    data = bytearray(encoded(image.convert("RGB"), file_format, **FORMATS[file_format]))
    byte_changes = random.sample(sorted(BYTE_CHANGES), random.choice((0, 0, 1, 1, 2)))
    for name in byte_changes:
        data = BYTE_CHANGES[name](data, random)
    story = ", ".join([f"{preset} {photo_seed}", *pixel_changes, file_format, *byte_changes])
    return MutatedPhoto(story, bytes(data))


@cache
def base_photo(preset: str, seed: int) -> Image.Image:
    return Image.fromarray(draw_photo(seed, StudioSettings(preset=preset, size_px=BASE_SIZE_PX)).image_rgb)


def _cut(image: Image.Image, random: Random) -> Image.Image:
    width, height = image.size
    left, top = random.randrange(width - 100), random.randrange(height - 100)
    return image.crop((left, top, random.randint(left + 100, width), random.randint(top + 100, height)))


def _stretched(image: Image.Image, random: Random) -> Image.Image:
    width, height = image.size
    size = (max(int(width * random.uniform(0.15, 2)), 1), max(int(height * random.uniform(0.15, 2)), 1))
    return image.resize(size)


def _turned(image: Image.Image, random: Random) -> Image.Image:
    return image.rotate(random.uniform(0, 360), expand=random.random() < 0.5)


def _noisy(image: Image.Image, random: Random) -> Image.Image:
    noise = np.random.default_rng(random.randrange(2**32)).normal(0, random.uniform(5, 120), (*image.size[::-1], 3))
    return Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))


def _tiled(image: Image.Image, random: Random) -> Image.Image:
    """The same small picture many times over: far more hexes than a table holds."""
    small = image.resize((image.width // 3, image.height // 3))
    canvas = Image.new("RGB", image.size)
    for index in range(9):
        canvas.paste(small, (index % 3 * small.width, index // 3 * small.height))
    return canvas


def _pieced(image: Image.Image, random: Random) -> Image.Image:
    """Blocks of the picture in wrong places."""
    canvas = image.copy()
    for _ in range(random.randint(5, 60)):
        side = random.randint(20, 200)
        left, top = random.randrange(max(image.width - side, 1)), random.randrange(max(image.height - side, 1))
        block = image.crop((left, top, left + side, top + side))
        canvas.paste(block, (random.randrange(image.width), random.randrange(image.height)))
    return canvas


PIXEL_CHANGES: dict[str, Pixels] = {
    "cut": _cut,
    "stretched": _stretched,
    "turned": _turned,
    "noisy": _noisy,
    "tiled": _tiled,
    "pieced": _pieced,
    "mirrored": lambda image, _: ImageOps.mirror(image),
    "inverted": lambda image, _: ImageOps.invert(image),
    "grey": lambda image, _: ImageOps.grayscale(image).convert("RGB"),
    "posterized": lambda image, random: ImageOps.posterize(image, random.randint(1, 3)),
    "blurred": lambda image, random: image.filter(ImageFilter.GaussianBlur(random.uniform(1, 25))),
    "dark or bright": lambda image, random: ImageEnhance.Brightness(image).enhance(random.choice((0.02, 0.2, 3, 20))),
    "pale": lambda image, random: ImageEnhance.Contrast(image).enhance(random.uniform(0, 0.3)),
    "black": lambda image, _: Image.new("RGB", image.size),
    "white": lambda image, _: Image.new("RGB", image.size, "white"),
}


def _flipped_bytes(data: bytearray, random: Random) -> bytearray:
    for _ in range(random.choice((1, 5, 50, 500))):
        data[random.randrange(len(data))] = random.randrange(256)
    return data


def _damaged_head(data: bytearray, random: Random) -> bytearray:
    for _ in range(random.randint(1, 12)):
        data[random.randrange(min(len(data), 400))] = random.randrange(256)
    return data


def _shortened(data: bytearray, random: Random) -> bytearray:
    return data[: random.randint(0, len(data))]


def _lost_middle(data: bytearray, random: Random) -> bytearray:
    start = random.randrange(len(data))
    del data[start : start + random.randint(1, 5000)]
    return data


def _repeated_part(data: bytearray, random: Random) -> bytearray:
    start = random.randrange(len(data))
    part = data[start : start + random.randint(1, 5000)]
    spot = random.randrange(len(data))
    return data[:spot] + part + data[spot:]


def _zeroed(data: bytearray, random: Random) -> bytearray:
    start = random.randrange(len(data))
    length = min(random.randint(1, 5000), len(data) - start)
    data[start : start + length] = bytes(length)
    return data


BYTE_CHANGES: dict[str, Bytes] = {
    "flipped bytes": _flipped_bytes,
    "damaged head": _damaged_head,
    "shortened": _shortened,
    "lost middle": _lost_middle,
    "repeated part": _repeated_part,
    "zeroed": _zeroed,
}
