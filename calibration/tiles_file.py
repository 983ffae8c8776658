"""The file of a player's own set of tiles: what was learned, from which examples, and how much it helps.

The examples lie beside it as one picture, so that they can be looked at, and learned from again.
"""

from __future__ import annotations

import io
from datetime import date
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from calibration.learn_tiles import HeldBackProof, LearnedTiles
from calibration.profile_file import ProfileError, ProfileFile
from calibration.tile_examples import TileExamples
from scanner.hex_codes import KIND_ORDER, NOT_A_HEX, PATCH_PX
from scanner.networks import reader_mark
from scanner.own_tiles import ALL_LOOKS, TileProfile
from scoring.kinds import Kind

EXAMPLES_SUFFIX = ".png"
COLUMNS = 16
MOST_EXAMPLES = 1500
MOST_LOOKS = 1000
Row = list[FiniteFloat]
Number = Annotated[int, Field(ge=0, le=MOST_EXAMPLES)]


class _Example(BaseModel):
    """One patch: what it shows, what the scanner read, the photo it is from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    read_as: Kind
    photo: Annotated[str, Field(max_length=200)]


class _Proof(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    held_back: Number
    stock_right: Number
    own_right: Number


class _Reader(BaseModel):
    """A linear reader of looks. `looks_of` is the mark of the scanner's reader whose looks these are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    looks_of: Annotated[str, Field(max_length=40)]
    mean: Row
    scale: Row
    kinds: list[Row]
    own: Row

    @model_validator(mode="after")
    def _fits(self) -> _Reader:
        rows = [len(row) for row in self.kinds]
        looks = len(self.mean)
        if not 0 < looks <= MOST_LOOKS or (len(self.scale), len(self.own)) != (looks, looks + 1):
            raise ValueError("the numbers of the reader do not fit each other")
        if rows != [NOT_A_HEX] * (looks + 1) or min(self.scale) <= 0:
            raise ValueError("the weights of the reader do not fit each other")
        return self


class TilesFile(ProfileFile):
    """A set of tiles."""

    format: Literal["akroscan-tiles"] = "akroscan-tiles"
    examples: Annotated[list[_Example], Field(max_length=MOST_EXAMPLES)]
    proof: _Proof
    reader: _Reader

    @property
    def held_back_proof(self) -> HeldBackProof:
        return HeldBackProof(self.proof.held_back, self.proof.stock_right, self.proof.own_right)

    def summary(self) -> str:
        photos = len({example.photo for example in self.examples})
        return f"own tiles, {len(self.examples)} hexes of {photos} photos: {self.held_back_proof.sentence()}"

    @property
    def is_current(self) -> bool:
        """Whether it was learned from the looks that the scanner's reader gives now."""
        return self.reader.looks_of == reader_mark() and len(self.reader.mean) == ALL_LOOKS

    def profile(self) -> TileProfile:
        reader = self.reader
        arrays = (np.array(row, dtype=np.float64) for row in (reader.mean, reader.scale, reader.kinds, reader.own))
        return TileProfile(self.name, *arrays)


def tiles_file(learned: LearnedTiles, examples: TileExamples, made: date) -> TilesFile:
    profile, proof = learned.profile, learned.proof
    return TilesFile(
        name=profile.name,
        made=made,
        examples=[
            _Example(kind=KIND_ORDER[shown], read_as=KIND_ORDER[read], photo=photo)
            for shown, read, photo in zip(examples.classes, examples.stock, examples.photos, strict=True)
        ],
        proof=_Proof(held_back=proof.count, stock_right=proof.stock_right, own_right=proof.own_right),
        reader=_Reader(
            looks_of=reader_mark(),
            mean=_short(profile.mean).tolist(),
            scale=_short(profile.scale).tolist(),
            kinds=_short(profile.kinds).tolist(),
            own=_short(profile.own).tolist(),
        ),
    )


def examples_picture(examples: TileExamples) -> bytes:
    """All patches on one PNG, row by row."""
    rows = -(-len(examples) // COLUMNS)
    cells = np.zeros((rows * COLUMNS, PATCH_PX, PATCH_PX, 3), np.uint8)
    cells[: len(examples)] = examples.pixels
    lines = cells.reshape(rows, COLUMNS, PATCH_PX, PATCH_PX, 3).swapaxes(1, 2)
    file = io.BytesIO()
    Image.fromarray(lines.reshape(rows * PATCH_PX, COLUMNS * PATCH_PX, 3)).save(file, "PNG")
    return file.getvalue()


def stored_examples(file: TilesFile, picture: bytes) -> TileExamples:
    """The examples of a stored set; raises ProfileError where the picture does not belong to it."""
    count = len(file.examples)
    rows = -(-count // COLUMNS)
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG",)) as image:
            if image.size != (COLUMNS * PATCH_PX, rows * PATCH_PX):
                raise ProfileError("its picture of examples is not the one that belongs to it")
            pixels = np.asarray(image.convert("RGB"), dtype=np.uint8)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, ProfileError):
            raise
        raise ProfileError("its picture of examples is damaged") from None
    cells = pixels.reshape(rows, PATCH_PX, COLUMNS, PATCH_PX, 3).swapaxes(1, 2).reshape(-1, PATCH_PX, PATCH_PX, 3)
    return TileExamples(
        np.ascontiguousarray(cells[:count]),
        np.array([KIND_ORDER.index(example.kind) for example in file.examples], dtype=np.intp),
        np.array([KIND_ORDER.index(example.read_as) for example in file.examples], dtype=np.intp),
        tuple(example.photo for example in file.examples),
    )


def _short(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(np.round(values, 5), dtype=np.float64)
