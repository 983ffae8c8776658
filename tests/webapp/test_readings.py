"""From a sample photo to a player's city: dealt, corrected, brought back. With the quick reader of the samples."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from tests.webapp.conftest import Browser
from tests.webapp.sample_reader import SAMPLES, read_photo
from webapp import readings
from webapp.models import Scan
from webapp.photo_store import photo_path
from webapp.scan_worker import Done

SINGLE = [file.stem for file in sorted(SAMPLES.glob("*.json")) if len(json.loads(file.read_text())["cities"]) == 1]
SEVERAL = [file.stem for file in sorted(SAMPLES.glob("*.json")) if len(json.loads(file.read_text())["cities"]) > 1]


def read_now(app: Flask) -> None:
    """Read every photo that waits, without worker processes."""
    services = app.extensions["akroscan"]
    with services.database.writing() as session:
        for scan in session.query(Scan).filter_by(state=readings.WAITING).order_by(Scan.id).all():
            result = read_photo(photo_path(services.folder, scan.photo.token), scan.players, lambda _: None)
            readings.finish(session, scan.id, Done(result))


def send_sample(browser: Browser, game: dict, name: str, seat: int = 1) -> dict:
    answer = browser.post(f"/games/{game['id']}/players/{seat}/photo", json={"sample": name})
    assert answer.status_code == 202, answer.text
    return answer.json


def player_of(browser: Browser, game: dict, seat: int = 1) -> dict:
    return browser.get(f"/api/v1/games/{game['id']}/players/{seat}").json


@pytest.fixture
def sampled(app, browser):
    game = browser.new_game()
    send_sample(browser, game, SINGLE[0])
    read_now(app)
    return game


def test_a_single_city_goes_to_the_player_at_once(browser, sampled):
    truth = json.loads((SAMPLES / f"{SINGLE[0]}.json").read_text())
    player = player_of(browser, sampled)
    assert player["hex_count"] == len(truth["hexes"])
    assert player["scan_used"] is True
    assert len(player["unsure"]) == 3
    assert player["reading"]["photo"]["width_px"] == truth["width_px"]


def test_looking_at_an_unsure_hex_takes_it_off_the_list(browser, sampled):
    q, r = player_of(browser, sampled)["unsure"][0]
    after = browser.edit(sampled, version=1, checked=[{"q": q, "r": r}]).json
    assert [q, r] not in after["unsure"]
    assert len(after["unsure"]) == 2


def test_corrections_can_be_taken_back_to_the_reading(browser, sampled):
    before = player_of(browser, sampled)
    first = before["hexes"][0]
    browser.edit(sampled, version=1, hexes=[{**first, "kind": None}])
    back = browser.edit(sampled, version=2, action="reading").json
    assert back["hexes"] == before["hexes"]
    assert browser.edit(sampled, version=3, action="undo").json["hex_count"] == before["hex_count"] - 1


def test_a_city_without_a_photo_has_no_reading_to_go_back_to(browser):
    refused = browser.edit(browser.new_game(), action="reading")
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "no_reading")


def test_a_reading_does_not_replace_what_was_built_meanwhile(app, browser):
    game = browser.new_game()
    scan = send_sample(browser, game, SINGLE[0])
    browser.edit(game, hexes=[{"q": 0, "r": 0, "kind": "garden", "level": 1}])
    read_now(app)
    player = player_of(browser, game)
    assert (player["hex_count"], player["scan_used"]) == (1, False)
    taken = browser.post(
        f"/games/{game['id']}/players/1/city", json={"uid": "deal-0001", "scan": scan["id"], "city": 0, "version": 1}
    ).json
    assert taken["scan_used"] is True
    assert taken["hex_count"] > 1


def test_stones_counted_while_the_photo_is_read_do_not_hold_the_reading_up(app, browser):
    game = browser.new_game()
    send_sample(browser, game, SINGLE[0])
    browser.edit(game, stones=3)
    read_now(app)
    player = player_of(browser, game)
    assert (player["scan_used"], player["stones"], player["hex_count"] > 1) == (True, 3, True)


def test_a_photo_taken_again_wins_over_the_first_one(app, browser):
    """The first reading comes after the second photo was sent, but before that one is read."""
    game = browser.new_game()
    for name in SINGLE[:2]:
        send_sample(browser, game, name)
    read_now(app)
    player = player_of(browser, game)
    truth = json.loads((SAMPLES / f"{SINGLE[1]}.json").read_text())
    assert (player["scan_used"], player["hex_count"]) == (True, len(truth["hexes"]))


@pytest.mark.skipif(not SEVERAL, reason="no sample has several cities")
def test_several_cities_in_one_photo_are_dealt(app, browser):
    game = browser.new_game()
    scan = send_sample(browser, game, SEVERAL[0])
    read_now(app)
    assert player_of(browser, game)["hex_count"] == 0
    truth = json.loads((SAMPLES / f"{SEVERAL[0]}.json").read_text())
    for seat, city in ((1, 1), (2, 0)):
        body = {"uid": f"deal-000{seat}", "scan": scan["id"], "city": city, "version": 0}
        taken = browser.post(f"/games/{game['id']}/players/{seat}/city", json=body).json
        assert taken["hex_count"] == len(truth["cities"][city]["hexes"])


def test_a_city_of_another_games_photo_cannot_be_taken(app, browser):
    scan = send_sample(browser, browser.new_game(), SINGLE[0])
    read_now(app)
    body = {"uid": "deal-0001", "scan": scan["id"], "city": 0, "version": 0}
    assert browser.post(f"/games/{browser.new_game()['id']}/players/1/city", json=body).status_code == 404


def test_a_deleted_game_takes_its_scan_along(app, browser):
    services = app.extensions["akroscan"]
    with services.database.writing() as session:
        readings.finish(session, 12345, Done({"cities": []}))
        assert session.query(Scan).count() == 0
