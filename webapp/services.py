"""What the requests of one app share: settings, folder, database, the pool of scanners and who feeds it batches."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from webapp.batch_feeder import BatchFeeder
from webapp.data_folder import DataFolder
from webapp.database import Database
from webapp.scanning import ScanPool
from webapp.settings import Settings


@dataclass(frozen=True)
class Services:
    settings: Settings
    folder: DataFolder
    database: Database
    scans: ScanPool
    feeder: BatchFeeder


def services() -> Services:
    """The services of the app that answers this request."""
    found: Services = current_app.extensions["akroscan"]
    return found
