"""The photos that come with Akroscan are small, labelled, and what the studio draws."""

from __future__ import annotations

import json

import pytest

from samples.benchmark.labelled_photos import labelled_photos_in
from samples.bundled import BUNDLED, CONTACT_SHEET, FOLDER, SIZE_PX
from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.studio import truth_of


def test_there_are_twelve_labelled_photos_and_nothing_else():
    found = labelled_photos_in(FOLDER)
    assert {photo.path.stem for photo in found.photos} == {photo.name for photo in BUNDLED}
    assert len(BUNDLED) == 12
    assert found.problems == ()
    assert found.unlabelled == ()


def test_they_are_small_together():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) + CONTACT_SHEET.stat().st_size < 6_000_000


def test_they_are_varied():
    truths = [photo.truth for photo in labelled_photos_in(FOLDER).photos]
    assert len({truth.table for truth in truths}) >= 6
    assert min(len(truth.cities) for truth in truths) == 0
    assert max(len(truth.cities) for truth in truths) >= 2
    tilts = [truth.tilt_deg for truth in truths if truth.tilt_deg is not None]
    assert min(tilts) < 15
    assert max(tilts) > 40


@pytest.mark.parametrize("photo", BUNDLED, ids=lambda photo: photo.name)
def test_the_studio_still_draws_them(photo):
    """Where this fails the studio has changed: raise its VERSION and draw them anew."""
    plan = plan_photo(photo.seed, StudioSettings(preset=photo.preset, size_px=SIZE_PX))
    drawn = truth_of(plan).as_json(f"{photo.name}.jpg")
    assert json.loads(json.dumps(drawn)) == json.loads((FOLDER / f"{photo.name}.json").read_text(encoding="utf-8"))
