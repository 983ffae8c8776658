"""Runs the page with waitress until it is stopped."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from types import FrameType

import waitress
from flask import Flask

from webapp import games
from webapp.app import close_app, create_app, start_scans
from webapp.data_folder import DataFolderError
from webapp.database import DatabaseError
from webapp.services import Services
from webapp.settings import Settings

THREADS = 16
SLOW_CLIENT_S = 60
HOUSEKEEPING_S = 60.0
EXIT_CANNOT_START = 2


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until Ctrl-C or a SIGTERM; a start that cannot work ends with one sentence."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        app = create_app(settings)
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            channel_timeout=SLOW_CLIENT_S,
            max_request_body_size=settings.max_upload_bytes + 100_000,
            ident=None,
        )
    except (DataFolderError, DatabaseError) as error:
        _refuse_to_start(str(error))
    except OSError as error:
        _refuse_to_start(f"cannot listen on {host}:{port}: {error.strerror}")
    start_scans(app)
    stopped = _keep_house(app)
    signal.signal(signal.SIGTERM, _stop)
    print(f"Akroscan is at http://{host}:{port} (Ctrl-C stops it)", file=sys.stderr, flush=True)  # noqa: T201
    try:
        server.run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        stopped.set()
        server.close()
        close_app(app)


def _keep_house(app: Flask) -> threading.Event:
    """Delete for good, every minute, what was deleted a while ago."""
    services: Services = app.extensions["akroscan"]
    stopped = threading.Event()

    def tidy() -> None:
        while not stopped.wait(HOUSEKEEPING_S):
            try:
                with services.database.writing() as session:
                    games.purge(session, services.folder, services.settings)
            except Exception:  # tidying can wait, the page goes on
                logging.getLogger(__name__).exception("tidying up failed")

    threading.Thread(target=tidy, name="housekeeping", daemon=True).start()
    return stopped


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def _refuse_to_start(sentence: str) -> None:
    print(f"akroscan serve: {sentence}", file=sys.stderr)  # noqa: T201
    raise SystemExit(EXIT_CANNOT_START)
