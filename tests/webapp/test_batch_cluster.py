"""The batch on a real Dask cluster: a scheduler and two workers of its own, one of them killed in the middle."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import pytest

from tests.webapp.batch_reader import CRASH, SLOW
from tests.webapp.batch_runs import ROOT, SETTINGS, failures_in, folder_of, results_in, run
from webapp.batch.engine_dask import ClusterError
from webapp.batch.inputs import find_photos
from webapp.batch.progress import LineReporter
from webapp.batch.run import BatchSettings, Engine, run_batch

START_S = 60.0


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]


class KillAfter(LineReporter):
    """Kills a process when so many photos are done."""

    def __init__(self, photos: int, process: subprocess.Popen[str]) -> None:
        super().__init__(StringIO())
        self._left, self._process = photos, process
        self.names: list[str] = []

    def photo_done(self, name: str, failure: str | None) -> None:
        super().photo_done(name, failure)
        self.names.append(name)
        self._left -= 1
        if self._left == 0:
            self._process.kill()


@contextmanager
def cluster_of(workers: int, folder: Path) -> Iterator[Cluster]:
    with _started("scheduler", folder, "--port", "0", "--host", "127.0.0.1", "--no-dashboard") as scheduler:
        address = _said(folder / "scheduler.log", r"Scheduler at:\s+(tcp://\S+)")
        options = (address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
        processes: list[subprocess.Popen[str]] = []
        try:
            processes += [_start(f"worker{number}", folder, "worker", *options) for number in range(workers)]
            for number in range(workers):
                _said(folder / f"worker{number}.log", r"Registered to:\s+(tcp://\S+)")
            yield Cluster(address, scheduler, processes)
        finally:
            _end(*processes)


def test_a_lost_worker_loses_no_photo(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 10, {f"slow{number}.jpg": SLOW for number in range(10)})
    run(photos, tmp_path / "local")
    with cluster_of(2, tmp_path) as cluster:
        killer = KillAfter(5, cluster.workers[0])
        found = find_photos([str(photos)], tmp_path / "out")
        run_batch(found, tmp_path / "out", _settings(cluster), killer)
        assert cluster.workers[0].wait(60) != 0
        assert cluster.workers[1].poll() is None
    assert len(killer.names) == len(set(killer.names)) == 20
    assert results_in(tmp_path / "out") == results_in(tmp_path / "local")


def test_paths_can_be_shared_and_a_crash_ends_no_worker(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 3, {"crash.jpg": CRASH})
    with cluster_of(1, tmp_path) as cluster:
        run(photos, tmp_path / "out", engine=Engine.DASK, scheduler=cluster.address, shared_paths=True)
        assert cluster.workers[0].poll() is None
    assert failures_in(tmp_path / "out") == {"crash.jpg": "the scanner crashed on it (signal 11)"}


def test_the_loss_of_the_scheduler_is_one_sentence_and_the_run_can_go_on(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 4, {f"slow{number}.jpg": SLOW for number in range(6)})
    with cluster_of(1, tmp_path) as cluster:
        killer = KillAfter(2, cluster.scheduler)
        found = find_photos([str(photos)], tmp_path / "out")
        with pytest.raises(ClusterError, match="scheduler is lost"):
            run_batch(found, tmp_path / "out", _settings(cluster), killer)
    assert run(photos, tmp_path / "out", resume=True).summary.cities == 10


def test_no_scheduler_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.batch.engine_dask.CONNECT_LIMIT_S", 1)
    photos = folder_of(tmp_path / "photos", 1)
    with pytest.raises(ClusterError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"):
        run(photos, tmp_path / "out", engine=Engine.DASK, scheduler="tcp://127.0.0.1:1")


def _settings(cluster: Cluster) -> BatchSettings:
    return replace(SETTINGS, engine=Engine.DASK, scheduler=cluster.address)


@contextmanager
def _started(command: str, folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    process = _start(command, folder, command, *options)
    try:
        yield process
    finally:
        _end(process)


def _start(log: str, folder: Path, *options: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (folder / f"{log}.log").open("w") as file:
        command = [sys.executable, "-m", "dask", *options]
        return subprocess.Popen(command, stdout=file, stderr=file, text=True, env=environment, cwd=folder)


def _end(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        process.kill()
        process.wait()


def _said(log: Path, pattern: str) -> str:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        found = re.search(pattern, log.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    pytest.fail(f"{log.name} never said {pattern}: {log.read_text()}")
