"""Fingers that are faster than the server, slow and lost connections, two tabs: no tap is lost, nothing jumps."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.chromium import DESKTOP, PHONE, Table, chromium, sit_down
from tests.webapp.page_steps import SINGLE, choose_sample, hexes_of, new_game, tap, wait_saved
from tests.webapp.servers import running_servers

pytestmark = pytest.mark.browser
EDITS = "**/players/1/edits"


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
    made = sit_down(browser, server.url, DESKTOP)
    yield made
    assert made.complaints == []
    made.context.close()


@pytest.fixture
def page(table: Table) -> Page:
    return table.new_page()


class Held:
    """Requests that are kept waiting until they are let go."""

    def __init__(self, page: Page, path: str, method: str = "POST") -> None:
        self.routes: list[Route] = []
        self.is_open = False
        self.method = method
        page.route(path, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open or route.request.method != self.method:
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        self.is_open = True
        for route in self.routes:
            route.continue_()


def read_city(page: Page, url: str) -> str:
    """A game whose first player has a city with three unsure hexes, in the editor. Gives its token."""
    game_url = new_game(page, url)
    choose_sample(page, 1, SINGLE[0])
    page.get_by_role("link", name="Check 3 hexes").click()
    expect(page.get_by_text("3 hexes to check")).to_be_visible()
    return game_url.rsplit("/", 1)[1]


def test_hexes_found_right_faster_than_the_server_answers(table, page):
    game = read_city(page, table.url)
    held = Held(page, EDITS)
    for left in ("2 hexes to check", "1 hex to check", "All checked"):
        page.get_by_role("button", name="Looks right").click()
        expect(page.get_by_text(left)).to_be_visible()
    held.let_go()
    wait_saved(page)
    assert hexes_of(page, game, 1)["unsure"] == []


def test_a_finger_on_a_button_while_an_answer_arrives(table, page):
    page.goto(new_game(page, table.url) + "/city/1")
    page.get_by_role("tab", name="Score").click()
    held = Held(page, EDITS)
    more = page.get_by_role("button", name="One stone more")
    more.click()
    more.hover()
    page.mouse.down()
    held.let_go()
    wait_saved(page)
    page.mouse.up()
    expect(page.locator("#stones")).to_have_text("2")
    wait_saved(page)
    expect(page.locator("#total")).to_have_text("2")


def test_an_answer_that_was_overtaken_changes_nothing(table, page):
    page.goto(new_game(page, table.url) + "/city/1")
    page.get_by_role("tab", name="Score").click()
    wait_saved(page)
    late: list[tuple[Route, object]] = []
    page.route("**/players/1?since=*", lambda route: late.append((route, route.fetch())))
    # Something new from another phone makes the question worth an answer; the answer is on its way for long.
    api = page.url.replace("/game/", "/api/v1/games/").replace("/city/", "/players/")
    token = page.get_attribute("meta[name=csrf-token]", "content")
    edit = {"uid": "other-phone-1", "version": 0, "hexes": [{"q": 0, "r": 0, "kind": "house", "level": 1}]}
    page.request.post(f"{api}/edits", data=edit, headers={"X-CSRFToken": token})
    while not any(answer.status == 200 for _, answer in late):
        while late:
            route, answer = late.pop()
            route.fulfill(response=answer)
        page.wait_for_timeout(100)
    page.get_by_role("button", name="One stone more").click()
    wait_saved(page)
    page.evaluate(
        """() => {
          window.shown = [];
          const look = () => shown.push(document.getElementById("stones").textContent);
          new MutationObserver(look).observe(document.getElementById("stones"), { childList: true });
        }"""
    )
    late[-1][0].fulfill(response=late[-1][1])
    page.unroute("**/players/1?since=*")
    page.get_by_role("button", name="One stone more").click()
    wait_saved(page)
    expect(page.locator("#stones")).to_have_text("2")
    assert "0" not in page.evaluate("shown")


def test_undo_and_redo_faster_than_the_server_answers(table, page):
    page.goto(new_game(page, table.url) + "/city/1")
    held = Held(page, EDITS)
    tap(page, 0, 0)
    page.locator("[data-kind=house]").click()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    held.let_go()
    wait_saved(page)
    expect(page.get_by_role("option", name="House, level 1")).to_have_count(1)


def test_the_buttons_of_the_kinds_keep_their_places(table, page):
    read_city(page, table.url)
    order = "all => all.map(button => button.dataset.kind)"
    before = page.locator("[data-kind]").evaluate_all(order)
    page.locator("[data-kind]").first.click()
    wait_saved(page)
    assert page.locator("[data-kind]").evaluate_all(order) == before


def test_the_view_stays_when_someone_else_corrects(table, page):
    game = read_city(page, table.url)
    page.get_by_role("button", name="Zoom in").click()
    before = page.locator("#map-view").get_attribute("viewBox")
    other = table.new_page()
    other.goto(page.url.partition("#")[0])
    other.get_by_role("tab", name="Score").click()
    other.get_by_role("button", name="One stone more").click()
    page.get_by_role("tab", name="Score").click()
    expect(page.locator("#stones")).to_have_text("1")
    assert page.locator("#map-view").get_attribute("viewBox") == before
    assert hexes_of(page, game, 1)["stones"] == 1


def test_the_result_waits_for_what_was_typed_last(table, page):
    new_game(page, table.url)
    names = Held(page, "**/api/v1/games/*", "PATCH")
    page.get_by_label("Name of player 1").fill("Zofia")
    page.get_by_role("button", name="One stone more").first.click()
    page.get_by_role("link", name="Result").click()
    page.wait_for_timeout(300)
    assert "/result" not in page.url
    names.let_go()
    page.wait_for_url("**/result")
    expect(page.get_by_role("heading", level=1)).to_have_text("Zofia wins")


def test_rules_and_names_survive_a_lost_connection_and_a_reload(table, page):
    table.allowed = ("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
    game_url = new_game(page, table.url)
    page.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_role("switch", name=re.compile("Houses")).check()
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_label("Name of player 2").blur()
    expect(page.locator(".toast")).to_contain_text("No connection")
    expect(page.get_by_role("switch", name=re.compile("Houses"))).to_be_checked()
    page.unroute("**/api/v1/**")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.goto(game_url)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("switch", name=re.compile("Houses"))).to_be_checked()
    expect(page.get_by_label("Name of player 2")).to_have_value("Bo")


def test_a_second_tab_shows_the_rules_and_gives_way_to_a_name(table, page):
    table.allowed = ("409",)
    game_url = new_game(page, table.url)
    other = table.new_page()
    other.goto(game_url)
    page.get_by_role("switch", name=re.compile("Temples")).check()
    expect(other.get_by_role("switch", name=re.compile("Temples"))).to_be_checked()
    # Both rename the same player before either has seen the other.
    other.route("**/players/*?since=*", lambda route: route.fulfill(status=204))
    page.get_by_label("Name of player 1").fill("Ana")
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_label("Name of player 1").blur()
    other.get_by_label("Name of player 1").fill("Ewa")
    other.get_by_label("Name of player 1").blur()
    expect(other.locator(".toast")).to_contain_text("Someone else changed this game")
    expect(other.get_by_label("Name of player 1")).to_have_value("Ana")


def test_a_player_more_and_less_while_a_photo_is_sent(table, page):
    new_game(page, table.url)
    photo = Held(page, "**/players/1/photo")
    choose_sample(page, 1, SINGLE[0])
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("button", name="Add a player").click()
    expect(page.locator(".player-card")).to_have_count(4)
    expect(page.get_by_role("button", name="Add a player")).to_be_hidden()
    expect(page.locator("[data-seat='1'] [role=progressbar]")).to_be_visible()
    page.get_by_role("button", name="Remove player 3").click()
    expect(page.locator(".player-card")).to_have_count(3)
    photo.let_go()
    expect(page.get_by_role("link", name="Check 3 hexes")).to_be_visible()
    expect(page.get_by_role("button", name="Remove player 1")).to_have_count(0)


def test_start_pressed_twice_is_one_game(table, page):
    page.goto(table.url)
    held = Held(page, "**/api/v1/games")
    page.locator("#start-game").dblclick()
    page.wait_for_timeout(200)
    assert len(held.routes) == 1
    held.let_go()
    page.wait_for_url("**/game/*")


def test_a_deleted_game_leaves_its_row_with_a_way_back(table, page):
    for _ in range(2):
        new_game(page, table.url)
    page.goto(f"{table.url}/history")
    rows = page.locator("[data-game]")
    places = "all => all.map(row => JSON.stringify(row.getBoundingClientRect()))"
    before = rows.evaluate_all(places)
    page.get_by_role("button", name="Delete this game").first.click()
    expect(rows.first).to_contain_text("The game was deleted.")
    assert rows.evaluate_all(places) == before
    page.get_by_role("button", name="Delete this game").first.click()
    expect(page.get_by_role("button", name="Undo")).to_have_count(2)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("button", name="Delete this game")).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(1)


def test_keys_on_a_keyboard_without_latin_letters(table, page):
    page.goto(new_game(page, table.url) + "/city/1")
    tap(page, 0, 0)
    press = """([key, code, ctrlKey]) => {
      const options = { key, code, ctrlKey, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", options));
    }"""
    page.evaluate(press, ["п", "KeyG", False])
    expect(page.get_by_role("option", name="Garden, level 1")).to_have_count(1)
    page.evaluate(press, ["ї", "BracketRight", False])
    wait_saved(page)
    expect(page.locator("#total")).to_have_text("1")
    page.evaluate(press, ["я", "KeyZ", True])
    expect(page.locator("#total")).to_have_text("0")


def test_nothing_moves_when_there_is_a_long_thing_to_say(server, browser):
    """The advice about a city takes two lines where one stood before."""
    table = sit_down(browser, server.url, PHONE)
    page = table.new_page()
    game_url = new_game(page, server.url)
    buttons = page.locator(".player-actions .button, .stepper button, #to-result, .switch input")
    places = "all => all.map(e => JSON.stringify(e.getBoundingClientRect()))"
    before = buttons.evaluate_all(places)
    api = game_url.replace("/game/", "/api/v1/games/")
    token = page.get_attribute("meta[name=csrf-token]", "content")
    edit = {"uid": "other-phone-1", "version": 0, "hexes": [{"q": 0, "r": 0, "kind": "house", "level": 3}]}
    page.request.post(f"{api}/players/1/edits", data=edit, headers={"X-CSRFToken": token})
    expect(page.locator("[data-seat='1'] .is-warning")).to_be_visible()
    assert buttons.evaluate_all(places) == before
    table.context.close()
