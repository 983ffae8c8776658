"""Says how far a run is: a bar on a terminal, now and then a line in a pipe."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from webapp.batch.photo_names import one_line

SECONDS_BETWEEN_LINES = 10.0


class Reporter:
    """Told of every photo that is done."""

    def begin(self, total: int, done: int) -> None:
        raise NotImplementedError

    def photo_done(self, name: str, failure: str | None) -> None:
        raise NotImplementedError


@contextmanager
def reporter_on(stream: TextIO) -> Iterator[Reporter]:
    """A bar where people look, lines where a file or a program listens."""
    console = Console(file=stream)
    if not console.is_terminal:
        yield LineReporter(stream)
        return
    columns = (
        TextColumn("Reading"),
        BarColumn(),
        MofNCompleteColumn(),
        _RateColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield _BarReporter(bar)


class LineReporter(Reporter):
    """A line at the start, then at most one every few seconds, and one for every photo that failed."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._total = self._done = self._before = 0
        self._start = self._last = time.monotonic()

    def begin(self, total: int, done: int) -> None:
        self._total, self._done, self._before = total, done, done
        self._start = self._last = time.monotonic()
        self._say(f"{total} photos" + (f", {done} of them done before" if done else ""))

    def photo_done(self, name: str, failure: str | None) -> None:
        self._done += 1
        if failure:
            self._say(f"{one_line(name)}: {failure}")
        now = time.monotonic()
        if now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            rate = (self._done - self._before) / (now - self._start)
            left_s = (self._total - self._done) / rate
            self._say(f"{self._done} of {self._total} photos, {rate:.2f} a second, {left_s:.0f} s left")

    def _say(self, line: str) -> None:
        print(line, file=self._stream, flush=True)


class _BarReporter(Reporter):
    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None)

    def begin(self, total: int, done: int) -> None:
        self._bar.reset(self._task, total=total)
        self._bar.update(self._task, completed=done)

    def photo_done(self, name: str, failure: str | None) -> None:
        self._bar.advance(self._task)
        if failure:
            self._bar.console.print(f"{one_line(name)}: {failure}", markup=False, highlight=False, soft_wrap=True)


class _RateColumn(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.2f} a second" if task.speed else "")
