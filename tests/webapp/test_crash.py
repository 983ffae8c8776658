"""kill -9 of the server in the middle of edits and of a scan: everything acknowledged is there after a restart."""

from __future__ import annotations

import threading
import time
from http.client import HTTPException

from tests.webapp.http_client import Visitor
from tests.webapp.sample_reader import SAMPLES
from tests.webapp.servers import wait_until

KINDS = ("house", "market", "barracks", "temple", "garden", "quarry")


def test_nothing_acknowledged_is_lost(start_server, tmp_path, database_url):
    server = start_server(tmp_path / "data", database_url=database_url, stage_s=0.5)
    visitor = Visitor(server.url)
    game = visitor.new_game()
    sample = min(SAMPLES.glob("*.jpg"), key=lambda file: file.stat().st_size).stem
    scan = visitor.send("POST", f"/api/v1/games/{game['id']}/players/2/photo", {"sample": sample})
    acknowledged = edit_until_killed(visitor, game, server)
    assert len(acknowledged) > 5

    server = start_server(tmp_path / "data", database_url=database_url)
    visitor.url = server.url
    player = visitor.send("GET", f"/api/v1/games/{game['id']}/players/1")
    kept = {(hex_["q"], hex_["kind"]) for hex_ in player["hexes"]}
    assert set(acknowledged) <= kept
    assert len(kept) <= len(acknowledged) + 1
    path = f"/api/v1/scans/{scan['id']}"
    wait_until(lambda: visitor.send("GET", path)["state"] == "done", "the interrupted scan was not taken up again")
    undone = {"uid": "after-0001", "version": player["version"], "action": "undo"}
    answer = visitor.send("POST", f"/api/v1/games/{game['id']}/players/1/edits", undone)
    assert answer["hex_count"] == player["hex_count"] - 1


def edit_until_killed(visitor: Visitor, game: dict, server) -> list[tuple[int, str]]:
    """Send one edit after the other while the server is killed; gives those that were answered."""
    answered: list[tuple[int, str]] = []

    def kill_soon() -> None:
        wait_until(lambda: len(answered) > 5, "no edit was answered")
        time.sleep(0.03)
        server.kill()

    killer = threading.Thread(target=kill_soon)
    killer.start()
    try:
        for number in range(90):
            kind = KINDS[number % 6]
            hexes = [{"q": number, "r": 0, "kind": kind, "level": 1}]
            body = {"uid": f"crash-{number:04}", "version": number, "hexes": hexes}
            visitor.send("POST", f"/api/v1/games/{game['id']}/players/1/edits", body)
            answered.append((number, kind))
    except (OSError, HTTPException):
        pass
    killer.join()
    return answered


def test_sigterm_ends_the_server_quietly(start_server, tmp_path):
    server = start_server(tmp_path / "data")
    server.stop()
    assert server.process.returncode == 0
