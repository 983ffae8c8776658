"""The corner sheet on the table of a city: four numbers that say where it lies, how it is turned and how large it is.

They are the logarithm of hex sizes per millimetre, the angle, and the place of the sheet's corner in hex sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

EXACTNESS_PX = 0.5
"""How exactly a corner of a marker is seen, at 1600 pixels of the photo's longer side."""


@dataclass(frozen=True)
class SeenSheet:
    """Points of the sheet (n, 2) in millimetres, and in pixels of the photo.

    `greys` (m,) are display values that neutral places of the sheet have in good light, `greys_rgb` (m, 3) as seen.
    """

    points_mm: Floats
    pixels: Floats
    greys: Floats
    greys_rgb: Floats

    def on_table(self, laid: Floats) -> Floats:
        """World points (n, 3) of the sheet, lying as the four numbers say."""
        factor = np.exp(laid[0] + 1j * laid[1])
        placed = factor * _complex(self.points_mm) + complex(laid[2], laid[3])
        return np.column_stack([placed.real, placed.imag, np.zeros(len(placed))])

    def laid_on(self, plane_to_px: Floats) -> Floats:
        """The four numbers that fit best where a plane is seen by this homography."""
        seen = np.column_stack([self.pixels, np.ones(len(self.pixels))]) @ np.linalg.inv(plane_to_px).T
        table = _complex(seen[:, :2] / seen[:, 2:])
        sheet = _complex(self.points_mm)
        centred = sheet - sheet.mean()
        factor = (centred.conj() @ (table - table.mean())) / (centred.conj() @ centred)
        shift = table.mean() - factor * sheet.mean()
        return np.array([np.log(abs(factor)), np.angle(factor), shift.real, shift.imag])


def _complex(points: Floats) -> npt.NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1], dtype=np.complex128)
