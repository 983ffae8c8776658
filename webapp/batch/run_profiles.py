"""The calibration profiles of a run on their way to its readers, and how they are told from others."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it loads OpenCV, which only the readers need
    from scanner.profiles import Profiles


@dataclass(frozen=True)
class RunProfiles:
    """Profiles and the digest of all that is in them, by which they are compared and hashed: arrays cannot be."""

    digest: str
    profiles: Profiles = field(compare=False)


def run_profiles(profiles: Profiles) -> RunProfiles | None:
    """The profiles as a run takes them; None if there are none."""
    if not (profiles.cameras or profiles.tiles):
        return None
    # JSON and not pickle: the same numbers give the same text in every process and on every machine.
    text = json.dumps(asdict(profiles), default=_plain)
    return RunProfiles(hashlib.sha256(text.encode()).hexdigest()[:16], profiles)


def _plain(array: Any) -> Any:
    return array.tolist()
