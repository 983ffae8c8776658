"""A real Chromium for tests, with everything that may not happen on a page written down."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

REPOSITORY = Path(__file__).parents[2]
SCREENSHOTS = REPOSITORY / "out" / "screenshots"
CHECKS = (Path(__file__).parent / "page_checks.js").read_text(encoding="utf-8")
PHONE, DESKTOP = (390, 844), (1280, 800)
# A machine that does other work as well takes its time; what is to be quick is measured on its own.
PATIENCE_MS = 1000 * int(os.environ.get("AKROSCAN_TEST_PATIENCE_S", "40"))
expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Table:
    """A browser context whose pages may not complain, break the policy or talk to anyone else."""

    context: BrowserContext
    url: str
    complaints: list[str] = field(default_factory=list)
    allowed: tuple[str, ...] = ()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("response", lambda answer: self._answered(answer.status, answer.url))
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.allowed):
            self.complaints.append(f"console {kind}: {text}")

    def _asked(self, url: str) -> None:
        if urlsplit(url).scheme in ("http", "https") and not url.startswith(self.url):
            self.complaints.append(f"request to another host: {url}")

    def _answered(self, status: int, url: str) -> None:
        if status >= 500:
            self.complaints.append(f"status {status}: {url}")


def sit_down(browser: Browser, url: str, size: tuple[int, int], **options: object) -> Table:
    settings = {"locale": "en-US", "has_touch": size == PHONE, "reduced_motion": "reduce", **options}
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
    context.set_default_timeout(PATIENCE_MS)
    return Table(context, url)


def keep_screenshot(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def page_complaints(page: Page) -> list[str]:
    found: list[str] = page.evaluate(CHECKS)
    return found
