"""A run over many photos: the same results however it is done, and one bad photo never stops it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from scanner.load_photo import UnreadablePhotoError
from scanner.profiles import NO_PROFILES, Profiles
from tests.scanner.picture_files import encoded, four_corners, png_claiming, unreadable_files
from tests.webapp.batch_reader import (
    CRASH,
    CRASH_ONCE,
    HANG,
    NO_CITY,
    PROFILE_TELLER,
    RAISE,
    SLOW,
    SWALLOW,
    photo_bytes,
)
from tests.webapp.batch_runs import (
    ROOT,
    SETTINGS,
    failures_in,
    folder_of,
    json_rows_in,
    profiles_told,
    results_in,
    rows_in,
    run,
    run_in_another_process,
)
from tests.webapp.some_profiles import some_profiles
from webapp.batch import photo_reader
from webapp.batch.journal import JournalError
from webapp.batch.out_folder import OutFolderError
from webapp.batch.reader_process import ReaderUnavailableError
from webapp.batch.run import Engine
from webapp.batch.run_profiles import run_profiles
from webapp.batch.scanner_version import scanner_version


def test_results_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 12, {"none.jpg": NO_CITY, "slow.jpg": SLOW})
    run(photos, tmp_path / "one", workers=1)
    run(photos, tmp_path / "three", workers=3)
    run(photos, tmp_path / "dask", engine=Engine.DASK)
    assert results_in(tmp_path / "one") == results_in(tmp_path / "three") == results_in(tmp_path / "dask")
    assert [row["photo"].rpartition("/")[2] for row in rows_in(tmp_path / "one")] == [
        "none.jpg",
        *(f"photo{number:03d}.jpg" for number in range(12)),
        "slow.jpg",
    ]


def test_every_photo_has_pictures_a_card_and_its_seconds(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 3)
    end = run(photos, tmp_path / "out", with_times=True)
    assert (end.summary.photos, end.summary.cities, end.summary.failed) == (3, 3, 0)
    assert {path.name for path in (tmp_path / "out" / "overlays").iterdir()} == {
        path.name for path in (tmp_path / "out" / "thumbnails").iterdir()
    }
    assert all(float(row["seconds"]) > 0 for row in rows_in(tmp_path / "out"))
    report = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert report.count("<article") == report.count("thumbnails/photo00") == 3


def test_what_hangs_crashes_or_swallows_memory_is_marked_and_the_rest_goes_on(tmp_path: Path) -> None:
    wishes = {"hang.jpg": HANG, "crash.jpg": CRASH, "swallow.jpg": SWALLOW, "raise.jpg": RAISE}
    photos = folder_of(tmp_path / "photos", 8, wishes)
    limits = replace(SETTINGS.limits, time_limit_s=4.0)
    end = run(photos, tmp_path / "out", limits=limits)
    assert (end.summary.failed, end.summary.cities) == (4, 8)
    assert failures_in(tmp_path / "out") == {
        "hang.jpg": "reading it took longer than 4 s",
        "crash.jpg": f"the scanner crashed on it (signal {int(signal.SIGSEGV)})",
        "swallow.jpg": "reading it needs too much memory",
        "raise.jpg": "the scanner failed on it (ZeroDivisionError: no hexes to divide by)",
    }


def test_a_photo_is_not_blamed_for_one_lost_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRASH_MARK", str(tmp_path / "mark"))
    photos = folder_of(tmp_path / "photos", 2, {"once.jpg": CRASH_ONCE})
    assert run(photos, tmp_path / "out").summary.failed == 0
    assert (tmp_path / "mark").exists()


def test_each_of_ten_sorts_of_broken_files_has_its_own_reason(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 90)
    sorts = unreadable_files()
    names = ("nothing at all", "text", "head of a JPEG", "one pixel", "strip", "100 megapixels", "200 megapixels")
    broken = {f"{name}.jpg": sorts[name] for name in names}
    for name, (data, _) in broken.items():
        (photos / name).write_bytes(data)
    (photos / "nowhere.jpg").symlink_to(tmp_path / "nowhere")
    os.mkfifo(photos / "pipe.jpg")
    with (photos / "long.jpg").open("wb") as file:
        file.truncate(70_000_000)
    end = run(photos, tmp_path / "out")
    failures = failures_in(tmp_path / "out")
    assert (end.summary.photos, end.summary.cities, end.summary.failed) == (100, 90, 10)
    assert len(set(failures.values())) == len(failures) == 10
    for name, (_, words) in broken.items():
        assert words in failures[name]
    assert "link" in failures["nowhere.jpg"]
    assert "not a file" in failures["pipe.jpg"]
    assert "70 MB" in failures["long.jpg"]


def test_a_killed_run_goes_on_and_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 10, {f"slow{number}.jpg": SLOW for number in range(10)})
    run(photos, tmp_path / "whole")
    journal = tmp_path / "killed" / "scans.jsonl"
    batch = subprocess.Popen(run_in_another_process(photos, tmp_path / "killed"), cwd=ROOT)
    _wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 6)
    batch.kill()
    batch.wait()
    done = journal.read_bytes().count(b"\n") - 1
    assert 6 <= done < 20
    # As if the kill had come in the middle of a line.
    with journal.open("ab") as file:
        file.write(b'{"photo": "half a li')
    before = journal.read_bytes()
    run(photos, tmp_path / "killed", resume=True)
    assert results_in(tmp_path / "killed") == results_in(tmp_path / "whole")
    assert (tmp_path / "killed" / "report.html").read_text() == (tmp_path / "whole" / "report.html").read_text()
    after = journal.read_bytes()
    assert after.startswith(before.rpartition(b"\n")[0])
    assert after.count(b"\n") == 21, "no photo was read twice"


def test_results_can_be_followed_while_the_run_goes_on(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 4, {"zz.jpg": HANG})
    batch = subprocess.Popen(run_in_another_process(photos, tmp_path / "out"), cwd=ROOT)
    csv_file = tmp_path / "out" / "results.csv"
    _wait_until(lambda: csv_file.exists() and csv_file.read_bytes().count(b"\n") == 5)
    assert batch.poll() is None
    batch.kill()
    batch.wait()


def test_going_on_goes_by_content_not_by_name(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 3)
    run(photos, tmp_path / "out")
    (photos / "photo000.jpg").rename(photos / "renamed.jpg")
    (photos / "photo001.jpg").write_bytes(photo_bytes(77))
    journal = tmp_path / "out" / "scans.jsonl"
    # A reader that cannot be made: the renamed photo must not need it, the changed one must.
    broken = replace(SETTINGS.limits, reader="tests.webapp.batch_reader:make_missing_reader")
    with pytest.raises(ReaderUnavailableError, match=r"finder\.onnx is missing"):
        run(photos, tmp_path / "out", resume=True, limits=broken)
    run(photos, tmp_path / "out", resume=True)
    run(photos, tmp_path / "fresh")
    assert results_in(tmp_path / "out") == results_in(tmp_path / "fresh")
    assert journal.read_bytes().count(b"\n") == 1 + 3 + 2
    assert {path.name for path in (tmp_path / "fresh" / "overlays").iterdir()} <= {
        path.name for path in (tmp_path / "out" / "overlays").iterdir()
    }


def test_a_folder_with_results_is_not_overwritten(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 1)
    run(photos, tmp_path / "out")
    with pytest.raises(OutFolderError, match="--resume"):
        run(photos, tmp_path / "out")
    with pytest.raises(JournalError, match="--players None, not 3"):
        run(photos, tmp_path / "out", resume=True, limits=replace(SETTINGS.limits, players=3))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("all of it")
    with pytest.raises(OutFolderError, match="not empty"):
        run(photos, tmp_path / "other")


@pytest.mark.parametrize("engine", Engine)
def test_every_reader_is_given_the_profiles(tmp_path: Path, engine: Engine) -> None:
    photos = folder_of(tmp_path / "photos", 3)
    limits = replace(SETTINGS.limits, reader=PROFILE_TELLER, profiles=run_profiles(some_profiles()))
    run(photos, tmp_path / "out", limits=limits, engine=engine)
    assert profiles_told(tmp_path / "out") == [["Мій телефон", "Kitchen set"]] * 3


@pytest.mark.parametrize("profiles", [some_profiles(), NO_PROFILES], ids=["some", "none"])
def test_the_scanner_is_given_the_profiles(monkeypatch: pytest.MonkeyPatch, profiles: Profiles) -> None:
    used: list[Profiles] = []

    def scan_photo(*_: object, profiles: Profiles, **__: object) -> None:
        used.append(profiles)
        raise UnreadablePhotoError("seen enough")

    monkeypatch.setattr(photo_reader, "scan_photo", scan_photo)
    reader = photo_reader.make_reader(run_profiles(profiles))
    with pytest.raises(UnreadablePhotoError):
        reader(photo_bytes(1), None)
    assert used == [profiles]


def test_readings_by_different_profiles_are_never_mixed(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 1)
    plain = SETTINGS.limits
    some, others = (replace(plain, profiles=run_profiles(some_profiles(weight))) for weight in (0.5, 0.6))
    run(photos, tmp_path / "out", limits=some)
    run(photos, tmp_path / "out", limits=replace(plain, profiles=run_profiles(some_profiles())), resume=True)
    for limits in (others, plain):
        with pytest.raises(JournalError, match="begun with other calibration profiles: begin a new one"):
            run(photos, tmp_path / "out", limits=limits, resume=True)
    run(photos, tmp_path / "plain")
    with pytest.raises(JournalError, match="begun without calibration profiles: go on with --no-profiles"):
        run(photos, tmp_path / "plain", limits=some, resume=True)


def test_without_profiles_a_journal_is_what_it_always_was(tmp_path: Path) -> None:
    limits = replace(SETTINGS.limits, profiles=run_profiles(NO_PROFILES))
    assert limits == SETTINGS.limits
    run(folder_of(tmp_path / "photos", 0, {"a.jpg": NO_CITY}), tmp_path / "out", limits=limits)
    head = (tmp_path / "out" / "scans.jsonl").read_text("utf-8").splitlines()[0]
    assert head == f'{{"format": "akroscan-batch/1", "players": null, "scanner": "{scanner_version()}"}}'


def test_results_inside_the_folder_of_photos_are_not_read_as_photos(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 2)
    run(photos, photos / "out")
    assert run(photos, photos / "out", resume=True).summary.photos == 2


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 2, {"hang.jpg": HANG})
    batch = subprocess.Popen(run_in_another_process(photos, tmp_path / "out"), cwd=ROOT)
    journal = tmp_path / "out" / "scans.jsonl"
    _wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") == 3)
    children = _children_of(batch.pid)
    assert children
    batch.send_signal(signal.SIGINT)
    assert batch.wait(180) != 0
    _wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


def test_every_reader_has_one_thread(tmp_path: Path) -> None:
    limits = replace(SETTINGS.limits, reader="tests.webapp.batch_reader:make_thread_counter")
    run(folder_of(tmp_path / "photos", 1), tmp_path / "out", limits=limits)
    line = (tmp_path / "out" / "scans.jsonl").read_text("utf-8").splitlines()[1]
    assert json.loads(line)["scan"]["width"] == 1


def test_rows_hold_points_stars_and_values(tmp_path: Path) -> None:
    run(folder_of(tmp_path / "photos", 4), tmp_path / "out")
    for row, data in zip(rows_in(tmp_path / "out"), json_rows_in(tmp_path / "out"), strict=True):
        lines = data["districts"]
        assert all(line["points"] == line["value"] * line["stars"] for line in lines.values())
        assert data["total"] == sum(line["points"] for line in lines.values()) == int(row["total"])
        assert int(row["market_stars"]) == lines["market"]["stars"]
        assert float(row["lowest_confidence"]) == data["lowest_confidence"] == 0.99


def test_odd_pictures_in_a_zip_and_png_are_fine(tmp_path: Path) -> None:
    photos = folder_of(tmp_path / "photos", 0)
    (photos / "flat.png").write_bytes(encoded(four_corners(), "PNG"))
    (photos / "claims.png").write_bytes(png_claiming(1000, 1000))
    run(photos, tmp_path / "out")
    assert list(failures_in(tmp_path / "out")) == ["claims.png"]


def _children_of(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def _wait_until(holds: object, seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
