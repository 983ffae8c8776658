"""Headers, cookies, tokens, rates, secrets and what photos give away."""

from __future__ import annotations

import io
import re
import stat

import pytest
from PIL import Image

from tests.webapp.conftest import Browser
from tests.webapp.pictures import picture_bytes
from webapp.app import close_app, create_app
from webapp.settings import Settings


def test_every_page_has_a_policy_with_a_fresh_nonce(plain_browser):
    nonces = set()
    for _ in range(2):
        answer = plain_browser.get("/")
        policy = answer.headers["Content-Security-Policy"]
        nonce = re.search(r"'nonce-([^']+)'", policy)[1]
        assert "unsafe-inline" not in policy
        assert "default-src 'none'" in policy
        assert f'nonce="{nonce}"' in answer.text
        nonces.add(nonce)
    assert len(nonces) == 2


def test_no_page_has_inline_scripts_or_styles(plain_browser):
    game = plain_browser.new_game()
    for path in ("/", game["page"], f"{game['page']}/city/1", f"{game['page']}/result", game["view_page"], "/history"):
        page = plain_browser.get(path).text
        scripts = re.findall(r"<script[^>]*>", page)
        assert all("src=" in script or 'type="application/json"' in script for script in scripts)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)


def test_cookies_are_safe(tmp_path):
    app = create_app(Settings(data_dir=tmp_path, secure_cookies=True))
    cookie = app.test_client().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" in cookie
    close_app(app)


def test_the_secret_is_made_once_and_for_the_owner_only(tmp_path):
    app = create_app(Settings(data_dir=tmp_path / "data"))
    secret = tmp_path / "data" / "secret.key"
    first = secret.read_bytes()
    assert len(first) == 32
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    close_app(app)
    again = create_app(Settings(data_dir=tmp_path / "data"))
    assert again.config["SECRET_KEY"] == first
    close_app(again)


def test_too_many_requests_are_refused(tmp_path):
    app = create_app(Settings(data_dir=tmp_path, create_rate_limit="2 per minute"))
    browser = Browser(app)
    statuses = [browser.post("/games", json={"players": ["A"]}).status_code for _ in range(4)]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    close_app(app)


@pytest.fixture
def photo_answer(plain_browser):
    game = plain_browser.new_game()
    form = {"photo": (io.BytesIO(picture_bytes()), "../holiday.jpg")}
    answer = plain_browser.post(f"/games/{game['id']}/players/1/photo", data=form)
    assert answer.status_code == 202, answer.text
    return game, answer.json


def test_photos_are_kept_without_the_place_they_were_taken_at(plain_app, photo_answer):
    files = list(plain_app.extensions["akroscan"].folder.photos.iterdir())
    assert len(files) == 2
    for file in files:
        assert re.fullmatch(r"[\w-]{22}(\.preview)?\.jpg", file.name)
        with Image.open(file) as image:
            assert not image.getexif().get_ifd(0x8825)
    with Image.open(min(files, key=lambda file: len(file.name))) as image:
        assert image.getexif().get_ifd(0x8769)[0xA405] == 26
        assert image.getexif()[0x0110] == "Test Phone"


def test_photos_are_served_with_a_fixed_type(plain_browser, photo_answer):
    with plain_browser.get(photo_answer[1]["photo"]["preview"]) as answer:
        assert answer.content_type == "image/jpeg"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_photos_of_a_deleted_game_are_gone(tmp_path):
    app = create_app(Settings(data_dir=tmp_path, undo_delete_s=0))
    browser = Browser(app)
    game = browser.new_game()
    form = {"photo": (io.BytesIO(picture_bytes()), "photo.jpg")}
    preview = browser.post(f"/games/{game['id']}/players/1/photo", data=form).json["photo"]["preview"]
    browser.send("DELETE", f"/games/{game['id']}")
    assert browser.get(preview).status_code == 404
    browser.new_game()
    assert list((tmp_path / "photos").iterdir()) == []
    assert browser.post(f"/games/{game['id']}/undelete").status_code == 404
    close_app(app)


def test_the_same_photo_twice_is_kept_once(plain_app, plain_browser):
    game = plain_browser.new_game()
    for seat in (1, 2):
        form = {"photo": (io.BytesIO(picture_bytes()), "photo.jpg")}
        plain_browser.post(f"/games/{game['id']}/players/{seat}/photo", data=form)
    assert len(list(plain_app.extensions["akroscan"].folder.photos.iterdir())) == 2
