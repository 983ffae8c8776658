"""The affine frame of a hex in the picture, and the smooth numbers a network can learn for it.

A frame maps the unit flat-top hex to pixels. It is known only up to turns by 60 degrees, so it is written as
size * exp(S) * R(angle) with S symmetric and traceless, and the angle as the cosine and sine of six times itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class FrameCode(NamedTuple):
    """Arrays of one length: log size in px, the two numbers of S, cos and sin of six times the angle."""

    log_size: Floats
    stretch: Floats
    shear: Floats
    cos6: Floats
    sin6: Floats


def encode_frames(frames: Floats) -> FrameCode:
    """The code of (n, 2, 2) frames with positive determinant."""
    left, values, right = np.linalg.svd(frames)
    rotation = left @ right
    log_values = np.log(values)
    log_size = log_values.mean(axis=1)
    spread = log_values - log_size[:, None]
    symmetric = np.einsum("nij,nj,nkj->nik", left, spread, left)
    angle = np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0])
    return FrameCode(log_size, symmetric[:, 0, 0], symmetric[:, 0, 1], np.cos(6 * angle), np.sin(6 * angle))


def decode_frames(code: FrameCode) -> Floats:
    """Frames (n, 2, 2), with the turn nearest to none."""
    magnitude = np.hypot(code.stretch, code.shear)
    grow = np.cosh(magnitude)
    shift = np.sinh(magnitude) / np.maximum(magnitude, 1e-9)
    shape = np.empty((len(code.log_size), 2, 2))
    shape[:, 0, 0] = grow + shift * code.stretch
    shape[:, 1, 1] = grow - shift * code.stretch
    shape[:, 0, 1] = shape[:, 1, 0] = shift * code.shear
    angle = np.arctan2(code.sin6, code.cos6) / 6
    rotation = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1).reshape(-1, 2, 2)
    return np.asarray(np.exp(code.log_size)[:, None, None] * (shape @ rotation), dtype=np.float64)


def frame_of_outline(corners_px: Floats, unit_corners: Floats) -> Floats:
    """The frame (2, 2) that best maps the unit corners to an outline, both (6, 2) in the same order."""
    centred = corners_px - corners_px.mean(axis=0)
    solution, *_ = np.linalg.lstsq(unit_corners, centred, rcond=None)
    return np.asarray(solution.T, dtype=np.float64)
