"""Learns a player's own set of tiles from examples, and proves on held-back ones that it helps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from calibration.example_light import COPIES, varied_copies
from calibration.logistic import fit_logistic
from calibration.tile_examples import TileExamples
from scanner.hex_codes import KIND_CLASSES, KIND_ORDER, NOT_A_HEX
from scanner.own_tiles import TileProfile
from scanner.tile_looks import tile_looks
from scoring.kinds import Kind

Floats = npt.NDArray[np.float64]

LEAST_EXAMPLES = 12
HELD_BACK_EVERY = 4
LEAST_SCALE = 0.02


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
    hexes = examples.hexes()
    if len(hexes) < LEAST_EXAMPLES:
        raise TooFewExamplesError(
            f"a set is learned from at least {LEAST_EXAMPLES} hexes with known kinds, two photos of cities are good; "
            f"there are {len(hexes)}"
        )
    held_back = held_back_ones(examples)
    rest = np.setdiff1d(np.arange(len(examples)), held_back)
    trial = _fit(name, examples.pick(rest))
    proof = _proof(trial, examples.pick(held_back))
    shown = set(hexes.classes.tolist())
    missing = tuple(kind for index, kind in enumerate(KIND_ORDER) if index not in shown)
    return LearnedTiles(_fit(name, examples), proof, missing)


def held_back_ones(examples: TileExamples) -> npt.NDArray[np.intp]:
    """Every fourth hex of each kind; a kind with fewer keeps all for learning."""
    chosen: list[int] = []
    for number in range(NOT_A_HEX):
        chosen += np.flatnonzero(examples.classes == number)[HELD_BACK_EVERY - 1 :: HELD_BACK_EVERY].tolist()
    return np.array(sorted(chosen), dtype=np.intp)


def _proof(trial: TileProfile, held_back: TileExamples) -> HeldBackProof:
    if not len(held_back):
        return HeldBackProof(0, 0, 0)
    read = trial.kind_logp(tile_looks(held_back.pixels))[:, :NOT_A_HEX].argmax(axis=1)
    right = read == held_back.classes, held_back.stock == held_back.classes
    return HeldBackProof(len(held_back), int(right[1].sum()), int(right[0].sum()))


def _fit(name: str, examples: TileExamples) -> TileProfile:
    looks = np.concatenate([tile_looks(varied_copies(examples.pixels)), _known_looks("other_looks")])
    others = np.full(len(_known_looks("other_looks")), NOT_A_HEX, np.intp)
    classes = np.concatenate([np.repeat(examples.classes, COPIES), others])
    mean, scale = looks.mean(axis=0), np.maximum(looks.std(axis=0), LEAST_SCALE)
    kinds = fit_logistic((looks - mean) / scale, classes, KIND_CLASSES)
    own = looks[classes != NOT_A_HEX]
    stock = _known_looks("stock_looks")
    both = (np.concatenate([own, stock]) - mean) / scale
    is_own = np.concatenate([np.ones(len(own), np.intp), np.zeros(len(stock), np.intp)])
    halves = fit_logistic(both, is_own, 2)
    # Classes weigh by the root of their number, so neither side starts with an advantage worth naming.
    return TileProfile(name, mean, scale, _without_unseen(kinds, classes), halves[:, 1] - halves[:, 0])


def _without_unseen(kinds: Floats, classes: npt.NDArray[np.intp]) -> Floats:
    """Kinds without an example stay possible, but only where nothing else fits."""
    seen = np.isin(np.arange(KIND_CLASSES), classes)
    made = kinds.copy()
    made[-1, ~seen] = made[-1, seen].min() - 2
    return made


@cache
def _known_looks(name: str) -> Floats:
    """From studio photos: how tops of the set that the scanner knows look, and what is no hex."""
    with files("calibration").joinpath(f"{name}.npy").open("rb") as file:
        return np.asarray(np.load(file, allow_pickle=False), dtype=np.float64)
