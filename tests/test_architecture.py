"""Imports point one way: scoring <- scanner <- calibration <- samples <- webapp. Read from the source, run nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "scoring": {"scoring"},
    "scanner": {"scoring", "scanner"},
    "calibration": {"scoring", "scanner", "calibration"},
    "samples": {"scoring", "scanner", "calibration", "samples"},
    "webapp": {"scoring", "scanner", "calibration", "samples", "webapp"},
}
PACKAGES = set(MAY_IMPORT)
ONLY_IN = {
    "cv2": {"scanner", "calibration", "samples"},
    "torch": {"samples"},
    "flask": {"webapp"},
    "sqlalchemy": {"webapp"},
    "typer": {"webapp"},
}
SOURCES = sorted(path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def imported(source: Path) -> Iterator[str]:
    """The names of the top packages a file imports, anywhere in it."""
    for node in ast.walk(ast.parse((ROOT / source).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import"
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_imports_point_one_way(source: Path):
    package = source.parts[0]
    names = set(imported(source))
    assert names & (PACKAGES | {"tests"}) <= MAY_IMPORT[package]
    for library, allowed in ONLY_IN.items():
        assert library not in names or package in allowed, f"{library} in {source}"


@pytest.mark.parametrize("source", [path for path in SOURCES if path.parts[0] == "scoring"], ids=str)
def test_scoring_needs_nothing_but_the_standard_library(source: Path):
    assert set(imported(source)) <= set(sys.stdlib_module_names) | {"scoring"}


def test_the_command_line_starts_without_the_heavy_libraries():
    code = "import sys, webapp.cli; print(sorted({'cv2', 'flask', 'numpy', 'scipy', 'sqlalchemy'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert started.stdout.strip() == "[]"
