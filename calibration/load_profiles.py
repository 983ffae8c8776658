"""The profiles of a user as the scanner takes them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calibration.camera_file import CameraFile
from calibration.own_sets import learned_anew
from calibration.profile_file import ProfileError
from calibration.profile_store import ProfileStore, StoredProfile
from calibration.tiles_file import TilesFile
from scanner.profiles import Profiles


def load_profiles(data_dir: Path) -> tuple[Profiles, tuple[str, ...]]:
    """What the scanner can use, and a sentence for each file that it cannot. A set that does not help is not used."""
    store = ProfileStore(data_dir)
    stored = [_current(store, one) for one in store.stored()]
    cameras = tuple(one.profile.profile() for one in stored if isinstance(one.profile, CameraFile))
    sets = [one.profile for one in stored if isinstance(one.profile, TilesFile)]
    tiles = tuple(file.profile() for file in sets if file.held_back_proof.helps)
    problems = tuple(f"the profile {one.path.name} is not used: {one.problem}" for one in stored if one.problem)
    return Profiles(cameras, tiles), problems


def _current(store: ProfileStore, stored: StoredProfile) -> StoredProfile:
    """A set that another version of the scanner's reader has learned, learned anew from its examples."""
    if not isinstance(stored.profile, TilesFile) or stored.profile.is_current:
        return stored
    try:
        return learned_anew(store, stored.profile)
    except ProfileError as error:
        return replace(stored, profile=None, problem=str(error))
