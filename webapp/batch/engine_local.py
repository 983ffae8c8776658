"""Reads the photos of a run on this machine: one thread per worker, each with a reader process of its own."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from joblib import Parallel, delayed

from webapp.batch.jobs import PhotoJob, PhotoOutcome, ReadingLimits
from webapp.batch.reader_process import ReaderPool


def read_locally(jobs: Iterable[PhotoJob], limits: ReadingLimits, workers: int) -> Generator[PhotoOutcome, None, None]:
    """Outcomes as they come. Only a few photos are in memory at a time: jobs are drawn when a worker is free."""
    pool = ReaderPool(limits)
    # Threads only wait for their process, so joblib's own processes would be one more copy of everything.
    parallel = Parallel(
        n_jobs=workers,
        backend="threading",
        batch_size=1,
        pre_dispatch=workers + 1,
        return_as="generator_unordered",
    )
    try:
        yield from parallel(delayed(pool.read)(job) for job in jobs)
    finally:
        pool.close()
