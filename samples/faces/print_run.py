"""The pictures of one photo: which are used, recoloured as one print run, scaled for pasting."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance, between, happens, pick, stream
from samples.faces.brush import Brush, lighter, premultiplied, varied
from samples.faces.folder import VARIANTS, folder_variant
from samples.faces.gallery import FACE_PX, OWN_PICTURES, own_picture
from samples.faces.invented import INVENTED_SETS, invented_picture
from samples.faces.random_sets import random_set_number, random_set_picture
from samples.noise import Image
from samples.outline import UNIT_HEX
from scoring.kinds import Kind

PICTURES_PER_KIND = 3
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PrintPlan:
    """What a print run depends on: its seed, how far colours stray, and where its faces come from.

    `folder` is a folder of faces, the name of an invented or of a random set, or None for our own.
    """

    seed: int
    folder: str | None
    stray: float


@dataclass(eq=False)
class PrintRun:
    """Gives the picture of a kind as premultiplied RGBA of about `size_px`."""

    plan: PrintPlan
    size_px: int
    _made: dict[tuple[Kind, int], Image] = field(default_factory=dict)

    def picture(self, kind: Kind, number: int) -> Image:
        key = kind, number % PICTURES_PER_KIND
        if key not in self._made:
            self._made[key] = self._make(*key)
        return self._made[key]

    def _make(self, kind: Kind, number: int) -> Image:
        common = colour_change(stream(self.plan.seed, "print"), self.plan.stray, may_pale=True)
        chance = stream(self.plan.seed, f"print {kind} {number}")
        own_change = colour_change(chance, self.plan.stray * 0.4, may_pale=False)
        source = self._source(kind, number)
        size = min(self.size_px, source.shape[0])
        small = cv2.resize(source, (size, size), interpolation=cv2.INTER_AREA)
        rgb = cv2.transform(small[..., :3].copy(), chained(common, own_change))
        rgb = cv2.LUT(rgb, _curve(self._ink() + chance.normal(0, 0.08 * self.plan.stray)))
        return premultiplied(rgb, small[..., 3])

    def back(self) -> Image:
        """What a tile shows face down: one hex of its back."""
        chance = stream(self.plan.seed, "back")
        brush = Brush(chance, ink_px=0)
        colour = pick(chance, ((70, 110, 150), (196, 150, 96), (150, 70, 52), (226, 214, 190), (90, 90, 96)))
        brush.polygon(UNIT_HEX * 1.04, varied(chance, colour, 12), None)
        for radius in np.linspace(0.75, 0.25, int(chance.integers(1, 5))):
            brush.line(
                UNIT_HEX * radius, varied(chance, lighter(colour, 0.35), 10), int(chance.integers(3, 9)), closed=True
            )
        brush.disc(0, 0, between(chance, (0.1, 0.2)), lighter(colour, 0.5), None)
        rgba = brush.finished(min(self.size_px, FACE_PX))
        return premultiplied(rgba[..., :3].copy(), rgba[..., 3])

    def _ink(self) -> float:
        """The exponent of the run's tone curve: below one prints pale, above one dark."""
        return between(stream(self.plan.seed, "ink"), (1 - 0.35 * self.plan.stray, 1 + 0.2 * self.plan.stray))

    def _source(self, kind: Kind, number: int) -> Image:
        folder = self.plan.folder
        if folder in INVENTED_SETS:
            return invented_picture(folder, kind, number)
        random_set = random_set_number(folder)
        if random_set is not None:
            return random_set_picture(random_set, kind, number)
        stock = OWN_PICTURES if folder is None else VARIANTS
        chosen = int(stream(self.plan.seed, f"pictures {kind}").choice(stock, PICTURES_PER_KIND, replace=False)[number])
        return own_picture(kind, chosen) if folder is None else folder_variant(folder, kind, chosen)


def colour_change(chance: Chance, stray: float, *, may_pale: bool) -> Matrix:
    """A 3x4 colour matrix: hue turned a little, saturation and brightness changed, or the whole washed out."""
    angle = np.radians(chance.normal(0, 7 * stray))
    saturation = between(chance, (1 - 0.4 * stray, 1 + 0.2 * stray))
    gain = between(chance, (1 - 0.15 * stray, 1 + 0.08 * stray))
    lift = between(chance, (0, 70)) * stray if may_pale and happens(chance, 0.5) else 0.0
    grey = np.array([0.299, 0.587, 0.114])
    turn = _hue_turn(angle)
    linear = gain * ((1 - saturation) * np.outer(np.ones(3), grey) + saturation * turn)
    return np.column_stack([linear * (1 - lift / 255), np.full(3, lift)])


def _curve(exponent: float) -> Image:
    made: Image = np.round(255 * (np.arange(256) / 255) ** float(np.clip(exponent, 0.5, 1.5))).astype(np.uint8)
    return made


def chained(first: Matrix, second: Matrix) -> Matrix:
    linear = second[:, :3] @ first[:, :3]
    return np.column_stack([linear, second[:, :3] @ first[:, 3] + second[:, 3]])


def _hue_turn(angle: float) -> Matrix:
    """A rotation about the grey axis."""
    axis = np.full(3, 1 / np.sqrt(3))
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    made: Matrix = np.cos(angle) * np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * np.outer(axis, axis)
    return made
