"""A few mutated photos in every test run; `make fuzz-scan` reads many more."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.scanner.fuzz_scan import LONGEST_SECONDS, FuzzedScan, fuzz_one, report
from tests.scanner.mutated_photos import mutated_photo

COUNT = 24
LONGEST_BESIDE_OTHER_TESTS = 3 * LONGEST_SECONDS
"""Tests share their cores with others: here nothing may hang, and `make fuzz-scan` is strict about seconds."""


def test_mutated_photos_are_read_or_refused_in_time() -> None:
    scans = [fuzz_one(seed) for seed in range(COUNT)]
    assert [scan for scan in scans if scan.crash or scan.seconds > LONGEST_BESIDE_OTHER_TESTS] == []
    outcomes = Counter(scan.outcome for scan in scans)
    # A fuzz that only ever meets one outcome looks at nothing.
    assert outcomes["refused"] >= 3
    assert outcomes["city"] >= 3


def test_a_seed_tells_the_same_story() -> None:
    assert mutated_photo(5) == mutated_photo(5)
    assert mutated_photo(5) != mutated_photo(6)


def test_the_report_fails_on_a_crash_and_on_a_hang(capsys: pytest.CaptureFixture[str]) -> None:
    fine = FuzzedScan(1, "table", "city", 0.5)
    assert report([fine]) == 0
    assert report([fine, FuzzedScan(2, "table", "crash", 0.1, "Traceback ...")]) == 1
    assert report([fine, FuzzedScan(3, "table", "city", 11.0)]) == 1
    assert "seed 3 (table): city after 11.0 s" in capsys.readouterr().out
