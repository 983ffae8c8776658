"""Calibration over the API: cameras photo by photo, profiles in and out, everything bad told in a sentence."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from calibration.profile_store import ProfileStore
from tests.calibration.painted_tiles import painted_examples
from tests.calibration.sheet_files import bomb_zip, other_board_file, sheet_file
from tests.webapp.conftest import Browser
from webapp.languages import catalogue

FROM_ASIDE = range(6)

pytestmark = pytest.mark.usefixtures("quick_learning")


def look(browser: Browser, photo: bytes, name: str = "photo.jpg") -> dict:
    answer = browser.post("/calibration/views", data={"photo": (io.BytesIO(photo), name)})
    assert answer.status_code == 200, answer.text
    return answer.json


def views(browser: Browser) -> list[dict]:
    return [{**look(browser, sheet_file(number))["view"], "name": f"{number}.jpg"} for number in FROM_ASIDE]


def take_in(browser: Browser, content: bytes, name: str = "profile.zip"):
    return browser.post("/calibration/profiles", data={"profile": (io.BytesIO(content), name)})


@pytest.fixture
def store(plain_app, tmp_path) -> ProfileStore:
    return ProfileStore(tmp_path / "data")


def test_a_camera_is_learned_kept_exported_removed_and_taken_in_again(plain_browser, store):
    seen = views(plain_browser)
    judged = plain_browser.post("/calibration/coverage", json={"views": seen}).json
    assert (judged["usable"], judged["missing"], judged["left_out"]) == (len(seen), None, [])
    assert 0 < judged["error_px"] < 0.5
    assert sum(count > 0 for row in judged["fields"] for count in row) > 10
    made = plain_browser.post("/calibration/cameras", json={"views": seen})
    assert made.status_code == 201
    key = made.json["key"]
    assert key == "test-phone-1280x960"
    page = plain_browser.get("/calibrate").text
    assert "Test phone 1280x960" in page
    exported = plain_browser.get(f"/calibrate/{key}/export.zip")
    assert "attachment" in exported.headers["Content-Disposition"]
    assert take_in(plain_browser, exported.data).json["error"]["message"].startswith("There is already a profile")
    assert plain_browser.send("DELETE", f"/calibration/profiles/{key}").status_code == 204
    assert store.stored() == []
    assert take_in(plain_browser, exported.data).status_code == 201
    assert [stored.key for stored in store.stored()] == [key]


UNUSABLE = {
    "other_board": other_board_file,
    "no_sheet": lambda: sheet_file(1, blur_px=6.0),
    "blurred": lambda: sheet_file(1, blur_px=2.4),
}


@pytest.mark.parametrize("flaw", UNUSABLE)
def test_a_photo_of_no_use_is_told_why(plain_app, flaw):
    found = look(Browser(plain_app, "uk"), UNUSABLE[flaw]())
    assert found["flaw"] == flaw
    assert found["sentence"] == catalogue("uk")["calibrate"][f"flaw_{flaw}"]


def test_what_is_no_photo_is_told(plain_browser):
    assert look(plain_browser, b"not a photo")["flaw"] == "unreadable"


def test_one_photo_only_makes_no_profile(plain_browser, store):
    one = views(plain_browser)[:1]
    judged = plain_browser.post("/calibration/coverage", json={"views": one}).json
    assert judged["error_px"] is None
    assert judged["missing"] == "At least 5 usable photos of one camera are needed."
    refused = plain_browser.post("/calibration/cameras", json={"views": one})
    assert refused.status_code == 400
    assert refused.json["error"]["message"] == judged["missing"]
    assert store.stored() == []


def test_photos_of_another_camera_are_left_out_by_name(plain_browser):
    seen = views(plain_browser)
    seen[2]["camera_model"] = "Other phone"
    judged = plain_browser.post("/calibration/coverage", json={"views": seen}).json
    assert judged["usable"] == len(seen) - 1
    assert judged["left_out"] == [{"name": "2.jpg", "sentence": catalogue("en")["calibrate"]["flaw_other_camera"]}]


def test_made_up_views_are_refused_and_never_break_the_page(plain_browser):
    seen = views(plain_browser)
    folded = [{**view, "corners_px": [[5.0, 5.0]] * len(view["numbers"])} for view in seen]
    for wrong in (folded, [{**view, "numbers": view["numbers"][:-1]} for view in seen], [{"name": "x"}], seen * 9):
        for path in ("/calibration/coverage", "/calibration/cameras"):
            answer = plain_browser.post(path, json={"views": wrong})
            assert answer.status_code in {200, 400}
            assert "error" in answer.json or answer.json["error_px"] is None


def newer() -> bytes:
    return json.dumps({"format": "akroscan-camera", "version": 9, "name": "new"}).encode()


def cut_off() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.json", b"{" * 4000)
    return file.getvalue()[:-20]


@pytest.mark.parametrize(
    ("content", "code"),
    [(newer, "newer"), (bomb_zip, "too_large"), (cut_off, "damaged"), (lambda: b"{}", "foreign"), (bytes, "damaged")],
)
def test_a_bad_import_is_told_and_nothing_is_lost(plain_browser, store, content, code):
    plain_browser.post("/calibration/cameras", json={"views": views(plain_browser)})
    before = [path.read_bytes() for path in sorted(store.folder.iterdir())]
    refused = take_in(plain_browser, content())
    assert refused.status_code == 400
    assert refused.json["error"]["message"] == catalogue("en")["error"][f"profile_{code}"]
    assert [path.read_bytes() for path in sorted(store.folder.iterdir())] == before


def test_a_damaged_profile_is_shown_and_can_be_removed(plain_browser, store):
    store.folder.mkdir(parents=True)
    (store.folder / "broken.json").write_bytes(b"{")
    (store.folder / "from-tomorrow.json").write_bytes(newer())
    page = plain_browser.get("/calibrate").text
    assert page.count(catalogue("en")["calibrate"]["unusable"]) == 2
    assert plain_browser.get("/calibrate/broken/export.zip").status_code == 400
    assert plain_browser.send("DELETE", "/calibration/profiles/broken").status_code == 204
    assert [stored.key for stored in store.stored()] == ["from-tomorrow"]


def test_a_set_is_looked_at_taken_back_and_exported_under_its_own_name(plain_browser, store):
    from datetime import date

    from calibration.own_sets import teach_set
    from calibration.tile_examples import joined

    both = joined([painted_examples(3, 1, "a.jpg"), painted_examples(3, 2, "b.jpg")])
    key = teach_set(store, "Мій набір", both, date(2026, 3, 1)).stored.key
    page = plain_browser.get("/calibrate").text
    assert "Мій набір" in page
    assert "Look at 66 examples" in page
    assert plain_browser.get(f"/calibrate/{key}/examples.png").mimetype == "image/png"
    assert plain_browser.get(f"/calibrate/{key}/export.zip").status_code == 200
    taken = plain_browser.post(f"/calibration/sets/{key}/forget", json={"photo": "a.jpg"})
    assert taken.status_code == 200
    assert plain_browser.get("/calibrate").text.count("data-forget") == 1
    last = plain_browser.post(f"/calibration/sets/{key}/forget", json={"photo": "b.jpg"})
    assert last.json["error"]["message"] == catalogue("en")["error"]["set_too_few"]
    assert plain_browser.get("/calibrate/nothing/examples.png").status_code == 404


@pytest.mark.parametrize("path", ["camera-A4", "camera-Letter", "corner-A4", "corner-Letter"])
def test_sheets_are_served(plain_browser, path):
    answer = plain_browser.get(f"/calibrate/sheet/{path}.pdf")
    assert answer.data.startswith(b"%PDF")
    assert plain_browser.get("/calibrate/sheet/camera-A3.pdf").status_code == 404


def test_a_lesson_without_a_photo_is_refused(plain_browser):
    game = plain_browser.new_game()
    lesson = {"name": "mine", "cities": [{"game": game["id"], "seat": 1}]}
    assert plain_browser.post("/calibration/sets", json=lesson).status_code == 409
    assert plain_browser.post("/calibration/sets", json={**lesson, "name": ""}).status_code == 400
    unknown = {"name": "mine", "cities": [{"game": "nothing", "seat": 1}]}
    assert plain_browser.post("/calibration/sets", json=unknown).status_code == 404
