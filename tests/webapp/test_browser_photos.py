"""Ways of a photo into a game in a real browser: dealt, chosen, taken again, dropped, pasted, without a connection."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.chromium import DESKTOP, PHONE, Table, chromium, sit_down
from tests.webapp.page_steps import SEVERAL, SINGLE, choose_sample, hexes_of, new_game
from tests.webapp.sample_reader import SAMPLES
from tests.webapp.servers import running_servers

pytestmark = pytest.mark.browser
PHOTO = SAMPLES / f"{SINGLE[0]}.jpg"
# Makes an event with a photo in it, as a browser does for a drop or a paste.
WITH_PHOTO = """([selector, type, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], "photo.jpg", { type: "image/jpeg" }));
  const options = { bubbles: true, cancelable: true };
  const event = type === "paste"
    ? new ClipboardEvent(type, { ...options, clipboardData: data })
    : new DragEvent(type, { ...options, dataTransfer: data });
  document.querySelector(selector).dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running_servers() as start:
        yield start(tmp_path_factory.mktemp("page"), scan_workers=2)


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def table(server, browser) -> Iterator[Table]:
    made = sit_down(browser, server.url, PHONE)
    yield made
    assert made.complaints == []
    made.context.close()


@pytest.fixture
def page(table: Table) -> Page:
    return table.new_page()


def bring_photo(page: Page, selector: str, kind: str) -> None:
    page.evaluate(WITH_PHOTO, [selector, kind, base64.b64encode(PHOTO.read_bytes()).decode()])


def test_the_cities_of_one_photo_are_dealt_to_the_players(table, page):
    game = new_game(page, table.url).rsplit("/", 1)[1]
    choose_sample(page, 1, SEVERAL[0])
    page.locator("[data-seat='1'] .player-status button").click()
    chosen = page.locator("#deal-choices select")
    expect(chosen.first).to_have_value("1")
    expect(chosen.nth(1)).to_have_value("2")
    # A player has one city: who takes the second one leaves the first.
    chosen.nth(1).select_option("1")
    expect(chosen.first).to_have_value("")
    chosen.first.select_option("2")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#deal-dialog")).to_be_hidden()
    dealt = [hexes_of(page, game, seat) for seat in (1, 2)]
    assert all(player["hex_count"] for player in dealt)
    expect(page.locator(".total-number")).to_have_text([str(player["total"]) for player in dealt])


def test_a_city_is_chosen_by_a_tap_on_its_number(table, page):
    page.goto(new_game(page, table.url) + "/city/1")
    page.get_by_role("button", name="Photo", exact=True).click()
    page.get_by_role("button", name="Try a sample").click()
    page.locator(f"#sample-dialog [data-sample='{SEVERAL[0]}']").click()
    number = page.locator("#photo-view [data-city='1'] text")
    expect(number).to_have_text("2")
    expect(page.get_by_role("button", name="City 2")).to_be_visible()
    box = number.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text("3 hexes to check")).to_be_visible()
    expect(page.locator("#photo-view [data-city]")).to_have_count(0)
    expect(page.locator("#photo-view .spot").first).to_be_visible()


def test_a_photo_taken_again_is_shown_at_once(table, page):
    game_url = new_game(page, table.url)
    choose_sample(page, 1, SINGLE[1])
    expect(page.get_by_role("link", name="Check 3 hexes")).to_be_visible()
    page.goto(game_url + "/city/1")
    before = page.locator("#photo-view image").get_attribute("href")
    page.route("**/players/1/photo", lambda route: None)
    page.locator("#retake").set_input_files(PHOTO)
    expect(page.locator("#photo-view image[href^='blob:']")).to_have_count(1)
    expect(page.locator("#stage-status [role=progressbar]")).to_be_visible()
    page.unroute("**/players/1/photo")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#photo-view image")).to_have_attribute("href", before)


def test_a_photo_waits_for_the_connection(table, page):
    table.allowed = ("ERR_INTERNET_DISCONNECTED",)
    new_game(page, table.url)
    table.context.set_offline(True)
    page.get_by_label("Photo for player 1", exact=True).set_input_files(PHOTO)
    expect(page.locator(".toast")).to_contain_text("The photo is kept here")
    table.context.set_offline(False)
    expect(page.get_by_role("link", name="Check 3 hexes")).to_be_visible()


def test_a_photo_is_dropped_on_a_player(table, page):
    new_game(page, table.url)
    bring_photo(page, "main", "drop")
    bring_photo(page, "[data-seat='2']", "drop")
    expect(page.locator("[data-seat='2']").get_by_role("link", name="Check 3 hexes")).to_be_visible()
    expect(page.locator("[data-seat='1'] .player-status")).to_contain_text("Take a photo")


@pytest.mark.parametrize("kind", ["drop", "paste"])
def test_a_photo_is_dropped_or_pasted_into_the_editor(server, browser, kind):
    table = sit_down(browser, server.url, DESKTOP)
    page = table.new_page()
    page.goto(new_game(page, server.url) + "/city/1")
    bring_photo(page, "#photo-stage", kind)
    expect(page.get_by_text("3 hexes to check")).to_be_visible()
    assert table.complaints == []
    table.context.close()


@pytest.mark.parametrize("locale", ["en-US", "pl-PL", "uk-UA"])
def test_the_editor_fits_a_phone_in_every_language(server, browser, locale):
    """Long words must not push the total and the buttons out of the screen, where the page hides them."""
    table = sit_down(browser, server.url, PHONE, locale=locale)
    page = table.new_page()
    page.goto(server.url)
    page.locator(f"[data-sample='{SINGLE[0]}']").click()
    page.wait_for_url("**/city/1")
    expect(page.locator("#photo-view .spot").first).to_be_visible()
    outside = page.evaluate(
        """() => [...document.querySelectorAll("button, #total, .panel, .stages")]
          .filter((e) => e.checkVisibility({ checkVisibilityCSS: true }))
          .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
          .map((e) => e.id || e.className)"""
    )
    assert outside == []
    assert table.complaints == []
    table.context.close()
