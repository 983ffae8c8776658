"""Writing a result so that a file is either there in full or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from webapp.cli.city_input import InputError, name_of


def write_whole(path: Path, text: str) -> None:
    """Write beside the target first and move it there in one step."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise InputError(f"{name_of(path)}: cannot be written: {error.strerror}") from error
