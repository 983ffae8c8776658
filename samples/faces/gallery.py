"""Our own drawings of the eleven kinds, as RGBA squares."""

from __future__ import annotations

from functools import lru_cache

from samples.chance import between, happens, stream
from samples.faces.brush import Brush
from samples.faces.districts import draw_district
from samples.faces.plazas import draw_plaza
from samples.faces.quarry import draw_quarry
from samples.noise import Image
from scoring.kinds import DISTRICT_KINDS, Kind

OWN_PICTURES = 24
FACE_PX = 320


@lru_cache(maxsize=11 * OWN_PICTURES)
def own_picture(kind: Kind, number: int) -> Image:
    """One of our drawings of a kind; each number is another picture."""
    chance = stream(number, f"face {kind}")
    shade = (between(chance, (-0.07, 0.07)), between(chance, (-0.07, 0.07)))
    brush = Brush(chance, shade, ink_px=int(chance.integers(1, 3)) if happens(chance, 0.9) else 0)
    if kind is Kind.QUARRY:
        draw_quarry(brush)
    elif kind in DISTRICT_KINDS:
        draw_district(brush, DISTRICT_KINDS[kind])
    else:
        district = kind.district
        assert district is not None
        draw_plaza(brush, district)
    return brush.finished(FACE_PX)
