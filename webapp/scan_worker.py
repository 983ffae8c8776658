"""A worker process: reads one photo after another and reports over a pipe. It can be killed at any time."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

# photo, number of players, report of a stage -> the reading as JSON
Reader = Callable[[Path, int | None, Callable[[str], None]], dict[str, Any]]
POLITENESS = 5


class UnreadablePhotoError(Exception):
    """The file is not a photo that can be read; the message is a failure code."""


@dataclass(frozen=True)
class Job:
    photo: Path
    players: int | None


@dataclass(frozen=True)
class Stage:
    """A stage of the reading has begun."""

    name: str


@dataclass(frozen=True)
class Done:
    result: dict[str, Any]


@dataclass(frozen=True)
class Failed:
    """The reading ended without a result. `detail` is for the log, never for the page."""

    code: str
    detail: str


def work(connection: Connection, reader_path: str, memory_limit_bytes: int) -> None:
    """The main function of the process. Ends when the other side of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_modest(memory_limit_bytes)
    reader = load_reader(reader_path)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            connection.send(_read(reader, connection.recv(), connection))


def load_reader(path: str) -> Reader:
    module, _, function = path.partition(":")
    return cast("Reader", getattr(import_module(module), function))


def _read(reader: Reader, job: Job, connection: Connection) -> Done | Failed:
    try:
        return Done(reader(job.photo, job.players, lambda name: connection.send(Stage(name))))
    except UnreadablePhotoError as error:
        return Failed(str(error), repr(error.__cause__))
    except MemoryError as error:
        return Failed("too_much_memory", repr(error))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # noqa: BLE001 a photo must not end the worker, whatever it does
        return Failed("crashed", repr(error))


def _be_modest(memory_limit_bytes: int) -> None:
    """Pages go first, and no photo may eat the machine. Systems without these limits go without them."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 only on Unix

        resource.setrlimit(resource.RLIMIT_AS, (memory_limit_bytes, memory_limit_bytes))
