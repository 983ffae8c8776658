"""The pool that reads photos: a queue, a few worker processes, a time limit for each photo."""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from sqlalchemy import select

from webapp import readings
from webapp.data_folder import DataFolder
from webapp.database import Database
from webapp.models import Scan
from webapp.photo_store import photo_path
from webapp.scan_worker import Done, Failed, Job, Stage, work
from webapp.settings import Settings

log = logging.getLogger(__name__)
SPAWN = multiprocessing.get_context("spawn")
STOP_WAIT_S = 3.0


class Worker:
    """One process, started when first needed and again after it had to be killed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def start(self) -> Connection:
        if self._process and self._connection and self._process.is_alive():
            return self._connection
        self.kill()
        ours, theirs = SPAWN.Pipe()
        limits = (self._settings.reader, self._settings.scan_memory_limit_bytes)
        self._process = SPAWN.Process(target=work, args=(theirs, *limits), daemon=True, name="akroscan-scanner")
        self._process.start()
        theirs.close()
        self._connection = ours
        return ours

    def kill(self) -> None:
        if self._connection:
            self._connection.close()
        if self._process:
            self._process.kill()
            self._process.join(STOP_WAIT_S)
        self._process = self._connection = None


class ScanPool:
    """Photos wait in a queue; a thread per worker hands them over, watches the clock and stores what comes back."""

    def __init__(self, settings: Settings, folder: DataFolder, database: Database) -> None:
        self._settings, self._folder, self._database = settings, folder, database
        self._queue: queue.Queue[int | None] = queue.Queue()
        self._stages: dict[int, str] = {}
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()

    def start(self) -> None:
        with self._database.reading() as session:
            waiting = session.scalars(select(Scan.id).where(Scan.state == "waiting").order_by(Scan.id)).all()
        for scan_id in waiting:
            self._queue.put(scan_id)
        for number in range(self._settings.scan_workers):
            thread = threading.Thread(target=self._serve, name=f"scans-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End the workers. A photo in the middle of its reading stays in the queue for the next start."""
        self._stopping.set()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(STOP_WAIT_S + 1)

    def add(self, scan_id: int) -> None:
        self._queue.put(scan_id)

    def is_full(self) -> bool:
        return self._queue.qsize() >= self._settings.scan_queue_limit

    def waiting(self) -> int:
        return self._queue.qsize()

    def stage_of(self, scan_id: int) -> str | None:
        """The stage a running scan has reached; None while it waits."""
        return self._stages.get(scan_id)

    def _serve(self) -> None:
        worker = Worker(self._settings)
        worker.start()
        while not self._stopping.is_set():
            scan_id = self._queue.get()
            if scan_id is None:
                break
            try:
                self._run(worker, scan_id)
            except Exception:  # the thread outlives any one photo
                log.exception("scan %s could not be run", scan_id)
            finally:
                self._stages.pop(scan_id, None)
        worker.kill()

    def _run(self, worker: Worker, scan_id: int) -> None:
        with self._database.reading() as session:
            scan = session.get(Scan, scan_id)
            if scan is None:
                return
            job = Job(photo_path(self._folder, scan.photo.token), scan.players)
        self._stages[scan_id] = "start"
        outcome = self._outcome(worker, scan_id, job)
        if outcome is None:
            return
        if isinstance(outcome, Failed):
            log.warning("scan %s failed: %s %s", scan_id, outcome.code, outcome.detail)
        with self._database.writing() as session:
            readings.finish(session, scan_id, outcome)

    def _outcome(self, worker: Worker, scan_id: int, job: Job) -> Done | Failed | None:
        """What the worker says in time; None when the pool is being stopped."""
        connection = worker.start()
        deadline = time.monotonic() + self._settings.scan_time_limit_s
        try:
            connection.send(job)
            while time.monotonic() < deadline:
                if self._stopping.is_set():
                    return None
                if not connection.poll(0.1):
                    continue
                message = connection.recv()
                if not isinstance(message, Stage):
                    return message  # type: ignore[no-any-return]
                self._stages[scan_id] = message.name
        except (EOFError, OSError) as error:
            worker.kill()
            return Failed("crashed", repr(error))
        worker.kill()
        return Failed("took_too_long", f"killed after {self._settings.scan_time_limit_s} s")
