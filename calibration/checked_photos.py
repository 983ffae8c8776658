"""What somebody says a photo shows: the JSON of a scan, with its kinds corrected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, FiniteFloat, ValidationError

from calibration.tile_examples import CheckedHex
from scoring.kinds import Kind

MAX_BYTES = 20_000_000


class CheckedPhotoError(ValueError):
    """A file that does not say what a photo shows; the message says why."""


class _Hex(BaseModel):
    kind: Kind
    x: FiniteFloat | None = None
    y: FiniteFloat | None = None
    centre_px: tuple[FiniteFloat, FiniteFloat] | None = None
    visible: FiniteFloat = 1.0

    def centre(self) -> tuple[float, float] | None:
        if self.x is not None and self.y is not None:
            return self.x, self.y
        return self.centre_px


class _City(BaseModel):
    hexes: list[_Hex]


class _Content(BaseModel):
    cities: Annotated[list[_City], Field(min_length=1)]


def checked_hexes(path: Path) -> tuple[CheckedHex, ...]:
    """The hexes of a corrected scan. Raises CheckedPhotoError."""
    content = _json_of(path)
    try:
        hexes = [hex_ for city in _Content.model_validate(content).cities for hex_ in city.hexes]
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise CheckedPhotoError(f"{path.name} is not a corrected scan: {place}: {first['msg']}") from None
    placed = [(hex_.centre(), hex_.kind) for hex_ in hexes]
    found = tuple(CheckedHex(centre, kind) for centre, kind in placed if centre is not None)
    if len(found) < len(hexes):
        raise CheckedPhotoError(
            f"{path.name} does not say where its hexes are seen: "
            "write it with `akroscan scan --json` and correct the kinds"
        )
    return found


def _json_of(path: Path) -> Any:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CheckedPhotoError(f"{path.name} has more than {MAX_BYTES // 1_000_000} MB")
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise CheckedPhotoError(
            f"there is no {path.name}: write it with `akroscan scan --json` and correct the kinds"
        ) from None
    except OSError as error:
        raise CheckedPhotoError(f"{path.name} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, CheckedPhotoError):
            raise
        raise CheckedPhotoError(f"{path.name} is not readable as JSON") from None
