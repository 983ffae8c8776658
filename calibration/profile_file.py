"""What every file of a profile says of itself."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION: Final = 1
Name = Annotated[str, Field(min_length=1, max_length=80)]


class ProfileFlaw(StrEnum):
    """Why a profile is refused, for those who say it in other languages."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"
    TOO_LARGE = "too_large"
    EXISTS = "exists"
    UNKNOWN = "unknown"
    BAD_NAME = "bad_name"
    UNWRITABLE = "unwritable"


class ProfileError(ValueError):
    """A file that is no usable profile; the message says why."""

    def __init__(self, message: str, flaw: ProfileFlaw = ProfileFlaw.DAMAGED) -> None:
        super().__init__(message)
        self.flaw = flaw


class ProfileFile(BaseModel):
    """What every profile says of itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: str
    version: Literal[1] = VERSION
    name: Name
    made: date

    def summary(self) -> str:
        """One line for a list of profiles."""
        return self.name
