"""Scans: progress, time limit, crashes, memory, what becomes of a reading. In worker processes, as in real life."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.webapp.conftest import Browser
from tests.webapp.pictures import picture_bytes
from tests.webapp.servers import wait_until
from webapp.app import close_app, create_app, start_scans
from webapp.settings import Settings

HERE = Path(__file__).parent


@pytest.fixture
def scanning(tmp_path, monkeypatch):
    """A browser on an app that reads photos with one of the test readers."""
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    apps = []

    def start(reader: str, **options) -> Browser:
        settings = Settings(data_dir=tmp_path, reader=f"sample_reader:{reader}", scan_workers=1, **options)
        app = create_app(settings)
        apps.append(app)
        start_scans(app)
        return Browser(app)

    yield start
    for app in apps:
        close_app(app)
    sys.modules.pop("sample_reader", None)


def upload(browser: Browser, data: bytes | None = None) -> str:
    answer = browser.post("/scans", data={"photo": (io.BytesIO(data or picture_bytes()), "photo.jpg")})
    assert answer.status_code == 202
    return answer.json["id"]


def finished(browser: Browser, scan: str) -> dict:
    found = {}

    def is_over() -> bool:
        found.update(browser.get(f"/api/v1/scans/{scan}").json)
        return found["state"] in ("done", "failed")

    wait_until(is_over, "the scan did not end")
    return found


def test_a_photo_of_nothing_has_no_city(scanning):
    browser = scanning("read_photo")
    scan = finished(browser, upload(browser))
    assert (scan["state"], scan["no_city"], scan["city_count"]) == ("done", "no_hexes", 0)


def test_a_photo_that_takes_too_long_is_given_up_and_the_next_one_is_read(scanning, monkeypatch):
    browser = scanning("hang", scan_time_limit_s=1.0)
    first, second = upload(browser), upload(browser)
    for scan in (first, second):
        assert finished(browser, scan)["failure"] == "took_too_long"


def test_a_photo_that_kills_its_worker_takes_nothing_else_down(scanning):
    browser = scanning("die")
    for _ in range(2):
        scan = finished(browser, upload(browser))
        assert (scan["state"], scan["failure"]) == ("failed", "crashed")
        assert scan["message"].endswith(".")
    assert browser.get("/healthz").status_code == 200


def test_a_photo_that_eats_memory_is_stopped(scanning):
    browser = scanning("eat_memory")
    assert finished(browser, upload(browser))["failure"] == "too_much_memory"


def test_an_unreadable_photo_is_said_to_be_one(scanning):
    browser = scanning("refuse")
    assert finished(browser, upload(browser))["failure"] == "photo_unreadable"


def test_a_full_queue_refuses_more(scanning):
    browser = scanning("hang", scan_queue_limit=1)
    answers = [browser.post("/scans", data={"photo": (io.BytesIO(picture_bytes()), "p.jpg")}) for _ in range(4)]
    assert answers[-1].status_code == 503
    assert answers[-1].json["error"]["code"] == "busy"
