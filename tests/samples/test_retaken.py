"""Retaken photographs: the same for a seed, different between seeds, and true to what a turned camera sees."""

from __future__ import annotations

import numpy as np
import pytest

from samples.retaken import retaken

HEIGHT_PX, WIDTH_PX = 120, 160


def striped() -> np.ndarray:
    photo = np.full((HEIGHT_PX, WIDTH_PX, 3), 60, np.uint8)
    photo[40:80, 50:110] = (200, 160, 120)
    return photo


def test_a_seed_gives_the_same_photo_again():
    (first, quality), (again, same_quality) = retaken(striped(), 5), retaken(striped(), 5)
    assert (first == again).all()
    assert quality == same_quality


def test_seeds_differ_in_size_light_and_quality():
    photos = [retaken(striped(), seed) for seed in range(6)]
    assert len({photo.shape for photo, _ in photos}) > 3
    assert len({quality for _, quality in photos}) > 3
    assert np.ptp([photo.mean() for photo, _ in photos]) > 20


@pytest.mark.parametrize("seed", range(6))
def test_the_whole_photograph_stays_in_the_picture(seed: int):
    photo, quality = retaken(striped(), seed)
    assert photo.dtype == np.uint8
    assert min(photo.shape[:2]) > 0.35 * HEIGHT_PX
    assert 50 <= quality < 95
    # The bright block covers an eighth of the photograph, and less of a picture with empty corners.
    assert 0.01 < (photo.mean(axis=2) > photo.mean()).mean() < 0.9
