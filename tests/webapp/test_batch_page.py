"""Batches on the page, without a browser: photos in, rows out, the queue, the downloads."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from calibration.profile_store import ProfileStore
from scanner.profiles import Profiles
from tests.calibration.some_camera import CAMERA_FILE
from tests.webapp.batch_page_reader import CRASH, NO_CITY, READER, SURE, TWO_CITIES, UNSURE, photo_of
from tests.webapp.conftest import Browser
from tests.webapp.servers import wait_until
from webapp.app import close_app, create_app, start_scans
from webapp.scan_worker import load_reader
from webapp.settings import Settings


@pytest.fixture
def reading_app(tmp_path: Path, database_url: str) -> Iterator[Flask]:
    """An app on each kind of database that reads photos with the reader for tests."""
    settings = Settings(
        data_dir=tmp_path / "data",
        database_url=database_url,
        reader=READER,
        photos_per_batch=20,
        scan_time_limit_s=300,
    )
    made = create_app(settings)
    start_scans(made)
    yield made
    close_app(made)


@pytest.fixture
def reader_browser(reading_app: Flask) -> Browser:
    return Browser(reading_app)


def new_batch(browser: Browser, **body: object) -> str:
    answer = browser.post("/batches", json={"title": "Club", **body})
    assert answer.status_code == 201, answer.text
    return answer.json["id"]


def add(browser: Browser, batch: str, number: object, data: bytes, name: str = "photo.jpg"):
    form = {"number": str(number), "name": name, "photo": (io.BytesIO(data), "photo")}
    return browser.post(f"/batches/{batch}/photos", data=form, content_type="multipart/form-data")


def state_of(browser: Browser, batch: str) -> dict:
    return browser.get(f"/api/v1/batches/{batch}").json


def wait_read(browser: Browser, batch: str, photos: int) -> dict:
    wait_until(lambda: state_of(browser, batch)["read"] == photos, "the batch was not read", limit_s=300)
    return state_of(browser, batch)


def test_every_photo_becomes_its_rows(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    wishes = (SURE, UNSURE, NO_CITY, CRASH, TWO_CITIES)
    for number, wish in enumerate(wishes, start=1):
        assert add(reader_browser, batch, number, photo_of(number, wish), f"{number}.jpg").status_code == 202
    assert add(reader_browser, batch, 6, b"no photo at all", "6.jpg").status_code == 202
    state = wait_read(reader_browser, batch, 6)
    rows = {(row["photo_number"], row["city_number"]): row for row in state["rows"]}
    assert set(rows) == {(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (6, 1)}
    assert [rows[place]["need"] for place in ((3, 1), (4, 1), (6, 1))] == ["no_city", "failed", "failed"]
    assert all(rows[place]["total"] is not None for place in ((1, 1), (2, 1), (5, 1), (5, 2)))
    assert rows[5, 1]["page"] != rows[5, 2]["page"]
    assert (rows[1, 1]["is_open"], rows[2, 1]["is_open"]) == (False, True)
    assert state["to_look_at"] == 1
    assert [row["need"] for row in state["rows"]][:3] == ["failed", "failed", "no_city"]
    for row in state["rows"]:
        if row["page"]:
            assert reader_browser.get(row["page"]).status_code == 200
        if row["preview"]:
            assert reader_browser.get(row["preview"], buffered=True).status_code == 200


def test_photos_are_read_with_the_profiles_of_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    used: list[Profiles] = []
    monkeypatch.setattr("webapp.photo_reader.scan_photo", lambda *_, profiles, **__: used.append(profiles))
    monkeypatch.setattr("webapp.photo_reader.reading_json", lambda _: {})
    store = ProfileStore(tmp_path)
    store.add(CAMERA_FILE, {})
    (store.folder / "broken.json").write_bytes(b"{")
    load_reader(Settings(data_dir=tmp_path).reader)(tmp_path / "photos" / "a.jpg", None, lambda _: None)
    assert used == [Profiles((CAMERA_FILE.profile(),))]
    assert "the profile broken.json is not used: it is damaged" in caplog.text


def test_a_photo_sent_twice_is_kept_once(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    for _ in range(2):
        assert add(reader_browser, batch, 1, photo_of(1)).status_code == 202
    assert wait_read(reader_browser, batch, 1)["photos"] == 1


def test_the_queue_goes_on_and_ends_at_the_batch(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    for number in (1, 2):
        add(reader_browser, batch, number, photo_of(number, UNSURE))
    wait_read(reader_browser, batch, 2)
    first = reader_browser.get(f"/batch/{batch}/next").location
    assert first == f"/batch/{batch}/city/1/1"
    assert reader_browser.get(f"/batch/{batch}/next?skip=1-1").location == f"/batch/{batch}/city/2/1"
    assert reader_browser.get(f"/batch/{batch}/next?skip=1-1&skip=2-1").location == f"/batch/{batch}"
    looked = reader_browser.post(f"/batches/{batch}/cities/1/1/look", json={"is_looked_at": True})
    assert looked.json == {"is_looked_at": True}
    assert reader_browser.get(f"/batch/{batch}/next").location == f"/batch/{batch}/city/2/1"
    assert state_of(reader_browser, batch)["to_look_at"] == 1


def test_the_downloads_say_what_the_page_says(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser, variants=["garden"])
    names = ("table 1 Anna.jpg", "table 1 Bo.jpg", "=cmd.jpg")
    for number, name in enumerate(names, start=1):
        add(reader_browser, batch, number, photo_of(number), name)
    state = wait_read(reader_browser, batch, 3)
    answer = reader_browser.get(f"/batch/{batch}/results.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["photo"] for row in rows] == ["table 1 Anna.jpg", "table 1 Bo.jpg", "'=cmd.jpg"]
    totals = {row["name"]: row["total"] for row in state["rows"]}
    assert [int(row["total"]) for row in rows] == [totals[name] for name in names]
    lines = reader_browser.get(f"/batch/{batch}/results.jsonl").text.splitlines()
    assert [json.loads(line)["photo"] for line in lines] == list(names)
    page = reader_browser.get(f"/batch/{batch}").text
    assert "Anna" in page
    assert "The evening" in page


def test_a_batch_is_deleted_with_its_photos(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    add(reader_browser, batch, 1, photo_of(1))
    preview = wait_read(reader_browser, batch, 1)["rows"][0]["preview"]
    assert reader_browser.send("DELETE", f"/batches/{batch}").status_code == 200
    assert reader_browser.get(f"/batch/{batch}").status_code == 404
    assert reader_browser.get(preview).status_code == 404
    assert "Club" not in reader_browser.get("/batch").text


def test_what_is_wrong_is_refused_by_name(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    for number in ("", "0", "-1", "1e3", "9999999", "\uff11"):
        assert add(reader_browser, batch, number, photo_of(1)).json["error"]["code"] == "bad_value"
    assert reader_browser.post(f"/batches/{batch}/photos", data={"number": "1"}).json["error"]["code"] == "one_photo"
    assert add(reader_browser, "nothing", 1, photo_of(1)).json["error"]["code"] == "no_such_batch"
    for body in ({"players": 5}, {"players": "2"}, {"variants": ["tower"]}, {"title": "x" * 41}, {"more": 1}):
        assert reader_browser.post("/batches", json=body).status_code == 400
    for path in ("/batch/nothing", "/batch/nothing/next", "/batch/nothing/results.csv", f"/batch/{batch}/city/7/1"):
        assert reader_browser.get(path).status_code == 404


def test_a_full_batch_takes_no_more(reader_browser: Browser) -> None:
    batch = new_batch(reader_browser)
    for number in range(1, 21):
        add(reader_browser, batch, number, b"no photo")
    answer = add(reader_browser, batch, 21, photo_of(1))
    assert answer.json["error"]["code"] == "batch_full"
    assert "20" in answer.json["error"]["message"]


@pytest.mark.parametrize("language", ["en", "pl", "uk"])
def test_the_pages_speak_three_languages(reading_app: Flask, language: str) -> None:
    browser = Browser(reading_app, language)
    batch = new_batch(browser)
    add(browser, batch, 1, photo_of(1, UNSURE))
    wait_read(browser, batch, 1)
    for path in ("/batch", f"/batch/{batch}", f"/batch/{batch}/city/1/1"):
        assert f'<html lang="{language}">' in browser.get(path).text


def test_the_batches_of_others_are_not_listed(reading_app: Flask) -> None:
    new_batch(Browser(reading_app), title="Mine")
    assert "Mine" not in Browser(reading_app).get("/batch").text


def test_two_phones_that_number_alike_lose_no_photo(reader_browser):
    batch = new_batch(reader_browser)
    assert add(reader_browser, batch, 1, photo_of(1), "image.jpg").status_code == 202
    assert add(reader_browser, batch, 1, photo_of(1), "image.jpg").status_code == 202
    refused = add(reader_browser, batch, 1, photo_of(2), "image.jpg")
    assert (refused.status_code, refused.json["error"]["code"], refused.json["next_number"]) == (409, "number_taken", 2)
    assert add(reader_browser, batch, refused.json["next_number"], photo_of(2), "image.jpg").status_code == 202
    assert state_of(reader_browser, batch)["photos"] == 2
