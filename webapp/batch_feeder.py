"""Feeds the photos of batches to the scanners, few at a time, and takes in what they read."""

from __future__ import annotations

import logging
import threading

from sqlalchemy import select

from webapp import batches, readings
from webapp.database import Database
from webapp.models import Scan
from webapp.scanning import ScanPool

log = logging.getLogger(__name__)
BUSY_PAUSE_S, IDLE_PAUSE_S = 0.25, 5.0


class BatchFeeder:
    """A thread of its own. All it knows is in the database, so it goes on after a restart where it stopped."""

    def __init__(self, database: Database, scans: ScanPool, workers: int) -> None:
        self._database, self._scans, self._workers = database, scans, workers
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._serve, name="batches", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self) -> None:
        """There is a new photo."""
        self._wake.set()

    def _serve(self) -> None:
        while not self._stopping.is_set():
            pause_s = IDLE_PAUSE_S
            try:
                pause_s = BUSY_PAUSE_S if self.step() else IDLE_PAUSE_S
            except Exception:  # the thread outlives any one trouble of the database
                log.exception("batches could not be fed")
            self._wake.wait(pause_s)
            self._wake.clear()

    def step(self) -> bool:
        """Settle what is read, and hand over a photo for every scanner that has none waiting. False: nothing to do."""
        with self._database.reading() as session:
            if not batches.is_waiting(session):
                return False
        fed: list[int] = []
        with self._database.writing() as session:
            batches.settle(session)
            room = self._workers - self._scans.waiting()
            parked = select(Scan).where(Scan.state == batches.PARKED).order_by(Scan.id).limit(max(0, room))
            for scan in session.scalars(parked):
                scan.state = readings.WAITING
                fed.append(scan.id)
        for scan_id in fed:
            self._scans.add(scan_id)
        return True
