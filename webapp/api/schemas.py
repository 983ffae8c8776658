"""What requests may say. The OpenAPI description is made of these models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from scoring.kinds import District, Kind
from scoring.rules import LakeIsEdge, LakeSize, LargestGroup
from scoring.tiles import MAX_PLAYERS, MIN_PLAYERS

MAX_COORDINATE, MAX_LEVEL, MAX_STONES, MAX_HEXES = 99, 9, 40, 400
Coordinate = Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Uid = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Strict(BaseModel):
    """Unknown keys are refused, and a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Place(Strict):
    """A place of the hex grid."""

    q: Coordinate
    r: Coordinate


class HexChange(Place):
    """What should be at a place; a kind of null removes the hex."""

    kind: Kind | None
    level: Annotated[int, Field(ge=1, le=MAX_LEVEL)] = 1


class NewGame(Strict):
    """A new game: the names of 1 to 4 players, empty for 'Player 1' and so on."""

    players: Annotated[list[Name], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]


class NewPlayer(Strict):
    """One more player for a game."""

    version: Version
    name: Name = ""


class PlayerName(Strict):
    seat: Annotated[int, Field(ge=1, le=1000)]
    name: Name


class Rulings(Strict):
    """House rules where the printed books leave a question open."""

    lake_is_edge: LakeIsEdge | None = None
    lake_size: LakeSize | None = None
    largest_group: LargestGroup | None = None


class GameChange(Strict):
    """A change of names, variants or rulings, made on a version of the game."""

    version: Version
    players: Annotated[list[PlayerName], Field(max_length=MAX_PLAYERS)] | None = None
    variants: Annotated[list[District], Field(max_length=5)] | None = None
    rulings: Rulings | None = None


class CityEdit(Strict):
    """One edit of a city, made on a version of it. Sending the same `uid` again does nothing twice."""

    uid: Uid
    version: Version
    action: Literal["change", "undo", "redo", "reading"] = "change"
    hexes: Annotated[list[HexChange], Field(max_length=MAX_HEXES)] = []
    stones: Annotated[int, Field(ge=0, le=MAX_STONES)] | None = None
    checked: Annotated[list[Place], Field(max_length=MAX_HEXES)] = []

    @model_validator(mode="after")
    def _one_change_a_place(self) -> CityEdit:
        if len({(hex_.q, hex_.r) for hex_ in self.hexes}) < len(self.hexes):
            raise ValueError("two hexes at one place")
        return self


class SampleChoice(Strict):
    """A bundled sample photo instead of an own one."""

    sample: Annotated[str, StringConstraints(max_length=80)]


class Deal(Strict):
    """Which city of a photo goes to which seat."""

    uid: Uid
    scan: Annotated[str, StringConstraints(max_length=32)]
    city: Annotated[int, Field(ge=0, le=20)]
    version: Version


class NewBatch(Strict):
    """A batch of photos; with `players` all of them are of finished games with so many players."""

    title: Name = ""
    players: Annotated[int, Field(ge=2, le=4)] | None = None
    variants: Annotated[list[District], Field(max_length=5)] = []


class Look(Strict):
    """Whether somebody has looked at a city and found it right."""

    is_looked_at: bool
