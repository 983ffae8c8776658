"""Names the scanner by its content, so that results of two different ones are never mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

PACKAGES = ("scoring", "scanner")
KINDS_OF_FILE = (".py", ".onnx", ".csv")


@cache
def scanner_version() -> str:
    """A digest of everything that decides what a photo is read as."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        for name, file in sorted(_files_in(files(package), package)):
            digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files_in(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _files_in(entry, path)
        elif entry.name.endswith(KINDS_OF_FILE):
            found.append((path, entry))
    return found
