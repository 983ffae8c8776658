"""Profiles as files: readable JSON with a format and a version, checked before anything is used."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from calibration.camera_file import CameraFile
from calibration.profile_file import VERSION, ProfileError, ProfileFile, ProfileFlaw
from calibration.tiles_file import TilesFile

MAX_JSON_BYTES = 8_000_000
FORMATS: dict[str, type[ProfileFile]] = {"akroscan-camera": CameraFile, "akroscan-tiles": TilesFile}


def profile_as_text(profile: ProfileFile) -> str:
    return json.dumps(profile.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"


def profile_from_text(text: bytes) -> ProfileFile:
    """Check a profile's text; anything else raises ProfileError."""
    if len(text) > MAX_JSON_BYTES:
        raise ProfileError(f"it has more than {MAX_JSON_BYTES // 1_000_000} MB", ProfileFlaw.TOO_LARGE)
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError):
        raise ProfileError("it is damaged: not readable as JSON") from None
    kind = _kind_of(content)
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ProfileError(f"it is damaged: {place}: {first['msg']}") from None


def _kind_of(content: Any) -> type[ProfileFile]:
    if not isinstance(content, dict) or content.get("format") not in FORMATS:
        raise ProfileError("it is not a profile of Akroscan", ProfileFlaw.FOREIGN)
    version = content.get("version")
    if isinstance(version, int) and version > VERSION:
        message = f"it was made by a newer Akroscan (version {version} of profiles, this one reads {VERSION})"
        raise ProfileError(message, ProfileFlaw.NEWER)
    return FORMATS[content["format"]]
