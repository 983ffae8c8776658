"""Doctor, backup and restore of a data folder, on both databases."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from typer.testing import CliRunner

from calibration.profile_store import ProfileStore
from tests.calibration.some_camera import CAMERA_FILE
from tests.webapp.pictures import picture_bytes
from webapp.app import close_app, create_app
from webapp.backup import BackupError, make_backup, restore_backup
from webapp.cli import app as command
from webapp.data_folder import open_data_folder
from webapp.database import Database
from webapp.doctor import find_faults
from webapp.models import Player
from webapp.settings import Settings


@pytest.fixture
def played(app, browser):
    """A game with a city and a photo."""
    game = browser.new_game()
    browser.edit(game, hexes=[{"q": 0, "r": 0, "kind": "house", "level": 2}], stones=4)
    form = {"photo": (io.BytesIO(picture_bytes()), "photo.jpg")}
    assert browser.post(f"/games/{game['id']}/players/1/photo", data=form).status_code == 202
    return game


def faults_of(app) -> list[str]:
    services = app.extensions["akroscan"]
    return find_faults(services.folder, services.database)


def test_a_healthy_folder_has_no_faults(app, played):
    assert faults_of(app) == []


def test_the_doctor_sees_changed_missing_and_orphaned_photos(app, played):
    photos = app.extensions["akroscan"].folder.photos
    preview, photo = sorted(photos.iterdir(), key=lambda file: "preview" not in file.name)
    photo.write_bytes(photo.read_bytes() + b"!")
    preview.unlink()
    (photos / "stray.jpg").write_bytes(b"x")
    assert [fault.split()[-1] for fault in faults_of(app)] == ["with", "missing", "game"]


def test_the_doctor_sees_a_city_that_does_not_follow_from_its_edits(app, played):
    with app.extensions["akroscan"].database.writing() as session:
        player = session.query(Player).filter_by(seat=1).one()
        player.board = {**player.board, "stones": 9}
    assert faults_of(app) == [f"the city of player 1 in game {player.game_id} is not what its edits add up to"]


def test_the_doctor_sees_a_city_that_cannot_be_read(app, played):
    with app.extensions["akroscan"].database.writing() as session:
        session.query(Player).filter_by(seat=2).one().board = {"hexes": [[0, 0, "castle", 1]]}
    assert "cannot be read" in faults_of(app)[0]


def test_a_backup_brings_everything_back(app, browser, played, tmp_path):
    services = app.extensions["akroscan"]
    before = browser.get(f"/api/v1/games/{played['id']}/players/1").json
    assert make_backup(services.folder, services.database, tmp_path / "all.zip") == 1
    folder = open_data_folder(tmp_path / "new")
    database = Database(folder.sqlite_url)
    assert restore_backup(folder, database, tmp_path / "all.zip") == 1
    assert find_faults(folder, database) == []
    database.close()
    again = create_app(Settings(data_dir=tmp_path / "new"))
    # The secret came along, so the visitor's cookie still opens the shelf.
    again_browser = type(browser)(again)
    again_browser.client = again.test_client()
    cookie = browser.client.get_cookie("akroscan").value
    again_browser.client.set_cookie("akroscan", cookie)
    assert again_browser.client.get(f"/api/v1/games/{played['id']}/players/1").json == before
    assert len(again_browser.client.get("/api/v1/games").json["games"]) == 1
    close_app(again)


def test_a_restored_database_takes_new_games(app, browser, played, tmp_path, request):
    """PostgreSQL counts on from the highest number."""
    services = app.extensions["akroscan"]
    make_backup(services.folder, services.database, tmp_path / "all.zip")
    is_postgres = services.database.engine.dialect.name == "postgresql"
    url = request.getfixturevalue("postgres").new_database() if is_postgres else f"sqlite:///{tmp_path / 'b.sqlite3'}"
    folder, database = open_data_folder(tmp_path / "new"), Database(url)
    restore_backup(folder, database, tmp_path / "all.zip")
    database.close()
    again = create_app(Settings(data_dir=tmp_path / "new", database_url=url))
    assert type(browser)(again).new_game()["id"] != played["id"]
    close_app(again)


def test_a_backup_is_not_restored_over_games(app, played, tmp_path):
    services = app.extensions["akroscan"]
    make_backup(services.folder, services.database, tmp_path / "all.zip")
    with pytest.raises(BackupError, match="has games already"):
        restore_backup(services.folder, services.database, tmp_path / "all.zip")


def rewritten(source, target, name: str, data: bytes, *, with_sum: bool) -> None:
    """A copy of a backup with one file put in or changed."""
    import hashlib

    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.namelist():
            if entry not in (name, "manifest.json"):
                new.writestr(entry, old.read(entry))
        manifest = json.loads(old.read("manifest.json"))
        if with_sum:
            manifest["sha256"][name] = hashlib.sha256(data).hexdigest()
        new.writestr(name, data)
        new.writestr("manifest.json", json.dumps(manifest))


def test_damaged_and_forged_backups_are_refused(app, played, tmp_path):
    services = app.extensions["akroscan"]
    good = tmp_path / "all.zip"
    make_backup(services.folder, services.database, good)
    rewritten(good, tmp_path / "damaged.zip", "tables/game.jsonl", b"{}\n", with_sum=False)
    rewritten(good, tmp_path / "forged.zip", "photos/../../evil.jpg", b"x", with_sum=True)
    (tmp_path / "text.zip").write_text("hello")
    (tmp_path / "cut.zip").write_bytes(good.read_bytes()[:-200])
    folder = open_data_folder(tmp_path / "new")
    database = Database(folder.sqlite_url)
    for name in ("damaged.zip", "forged.zip", "text.zip", "cut.zip", "missing.zip"):
        with pytest.raises(BackupError):
            restore_backup(folder, database, tmp_path / name)
    assert list(folder.photos.iterdir()) == []
    database.close()


def backup_with_profiles(app, target) -> dict[str, bytes]:
    """A backup of a camera and a file beside it, among files half written and strange. Gives what has to be in it."""
    services = app.extensions["akroscan"]
    profiles = ProfileStore(services.folder.root)
    profiles.add(CAMERA_FILE, {".png": b"examples"})
    for stray in (".мій-телефон.json.77.part", ".hidden.json", "notes.txt"):
        (profiles.folder / stray).write_bytes(b"half")
    make_backup(services.folder, services.database, target)
    return {name: (profiles.folder / name).read_bytes() for name in ("мій-телефон.json", "мій-телефон.png")}


def test_profiles_come_back_and_half_written_ones_do_not(app, played, tmp_path):
    kept = backup_with_profiles(app, tmp_path / "all.zip")
    folder = open_data_folder(tmp_path / "new")
    database = Database(folder.sqlite_url)
    restore_backup(folder, database, tmp_path / "all.zip")
    database.close()
    profiles = ProfileStore(folder.root)
    assert {file.name: file.read_bytes() for file in profiles.folder.iterdir()} == kept
    assert profiles.find(CAMERA_FILE.name).profile == CAMERA_FILE


def test_a_backup_without_profiles_leaves_those_that_are_there(plain_app, plain_browser, tmp_path):
    plain_browser.new_game()
    services = plain_app.extensions["akroscan"]
    make_backup(services.folder, services.database, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert not [name for name in archive.namelist() if "profiles" in name]
    folder = open_data_folder(tmp_path / "new")
    ProfileStore(folder.root).add(CAMERA_FILE, {})
    database = Database(folder.sqlite_url)
    assert restore_backup(folder, database, tmp_path / "all.zip") == 1
    database.close()
    assert ProfileStore(folder.root).find(CAMERA_FILE.name).profile == CAMERA_FILE


def test_a_backup_is_not_restored_over_other_profiles(plain_app, tmp_path):
    backup_with_profiles(plain_app, tmp_path / "all.zip")
    folder = open_data_folder(tmp_path / "new")
    newer = CAMERA_FILE.model_copy(update={"photos": 12})
    ProfileStore(folder.root).add(newer, {})
    database = Database(folder.sqlite_url)
    with pytest.raises(BackupError, match=r"has another profiles/мій-телефон\.json already"):
        restore_backup(folder, database, tmp_path / "all.zip")
    database.close()
    assert ProfileStore(folder.root).find(CAMERA_FILE.name).profile == newer


@pytest.mark.parametrize(
    "name",
    [
        "profiles/../evil.json",
        "profiles/sub/evil.json",
        "profiles/..\\evil.json",
        "/profiles/evil.json",
        "profiles/.evil.json",
        "profiles/.json",
        "profiles/evil.json.png",
        "profiles/evil.py",
        "profiles/evil.json\n",
        "profiles/c:evil.json",
        "profiles/" + "e" * 300 + ".json",
    ],
)
def test_hostile_names_of_profiles_are_refused(plain_app, tmp_path, name):
    backup_with_profiles(plain_app, tmp_path / "all.zip")
    rewritten(tmp_path / "all.zip", tmp_path / "forged.zip", name, b"{}", with_sum=True)
    folder = open_data_folder(tmp_path / "new")
    before = sorted(tmp_path.rglob("*"))
    database = Database(folder.sqlite_url)
    with pytest.raises(BackupError, match="does not belong there"):
        restore_backup(folder, database, tmp_path / "forged.zip")
    database.close()
    assert not [file for file in set(tmp_path.rglob("*")) - set(before) if "sqlite" not in file.name]


def test_a_changed_profile_in_a_backup_is_refused(plain_app, tmp_path):
    backup_with_profiles(plain_app, tmp_path / "all.zip")
    rewritten(tmp_path / "all.zip", tmp_path / "damaged.zip", "profiles/мій-телефон.json", b"{}", with_sum=False)
    folder = open_data_folder(tmp_path / "new")
    database = Database(folder.sqlite_url)
    with pytest.raises(BackupError, match="is damaged"):
        restore_backup(folder, database, tmp_path / "damaged.zip")
    database.close()


def test_the_commands(plain_app, plain_browser, tmp_path):
    plain_browser.new_game()
    runner = CliRunner()
    data = ["--data-dir", str(tmp_path / "data")]
    assert runner.invoke(command, ["doctor", *data]).exit_code == 0
    assert runner.invoke(command, ["backup", str(tmp_path / "b.zip"), *data]).exit_code == 0
    assert (
        runner.invoke(command, ["restore", str(tmp_path / "b.zip"), "--data-dir", str(tmp_path / "c")]).exit_code == 0
    )
    (tmp_path / "c" / "photos" / "stray").write_bytes(b"")
    found = runner.invoke(command, ["doctor", "--data-dir", str(tmp_path / "c")])
    assert (found.exit_code, found.stdout) == (1, "the file stray belongs to no game\n")
    refused = runner.invoke(command, ["restore", str(tmp_path / "none.zip"), "--data-dir", str(tmp_path / "d")])
    assert refused.exit_code == 2
    assert runner.invoke(command, ["doctor", *data, "--database", "mysql://x"]).exit_code == 2
