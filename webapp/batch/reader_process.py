"""Reader processes as seen from outside: each reads one photo at a time and may hang or die over it.

Plain subprocesses and not a pool of multiprocessing: they work inside Dask's workers too, which may have no children
of that sort, and the photo over which a process died is known for certain.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

from webapp.batch.jobs import PhotoJob, PhotoOutcome, ReadingLimits, Refused
from webapp.batch.reader_main import content_sha256

ONE_THREAD = dict.fromkeys(("OPENCV_FOR_THREADS_NUM", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
START_LIMIT_S = 120.0
ATTEMPTS = 2
"""The system may kill a process for the memory of another: a photo is to blame when a fresh process dies as well."""


class ReaderUnavailableError(RuntimeError):
    """No photo can be read at all, and why."""


class PoolClosedError(RuntimeError):
    """The run is over; nothing is read any more."""


class ReaderProcess:
    """One process with one photo at a time."""

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._is_late = False
        self._is_ended = False
        self._process = subprocess.Popen(
            # -P: no module may come from the folder one stands in, which may be a folder of anybody's photos.
            [sys.executable, "-P", "-m", "webapp.batch.reader_main"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._greet()

    def read(self, job: PhotoJob) -> PhotoOutcome | str:
        """The outcome; or, when the process had to be ended or ended itself, why."""
        answer = self._answer(job, self._limits.time_limit_s)
        if answer is not None:
            return cast("PhotoOutcome", answer[0])
        if self._is_late:
            return f"reading it took longer than {self._limits.time_limit_s:g} s"
        return f"the scanner crashed on it ({_manner_of_death(self._process.wait())})"

    @property
    def died_late(self) -> bool:
        return self._is_late

    @property
    def is_usable(self) -> bool:
        return not self._is_ended and self._process.poll() is None

    def kill(self) -> None:
        self._end()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast("IO[bytes]", stream).close()

    def _greet(self) -> None:
        answer = self._answer(self._limits, START_LIMIT_S)
        if answer is None:
            self.kill()
            raise ReaderUnavailableError(f"the scanner does not start ({_manner_of_death(self._process.wait())})")
        if answer[0] is not None:
            self.kill()
            raise ReaderUnavailableError(f"the scanner does not start: {answer[0]}")

    def _answer(self, question: object, limit_s: float) -> tuple[Any] | None:
        """What the process says in time; None when it is dead."""
        watchdog = threading.Timer(limit_s, self._kill_late)
        watchdog.daemon = True
        watchdog.start()
        try:
            pickle.dump(question, cast("IO[bytes]", self._process.stdin))
            cast("IO[bytes]", self._process.stdin).flush()
            return (pickle.load(cast("IO[bytes]", self._process.stdout)),)  # noqa: S301 - from our own process
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._end()
            return None
        except BaseException:  # Ctrl-C: the process is in the middle of an answer nobody waits for
            self._end()
            raise
        finally:
            watchdog.cancel()

    def _end(self) -> None:
        self._is_ended = True
        self._process.kill()

    def _kill_late(self) -> None:
        self._is_late = True
        self._end()


class ReaderPool:
    """The reader processes of this process: every thread that reads borrows one."""

    def __init__(self, limits: ReadingLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._idle: list[ReaderProcess] = []
        self._busy: set[ReaderProcess] = set()
        self._is_closed = False

    def read(self, job: PhotoJob) -> PhotoOutcome:
        """Read a photo, whatever it does to the process that reads it."""
        if isinstance(job.source, Refused):
            return PhotoOutcome(job.number, None, 0.0, failure=job.source.reason)
        start, reason = time.perf_counter(), ""
        for _attempt in range(ATTEMPTS):
            with self._borrowed() as process:
                answer = process.read(job)
            if isinstance(answer, PhotoOutcome):
                return answer
            reason = answer
            if process.died_late:
                break
        seconds = time.perf_counter() - start
        return PhotoOutcome(job.number, content_sha256(job.source), seconds, failure=reason)

    def close(self) -> None:
        """End all processes, also those in the middle of a photo."""
        with self._lock:
            self._is_closed = True
            ended = [*self._idle, *self._busy]
            self._idle.clear()
        for process in ended:
            process.kill()

    @contextmanager
    def _borrowed(self) -> Iterator[ReaderProcess]:
        process = self._take()
        try:
            yield process
        finally:
            self._give_back(process)

    def _take(self) -> ReaderProcess:
        process = self._idle_process() or ReaderProcess(self._limits)
        with self._lock:
            if not self._is_closed:
                self._busy.add(process)
                return process
        process.kill()
        raise PoolClosedError("the run is over")

    def _idle_process(self) -> ReaderProcess | None:
        with self._lock:
            if self._is_closed:
                raise PoolClosedError("the run is over")
            while self._idle:
                process = self._idle.pop()
                if process.is_usable:
                    return process
        return None

    def _give_back(self, process: ReaderProcess) -> None:
        with self._lock:
            self._busy.discard(process)
            if process.is_usable and not self._is_closed:
                self._idle.append(process)
                return
        process.kill()


def _manner_of_death(return_code: int) -> str:
    return f"signal {-return_code}" if return_code < 0 else f"exit code {return_code}"
