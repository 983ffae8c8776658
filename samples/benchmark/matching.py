"""Which read city is which true city, and which read hex is which true hex.

The lattice of a reading may start anywhere and be turned by sixths of a circle, but a mirrored one is wrong.
Every pair of a true and a read hex votes for the turn and the step that would lay one on the other; the best
supported alignment wins. Where both say where in the photo they are, only pairs that are near vote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from samples.benchmark.truth import TruthCity, TruthHex
from scanner.result import ReadCity, ReadHex
from scoring.axial import Axial

Floats = npt.NDArray[np.float64]

SAME_PLACE_VOTE, SAME_KIND_VOTE, SAME_LEVEL_VOTE = 1.0, 2.0, 0.5
NEAR_IN_SPACINGS = 0.7
"""A read hex further than this from a true one, in distances between neighbours, cannot be that hex."""


class Alignment(NamedTuple):
    """How a read lattice is laid on the true one: turned around its origin, then moved."""

    sixths: int
    step: Axial
    votes: float

    def of(self, place: Axial) -> Axial:
        return place.turned(self.sixths).moved(self.step)


@dataclass(frozen=True)
class HexPair:
    """A true hex and its reading. Without a reading it was missed, without a truth it is false."""

    truth: TruthHex | None
    read: ReadHex | None

    @property
    def is_found(self) -> bool:
        return self.truth is not None and self.read is not None

    @property
    def is_missed(self) -> bool:
        return self.read is None

    @property
    def is_false(self) -> bool:
        return self.truth is None

    @property
    def is_kind_right(self) -> bool:
        return self.truth is not None and self.read is not None and self.truth.kind is self.read.kind

    @property
    def is_level_right(self) -> bool:
        return self.truth is not None and self.read is not None and self.truth.level == self.read.level

    @property
    def is_right(self) -> bool:
        return self.is_kind_right and self.is_level_right


@dataclass(frozen=True)
class CityPair:
    """A true city and its reading, hex by hex; tops that are hardly seen are not among the hexes."""

    truth: TruthCity | None
    read: ReadCity | None
    hexes: tuple[HexPair, ...]
    alignment: Alignment | None = None

    @property
    def is_asked(self) -> bool:
        """Whether there is a city of which enough is seen to be read."""
        return self.truth is not None and any(hex_.is_asked for hex_ in self.truth.hexes)

    @property
    def is_perfect(self) -> bool:
        return all(pair.is_right for pair in self.hexes)


def match_cities(truths: Sequence[TruthCity], reads: Sequence[ReadCity]) -> tuple[CityPair, ...]:
    """Pair cities, those that agree most first; the true cities come in their order, then invented ones."""
    paired = dict(_best_first(truths, reads))
    used = {read_index for read_index, _ in paired.values()}
    true_pairs = [_city_pair(truth, reads, paired.get(index)) for index, truth in enumerate(truths)]
    invented = [
        CityPair(None, read, tuple(HexPair(None, hex_) for hex_ in read.hexes))
        for index, read in enumerate(reads)
        if index not in used
    ]
    return (*true_pairs, *invented)


def best_alignment(truth: Sequence[TruthHex], read: Sequence[ReadHex]) -> Alignment | None:
    """The turn and step that most hexes agree on; None if no read hex can be any of the true ones."""
    if not truth or not read:
        return None
    votes = _pair_votes(truth, read)
    candidates = [_best_step(truth, [hex_.place.turned(turn) for hex_ in read], votes, turn) for turn in range(6)]
    best = max(candidates, key=lambda alignment: alignment.votes)
    return best if best.votes > 0 else None


def _best_first(truths: Sequence[TruthCity], reads: Sequence[ReadCity]) -> Iterator[tuple[int, tuple[int, Alignment]]]:
    options = [
        (alignment.votes, truth_index, read_index, alignment)
        for truth_index, truth in enumerate(truths)
        for read_index, read in enumerate(reads)
        if (alignment := best_alignment(truth.hexes, read.hexes)) is not None
    ]
    free_truths, free_reads = set(range(len(truths))), set(range(len(reads)))
    for _, truth_index, read_index, alignment in sorted(options, key=lambda option: (-option[0], *option[1:3])):
        if truth_index in free_truths and read_index in free_reads:
            free_truths.remove(truth_index)
            free_reads.remove(read_index)
            yield truth_index, (read_index, alignment)


def _city_pair(truth: TruthCity, reads: Sequence[ReadCity], found: tuple[int, Alignment] | None) -> CityPair:
    if found is None:
        return CityPair(truth, None, tuple(HexPair(hex_, None) for hex_ in truth.hexes if hex_.is_asked))
    read, alignment = reads[found[0]], found[1]
    return CityPair(truth, read, tuple(_hex_pairs(truth, read, alignment)), alignment)


def _hex_pairs(truth: TruthCity, read: ReadCity, alignment: Alignment) -> Iterator[HexPair]:
    read_at = {alignment.of(hex_.place): hex_ for hex_ in read.hexes}
    for hex_ in truth.hexes:
        hex_read = read_at.pop(hex_.place, None)
        if hex_.is_asked:
            yield HexPair(hex_, hex_read)
    for hex_read in read_at.values():
        yield HexPair(None, hex_read)


def _pair_votes(truth: Sequence[TruthHex], read: Sequence[ReadHex]) -> Floats:
    """(true, read): how much a pair speaks for laying the one on the other."""
    same_kind = np.array([hex_.kind for hex_ in truth])[:, None] == np.array([hex_.kind for hex_ in read])
    same_level = np.array([hex_.level for hex_ in truth])[:, None] == np.array([hex_.level for hex_ in read])
    votes = SAME_PLACE_VOTE + SAME_KIND_VOTE * same_kind + SAME_LEVEL_VOTE * same_level
    centres_px = [hex_.centre_px for hex_ in truth]
    known_px = [centre for centre in centres_px if centre is not None]
    if len(known_px) < max(len(truth), 2):
        return np.asarray(votes, dtype=np.float64)
    distance_px = _distances_px(known_px, [hex_.centre_px for hex_ in read])
    return np.where(distance_px <= NEAR_IN_SPACINGS * _spacings_px(known_px)[:, None], votes, 0.0)


def _best_step(truth: Sequence[TruthHex], places: Sequence[Axial], votes: Floats, turn: int) -> Alignment:
    steps = np.array([hex_.place for hex_ in truth])[:, None, :] - np.array(places)[None, :, :]
    distinct, which = np.unique(steps.reshape(-1, 2), axis=0, return_inverse=True)
    total = np.bincount(which.ravel(), weights=votes.ravel())
    best = int(np.argmax(total))
    q, r = distinct[best].tolist()
    return Alignment(turn, Axial(q, r), float(total[best]))


def _spacings_px(centres_px: Iterable[tuple[float, float]]) -> Floats:
    """From each centre to the nearest other one."""
    centres = list(centres_px)
    distance_px = _distances_px(centres, centres)
    np.fill_diagonal(distance_px, np.inf)
    return np.asarray(distance_px.min(axis=1), dtype=np.float64)


def _distances_px(some: Sequence[tuple[float, float]], others: Sequence[tuple[float, float]]) -> Floats:
    return np.asarray(np.linalg.norm(np.array(some)[:, None, :] - np.array(others)[None, :, :], axis=2))
