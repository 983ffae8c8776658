"""Hostile uploads and requests: each refused with the right status and a plain sentence, nothing stored, no 500."""

from __future__ import annotations

import io
import json
import struct
import zlib

import pytest
from sqlalchemy import func, select

from tests.webapp.pictures import picture_bytes
from webapp.models import Edit, Game, Photo, Scan

MADE_UP = "AAAAAAAAAAAAAAAAAAAAAA"


def png_bomb() -> bytes:
    """A PNG of a few bytes that claims 40,000 x 40,000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


UPLOADS = {
    "text called a photo": (b"hello, I am a photo", "photo.jpg", 400),
    "an empty file": (b"", "photo.jpg", 400),
    "a truncated photo": (picture_bytes((640, 480))[:400], "photo.jpg", 400),
    "a page with a script": (b"<html><script>alert(1)</script></html>", "photo.html", 400),
    "a drawing with a script": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "photo.svg", 400),
    "a program": (b"MZ" + b"\0" * 500, "photo.exe", 400),
    "an archive": (b"PK\x03\x04" + b"\0" * 500, "photo.zip", 400),
    "a GIF": (b"GIF89a" + b"\x01\x00" * 20, "photo.gif", 400),
    "a TIFF": (picture_bytes((200, 200), file_format="TIFF"), "photo.tiff", 400),
    "a PDF": (b"%PDF-1.7\n" + b"\0" * 300, "photo.pdf", 400),
    "a bomb of pixels": (png_bomb(), "photo.png", 413),
    "a picture of one pixel": (picture_bytes((1, 1)), "photo.jpg", 400),
    "a path for a name, no photo": (b"root:x:0:0", "../../../../etc/passwd", 400),
    "JPEG marks without a picture": (b"\xff\xd8\xff\xe0" + b"\0" * 2000 + b"\xff\xd9", "photo.jpg", 400),
}


def body(data: object) -> dict:
    return {"data": json.dumps(data), "content_type": "application/json"}


EDIT = {"uid": "hostile-01", "version": 0}
HEX = {"q": 0, "r": 0, "kind": "house", "level": 1}
# name: (method, path, options of the request, status); {game} stands for a real game
REQUESTS = {
    "no token": ("POST", "/games", {**body({"players": ["A"]}), "headers": {"X-CSRFToken": ""}}, 400),
    "a forged token": ("POST", "/games", {**body({"players": ["A"]}), "headers": {"X-CSRFToken": "x.y.z"}}, 400),
    "a token of another cookie": ("DELETE", "/games/{game}", {"headers": {"X-CSRFToken": "{other}"}}, 400),
    "not JSON": ("POST", "/games", {"data": "{", "content_type": "application/json"}, 400),
    "not UTF-8": ("POST", "/games", {"data": b'{"players": ["\xff\xfe"]}', "content_type": "application/json"}, 400),
    "a form instead of JSON": ("POST", "/games", {"data": {"players": "A"}}, 415),
    "huge JSON": ("POST", "/games", body({"players": ["A" * 2_000_000]}), 413),
    "JSON nested ten thousand deep": (
        "POST",
        "/games",
        {"data": "[" * 10_000, "content_type": "application/json"},
        400,
    ),
    "no players": ("POST", "/games", body({"players": []}), 400),
    "nine players": ("POST", "/games", body({"players": ["A"] * 9}), 400),
    "a name as long as a book": ("POST", "/games", body({"players": ["A" * 5000]}), 400),
    "a name with control characters": ("POST", "/games", body({"players": ["A\u0000B"]}), 400),
    "a name that is a number": ("POST", "/games", body({"players": [7]}), 400),
    "an unknown key": ("POST", "/games", body({"players": ["A"], "admin": True}), 400),
    "a made-up game": ("GET", f"/games/{MADE_UP}", {}, 404),
    "the game of a number": ("GET", "/games/1", {}, 404),
    "SQL for a game": ("GET", "/games/' OR 1=1 --", {}, 404),
    "a path trick": ("GET", "/games/..%2f..%2f..%2fetc%2fpasswd", {}, 404),
    "editing by the view link": ("POST", "/games/{view}/players/1/edits", body({**EDIT, "hexes": [HEX]}), 404),
    "deleting by the view link": ("DELETE", "/games/{view}", {}, 404),
    "a player who is not there": ("POST", "/games/{game}/players/9/edits", body({**EDIT, "hexes": [HEX]}), 404),
    "a kind that is not there": (
        "POST",
        "/games/{game}/players/1/edits",
        body({**EDIT, "hexes": [{**HEX, "kind": "castle"}]}),
        400,
    ),
    "level 0": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "hexes": [{**HEX, "level": 0}]}), 400),
    "level 99": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "hexes": [{**HEX, "level": 99}]}), 400),
    "a place at the end of the world": (
        "POST",
        "/games/{game}/players/1/edits",
        body({**EDIT, "hexes": [{**HEX, "q": 10**12}]}),
        400,
    ),
    "NaN for a level": (
        "POST",
        "/games/{game}/players/1/edits",
        {
            "data": '{"uid":"hostile-01","version":0,"hexes":[{"q":0,"r":0,"kind":"house","level":NaN}]}',
            "content_type": "application/json",
        },
        400,
    ),
    "ten thousand hexes": (
        "POST",
        "/games/{game}/players/1/edits",
        body({**EDIT, "hexes": [{**HEX, "q": i % 90} for i in range(3000)]}),
        400,
    ),
    "two hexes at one place": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "hexes": [HEX, HEX]}), 400),
    "minus one stone": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "stones": -1}), 400),
    "a million stones": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "stones": 10**6}), 400),
    "a uid with markup": ("POST", "/games/{game}/players/1/edits", body({**EDIT, "uid": "<script>"}), 400),
    "an unknown variant": ("PATCH", "/games/{game}", body({"version": 1, "variants": ["castle"]}), 400),
    "an unknown ruling": ("PATCH", "/games/{game}", body({"version": 1, "rulings": {"castle": "yes"}}), 400),
    "a scan of another game": (
        "POST",
        "/games/{game}/players/1/city",
        body({"uid": "hostile-01", "scan": MADE_UP, "city": 0, "version": 0}),
        404,
    ),
    "a sample outside the folder": ("POST", "/games/{game}/players/1/photo", body({"sample": "../../pyproject"}), 404),
    "no photo at all": (
        "POST",
        "/games/{game}/players/1/photo",
        {"data": {}, "content_type": "multipart/form-data"},
        400,
    ),
    "a city file that is none": ("POST", "/score", body({"hexes": "all of them"}), 400),
    "a method nobody offers": ("PUT", "/games/{game}", body({}), 405),
    "an address nobody offers": ("GET", "/secrets", {}, 404),
}
PAGES = {
    "a listing of the static files": ("/static/", 404),
    "a listing of the photos": ("/photos/", 404),
    "a photo by a path trick": ("/photos/..%2f..%2fsecret.key.jpg", 404),
    "a made-up photo": (f"/photos/{MADE_UP}.jpg", 404),
    "a sample by a path trick": ("/photos/sample/..%2f..%2f..%2fREADME.jpg", 404),
    "the edit page by the view link": ("/game/{view}", 404),
    "the view page by the edit link": ("/view/{game}", 404),
    "the export by the view link": ("/game/{view}/export.json", 404),
}


def stored(app) -> tuple:
    services = app.extensions["akroscan"]
    with services.database.reading() as session:
        counts = [session.scalar(select(func.count()).select_from(table)) for table in (Game, Edit, Photo, Scan)]
    return (*counts, sorted(file.name for file in services.folder.photos.iterdir()))


@pytest.fixture
def game(plain_browser):
    return plain_browser.new_game()


def fill(text: str, game: dict, other: str) -> str:
    view = game["view_page"].rsplit("/", 1)[1]
    return text.replace("{game}", game["id"]).replace("{view}", view).replace("{other}", other)


def assert_refused(answer, status: int) -> None:
    assert answer.status_code == status, answer.text
    sentence = answer.json["error"]["message"]
    assert sentence.endswith(".")
    assert "Traceback" not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", UPLOADS)
def test_hostile_uploads(plain_app, plain_browser, game, name):
    data, file_name, status = UPLOADS[name]
    before = stored(plain_app)
    form = {"photo": (io.BytesIO(data), file_name)}
    assert_refused(plain_browser.post(f"/games/{game['id']}/players/1/photo", data=form), status)
    assert_refused(plain_browser.post("/scans", data={"photo": (io.BytesIO(data), file_name)}), status)
    assert stored(plain_app) == before


@pytest.mark.parametrize("name", REQUESTS)
def test_hostile_requests(plain_app, plain_browser, game, name):
    method, path, options, status = REQUESTS[name]
    other = plain_app.test_client().get("/api/v1/token").json["token"]
    before = stored(plain_app)
    headers = {key: fill(value, game, other) for key, value in options.get("headers", {}).items()}
    answer = plain_browser.send(method, fill(path, game, other), **{**options, "headers": headers})
    assert_refused(answer, status)
    assert stored(plain_app) == before


@pytest.mark.parametrize("name", PAGES)
def test_hostile_addresses(plain_browser, game, name):
    path, status = PAGES[name]
    answer = plain_browser.get(fill(path, game, ""))
    assert answer.status_code == status
    assert "<h1>" in answer.text


def test_an_upload_over_the_limit_is_refused(plain_browser, game):
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n'
    form = {"data": head + b"\0" * 31_000_000 + b"\r\n--x--", "content_type": "multipart/form-data; boundary=x"}
    assert_refused(plain_browser.post(f"/games/{game['id']}/players/1/photo", **form), 413)


def test_two_photos_at_once_are_refused(plain_browser, game):
    form = {"photo": [(io.BytesIO(picture_bytes()), "a.jpg"), (io.BytesIO(picture_bytes()), "b.jpg")]}
    assert_refused(plain_browser.post(f"/games/{game['id']}/players/1/photo", data=form), 400)


def test_a_script_in_a_name_stays_text(plain_browser):
    name = "<script>alert(1)</script>"
    game = plain_browser.new_game(name, "'\"><img src=x>")
    for path in (game["page"], f"{game['page']}/city/1", f"{game['page']}/result", game["view_page"], "/", "/history"):
        page = plain_browser.get(path).text
        assert "<script>alert" not in page
        assert "<img src=x>" not in page


def test_a_name_cannot_become_a_formula(plain_browser):
    game = plain_browser.new_game('=HYPERLINK("http://example.org")', "B")
    assert "'=HYPERLINK" in plain_browser.get(f"{game['page']}/export.csv").text


def test_the_language_form_sends_nobody_elsewhere(plain_browser):
    for back in ("https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)"):
        form = {"language": "pl", "back": back, "csrf_token": plain_browser.token}
        answer = plain_browser.client.post("/language", data=form)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_other_peoples_games_are_not_on_the_shelf(plain_app, plain_browser, game):
    from tests.webapp.conftest import Browser

    stranger = Browser(plain_app)
    assert stranger.get("/api/v1/games").json["games"] == []
    assert game["id"] not in stranger.get("/history").text
