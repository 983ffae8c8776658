"""A club's evening in a real browser: many photos and a zip, the server killed in the middle, corrections, results."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.batch_page_reader import NO_CITY, READER, SURE, UNSURE, photo_of
from tests.webapp.chromium import DESKTOP, PHONE, chromium, keep_screenshot, page_complaints, sit_down
from tests.webapp.servers import Server, free_port, running_servers

pytestmark = pytest.mark.browser
PATIENCE_MS = 240_000
OFFLINE = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED")


def test_an_evening_with_a_restart_in_the_middle(tmp_path: Path) -> None:
    port = free_port()
    with running_servers() as start, chromium() as browser:
        server = _start(start, tmp_path, port)
        table = sit_down(browser, server.url, DESKTOP)
        table.allowed = OFFLINE
        page = table.new_page()
        _begin(page, server.url)
        page.locator("#files").set_input_files([*_files(), _zip_file()])
        expect(page.locator("#progress-text")).to_have_text(re.compile(r"^[1-9]\d* of "), timeout=PATIENCE_MS)
        server.kill()
        page.wait_for_timeout(1500)
        _start(start, tmp_path, port)
        expect(page.locator("#progress-text")).to_have_text("11 of 11 photos read", timeout=PATIENCE_MS)
        expect(page.locator("#upload-text")).to_have_text("11 of 11 files sent")
        expect(page.locator("#cards .batch-card")).to_have_count(11)
        expect(page.get_by_role("heading", name="The evening")).to_be_visible()
        assert page_complaints(page) == []
        keep_screenshot(page, "batch-desktop")
        _look_at_all(page)
        rows = _download(page, "Results (CSV)")
        assert len(rows) == 11
        totals = {row["photo"]: row["total"] for row in rows}
        assert totals["none.jpg"] == ""
        assert totals["not a photo.jpg"] == ""
        assert all(totals[name] for name in totals if name.startswith(("table", "evening")))
        assert table.complaints == []


def test_a_city_is_corrected_in_the_queue_on_a_phone(tmp_path: Path) -> None:
    with running_servers() as start, chromium() as browser:
        server = _start(start, tmp_path, free_port())
        table = sit_down(browser, server.url, PHONE)
        page = table.new_page()
        _begin(page, server.url)
        page.locator("#files").set_input_files(
            [_file("table 1 Anna.jpg", photo_of(1, UNSURE)), _file("table 1 Bo.jpg", photo_of(2))]
        )
        expect(page.locator("#progress-text")).to_have_text("2 of 2 photos read", timeout=PATIENCE_MS)
        keep_screenshot(page, "batch-phone")
        page.get_by_role("link", name="Look at the doubtful ones").click()
        page.wait_for_url("**/city/1/1")
        keep_screenshot(page, "batch-phone-queue")
        assert page_complaints(page) == []
        before = int(page.locator("#total").inner_text())
        page.get_by_role("tab", name="Score").click()
        page.get_by_role("button", name="One stone more").click()
        expect(page.locator("#total")).to_have_text(str(before + 1))
        page.get_by_role("button", name="Right, next").click()
        page.wait_for_url(re.compile(r"/batch/[\w-]+$"))
        expect(page.locator("#queue-text")).to_have_text("Nothing left to look at.")
        expect(page.locator("[data-photo='1-1']")).to_contain_text(f"{before + 1} points")
        expect(page.locator("[data-photo='1-1']")).to_contain_text("looked at")
        expect(page.get_by_role("heading", name="The evening")).to_be_visible()
        page.goto(f"{server.url}/batch")
        expect(page.get_by_role("link", name=re.compile("Club evening"))).to_contain_text("2 photos")
        assert page_complaints(page) == []
        assert table.complaints == []


def test_a_zip_that_is_none_and_an_empty_choice_are_said(tmp_path: Path) -> None:
    with running_servers() as start, chromium() as browser:
        server = _start(start, tmp_path, free_port())
        page = sit_down(browser, server.url, DESKTOP).new_page()
        _begin(page, server.url)
        page.locator("#files").set_input_files([{"name": "b.zip", "mimeType": "application/zip", "buffer": b"no zip"}])
        expect(page.locator(".toast")).to_have_text("b.zip is not a zip that can be read.")
        page.locator("#files").set_input_files([{"name": "a.txt", "mimeType": "text/plain", "buffer": b"no photo"}])
        expect(page.locator(".toast")).to_have_text("There are no photos among these files.")
        damaged = io.BytesIO()
        with zipfile.ZipFile(damaged, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("../../bomb.jpg", bytes(40_000_000))
            archive.writestr("<img src=x onerror=alert(1)>.jpg", photo_of(1))
        archive_file = {"name": "odd.zip", "mimeType": "application/zip", "buffer": damaged.getvalue()}
        page.locator("#files").set_input_files([archive_file])
        expect(page.locator("#progress-text")).to_have_text("2 of 2 photos read", timeout=PATIENCE_MS)
        expect(page.locator("[data-photo='1-1']")).to_contain_text("not a photo that can be read")
        expect(page.locator("[data-photo='2-1']")).to_contain_text("<img src=x onerror=alert(1)>.jpg")


def _start(start, folder: Path, port: int) -> Server:
    return start(folder, port=port, reader=READER, scan_workers=2, scan_time_limit_s=200, stage_s=0.3)


def _begin(page: Page, url: str) -> None:
    page.goto(f"{url}/batch")
    page.get_by_label("Name of the batch").fill("Club evening")
    page.get_by_role("button", name="New batch").click()
    page.wait_for_url(re.compile(r"/batch/[\w-]+$"))


def _look_at_all(page: Page) -> None:
    """Skip the first, find the others right, then the skipped one."""
    page.get_by_role("link", name="Look at the doubtful ones").click()
    page.wait_for_url("**/city/*/*")
    first = page.url
    page.get_by_role("button", name="Skip").click()
    page.wait_for_url(lambda url: url != first)
    second = page.url
    page.get_by_role("button", name="Right, next").click()
    page.wait_for_url(lambda url: url != second)
    expect(page.locator("#queue-text")).to_have_text("1 city to look at")
    page.get_by_role("link", name="Look at the doubtful ones").click()
    page.wait_for_url(first)
    page.get_by_role("button", name="Right, next").click()
    expect(page.locator("#queue-text")).to_have_text("Nothing left to look at.")


def _files() -> list[dict]:
    names = [f"table {table} round 1 {name}.jpg" for table, name in ((1, "Anna"), (1, "Bo"), (2, "Cy"), (2, "Di"))]
    photos = [_file(name, photo_of(seed)) for seed, name in enumerate(names)]
    unsure = [_file(f"table 3 {name}.jpg", photo_of(seed, UNSURE)) for seed, name in enumerate(("Ed", "Flo"), 10)]
    return [*photos, *unsure, _file("none.jpg", photo_of(20, NO_CITY)), _file("not a photo.jpg", b"shopping list")]


def _zip_file() -> dict:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for seed, method in enumerate((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED), start=30):
            archive.writestr(f"evening/{seed}.jpg", photo_of(seed, SURE), compress_type=method)
        archive.writestr("__MACOSX/evening/._30.jpg", b"rubbish")
        archive.writestr("evening/notes.txt", "no photo")
    return {"name": "evening.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


def _file(name: str, data: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": data}


def _download(page: Page, name: str) -> list[dict[str, str]]:
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    text = Path(download.value.path()).read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))
