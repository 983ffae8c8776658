"""What people do on the page, for tests in a real browser."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect

from tests.webapp.sample_reader import SAMPLES

CITIES = {file.stem: len(json.loads(file.read_text())["cities"]) for file in sorted(SAMPLES.glob("*.json"))}
SINGLE = [name for name, count in CITIES.items() if count == 1]
SEVERAL = [name for name, count in CITIES.items() if count > 1]


def new_game(page: Page, url: str) -> str:
    page.goto(url)
    page.get_by_label("Player 1").fill("Ola")
    page.get_by_label("Player 2").fill("Marek")
    page.get_by_role("button", name="Start a game").click()
    page.wait_for_url("**/game/*")
    return page.url


def choose_sample(page: Page, seat: int, name: str) -> None:
    page.get_by_role("button", name=f"Sample photo for player {seat}").click()
    page.locator(f"#sample-dialog [data-sample='{name}']").click()


def hexes_of(page: Page, game: str, seat: int) -> dict:
    """The player as the server has it."""
    return page.evaluate("path => fetch(path).then(answer => answer.json())", f"/api/v1/games/{game}/players/{seat}")


def place(page: Page, q: int, r: int) -> Locator:
    return page.locator(f"#map-view [data-place='{q},{r}'] .top, #map-view [data-place='{q},{r}'] .add-place")


def tap(page: Page, q: int, r: int) -> None:
    """Tap where the place is, as a finger does: the picture of the hex may be drawn anew at any moment."""
    spot = place(page, q, r)
    expect(spot).to_be_visible()
    box = None
    while box is None:
        box = spot.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def wait_saved(page: Page) -> None:
    expect(page.locator("#save-state")).to_have_text("Saved")
