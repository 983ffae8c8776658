"""Profiles kept, given away and taken in; everything bad is refused with a sentence and nothing is lost."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from calibration.load_profiles import load_profiles
from calibration.profile_exchange import MAX_MEMBER_BYTES, export_profile, import_bytes, import_profile
from calibration.profile_file import ProfileError
from calibration.profile_files import MAX_JSON_BYTES, profile_as_text, profile_from_text
from calibration.profile_store import ProfileStore, key_of
from tests.calibration.some_camera import CAMERA_FILE

CAMERA = CAMERA_FILE.model_copy(update={"name": "Kitchen phone"})


@pytest.fixture
def store(tmp_path):
    return ProfileStore(tmp_path / "data")


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(**values) -> bytes:
    return json.dumps({**json.loads(profile_as_text(CAMERA)), **values}).encode()


def test_written_and_read_again_are_the_same():
    assert profile_from_text(profile_as_text(CAMERA).encode()) == CAMERA


def test_a_new_store_is_empty_and_makes_no_folder(store):
    assert store.stored() == []
    assert not store.folder.exists()


def test_kept_profiles_reach_the_scanner(store, tmp_path):
    store.add(CAMERA, {})
    profiles, problems = load_profiles(tmp_path / "data")
    assert [camera.focal_px for camera in profiles.cameras] == [3100.5]
    assert problems == ()


def test_the_same_name_is_only_overwritten_when_asked(store):
    store.add(CAMERA, {})
    other = CAMERA.model_copy(update={"focal_px": 9.0})
    with pytest.raises(ProfileError, match="already a profile 'kitchen-phone'"):
        store.add(other, {})
    assert store.find("Kitchen Phone").profile == CAMERA
    store.add(other, {}, replace=True)
    assert store.find("kitchen-phone").profile == other


def test_exported_and_imported_is_the_same(store, tmp_path):
    store.add(CAMERA, {})
    (tmp_path / "x.zip").write_bytes(export_profile(store, "kitchen-phone"))
    elsewhere = ProfileStore(tmp_path / "elsewhere")
    assert import_profile(elsewhere, tmp_path / "x.zip").profile == CAMERA
    assert export_profile(elsewhere, "kitchen-phone") == (tmp_path / "x.zip").read_bytes()


def test_removing_leaves_no_file(store):
    store.add(CAMERA, {".png": b"picture"})
    store.add(CAMERA.model_copy(update={"name": "kitchen phone two"}), {".png": b"picture"})
    store.remove("kitchen-phone")
    assert sorted(path.name for path in store.folder.iterdir()) == ["kitchen-phone-two.json", "kitchen-phone-two.png"]


DAMAGED = {
    "no JSON": (b"{", "not readable as JSON"),
    "deeply nested": (b"[" * 200_000, "not readable as JSON|not a profile"),
    "another program": (b'{"format": "something"}', "not a profile of Akroscan"),
    "a list": (b"[]", "not a profile of Akroscan"),
    "newer": (changed(version=2), "newer Akroscan"),
    "missing field": (b'{"format": "akroscan-camera", "version": 1}', "damaged: name"),
    "unknown field": (changed(extra=1), "damaged: extra"),
    "not a number": (changed(focal_px="NaN"), "damaged: focal_px"),
    "negative": (changed(focal_px=-3), "damaged: focal_px"),
    "impossible lens": (changed(k1=40), "damaged: k1"),
    "too large": (b" " * (MAX_JSON_BYTES + 1), "more than 8 MB"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_profile_is_refused_with_a_reason_and_the_rest_is_used(name, store, tmp_path):
    content, reason = DAMAGED[name]
    store.add(CAMERA, {})
    with pytest.raises(ProfileError, match=reason):
        import_bytes(store, "given.json", content)
    (store.folder / "bad.json").write_bytes(content)
    profiles, problems = load_profiles(tmp_path / "data")
    assert len(profiles.cameras) == 1
    assert len(problems) == 1
    assert problems[0].startswith("the profile bad.json is not used: it ")
    store.remove("bad")
    assert load_profiles(tmp_path / "data")[1] == ()


BAD_ZIPS = {
    "bomb": (lambda: zipped({"p.json": b" " * (MAX_JSON_BYTES * 20)}), "unpacks to more than 8 MB"),
    "bomb beside": (
        lambda: zipped({"p.json": changed(), "p.png": b"\0" * (MAX_MEMBER_BYTES + 9)}),
        "unpacks to more than 20 MB",
    ),
    "many files": (lambda: zipped({f"{i}.json": changed() for i in range(50)}), "50 files"),
    "foreign file": (lambda: zipped({"p.json": changed(), "../../evil.sh": b"x"}), "belongs to no profile"),
    "no profile": (lambda: zipped({"p.png": b"x"}), "holds no profile"),
    "cut off": (lambda: zipped({"p.json": changed()})[:-30] + b"PK\x05\x06" + b"\0" * 18, "holds no profile|damaged"),
    "nothing": (lambda: zipped({}), "holds no profile"),
}


@pytest.mark.parametrize("name", BAD_ZIPS)
def test_a_bad_zip_is_refused_and_nothing_is_lost(name, store):
    make, reason = BAD_ZIPS[name]
    store.add(CAMERA, {})
    with pytest.raises(ProfileError, match=reason):
        import_bytes(store, "given.zip", make(), replace=True)
    assert [path.name for path in store.folder.iterdir()] == ["kitchen-phone.json"]
    assert store.find("kitchen-phone").profile == CAMERA


def test_a_zip_with_a_wrong_checksum_is_refused(store):
    content = bytearray(zipped({"p.json": changed()}))
    content[60] ^= 255
    with pytest.raises(ProfileError, match="damaged"):
        import_bytes(store, "given.zip", bytes(content))


def test_a_zip_names_no_path_outside_the_folder(store):
    import_bytes(store, "given.zip", zipped({"../../../outside.json": changed()}))
    assert [path.name for path in store.folder.iterdir()] == ["kitchen-phone.json"]


KEYS = {
    "Fön 7 Pro": "fon-7-pro",
    "../../etc": "etc",
    "a.json": "a-json",
    "Мій набір": "мій-набір",
    "Złote płytki": "złote-płytki",
    "A" * 80: "a" * 60,
}


@pytest.mark.parametrize("name", KEYS)
def test_keys_are_plain_file_names(name):
    assert key_of(name) == KEYS[name]


def test_long_names_of_any_alphabet_make_file_names(store):
    store.add(CAMERA.model_copy(update={"name": "字" * 80}), {})
    assert len(store.stored()) == 1


def test_a_name_without_letters_is_refused():
    with pytest.raises(ProfileError, match="needs a letter"):
        key_of("!? …")


def test_an_unknown_name_is_answered_with_the_known_ones(store):
    store.add(CAMERA, {})
    with pytest.raises(ProfileError, match=r"no profile 'other' \(profiles: kitchen-phone\)"):
        store.find("other")
