"""Runs of the batch for tests: folders of made-up photos, read by the reader for tests."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from tests.webapp.batch_reader import READER, photo_bytes
from webapp.batch.inputs import find_photos
from webapp.batch.jobs import ReadingLimits
from webapp.batch.progress import LineReporter
from webapp.batch.run import BatchSettings, run_batch
from webapp.batch.write_results import BatchEnd

ROOT = Path(__file__).parents[2]
SETTINGS = BatchSettings(limits=ReadingLimits(reader=READER, time_limit_s=30.0), workers=2, with_times=False)


def folder_of(folder: Path, count: int, wishes: dict[str, bytes] | None = None) -> Path:
    """A folder with so many photos, and one for every wish under its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(count):
        (folder / f"photo{seed:03d}.jpg").write_bytes(photo_bytes(seed))
    for seed, (name, wish) in enumerate((wishes or {}).items(), start=1000):
        (folder / name).write_bytes(photo_bytes(seed, wish))
    return folder


def run(photos: Path | list[str], out: Path, *, resume: bool = False, **changes: Any) -> BatchEnd:
    paths = [str(photos)] if isinstance(photos, Path) else photos
    settings = replace(SETTINGS, **changes)
    return run_batch(find_photos(paths, out), out, settings, LineReporter(StringIO()), resume=resume)


def rows_in(out: Path) -> list[dict[str, str]]:
    with (out / "results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def results_in(out: Path) -> tuple[str, str]:
    """Both files of results as they are, to compare runs."""
    return (out / "results.csv").read_text("utf-8"), (out / "results.jsonl").read_text("utf-8")


def failures_in(out: Path) -> dict[str, str]:
    return {row["photo"].rpartition("/")[2]: row["failure"] for row in rows_in(out) if row["failure"]}


def json_rows_in(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "results.jsonl").read_text("utf-8").splitlines()]


def profiles_told(out: Path) -> list[list[str]]:
    """What the reader that tells profiles was given for each photo."""
    lines = (out / "scans.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["scan"]["profiles"] for line in lines[1:]]


def run_in_another_process(photos: Path, out: Path, *, resume: bool = False) -> list[str]:
    """The command line of a Python that runs a batch, to be killed in the middle."""
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from pathlib import Path;"
        "from tests.webapp.batch_runs import run;"
        "run(Path(sys.argv[1]), Path(sys.argv[2]), resume=sys.argv[3] == 'resume')"
    )
    return [sys.executable, "-c", script, str(photos), str(out), "resume" if resume else "new"]
