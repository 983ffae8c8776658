"""Databases, apps and servers for the tests of the page."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.pictures import picture_bytes
from tests.webapp.sample_reader import SAMPLES
from tests.webapp.servers import StartServer, free_port, running_servers
from webapp.app import close_app, create_app
from webapp.settings import Settings


@dataclass
class Postgres:
    """A PostgreSQL server of our own, with a fresh database for whoever asks."""

    port: int
    made: int = 0
    bin: Path = field(default_factory=Path)

    def new_database(self) -> str:
        self.made += 1
        name = f"akroscan{self.made}"
        run_as_server([self.bin / "createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "akroscan", name])
        return f"postgresql://akroscan@127.0.0.1:{self.port}/{name}"


def _postgres_bin() -> Path:
    found = [Path(initdb).parent for initdb in [shutil.which("initdb")] if initdb]
    # A link in PATH does not lead to the other programs of the server; its own folder does.
    found = [folder.resolve() for folder in found] + sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    complete = [folder for folder in found if (folder / "createdb").exists() and (folder / "postgres").exists()]
    if not complete:
        pytest.skip("no PostgreSQL server is installed")
    return complete[0]


def run_as_server(command: list[object]) -> None:
    subprocess.run(as_server(command), check=True, capture_output=True, timeout=120)


def as_server(command: list[object]) -> list[str]:
    """PostgreSQL refuses to run as root, so root hands it to another user."""
    words = [str(word) for word in command]
    if os.name == "nt" or os.getuid() != 0:
        return words
    user = "postgres" if _has_user("postgres") else "nobody"
    return ["setpriv", f"--reuid={user}", "--regid=65534", "--clear-groups", *words]


def _has_user(name: str) -> bool:
    import pwd

    return any(entry.pw_name == name for entry in pwd.getpwall())


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    folder = Path(subprocess.run(["mktemp", "-d"], check=True, capture_output=True, text=True).stdout.strip())
    port = free_port()
    programs = _postgres_bin()
    if os.getuid() == 0:
        shutil.chown(folder, "postgres" if _has_user("postgres") else "nobody")
    data = folder / "data"
    run_as_server([programs / "initdb", "-D", data, "-U", "akroscan", "-A", "trust", "-E", "UTF8", "--no-locale"])
    options = ["-D", data, "-p", port, "-h", "127.0.0.1", "-k", folder]
    log = (folder / "log").open("wb")
    server = subprocess.Popen(as_server([programs / "postgres", *options]), stdout=log, stderr=log)
    try:
        _wait_for_postgres(programs, port)
        yield Postgres(port, bin=programs)
    finally:
        # At once and without tidying up: the data is thrown away anyway.
        server.send_signal(signal.SIGQUIT)
        server.wait(120)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_postgres(programs: Path, port: int) -> None:
    for _ in range(300):
        ready = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
        if subprocess.run(ready, check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise AssertionError("PostgreSQL did not start")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request, tmp_path: Path) -> str:
    """An empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data.sqlite3'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def app(tmp_path: Path, database_url: str) -> Iterator[Flask]:
    """An app on each kind of database. Nobody reads its photos."""
    made = create_app(Settings(data_dir=tmp_path / "data", database_url=database_url, samples_dir=SAMPLES))
    yield made
    close_app(made)


@pytest.fixture
def plain_app(tmp_path: Path) -> Iterator[Flask]:
    """An app on SQLite, for what has nothing to do with the database."""
    made = create_app(Settings(data_dir=tmp_path / "data", samples_dir=SAMPLES))
    yield made
    close_app(made)


class Browser:
    """A test client that carries the CSRF token, as the page does."""

    def __init__(self, app: Flask, language: str = "en") -> None:
        self.client: FlaskClient = app.test_client()
        self.headers = {"Accept-Language": language}
        self.token = self.client.get("/api/v1/token", headers=self.headers).json["token"]

    def get(self, path: str, **options):
        return self.client.get(path, headers=self.headers, **options)

    def send(self, method: str, path: str, **options):
        headers = {**self.headers, "X-CSRFToken": self.token, **options.pop("headers", {})}
        return self.client.open(f"/api/v1{path}", method=method, headers=headers, **options)

    def post(self, path: str, **options):
        return self.send("POST", path, **options)

    def new_game(self, *names: str) -> dict:
        answer = self.post("/games", json={"players": list(names or ("Ola", "Marek"))})
        assert answer.status_code == 201, answer.text
        return answer.json

    def edit(self, game: dict, seat: int = 1, **body):
        self.edits = getattr(self, "edits", 0) + 1
        body = {"uid": f"client{id(self)}-{self.edits}", "version": 0, **body}
        return self.post(f"/games/{game['id']}/players/{seat}/edits", json=body)


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def plain_browser(plain_app: Flask) -> Browser:
    return Browser(plain_app)


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    with running_servers() as start:
        yield start


@pytest.fixture
def photo(tmp_path: Path) -> bytes:
    """A small photo of nothing, with a place and a camera in its EXIF."""
    return picture_bytes()
