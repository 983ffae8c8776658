"""The text of the printed sheets in three languages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files


class Language(StrEnum):
    """A language of the sheets."""

    ENGLISH = "en"
    POLISH = "pl"
    UKRAINIAN = "uk"


@dataclass(frozen=True)
class SheetWords:
    """What stands on a sheet: its name, and how to print and use it."""

    camera_title: str
    camera_use: str
    corner_title: str
    corner_use: str
    printing: str
    check_line: str


@cache
def sheet_words(language: Language) -> SheetWords:
    texts = json.loads(files("calibration").joinpath("sheet_words.json").read_text(encoding="utf-8"))
    return SheetWords(**texts[language])
