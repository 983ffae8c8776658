"""report.html: every city with its thumbnail, what needs a look first, and the rankings of the evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined

from scoring.kinds import District
from scoring.words import words_in
from webapp.batch.evening import Evening
from webapp.batch.out_folder import OVERLAYS, THUMBNAILS
from webapp.batch.photo_names import picture_file
from webapp.batch.result_files import replacing
from webapp.batch.rows import Need, Row
from webapp.batch.summary import Summary

FILE_NAME = "report.html"


@dataclass(frozen=True)
class Card:
    """A row of the results with the picture that shows it."""

    row: Row
    sha256: str | None

    @property
    def picture(self) -> str | None:
        has_picture = self.sha256 and self.row.need is not Need.FAILED
        return quote(picture_file(self.row.photo, str(self.sha256))) if has_picture else None


def write_report(folder: Path, summary: Summary, evening: Evening | None, cards: Iterable[Card]) -> None:
    """Write the page; the cards come one by one in their order and are not kept."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(_resource("report.html"))
    parts = template.generate(
        css=_resource("report.css"),
        summary=summary,
        evening=evening,
        cards=cards,
        needs=Need,
        districts=tuple(District),
        words=words_in("en"),
        overlays=OVERLAYS,
        thumbnails=THUMBNAILS,
    )
    with replacing(folder / FILE_NAME) as file:
        file.writelines(parts)


def _resource(name: str) -> str:
    return files("webapp.batch").joinpath(name).read_text(encoding="utf-8")
