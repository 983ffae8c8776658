"""Sets of tiles in the store: taught photo by photo, looked at, taken back, given away."""

from __future__ import annotations

import re
from datetime import date

import numpy as np
import pytest

from calibration.learn_tiles import TooFewExamplesError, looks_of
from calibration.load_profiles import load_profiles
from calibration.own_sets import forget_photo, known_examples, teach_set
from calibration.profile_exchange import export_profile, import_bytes
from calibration.profile_file import ProfileError
from calibration.profile_store import ProfileStore
from calibration.tile_examples import joined
from tests.calibration.painted_tiles import painted_examples

DAY = date(2026, 3, 1)

pytestmark = pytest.mark.usefixtures("quick_learning")


@pytest.fixture(scope="module")
def taught_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    both = joined([painted_examples(3, 1, "a.jpg"), painted_examples(3, 2, "b.jpg")])
    teach_set(ProfileStore(folder), "My set", both, DAY)
    return folder


@pytest.fixture
def store(taught_folder, tmp_path):
    copy = ProfileStore(tmp_path)
    import_bytes(copy, "set.zip", export_profile(ProfileStore(taught_folder), "my-set"))
    return copy


def test_stored_examples_are_the_ones_that_taught(store):
    known = known_examples(store, "My set")
    both = joined([painted_examples(3, 1, "a.jpg"), painted_examples(3, 2, "b.jpg")])
    assert (known.pixels == both.pixels).all()
    assert (known.classes == both.classes).all()
    assert known.photos == both.photos


def test_the_stored_reader_reads_as_the_learned_one(store, tmp_path):
    profiles, problems = load_profiles(tmp_path)
    assert problems == ()
    unseen = painted_examples(2, 50)
    read = profiles.tiles[0].kind_logp(looks_of(unseen.pixels)).argmax(axis=1)
    assert (read == unseen.classes).mean() > 0.9


def test_a_photo_can_be_taken_back(store):
    forget_photo(store, "my-set", "a.jpg", DAY)
    assert set(known_examples(store, "my-set").photos) == {"b.jpg"}
    with pytest.raises(TooFewExamplesError):
        forget_photo(store, "my-set", "b.jpg", DAY)
    assert set(known_examples(store, "my-set").photos) == {"b.jpg"}


def test_a_photo_taught_again_replaces_what_it_taught(store):
    teach_set(store, "my set", painted_examples(4, 9, "a.jpg"), DAY)
    known = known_examples(store, "my set")
    assert sum(photo == "a.jpg" for photo in known.photos) == 44
    assert sum(photo == "b.jpg" for photo in known.photos) == 33


def test_an_unknown_photo_is_answered_with_the_known_ones(store):
    with pytest.raises(ProfileError, match=r"nothing from 'c.jpg' \(photos: a.jpg, b.jpg\)"):
        forget_photo(store, "my-set", "c.jpg", DAY)


def test_a_set_that_does_not_help_is_kept_but_not_used(tmp_path):
    examples = painted_examples(4, 1)
    teach_set(
        ProfileStore(tmp_path),
        "known",
        type(examples)(examples.pixels, examples.classes, examples.classes, examples.photos),
        DAY,
    )
    assert load_profiles(tmp_path)[0].tiles == ()
    assert "does not help" in ProfileStore(tmp_path).find("known").profile.summary()


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 50])
def test_a_damaged_picture_of_examples_is_refused(store, content):
    store.find("my-set").path.with_suffix(".png").write_bytes(content)
    with pytest.raises(ProfileError, match="damaged"):
        known_examples(store, "my-set")


def test_a_lost_picture_of_examples_is_named(store):
    store.find("my-set").path.with_suffix(".png").unlink()
    with pytest.raises(ProfileError, match="lost its picture"):
        known_examples(store, "my-set")


def test_weights_that_do_not_fit_are_refused(store, tmp_path):
    path = store.find("my-set").path
    text = path.read_text()
    path.write_text(text.replace('"scale": [', '"scale": [1.0, ', 1))
    profiles, problems = load_profiles(tmp_path)
    assert profiles.tiles == ()
    assert "do not fit each other" in problems[0]


def test_a_set_learned_by_another_reader_is_learned_anew(store, tmp_path):
    path = store.find("my-set").path
    path.write_text(re.sub(r'"looks_of": "\w+"', '"looks_of": "older"', path.read_text()))
    before = known_examples(store, "my-set")
    profiles, problems = load_profiles(tmp_path)
    assert problems == ()
    assert len(profiles.tiles) == 1
    assert '"looks_of": "older"' not in path.read_text()
    assert known_examples(store, "my-set").photos == before.photos


def test_a_set_that_cannot_be_learned_anew_is_named_and_kept(store, tmp_path):
    path = store.find("my-set").path
    path.write_text(re.sub(r'"looks_of": "\w+"', '"looks_of": "older"', path.read_text()))
    path.with_suffix(".png").unlink()
    profiles, problems = load_profiles(tmp_path)
    assert profiles.tiles == ()
    assert "lost its picture" in problems[0]
    assert path.exists()


def test_unknown_sets_have_no_examples(tmp_path):
    assert known_examples(ProfileStore(tmp_path), "nothing") is None
    assert np.size(joined([]).classes) == 0
