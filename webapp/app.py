"""The page as a Flask app: `create_app` strings its parts together."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask

from webapp import (
    batch_pages,
    calibrate_page,
    error_pages,
    games_page,
    health,
    history,
    home,
    languages,
    photo_files,
    security,
    shared_view,
    statistics,
)
from webapp.api import blueprint as api
from webapp.batch_feeder import BatchFeeder
from webapp.data_folder import open_data_folder
from webapp.database import Database
from webapp.scanning import ScanPool
from webapp.services import Services
from webapp.settings import Settings

HERE = Path(__file__).parent
YEAR_S = 365 * 24 * 3600
BLUEPRINTS = (
    health.blueprint,
    home.blueprint,
    games_page.blueprint,
    photo_files.blueprint,
    shared_view.blueprint,
    history.blueprint,
    statistics.blueprint,
    batch_pages.blueprint,
    calibrate_page.blueprint,
    api,
)


def create_app(settings: Settings) -> Flask:
    """An app with its own data folder, database and scanners; `close_app` ends them."""
    folder = open_data_folder(settings.data_dir)
    database = Database(settings.database_url or folder.sqlite_url)
    database.migrate()
    # The digest in the path lets browsers keep the files for good: other files have another path.
    app = Flask(__name__.partition(".")[0], static_url_path=f"/static/{_static_digest()}")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR_S
    # Districts keep the order of the score pad, in answers and in what a page begins with.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    scans = ScanPool(settings, folder, database)
    feeder = BatchFeeder(database, scans, settings.scan_workers)
    app.extensions["akroscan"] = Services(settings, folder, database, scans, feeder)
    security.init_app(app, settings, folder.secret())
    languages.init_app(app)
    error_pages.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def start_scans(app: Flask) -> None:
    """Start the scanners and take up the photos that were waiting when the page last stopped."""
    services: Services = app.extensions["akroscan"]
    services.scans.start()
    services.feeder.start()


def close_app(app: Flask) -> None:
    services: Services = app.extensions["akroscan"]
    services.feeder.stop()
    services.scans.stop()
    services.database.close()


def _static_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted((HERE / "static").rglob("*")):
        if file.is_file():
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]
