"""Learns a player's own set of tiles from examples, and proves on held-back ones that it helps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from calibration.example_light import varied_copies
from calibration.logistic import fit_logistic
from calibration.tile_examples import TileExamples
from scanner.hex_codes import KIND_ORDER, NOT_A_HEX
from scanner.own_tiles import ALL_LOOKS, TileProfile, all_looks
from scanner.patches import HexPatches
from scanner.read_hexes import read_patches
from scoring.kinds import District, Kind

Floats = npt.NDArray[np.float64]

LEAST_EXAMPLES = 12
HELD_BACK_EVERY = 4
LEAST_SCALE = 0.02
COLOUR_TRAIT, SORT_TRAIT = 1.0, 2.0
"""How much is learned of a shared trait for what is learned of one kind alone."""


class TooFewExamplesError(ValueError):
    """The examples cannot teach a set; the message says what is missing."""


@dataclass(frozen=True)
class HeldBackProof:
    """How many held-back hexes the reader got right before and after learning the others."""

    count: int
    stock_right: int
    own_right: int

    @property
    def helps(self) -> bool:
        return self.own_right > self.stock_right

    def sentence(self) -> str:
        return (
            f"of {self.count} held-back hexes it reads {self.own_right} right, the stock reader {self.stock_right}"
            + ("" if self.helps else ": it does not help and is not used")
        )


@dataclass(frozen=True)
class LearnedTiles:
    """A profile of all examples, and the proof from a profile of most of them."""

    profile: TileProfile
    proof: HeldBackProof
    missing: tuple[Kind, ...]


def learn_tiles(name: str, examples: TileExamples) -> LearnedTiles:
    """Learn a set. Raises TooFewExamplesError."""
    if len(examples) < LEAST_EXAMPLES:
        raise TooFewExamplesError(
            f"a set is learned from at least {LEAST_EXAMPLES} hexes with known kinds, two photos of cities are good; "
            f"there are {len(examples)}"
        )
    looks = looks_of(varied_copies(examples.pixels)).reshape(len(examples), -1, ALL_LOOKS)
    held_back = held_back_ones(examples.classes)
    rest = np.setdiff1d(np.arange(len(examples)), held_back)
    trial = _fit(name, looks[rest], examples.classes[rest])
    proof = _proof(trial, looks[held_back, 0], examples.pick(held_back))
    shown = set(examples.classes.tolist())
    missing = tuple(kind for index, kind in enumerate(KIND_ORDER) if index not in shown)
    return LearnedTiles(_fit(name, looks, examples.classes), proof, missing)


def looks_of(pixels: npt.NDArray[np.uint8]) -> Floats:
    """How the tops in patches (n, 96, 96, 3) look to the scanner."""
    count = len(pixels)
    return all_looks(read_patches(HexPatches(pixels, np.zeros(count, dtype=np.intp), np.zeros((count, 2)))))


def held_back_ones(classes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Every fourth hex of each kind; a kind with fewer keeps all for learning."""
    chosen: list[int] = []
    for number in range(NOT_A_HEX):
        chosen += np.flatnonzero(classes == number)[HELD_BACK_EVERY - 1 :: HELD_BACK_EVERY].tolist()
    return np.array(sorted(chosen), dtype=np.intp)


def _proof(trial: TileProfile, looks: Floats, held_back: TileExamples) -> HeldBackProof:
    if not len(held_back):
        return HeldBackProof(0, 0, 0)
    read = trial.kind_logp(looks).argmax(axis=1)
    right = read == held_back.classes, held_back.stock == held_back.classes
    return HeldBackProof(len(held_back), int(right[1].sum()), int(right[0].sum()))


def _fit(name: str, looks: Floats, classes: npt.NDArray[np.intp]) -> TileProfile:
    """A reader of looks (n, copies, d), fitted where the noise of looks is even and told in steps of their spread."""
    own = looks.reshape(-1, looks.shape[-1])
    mean, scale = own.mean(axis=0), np.maximum(own.std(axis=0), LEAST_SCALE)
    even = _even_looks()
    kinds = fit_logistic((own - mean) @ even, np.repeat(classes, looks.shape[1]), _kind_traits())
    stock = _stock_looks()
    both = (np.concatenate([own, stock]) - mean) @ even
    is_own = np.concatenate([np.ones(len(own), np.intp), np.zeros(len(stock), np.intp)])
    halves = fit_logistic(both, is_own, np.eye(2))
    steps = scale[:, None] * even
    kinds, halves = (np.vstack([steps @ weights[:-1], weights[-1]]) for weights in (kinds, halves))
    # Classes weigh by the root of their number, so neither side starts with an advantage worth naming.
    return TileProfile(name, mean, scale, _without_unseen(kinds, classes), halves[:, 1] - halves[:, 0])


def _kind_traits() -> Floats:
    """What a kind has of its own, and what it shares: a colour with its plaza, and what makes a plaza with all plazas.

    So a kind that few examples show is told by what others show of it.
    """
    colours = [[kind.district is district for kind in KIND_ORDER] for district in District]
    sorts = [[kind.is_plaza for kind in KIND_ORDER], [kind.is_district for kind in KIND_ORDER]]
    return np.vstack([np.eye(NOT_A_HEX), COLOUR_TRAIT * np.array(colours), SORT_TRAIT * np.array(sorts)])


def _without_unseen(kinds: Floats, classes: npt.NDArray[np.intp]) -> Floats:
    """Kinds without an example stay possible, but only where nothing else fits."""
    seen = np.isin(np.arange(NOT_A_HEX), classes)
    made = kinds.copy()
    made[-1, ~seen] = made[-1, seen].min() - 2
    return made


@cache
def _stock_looks() -> Floats:
    """How tops of the set that the scanner knows look, in studio photos."""
    return _shipped("stock_looks.npy")


@cache
def _even_looks() -> Floats:
    """The matrix after which looks of one picture differ from photo to photo alike in every direction."""
    return _shipped("even_looks.npy")


def _shipped(name: str) -> Floats:
    with files("calibration").joinpath(name).open("rb") as file:
        return np.asarray(np.load(file, allow_pickle=False), dtype=np.float64)
