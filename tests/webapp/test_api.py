"""The API: scoring, standings, exports, and a description that says what is there."""

from __future__ import annotations

import csv
import json
import re

import pytest

from scoring.city_file import CityFile, city_data
from scoring.random_games import play_game
from scoring.score_sheet import score
from webapp.api.openapi import description


@pytest.fixture
def game(browser):
    """Two full cities of a random game."""
    made = browser.new_game()
    for seat, played in enumerate(play_game(5, 2), start=1):
        hexes = city_data(CityFile(played.city))["hexes"]
        assert browser.edit(made, seat, hexes=hexes, stones=played.stones).status_code == 200
    return made


def test_score_gives_what_the_core_gives(plain_browser):
    played = play_game(7, 3)[0]
    file = CityFile(played.city, played.stones)
    answer = plain_browser.client.post("/api/v1/score?players=3", json=city_data(file)).json
    sheet = score(played.city, stones=played.stones)
    assert answer["total"] == sheet.total
    assert list(answer["districts"]) == ["house", "market", "barracks", "temple", "garden"]
    assert answer["problems"] == []
    not_two = plain_browser.client.post("/api/v1/score?players=2", json=city_data(file)).json["problems"]
    assert not_two[0]["sentence"] == "The levels add up to 52; a finished 2-player city has 58."


def test_standings_and_exports_agree(browser, game):
    shown = browser.get(f"/api/v1/games/{game['id']}").json
    totals = [player["total"] for player in shown["players"]]
    winner = 1 + totals.index(max(totals))
    assert [place["seat"] for place in shown["standings"] if place["is_winner"]] == [winner]
    exported = json.loads(browser.get(f"{game['page']}/export.json").text)
    assert [player["total"] for player in exported["players"]] == totals
    rows = list(csv.DictReader(browser.get(f"{game['page']}/export.csv").text.splitlines()))
    assert [int(row["total"]) for row in rows] == totals


def test_a_shared_victory_is_explained(browser):
    game = browser.new_game()
    for seat in (1, 2):
        hexes = [{"q": 0, "r": 0, "kind": "garden", "level": 2}, {"q": 1, "r": 0, "kind": "garden_plaza", "level": 1}]
        assert browser.edit(game, seat, hexes=hexes, stones=1).json["total"] == 7
    page = browser.get(f"{game['page']}/result").text
    assert "Ola, Marek share the victory" in page
    assert "Equal points and equal stones" in page


def test_a_city_file_of_an_export_scores_the_same(browser, game):
    exported = json.loads(browser.get(f"{game['page']}/export.json").text)
    for player in exported["players"]:
        assert browser.client.post("/api/v1/score", json=player["city"]).json["total"] == player["total"]


def test_nothing_new_is_answered_with_nothing(browser, game):
    path = f"/api/v1/games/{game['id']}/players/1"
    stamp = browser.get(path).json["stamp"]
    assert browser.get(f"{path}?since={stamp}").status_code == 204
    browser.edit(game, version=1, stones=9)
    assert browser.get(f"{path}?since={stamp}").status_code == 200


def test_the_qr_code_and_the_view_page(browser, game):
    assert browser.get(f"{game['page']}/qr.svg").mimetype == "image/svg+xml"
    page = browser.get(game["view_page"]).text
    assert game["id"] not in page


def test_history_finds_by_name_and_statistics_count(browser, game):
    assert "Ola" in browser.get("/history?search=ola").text
    assert "No game fits" in browser.get("/history?search=zzz").text
    assert "2 cities" in browser.get("/statistics").text


def test_the_description_lists_exactly_what_is_there(plain_app):
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1")), method.lower())
        for rule in plain_app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, methods in description()["paths"].items() for method in methods}
    assert described == served


def test_the_description_holds_together(plain_browser):
    text = plain_browser.get("/api/v1/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in schemas


def test_a_page_begins_with_the_districts_in_the_order_of_the_score_pad(plain_browser):
    """A sheet that is put into order when the first answer comes would move under the finger."""
    game = plain_browser.new_game()
    page = plain_browser.get(f"{game['page']}/city/1").text
    found = re.search(r'<script type="application/json" id="player">(.*?)</script>', page, re.DOTALL)
    assert list(json.loads(found[1])["score"]["districts"]) == ["house", "market", "barracks", "temple", "garden"]


def test_nobody_wins_a_game_in_which_nothing_was_built(plain_browser):
    game = plain_browser.new_game()
    page = plain_browser.get(f"{game['page']}/result").text
    assert "No city yet</h1>" in page
    assert not any(place["is_winner"] for place in game["standings"])
