"""What the camera makes of the light: base light and vignetting, glare, blur, noise, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from samples.camera import Camera, distortion_maps
from samples.chance import Chance, between, happens, pick, pick_weighted, stream
from samples.light import GAMMA, Light, Veil, direct_light, mirrored_light
from samples.noise import FIELD_PX, Field, Image, grain_piece

COARSE_PX = 16


@dataclass(frozen=True)
class Development:
    """Lengths in pixels of a photo 1600 wide; they grow with the photo. JPEG quality None leaves the file step out."""

    exposure: float = 1.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignetting: float = 0.0
    blur_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 0.0
    noise_grain_px: float = 0.7
    sharpening: float = 0.0
    contrast: float = 1.0
    saturation: float = 1.0
    jpeg_quality: int | None = None


def random_development(chance: Chance, hardness: float) -> Development:
    warm = _random_warmth(chance) * (0.5 + min(hardness, 0.5))
    green = chance.normal(0, 0.02)
    return Development(
        exposure=float(np.exp(chance.normal(-0.15 - 0.1 * hardness, 0.15 + 0.18 * hardness))),
        white_balance=(float(1 + warm), float(1 + green), float(1 - warm)),
        vignetting=between(chance, (0, 0.5)),
        blur_px=abs(chance.normal(0, 0.5 + 0.6 * hardness)),
        motion_px=between(chance, (1, 3 + 4 * hardness)) if happens(chance, 0.2 * hardness) else 0.0,
        motion_deg=between(chance, (0, 180)),
        noise=float(np.exp(chance.normal(0.3, 0.5 + 0.3 * hardness))),
        noise_grain_px=pick(chance, (0.3, 0.6, 0.9, 1.3)),
        sharpening=between(chance, (0, 1.0)),
        contrast=between(chance, (0.9, 1.2)),
        saturation=between(chance, (0.75, 1.3)),
        jpeg_quality=int(chance.integers(60, 96)),
    )


def _random_warmth(chance: Chance) -> float:
    """How far a camera's white balance leaves the lamps' colour: living rooms at night are far on the warm side."""
    low, high = pick_weighted(chance, [((-0.05, 0.08), 0.5), ((0.08, 0.38), 0.36), ((-0.22, -0.05), 0.14)])
    return between(chance, (low, high))


def develop(
    canvas: Image, camera: Camera, light: Light, development: Development, gloss: Image | None, seed: int
) -> Image:
    """The photo before it is saved, from the picture of the scene under even light."""
    chance = stream(seed, "develop")
    scale = camera.width_px / 1600
    photo = light_up(canvas, camera, light, development, gloss)
    if camera.k1 or camera.k2:
        photo = cv2.remap(photo, *distortion_maps(camera), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    photo = _blurred(photo, development, scale)
    photo = _noisy(photo, development, chance)
    photo = _sharpened(photo, development, scale)
    return _toned(photo, development)


def light_up(canvas: Image, camera: Camera, light: Light, development: Development, gloss: Image | None) -> Image:
    """Multiplies by the light on the table plane, the exposure and the vignetting, all slow in space; adds glare."""
    columns, rows = camera.width_px // COARSE_PX + 2, camera.height_px // COARSE_PX + 2
    x, y = np.linspace(0, camera.width_px, columns), np.linspace(0, camera.height_px, rows)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    world = np.clip(camera.on_plane(grid, 0.0), -80, 80)
    away = ((grid - camera.centre_px) ** 2).sum(axis=1) / (camera.centre_px**2).sum()
    gain = development.exposure * np.array(development.white_balance) * (1 - development.vignetting * away[:, None])
    linear = direct_light(light, world) * gain * _veil(light.veil, columns, rows)
    photo = cv2.multiply(canvas, _enlarged(linear, 100, rows, columns, canvas), scale=1 / 100)
    if gloss is None or not light.glare:
        return photo
    glare = _enlarged(mirrored_light(light, world, camera.position) * gain, 255, rows, columns, canvas)
    shine = cv2.resize(gloss, canvas.shape[1::-1])
    glare = cv2.multiply(glare, cv2.merge([shine] * 3), scale=1 / 128)
    made: Image = cv2.add(photo, cv2.multiply(glare, cv2.bitwise_not(photo), scale=1 / 255))
    return made


def _enlarged(linear: Field, unit: int, rows: int, columns: int, canvas: Image) -> Image:
    """Linear light on the coarse grid as display values over the whole photo, `unit` standing for one."""
    display = cv2.pow(np.clip(linear, 0, 6).astype(np.float32), 1 / GAMMA).reshape(rows, columns, 3)
    made: Image = cv2.resize(cv2.convertScaleAbs(display, alpha=unit), canvas.shape[1::-1])
    return made


def _veil(veil: Veil | None, columns: int, rows: int) -> Field:
    """The share of light that a hand's or a phone's shadow leaves, for every point of the coarse grid."""
    left: Field = np.ones((rows, columns), np.float32)
    if veil is not None:
        corners = np.round(np.array(veil.corners) * (columns, rows) * 16).astype(np.int32)
        cv2.fillPoly(left, [corners], (veil.left,), cv2.LINE_8, 4)
        left = cv2.GaussianBlur(left, (0, 0), max(0.5, veil.softness * columns))
    made: Field = left.reshape(-1, 1)
    return made


def through_jpeg(photo: Image, quality: int) -> Image:
    """What is left of a photo after it was saved."""
    _, data = cv2.imencode(".jpg", cv2.cvtColor(photo, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    made: Image = cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB)
    return made


def _blurred(photo: Image, development: Development, scale: float) -> Image:
    if development.blur_px * scale > 0.3:
        photo = cv2.GaussianBlur(photo, (0, 0), development.blur_px * scale)
    length = development.motion_px * scale
    if length < 1.5:
        return photo
    size = int(length) | 1
    kernel: Field = np.zeros((size, size), np.float32)
    kernel[size // 2] = 1
    turn = cv2.getRotationMatrix2D((size // 2, size // 2), development.motion_deg, 1)
    kernel = cv2.warpAffine(kernel, turn, (size, size))
    made: Image = cv2.filter2D(photo, -1, kernel / kernel.sum())
    return made


def _noisy(photo: Image, development: Development, chance: Chance) -> Image:
    if development.noise <= 0:
        return photo
    strength = development.noise / 32
    for top in range(0, photo.shape[0], FIELD_PX):
        for left in range(0, photo.shape[1], FIELD_PX):
            part = photo[top : top + FIELD_PX, left : left + FIELD_PX]
            grain = grain_piece(chance, development.noise_grain_px, part.shape[1], part.shape[0])
            cv2.addWeighted(part, 1, grain, strength, -128 * strength, part)
    return photo


def _sharpened(photo: Image, development: Development, scale: float) -> Image:
    if development.sharpening <= 0.05:
        return photo
    soft = cv2.GaussianBlur(photo, (0, 0), max(0.8, 1.2 * scale))
    made: Image = cv2.addWeighted(photo, 1 + development.sharpening, soft, -development.sharpening, 0)
    return made


def _toned(photo: Image, development: Development) -> Image:
    grey = np.array([0.299, 0.587, 0.114])
    mix = (1 - development.saturation) * np.outer(np.ones(3), grey) + development.saturation * np.eye(3)
    lift = 128 * (1 - development.contrast)
    made: Image = cv2.transform(photo, np.column_stack([mix * development.contrast, np.full(3, lift)]))
    return made
