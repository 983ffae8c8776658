"""Lamps, the shadows they cast on every level plane, and the darkness near walls and in gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance, between, happens, pick_weighted
from samples.noise import Field, Image
from samples.raster import Raster

Array = npt.NDArray[np.float64]
GAMMA = 2.2
TO_DISPLAY = np.round(255 * (np.arange(256) / 255) ** (1 / GAMMA)).astype(np.uint8)
Colour3 = tuple[float, float, float]


@dataclass(frozen=True)
class Lamp:
    """A lamp at (x, y, height) seen from the middle of the table; `softness` is its size over its distance."""

    x: float
    y: float
    height: float
    strength: float
    colour: Colour3
    softness: float

    @property
    def slope(self) -> Array:
        """How far a shadow runs on the table for each unit of height."""
        return -np.array([self.x, self.y]) / self.height


@dataclass(frozen=True)
class Veil:
    """The shadow of a hand or a phone over the photo: corners as shares of the frame, how much light stays."""

    corners: tuple[tuple[float, float], ...]
    softness: float
    left: float


@dataclass(frozen=True)
class Light:
    """All lamps and the even light of the room. Strengths and `ambient` together make one."""

    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_colour: Colour3
    gap_darkness: float
    glare: float = 0.0
    glare_spread: float = 0.1
    table_gloss: float = 0.0
    veil: Veil | None = None


def random_light(chance: Chance, hardness: float) -> Light:
    """One to three lamps; `hardness` in 0..1 allows stronger casts and shadows."""
    count = pick_weighted(chance, [(1, 0.5), (2, 0.33), (3, 0.17)])
    ambient = between(chance, (0.25, 0.85 - 0.25 * hardness))
    shares = chance.dirichlet(np.full(count, 1.5)) * (1 - ambient)
    lamps = tuple(_lamp(chance, float(share)) for share in shares)
    return Light(
        lamps=lamps,
        ambient=ambient,
        ambient_colour=_tint(chance, 0.08),
        gap_darkness=between(chance, (0.72, 0.95)),
        glare=between(chance, (0.05, 0.4 + 0.6 * hardness)) if happens(chance, 0.25 + 0.25 * hardness) else 0.0,
        glare_spread=between(chance, (0.05, 0.3)),
        table_gloss=between(chance, (0.2, 1.6)) if happens(chance, 0.4) else 0.0,
        veil=_random_veil(chance) if happens(chance, 0.12 + 0.15 * hardness) else None,
    )


def _random_veil(chance: Chance) -> Veil:
    """A blunt shape that reaches in from one side of the frame."""
    angle, depth, width = chance.uniform(0, 2 * np.pi), between(chance, (0.1, 0.6)), between(chance, (0.12, 0.5))
    inward = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-inward[1], inward[0]])
    start = np.array([0.5, 0.5]) - inward * 0.9 + side * chance.normal(0, 0.25)
    tip = start + inward * (0.3 + depth)
    corners = [
        start - side * width,
        start + side * width,
        tip + side * width * 0.6,
        tip + inward * 0.08,
        tip - side * width * 0.6,
    ]
    rough = np.array(corners) + chance.normal(0, 0.02, (5, 2))
    return Veil(
        tuple((float(x), float(y)) for x, y in rough), between(chance, (0.01, 0.08)), between(chance, (0.35, 0.8))
    )


def _lamp(chance: Chance, strength: float) -> Lamp:
    angle, height = chance.uniform(0, 2 * np.pi), between(chance, (14, 60))
    lean = between(chance, (0.05, 1.1)) if happens(chance, 0.8) else between(chance, (1.1, 2.2))
    x, y = height * lean * np.cos(angle), height * lean * np.sin(angle)
    return Lamp(float(x), float(y), height, strength, _tint(chance, 0.12), between(chance, (0.03, 0.5)))


def _tint(chance: Chance, spread: float) -> Colour3:
    """From warm (lamp) to cold (window), with a little green or magenta."""
    warm, green = chance.normal(0, spread), chance.normal(0, spread * 0.2)
    return float(1 + warm), float(1 + green), float(1 - warm)


def mirrored_light(light: Light, world: Array, camera_position: Array) -> Field:
    """Glare (linear RGB) that a glossy level plane throws into the camera at points of the table."""
    outward = np.column_stack([world - camera_position[:2], np.full(len(world), camera_position[2])])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    total = np.zeros((len(world), 3))
    for lamp in light.lamps:
        toward = np.array([lamp.x, lamp.y, lamp.height]) - np.column_stack([world, np.zeros(len(world))])
        toward /= np.linalg.norm(toward, axis=1, keepdims=True)
        off = ((outward - toward) ** 2).sum(axis=1)
        spread = light.glare_spread**2 + (lamp.softness / 2) ** 2
        total += (np.exp(-off / (2 * spread)) * lamp.strength / (1 - light.ambient))[:, None] * np.array(lamp.colour)
    made: Field = (total * light.glare).astype(np.float32)
    return made


def direct_light(light: Light, world: Array) -> Field:
    """Unshadowed light (linear RGB) at points of the table, one at its middle."""
    total = np.zeros((len(world), 3)) + light.ambient * np.array(light.ambient_colour)
    for lamp in light.lamps:
        total += _falloff(lamp, world)[:, None] * lamp.strength * np.array(lamp.colour)
    made: Field = total.astype(np.float32)
    return made


def _falloff(lamp: Lamp, world: Array) -> Array:
    """Inverse square with the cosine, against the middle of the table."""
    square = (lamp.x - world[:, 0]) ** 2 + (lamp.y - world[:, 1]) ** 2 + lamp.height**2
    middle = lamp.x**2 + lamp.y**2 + lamp.height**2
    made: Array = (middle / square) ** 1.5
    return made


@dataclass(frozen=True, eq=False)
class Caster:
    """A convex upright body on the table that throws a shadow; `outline` is (N, 2)."""

    outline: Array
    height: float


def shade_levels(
    light: Light, raster: Raster, masks: list[Image], casters: Sequence[Caster], thickness: float
) -> list[Image]:
    """For the table and each level, how much of the direct light arrives (RGB, 255 is all, in display values).

    `masks[k]` marks from above where a tile reaches from level k to level k + 1 (k = 0: tiles on the table).
    """
    return [_shade_plane(light, raster, masks, casters, level, thickness) for level in range(len(masks) + 1)]


def _shade_plane(
    light: Light, raster: Raster, masks: list[Image], casters: Sequence[Caster], level: int, thickness: float
) -> Image:
    """Open sky and each lamp's light are masks of 8 bits; one matrix mixes them to colours."""
    masks_open = [_open_sky(light, raster, masks, casters, level, thickness)]
    for lamp in light.lamps:
        shadow = _cast(lamp, raster, masks[level:], thickness)
        masks_open.append(cv2.bitwise_not(cv2.max(shadow, _cast_blocks(lamp, raster, casters, level * thickness))))
    weights = [light.ambient * np.array(light.ambient_colour)]
    weights += [lamp.strength * np.array(lamp.colour) for lamp in light.lamps]
    mixing = np.stack(weights, axis=1) / np.sum(weights, axis=0)[:, None]
    made: Image = cv2.LUT(cv2.transform(cv2.merge(masks_open), mixing), TO_DISPLAY)
    return made


def _open_sky(
    light: Light, raster: Raster, masks: list[Image], casters: Sequence[Caster], level: int, thickness: float
) -> Image:
    """How much of the room's even light arrives: little in gaps and beside walls."""
    around = masks[level].copy() if level < len(masks) else np.zeros((raster.height_px, raster.width_px), np.uint8)
    for caster in casters:
        if caster.height > (level + 0.5) * thickness:
            _fill(around, raster, caster.outline)
    close = cv2.GaussianBlur(around, (0, 0), 0.08 * raster.scale)
    wide = cv2.GaussianBlur(cv2.resize(around, None, fx=0.25, fy=0.25), (0, 0), 0.09 * raster.scale)
    both = cv2.addWeighted(close, 0.7, cv2.resize(wide, around.shape[::-1]), 0.3, 0)
    made: Image = cv2.bitwise_not(cv2.convertScaleAbs(both, alpha=light.gap_darkness))
    return made


def _cast(lamp: Lamp, raster: Raster, above: list[Image], thickness: float) -> Image:
    shadow: Image = np.zeros((raster.height_px, raster.width_px), np.uint8)
    for steps, mask in enumerate(above, start=1):
        height = steps * thickness
        x, y = lamp.slope * height * raster.scale
        moved = cv2.warpAffine(mask, _shift(x, y), mask.shape[::-1])
        half = cv2.warpAffine(mask, _shift(x * 0.8, y * 0.8), mask.shape[::-1])
        shadow = cv2.max(shadow, _soften(cv2.max(moved, half), lamp, height, raster))
    return shadow


def _shift(x: float, y: float) -> Array:
    return np.array([[1, 0, x], [0, 1, y]], float)


def _cast_blocks(lamp: Lamp, raster: Raster, casters: Sequence[Caster], plane: float) -> Image:
    """Shadows of upright bodies: their outline drawn out to where the shadow of the top falls."""
    shadow: Image = np.zeros((raster.height_px, raster.width_px), np.uint8)
    for caster in casters:
        rise = caster.height - plane
        if rise <= 0:
            continue
        moved = np.concatenate([caster.outline, caster.outline + lamp.slope * rise]).astype(np.float32)
        own = np.zeros_like(shadow)
        _fill(own, raster, cv2.convexHull(moved).reshape(-1, 2).astype(np.float64))
        shadow = cv2.max(shadow, _soften(own, lamp, min(rise, 1.0), raster))
    return shadow


def _soften(mask: Image, lamp: Lamp, height: float, raster: Raster) -> Image:
    sigma = max(0.4, height * lamp.softness * raster.scale * (1 + float(np.hypot(*lamp.slope))) / 2)
    if sigma < 4:
        made: Image = cv2.GaussianBlur(mask, (0, 0), sigma)
        return made
    small = cv2.GaussianBlur(cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), (0, 0), sigma / 4)
    enlarged: Image = cv2.resize(small, mask.shape[::-1])
    return enlarged


def _fill(mask: Image, raster: Raster, outline: Array) -> None:
    pixels = np.round(raster.pixels(outline) * 16).astype(np.int32)
    cv2.fillPoly(mask, [pixels], (255,), cv2.LINE_AA, 4)


def wall_light(light: Light, normals: Array) -> Field:
    """Light (linear RGB, against a top that sees every lamp) on upright walls with these outward normals."""
    total = np.zeros((len(normals), 3)) + 0.5 * light.ambient * np.array(light.ambient_colour)
    for lamp in light.lamps:
        toward = np.array([lamp.x, lamp.y, lamp.height])
        upright = toward[2] / np.linalg.norm(toward)
        facing = np.clip(normals @ toward[:2] / np.linalg.norm(toward), 0, None) / max(upright, 0.3)
        total += (facing * lamp.strength)[:, None] * np.array(lamp.colour)
    made: Field = total.astype(np.float32)
    return made
