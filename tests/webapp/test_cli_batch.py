"""`akroscan batch`: what it prints, its exit codes, the review in the terminal, and the scanner itself."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from calibration.profile_store import ProfileStore
from samples.settings import StudioSettings
from samples.studio import draw_photo
from scanner.scan_photo import scan_photo
from scoring.rules import Rules
from tests.calibration.some_camera import CAMERA_FILE
from tests.webapp.batch_reader import HANG, PROFILE_TELLER, READER, UNSURE, photo_bytes
from tests.webapp.batch_runs import ROOT, folder_of, json_rows_in, profiles_told, rows_in
from webapp.batch import jobs
from webapp.batch.journal import Entry
from webapp.batch.photo_reader import scan_json
from webapp.batch.result_files import row_data
from webapp.batch.rows import RowMaker
from webapp.batch.seats import Seats
from webapp.cli import app


@pytest.fixture(autouse=True)
def made_up_cities(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(jobs, "DEFAULT_READER", READER)
    # Whoever runs the tests may have calibrated something.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def batch(*words: str | Path, answers: str = "") -> Result:
    return CliRunner().invoke(app, ["batch", *map(str, words)], input=answers, catch_exceptions=False)


def test_a_good_run(tmp_path: Path) -> None:
    result = batch(folder_of(tmp_path / "photos", 3), "--out", tmp_path / "out", "--workers", "2")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "3 cities in 3 photos"
    assert "report.html" in result.stdout
    assert result.stderr == "3 photos\n"


def test_a_bad_photo_gives_exit_code_1_and_a_line(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 1)
    (photos / "bad\x1b[31m.jpg").write_bytes(b"")
    result = batch(photos, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "1 could not be read" in result.stdout
    assert "bad\ufffd[31m.jpg: the file is empty" in result.stderr
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "nowhere: there is no such file or folder"),
        (["PHOTOS", "--variants", "towers"], 'unknown variant "towers"'),
        (["PHOTOS", "--scheduler", "tcp://127.0.0.1:9"], "--scheduler is for --engine dask"),
        (["PHOTOS", "--names", "nowhere.csv"], "nowhere.csv: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_code_2(tmp_path: Path, words: list[str], message: str) -> None:
    photos = folder_of(tmp_path / "photos", 1)
    result = batch(*(str(photos) if word == "PHOTOS" else word for word in words), "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 1)
    result = batch(photos, "--out", photos / "photo000.jpg")
    assert result.exit_code == 2
    assert "cannot be used" in result.stderr


def test_the_evening_is_printed(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 0)
    for seed, name in enumerate(("t1 Anna.jpg", "t1 Bo.jpg", "t2 Cy.jpg")):
        (photos / name).write_bytes(photo_bytes(seed))
    result = batch(photos, "--out", tmp_path / "out")
    assert "The evening" in result.stdout
    assert "Round 1, table 1: 1. " in result.stdout


def test_variants_change_points_on_resume_without_reading_again(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 6)
    batch(photos, "--out", tmp_path / "out")
    plain = [int(row["total"]) for row in rows_in(tmp_path / "out")]
    result = batch(photos, "--out", tmp_path / "out", "--resume", "--variants", "all")
    assert result.stderr == "6 photos, 6 of them done before\n"
    varied = [int(row["total"]) for row in rows_in(tmp_path / "out")]
    assert varied != plain
    assert all(more >= less for more, less in zip(varied, plain, strict=True))


def test_the_review_corrects_the_results_and_is_kept(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 0, {"a.jpg": UNSURE, "b.jpg": UNSURE})
    batch(photos, "--out", tmp_path / "out")
    before = json_rows_in(tmp_path / "out")
    answers = "what?\n0 0 castle 1\n40 0 garden 3\n41 0 garden_plaza 1\nok\nquit\n"
    result = batch(photos, "--out", tmp_path / "out", "--resume", "--review", answers=answers)
    assert result.exit_code == 0
    assert result.stderr.count("Not understood") == 2
    after = json_rows_in(tmp_path / "out")
    assert after[0]["corrected"]
    assert after[0]["lowest_confidence"] == 1.0
    garden, was = after[0]["districts"]["garden"], before[0]["districts"]["garden"]
    assert (garden["value"], garden["stars"]) == (was["value"] + 3, was["stars"] + 3)
    assert after[1] == {**before[1], "seconds": after[1]["seconds"]}
    again = batch(photos, "--out", tmp_path / "out", "--resume", "--review", answers="skip\n")
    assert "1 cities to look at" in again.stderr
    assert json_rows_in(tmp_path / "out") == after


def test_profiles_of_the_data_folder_are_used_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "DEFAULT_READER", PROFILE_TELLER)
    photos = folder_of(tmp_path / "photos", 2)
    ProfileStore(tmp_path / "data").add(CAMERA_FILE, {})
    ProfileStore(tmp_path / "home" / "akroscan").add(CAMERA_FILE.model_copy(update={"name": "At home"}), {})
    for number, (words, names) in enumerate(
        ((["--data-dir", tmp_path / "data"], ["Мій телефон"]), ([], ["At home"]), (["--no-profiles"], []))
    ):
        assert batch(photos, "--out", tmp_path / str(number), *words).exit_code == 0
        assert profiles_told(tmp_path / str(number)) == [names, names]
    refused = batch(photos, "--out", tmp_path / "0", "--resume")
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "begun with other calibration profiles" in refused.stderr


def test_a_damaged_profile_is_said_once_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "data" / "profiles").mkdir(parents=True)
    (tmp_path / "data" / "profiles" / "broken.json").write_bytes(b"{")
    photos = folder_of(tmp_path / "photos", 2)
    result = batch(photos, "--out", tmp_path / "out", "--data-dir", tmp_path / "data")
    assert result.exit_code == 0
    assert result.stderr.count("the profile broken.json is not used: it is damaged") == 1
    assert batch(photos, "--out", tmp_path / "out", "--no-profiles", "--resume").exit_code == 0


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 2, {"hang.jpg": HANG})
    process = subprocess.Popen(_command(photos, tmp_path / "out"), stderr=subprocess.PIPE, cwd=ROOT, text=True)
    journal = tmp_path / "out" / "scans.jsonl"
    end = time.monotonic() + 180
    while not (journal.exists() and journal.read_bytes().count(b"\n") == 3) and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=180)
    assert process.returncode == 130
    assert said.splitlines() == ["3 photos", f"Stopped. What is read stays in {tmp_path / 'out'}; go on with --resume."]


def test_a_terminal_shows_a_bar_with_rate_and_time_left(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    photos = folder_of(tmp_path / "photos", 12)
    environment = {**os.environ, "COLUMNS": "100", "TERM": "xterm"}
    process = subprocess.Popen(_command(photos, tmp_path / "out"), stderr=theirs, cwd=ROOT, env=environment)
    os.close(theirs)
    shown = b""
    while process.poll() is None:
        shown += _read(ours)
    assert process.returncode == 0
    assert b"Reading" in shown
    assert b"/12" in shown
    assert b"a second" in shown
    assert b"left" in shown


def test_the_scanner_reads_alone_as_in_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    photos = tmp_path / "photos"
    photos.mkdir()
    for seed in range(2):
        drawn = draw_photo(9_900_000 + seed, StudioSettings(preset="easy", size_px=(1000, 750)))
        Image.fromarray(drawn.image_rgb).save(photos / f"{seed}.jpg")
    result = batch(photos, "--out", tmp_path / "out", "--no-times", "--no-profiles")
    assert result.exit_code == 0
    alone = [_rows_alone(path) for path in sorted(photos.iterdir())]
    assert (tmp_path / "out" / "results.jsonl").read_text("utf-8") == "".join(alone)
    with Image.open(next((tmp_path / "out" / "overlays").iterdir())) as overlay:
        assert max(overlay.size) == 1000


def _rows_alone(path: Path) -> str:
    entry = Entry(str(path), None, 0.0, None, scan_json(scan_photo(path)))
    rows = RowMaker(Rules(), None, Seats(), with_times=False).rows(entry)
    return "".join(json.dumps(row_data(row), ensure_ascii=False) + "\n" for row in rows)


def _command(photos: Path, out: Path) -> list[str]:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from webapp.batch import jobs;"
        f"jobs.DEFAULT_READER = {READER!r}; from webapp.cli import main; main()"
    )
    return [sys.executable, "-c", script, "batch", str(photos), "--out", str(out)]


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 10_000)
    except OSError:  # the other side is closed
        return b""
