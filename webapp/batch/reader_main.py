"""The main program of a reader process: photos come in over stdin, outcomes go out over stdout.

It may be killed at any time, and it ends by itself when the other side is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, cast

from scanner.load_photo import UnreadablePhotoError
from webapp.batch.jobs import PhotoJob, PhotoOutcome, Reader, ReadingLimits, Refused


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _private_stdout()
    with contextlib.suppress(EOFError, BrokenPipeError):
        limits: ReadingLimits = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
        try:
            reader = _loaded_reader(limits)
        except Exception as error:  # noqa: BLE001 - whatever an installation lacks, the other side must hear of it
            _send(answers, f"{type(error).__name__}: {error}")
            return
        _limit_memory(limits.memory_limit_bytes)
        _send(answers, None)
        while True:
            job: PhotoJob = pickle.load(sys.stdin.buffer)  # noqa: S301
            _send(answers, read_job(job, reader, limits.players))


def read_job(job: PhotoJob, reader: Reader, players: int | None) -> PhotoOutcome:
    """Read one photo; every failure becomes its reason."""
    assert not isinstance(job.source, Refused), "a refused photo never gets here"
    start = time.perf_counter()
    read, failure = None, None
    try:
        read = reader(job.source, players)
    except UnreadablePhotoError as error:
        failure = str(error)
    except MemoryError:
        failure = "reading it needs too much memory"
    except Exception as error:  # noqa: BLE001 - one photo never stops the batch
        failure = f"the scanner failed on it ({type(error).__name__}: {error})"
    seconds = time.perf_counter() - start
    return PhotoOutcome(job.number, content_sha256(job.source), seconds, read, failure)


def content_sha256(source: Path | bytes) -> str | None:
    """The content's name for itself; None for a file that cannot be read."""
    if isinstance(source, bytes):
        return hashlib.sha256(source).hexdigest()
    try:
        with source.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _private_stdout() -> BinaryIO:
    """Stdout for the answers alone: what a library prints goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _send(answers: BinaryIO, answer: PhotoOutcome | str | None) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def _loaded_reader(limits: ReadingLimits) -> Reader:
    module, _, function = limits.reader.partition(":")
    return cast("Reader", getattr(import_module(module), function)(limits.profiles))


def _limit_memory(limit_bytes: int) -> None:
    """No photo may eat the machine. Systems without such limits go without."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 - only on Unix

        resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes))


if __name__ == "__main__":
    main()
