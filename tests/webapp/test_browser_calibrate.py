"""Calibration in a real browser: a camera from photos, a set from a city, and both taken away again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.calibration.sheet_files import bomb_zip, other_board_file, sheet_file
from tests.webapp.chromium import DESKTOP, PHONE, chromium, keep_screenshot, page_complaints, sit_down
from tests.webapp.page_steps import SINGLE, choose_sample, hexes_of, new_game, tap, wait_saved
from tests.webapp.servers import running_servers

pytestmark = pytest.mark.browser
LEARNING_MS = 240_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running_servers() as start:
        yield start(tmp_path_factory.mktemp("calibrate"))


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


def jpeg(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


def test_a_camera_is_learned_from_photos(server, browser):
    table = sit_down(browser, server.url, PHONE)
    table.allowed = ("400",)
    page = table.new_page()
    page.goto(server.url)
    page.get_by_role("link", name="Calibration").click()
    learn = page.get_by_role("button", name="Learn this camera")
    expect(learn).to_be_disabled()
    page.locator("#sheet-photos").set_input_files([jpeg("image.jpg", sheet_file(number)) for number in range(2)])
    expect(page.locator("#camera-state")).to_contain_text("2 usable photos")
    expect(page.locator("#camera-state")).to_contain_text("At least 5 usable photos of one camera are needed.")
    expect(page.locator("#coverage rect.is-covered").first).to_be_visible()
    strange = [jpeg("other.jpg", other_board_file()), jpeg("else.jpg", sheet_file(9, model="Other phone"))]
    page.locator("#sheet-photos").set_input_files(strange)
    expect(page.locator("#views li").nth(2)).to_contain_text("This is another board")
    page.locator("#sheet-photos").set_input_files([jpeg("image.jpg", sheet_file(number)) for number in range(2, 6)])
    expect(page.locator("#camera-state")).to_contain_text("6 usable photos")
    expect(page.locator("#views li").nth(3)).to_contain_text("It comes from another camera")
    expect(page.locator("#camera-state")).to_contain_text("Corners land within 0.")
    page.locator("#views li").nth(2).get_by_role("button", name="Leave out").click()
    expect(page.locator("#views li")).to_have_count(7)
    keep_screenshot(page, "phone-calibrate-camera")
    learn.click()
    expect(page.locator(".profile-list")).to_contain_text("Test phone 1280x960")
    give_back_a_profile(page)
    assert table.complaints == []
    table.context.close()


def give_back_a_profile(page: Page) -> None:
    """Exported, removed, a bomb refused, imported again."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    kept = download.value.path()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".profile-list")).to_have_text("Nothing yet.")
    page.locator("#import-profile").set_input_files(
        {"name": "bomb.zip", "mimeType": "application/zip", "buffer": bomb_zip()}
    )
    expect(page.locator(".toast")).to_have_text("This file is too large for a profile.")
    page.locator("#import-profile").set_input_files(kept)
    expect(page.locator(".profile-list")).to_contain_text("Test phone 1280x960")


def test_a_city_teaches_a_set(server, browser):
    table = sit_down(browser, server.url, DESKTOP)
    page = table.new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Start a game").click()
    page.wait_for_url("**/game/*")
    page.get_by_role("button", name="Sample photo for player 1").click()
    page.locator(f"#sample-dialog [data-sample='{SINGLE[0]}']").click()
    expect(page.get_by_role("link", name="Check 3 hexes")).to_have_count(1)
    page.get_by_role("link", name="Akroscan").click()
    page.get_by_role("link", name="Calibration").first.click()
    page.get_by_label("Name of the set").fill("Мій набір")
    page.get_by_role("button", name="Learn from these cities").click()
    expect(page.locator(".toast")).to_have_text("Choose at least one city.")
    page.locator("#lesson input[type=checkbox]").check()
    page.get_by_role("button", name="Learn from these cities").click()
    mine = page.locator(".profile-list li.card", has_text="Мій набір")
    expect(mine).to_contain_text("held-back hexes", timeout=LEARNING_MS)
    expect(mine.get_by_role("link", name="Look at")).to_be_visible()
    expect(mine.get_by_role("button", name="Take back")).to_be_visible()
    keep_screenshot(page, "desktop-calibrate-set")
    page.once("dialog", lambda dialog: dialog.accept())
    mine.get_by_role("button", name="Remove").click()
    expect(mine).to_have_count(0)
    assert table.complaints == []
    table.context.close()


def test_many_corrected_kinds_lead_to_teaching(server, browser):
    table = sit_down(browser, server.url, DESKTOP)
    page = table.new_page()
    game = new_game(page, server.url).rsplit("/", 1)[-1]
    choose_sample(page, 1, SINGLE[0])
    page.get_by_role("link", name="Check 3 hexes").click()
    hexes = [hex_ for hex_ in hexes_of(page, game, 1)["hexes"] if hex_["kind"] != "temple"][:4]
    for corrected, hex_ in enumerate(hexes, start=1):
        tap(page, hex_["q"], hex_["r"])
        page.locator("[data-kind=temple]").click()
        wait_saved(page)
        if corrected == len(hexes) - 1:
            page.locator("#tab-advice").click()
            expect(page.locator("#panel-advice")).not_to_contain_text("two corrected cities")
            page.locator("#tab-hex").click()
    page.locator("#tab-advice").click()
    expect(page.locator("#panel-advice")).to_contain_text("You corrected 4 kinds")
    keep_screenshot(page, "desktop-many-corrected")
    page.get_by_role("link", name="Teach these tiles").click()
    page.wait_for_url("**/calibrate#tiles-title")
    expect(page.locator(".lesson-list")).to_contain_text("4 kinds corrected")
    assert table.complaints == []
    table.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_page_has_names_contrast_and_room(server, browser, scheme, size):
    table = sit_down(browser, server.url, size, color_scheme=scheme)
    page = table.new_page()
    page.goto(f"{server.url}/calibrate")
    page.locator("#sheet-photos").set_input_files([jpeg("a.jpg", sheet_file(1)), jpeg("b.jpg", other_board_file())])
    expect(page.locator("#views li").nth(1)).to_contain_text("This is another board")
    expect(page.locator("#camera-state")).to_contain_text("usable photos")
    keep_screenshot(page, f"{'phone' if size == PHONE else 'desktop'}-calibrate-{scheme}")
    assert page_complaints(page) == []
    assert table.complaints == []
    table.context.close()
