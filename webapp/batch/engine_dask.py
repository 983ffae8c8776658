"""Reads the photos of a run on a Dask cluster: the same reader processes, inside Dask's workers."""

from __future__ import annotations

import atexit
import logging
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from webapp.batch.jobs import PhotoJob, PhotoOutcome, ReadingLimits
from webapp.batch.reader_process import ReaderPool
from webapp.batch.scanner_version import scanner_version

CONNECT_LIMIT_S = 15
FIRST_WORKER_LIMIT_S = 60
JOBS_PER_THREAD = 2
ALLOWED_LOSSES = 3
QUIET_UP_TO = "1GB"
"""Dask warns of jobs larger than this; photos are large, and few are on their way at a time."""

LOST = "the connection to the Dask scheduler is lost; what is read is kept, go on with --resume"


class ClusterError(RuntimeError):
    """The cluster cannot be used, or is gone, and why."""


@contextmanager
def cluster_client(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of a running scheduler, or of a cluster on this machine for the time of the run."""
    try:
        dask, distributed = _extra("dask"), _extra("distributed")
    except ImportError:
        raise ClusterError("the dask engine needs the extra 'cluster': pip install 'akroscan[cluster]'") from None
    # What it logs of a lost connection is pages of traceback for one sentence of ours.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": QUIET_UP_TO}):
        if scheduler is None:
            # Without an address its page would be open to the whole network, on a port that a second run wants too.
            options = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1"}
            local = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, **options)
            with local as cluster, distributed.Client(cluster) as client:
                yield client
            return
        try:
            client = distributed.Client(scheduler, timeout=CONNECT_LIMIT_S)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(f"there is no Dask scheduler at {scheduler} ({error})") from None
        with client:
            yield client


def read_on_cluster(
    jobs: Iterable[PhotoJob], limits: ReadingLimits, client: Any
) -> Generator[PhotoOutcome, None, None]:
    """Outcomes as they come. A photo whose worker is lost goes to another one."""
    try:
        _wait_for_a_worker(client)
        flight = _Flight(client, limits)
        waiting = iter(jobs)
        flight.fill_up(waiting)
        while flight.photos:
            outcome = flight.next_landed()
            if outcome is not None:
                yield outcome
            flight.fill_up(waiting)
    except (OSError, CancelledError):
        raise ClusterError(LOST) from None


@dataclass
class _Flying:
    """A photo on its way, and how often the workers that had it were lost."""

    job: PhotoJob
    losses: int = 0


class _Flight:
    """The photos on their way: a few for every thread of the cluster, however many workers come and go."""

    def __init__(self, client: Any, limits: ReadingLimits) -> None:
        self._client, self._limits = client, limits
        self._landed = _extra("distributed").as_completed(loop=client.loop)
        self.photos: dict[str, _Flying] = {}

    def fill_up(self, waiting: Iterator[PhotoJob]) -> None:
        room = max(1, JOBS_PER_THREAD * sum(self._client.nthreads().values()))
        while len(self.photos) < room and (job := next(waiting, None)):
            self._send(_Flying(job))

    def next_landed(self) -> PhotoOutcome | None:
        """The next outcome; None when a photo came back unread and was sent again."""
        future = next(self._landed)
        photo = self.photos.pop(future.key)
        if future.status == "finished":
            outcome: PhotoOutcome = future.result()
            return outcome
        self._check_blame(future)
        photo.losses += 1
        if photo.losses > ALLOWED_LOSSES:
            reason = f"{photo.losses} times in a row the worker that read it was lost"
            return PhotoOutcome(photo.job.number, None, 0.0, failure=reason)
        self._send(photo)
        return None

    def _send(self, photo: _Flying) -> None:
        future = self._client.submit(_read_in_worker, photo.job, self._limits, scanner_version(), pure=False)
        self.photos[future.key] = photo
        self._landed.add(future)

    def _check_blame(self, future: Any) -> None:
        """Go on only after the loss of a worker: anything else would happen to every photo."""
        if self._client.status != "running":
            raise ClusterError(LOST)
        if future.status != "error":
            return
        error = future.exception()
        if not isinstance(error, _extra("distributed").KilledWorker):
            raise ClusterError(f"a Dask worker cannot read photos: {error}")


def _extra(name: str) -> Any:
    """A library that is there only with the extra 'cluster'."""
    return import_module(name)


def _wait_for_a_worker(client: Any) -> None:
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER_LIMIT_S)
    except TimeoutError:
        raise ClusterError(f"the Dask scheduler has had no worker for {FIRST_WORKER_LIMIT_S} s") from None


def _read_in_worker(job: PhotoJob, limits: ReadingLimits, version: str) -> PhotoOutcome:
    if scanner_version() != version:
        raise ClusterError(f"its version of Akroscan is {scanner_version()}, that of the batch is {version}")
    return _pool(limits).read(job)


@cache
def _pool(limits: ReadingLimits) -> ReaderPool:
    """The reader processes of this Dask worker, kept from photo to photo."""
    pool = ReaderPool(limits)
    atexit.register(pool.close)
    return pool
