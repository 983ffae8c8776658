"""The whole way from the first page to the winner by keyboard only: no mouse, no finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.chromium import DESKTOP, chromium, keep_screenshot, sit_down
from tests.webapp.page_steps import SINGLE
from tests.webapp.servers import running_servers

pytestmark = pytest.mark.browser
MOST_STEPS = 90


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with running_servers() as start, chromium() as browser:
        server = start(tmp_path_factory.mktemp("page"))
        yield sit_down(browser, server.url, DESKTOP)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the wanted element has the focus; on the way every focus must be seen."""
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(
            """wanted => {
              const e = document.activeElement;
              const holder = e.closest(".file-button, .segments label") ?? e;
              const style = getComputedStyle(holder);
              const isSeen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              return { found: e.matches(wanted), seen: e === document.body || isSeen, what: e.outerHTML.slice(0, 120) };
            }""",
            selector,
        )
        assert focus["seen"], f"the focus cannot be seen on {focus['what']}"
        if focus["found"]:
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_from_the_first_page_to_the_winner_by_keyboard(table):
    page = table.new_page()
    page.goto(table.url)
    tab_to(page, ".skip-link")
    tab_to(page, "[name=name1]")
    page.keyboard.type("Ola")
    tab_to(page, "[name=name2]")
    page.keyboard.type("Marek")
    press(page, "Enter")
    page.wait_for_url("**/game/*")
    expect(page.locator(".player-card")).to_have_count(2)
    for seat, sample in enumerate(SINGLE[:2], start=1):
        tab_to(page, f"[aria-label='Sample photo for player {seat}']")
        press(page, "Enter")
        tab_to(page, f"[data-sample='{sample}']")
        press(page, "Enter")
        expect(page.locator(f"[data-seat='{seat}'] a[href$='#check']")).to_have_count(1)
    correct_by_keyboard(page)
    tab_to(page, "[name=variant][value=house]")
    press(page, "Space")
    expect(page.locator("[name=variant][value=house]")).to_be_checked()
    tab_to(page, "#to-result")
    press(page, "Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    assert table.complaints == []


def correct_by_keyboard(page: Page) -> None:
    """Check, kind, level, remove, add, undo, redo, stones, whole tile, views, zoom and help by keys alone."""
    tab_to(page, "[data-seat='1'] a[href$='#check']")
    press(page, "Enter")
    page.wait_for_url("**/city/1#check")
    saved = page.locator("#save-state")
    count = page.locator("#map-view .hex")
    expect(page.get_by_text("3 hexes to check")).to_be_visible()
    press(page, "n", "p", "Space")
    expect(page.get_by_text("2 hexes to check")).to_be_visible()
    before = count.count()
    tab_to(page, "#map-view")
    press(page, "Enter", "Shift+G", "3")
    expect(page.get_by_role("option", name="Garden plaza, level 3", selected=True)).to_have_count(1)
    press(page, "-")
    expect(page.get_by_role("option", name="Garden plaza, level 2", selected=True)).to_have_count(1)
    press(page, "Delete")
    expect(count).to_have_count(before - 1)
    expect(saved).to_have_text("Saved")
    press(page, "Control+z")
    expect(count).to_have_count(before)
    press(page, "Control+y")
    expect(count).to_have_count(before - 1)
    press(page, "Enter", "t")
    expect(count).to_have_count(before)
    press(page, "ArrowRight", "ArrowDown", "Enter", "]", "]", "[", "v", "v", "i", "o", "f", "w", "Escape")
    expect(page.locator("#stones")).to_have_text("1")
    press(page, "?")
    expect(page.locator("#help-dialog")).to_be_visible()
    keep_screenshot(page, "desktop-8-keyboard")
    press(page, "Escape")
    expect(saved).to_have_text("Saved")
    tab_to(page, "#tab-hex")
    press(page, "ArrowRight")
    expect(page.locator("#panel-score")).to_be_visible()
    tab_to(page, "#back")
    press(page, "Enter")
    expect(page.locator(".player-card")).to_have_count(2)
