"""A player's own sets of tiles as they grow: taught by photo after photo, and any of them taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from calibration.learn_tiles import LearnedTiles, TooFewExamplesError, learn_tiles
from calibration.profile_file import ProfileError
from calibration.profile_store import ProfileStore, StoredProfile, key_of
from calibration.tile_examples import TileExamples, joined
from calibration.tiles_file import (
    EXAMPLES_SUFFIX,
    MOST_EXAMPLES,
    TilesFile,
    examples_picture,
    stored_examples,
    tiles_file,
)


@dataclass(frozen=True)
class TaughtSet:
    """A stored set and what was learned."""

    stored: StoredProfile
    learned: LearnedTiles


def known_examples(store: ProfileStore, name: str) -> TileExamples | None:
    """The examples of a set; None if there is no such set yet. Raises ProfileError for a damaged one."""
    if key_of(name) not in [stored.key for stored in store.stored()]:
        return None
    stored = store.find(name)
    if not isinstance(stored.profile, TilesFile):
        raise ProfileError(f"the profile {stored.key!r} is not a set of tiles" + _because(stored))
    try:
        picture = stored.path.with_suffix(EXAMPLES_SUFFIX).read_bytes()
    except OSError:
        raise ProfileError(f"the profile {stored.key!r} has lost its picture of examples") from None
    return stored_examples(stored.profile, picture)


def teach_set(store: ProfileStore, name: str, added: TileExamples, made: date) -> TaughtSet:
    """Add examples to a set, new or not; those of a photo that it knows are replaced. May raise TooFewExamplesError."""
    known = known_examples(store, name)
    kept = [] if known is None else [_without(known, set(added.photos))]
    return _learned(store, name, joined([*kept, added]), made)


def forget_photo(store: ProfileStore, name: str, photo: str, made: date) -> TaughtSet:
    """Take back what one photo taught."""
    known = known_examples(store, name)
    if known is None or photo not in known.photos:
        photos = ", ".join(sorted(set(known.photos))) if known else "there is no such set"
        raise ProfileError(f"{name!r} has learned nothing from {photo!r} (photos: {photos})")
    return _learned(store, name, _without(known, {photo}), made)


def learned_anew(store: ProfileStore, file: TilesFile) -> StoredProfile:
    """The set, learned from the examples it has by the reader of this version. Raises ProfileError."""
    known = known_examples(store, file.name)
    if known is None:
        raise ProfileError(f"there is no set {file.name!r} any more")
    try:
        return _learned(store, file.name, known, file.made).stored
    except TooFewExamplesError as error:
        raise ProfileError(str(error)) from None


def _learned(store: ProfileStore, name: str, examples: TileExamples, made: date) -> TaughtSet:
    if len(examples) > MOST_EXAMPLES:
        raise ProfileError(f"a set may have {MOST_EXAMPLES} examples; take back a photo first")
    learned = learn_tiles(name, examples)
    extras = {EXAMPLES_SUFFIX: examples_picture(examples)}
    return TaughtSet(store.add(tiles_file(learned, examples, made), extras, replace=True), learned)


def _without(examples: TileExamples, photos: set[str]) -> TileExamples:
    return examples.pick(np.array([i for i, photo in enumerate(examples.photos) if photo not in photos], dtype=np.intp))


def _because(stored: StoredProfile) -> str:
    return f": {stored.problem}" if stored.problem else ""
