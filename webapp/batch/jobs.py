"""What goes to a worker and what comes back, the same for every engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webapp.batch.run_profiles import RunProfiles

DEFAULT_READER = "webapp.batch.photo_reader:make_reader"
DEFAULT_TIME_LIMIT_S = 120.0
DEFAULT_MEMORY_LIMIT_BYTES = 4_000_000_000


@dataclass(frozen=True)
class Refused:
    """Something that was found where a photo should be and never goes to a worker, with the reason."""

    reason: str


@dataclass(frozen=True)
class PhotoJob:
    """One photo to read: a path that the worker can open, or the bytes themselves. `number` is its place in the run."""

    number: int
    source: Path | bytes | Refused


@dataclass(frozen=True)
class ReadPhoto:
    """What a reader makes of a photo: the scan as plain JSON without times, and two pictures of it."""

    scan: dict[str, Any]
    overlay_jpeg: bytes
    thumbnail_jpeg: bytes


@dataclass(frozen=True)
class PhotoOutcome:
    """What became of a photo: it was read, or there is a reason why not."""

    number: int
    sha256: str | None
    seconds: float
    read: ReadPhoto | None = None
    failure: str | None = None


Reader = Callable[[Path | bytes, int | None], ReadPhoto]
"""Photo and number of players -> its reading. Raises UnreadablePhotoError for what is no photo."""


@dataclass(frozen=True)
class ReadingLimits:
    """How every photo of a run is read. `reader` names a function "module:function" that makes a Reader of profiles."""

    players: int | None = None
    reader: str = DEFAULT_READER
    time_limit_s: float = DEFAULT_TIME_LIMIT_S
    memory_limit_bytes: int = DEFAULT_MEMORY_LIMIT_BYTES
    profiles: RunProfiles | None = None
