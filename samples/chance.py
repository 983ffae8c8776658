"""Seeded chance: every part of a photo draws from its own stream, so that a change in one leaves the others alone."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

VERSION = 8
"""Raised whenever a seed gives another photo than before."""
SHUFFLE = 6
"""Part of every stream. It stays when the version rises, so that a change leaves all other choices as they were."""
Chance = np.random.Generator
T = TypeVar("T")


def stream(seed: int, part: str) -> Chance:
    """The random numbers of one part of one photo."""
    return np.random.Generator(np.random.PCG64([seed, SHUFFLE, zlib.crc32(part.encode())]))


def between(chance: Chance, low_high: tuple[float, float]) -> float:
    return float(chance.uniform(*low_high))


def happens(chance: Chance, share: float) -> bool:
    return bool(chance.random() < share)


def pick(chance: Chance, choices: Sequence[T]) -> T:
    return choices[int(chance.integers(len(choices)))]


def pick_weighted(chance: Chance, choices: Sequence[tuple[T, float]]) -> T:
    """One of the values, as often as its weight says."""
    weights = np.array([weight for _, weight in choices])
    return choices[int(chance.choice(len(choices), p=weights / weights.sum()))][0]
