"""Edits of a city: kept in a log, undone and redone, merged or refused when two tabs meet. On both databases."""

from __future__ import annotations

HOUSE = {"q": 0, "r": 0, "kind": "house", "level": 1}
PLAZA = {"q": 1, "r": 0, "kind": "house_plaza", "level": 1}


def test_an_edit_is_answered_with_the_new_score(browser):
    game = browser.new_game()
    answer = browser.edit(game, hexes=[{**HOUSE, "level": 3}, PLAZA], stones=2).json
    assert answer["total"] == answer["score"]["total"] == 3 * 1 + 2
    assert answer["version"] == 1
    assert browser.get(f"/api/v1/games/{game['id']}/players/1").json["hexes"] == answer["hexes"]


def test_undo_and_redo_walk_through_the_log(browser):
    game = browser.new_game()
    browser.edit(game, hexes=[HOUSE])
    browser.edit(game, version=1, hexes=[{**HOUSE, "level": 2}])
    undone = browser.edit(game, version=2, action="undo").json
    assert undone["hexes"] == [HOUSE]
    assert (undone["can_undo"], undone["can_redo"]) == (True, True)
    assert browser.edit(game, version=3, action="undo").json["hexes"] == []
    assert browser.edit(game, version=4, action="redo").json["hexes"] == [HOUSE]
    changed = browser.edit(game, version=5, hexes=[PLAZA]).json
    assert changed["can_redo"] is False
    refused = browser.edit(game, version=6, action="redo")
    assert refused.status_code == 409
    assert refused.json["error"]["code"] == "nothing_to_redo"


def test_an_edit_sent_twice_is_done_once(browser):
    game = browser.new_game()
    body = {"uid": "twice-0001", "version": 0, "hexes": [HOUSE]}
    path = f"/games/{game['id']}/players/1/edits"
    assert browser.post(path, json=body).json == browser.post(path, json=body).json
    assert browser.get(f"/api/v1{path.removesuffix('/edits')}").json["version"] == 1


def test_two_tabs_that_change_different_places_both_win(browser):
    game = browser.new_game()
    browser.edit(game, uid="tabone-01", hexes=[HOUSE])
    merged = browser.edit(game, uid="tabtwo-01", version=0, hexes=[PLAZA])
    assert merged.status_code == 200
    assert merged.json["hexes"] == [HOUSE, PLAZA]


def test_the_later_edit_of_the_same_place_is_refused_and_told(browser):
    game = browser.new_game()
    browser.edit(game, uid="tabone-01", hexes=[HOUSE])
    refused = browser.edit(game, uid="tabtwo-01", version=0, hexes=[{**HOUSE, "kind": "temple"}])
    assert refused.status_code == 409
    assert refused.json["error"]["code"] == "city_changed"
    assert refused.json["current"]["hexes"] == [HOUSE]


def test_stones_of_two_tabs_conflict_too(browser):
    game = browser.new_game()
    browser.edit(game, uid="tabone-01", stones=3)
    assert browser.edit(game, uid="tabtwo-01", version=0, stones=4).status_code == 409
    assert browser.edit(game, uid="tabone-02", version=0, stones=5).json["stones"] == 5


def test_nobody_undoes_what_another_tab_did_meanwhile(browser):
    game = browser.new_game()
    browser.edit(game, uid="tabone-01", hexes=[HOUSE])
    browser.edit(game, uid="tabtwo-01", version=1, hexes=[PLAZA])
    assert browser.edit(game, uid="tabone-02", version=1, action="undo").status_code == 409


def test_a_version_from_the_future_is_refused(browser):
    game = browser.new_game()
    assert browser.edit(game, version=9, hexes=[HOUSE]).status_code == 409


def test_a_game_changed_by_another_tab_is_not_overwritten(browser):
    game = browser.new_game()
    path = f"/games/{game['id']}"
    assert browser.send("PATCH", path, json={"version": 1, "variants": ["house"]}).json["variants"] == ["house"]
    refused = browser.send("PATCH", path, json={"version": 1, "variants": []})
    assert refused.status_code == 409
    assert refused.json["current"]["variants"] == ["house"]


def test_variants_and_rulings_change_the_total(browser):
    game = browser.new_game()
    browser.edit(game, hexes=[{**HOUSE, "level": 5}, {**HOUSE, "q": 1, "level": 5}, {**PLAZA, "q": 2}])
    doubled = browser.send("PATCH", f"/games/{game['id']}", json={"version": 1, "variants": ["house"]}).json
    assert [player["total"] for player in doubled["players"]] == [20, 0]
    ruled = browser.send("PATCH", f"/games/{game['id']}", json={"version": 2, "rulings": {"lake_is_edge": "yes"}}).json
    assert ruled["rulings"] == {"lake_is_edge": "yes", "lake_size": "any", "largest_group": "hexes"}


def test_a_deleted_game_comes_back_with_everything(browser):
    game = browser.new_game()
    browser.edit(game, hexes=[HOUSE])
    path = f"/games/{game['id']}"
    assert browser.send("DELETE", path).status_code == 200
    assert browser.get(f"/api/v1{path}").status_code == 404
    assert browser.get("/api/v1/games").json["games"] == []
    assert browser.post(f"{path}/undelete").json["players"][0]["hex_count"] == 1
    assert len(browser.get("/api/v1/games").json["games"]) == 1


def test_players_come_and_go_between_one_and_four(browser):
    game = browser.new_game("A", "B", "C")
    path = f"/games/{game['id']}/players"
    four = browser.post(path, json={"version": 1, "name": "D"}).json
    assert [player["seat"] for player in four["players"]] == [1, 2, 3, 4]
    assert browser.post(path, json={"version": 2}).json["error"]["code"] == "too_many_players"
    three = browser.send("DELETE", f"{path}/2?version=2").json
    assert [player["name"] for player in three["players"]] == ["A", "C", "D"]
