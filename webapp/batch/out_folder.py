"""The folder of a run's results: the journal, the pictures and what people corrected."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Self

from webapp.batch.corrections import Corrections
from webapp.batch.jobs import PhotoOutcome, ReadPhoto
from webapp.batch.journal import FILE_NAME as JOURNAL_NAME
from webapp.batch.journal import Entry, Journal, JournalHead
from webapp.batch.photo_names import picture_file

OVERLAYS, THUMBNAILS = "overlays", "thumbnails"


class OutFolderError(Exception):
    """The folder for the results cannot be used, in one sentence."""


class OutFolder:
    """Keeps what was read. An entry is named by its place in the journal."""

    def __init__(self, path: Path, head: JournalHead, *, resume: bool) -> None:
        self.path = path
        self._make(resume=resume)
        self.journal = Journal(path, head)
        self.corrections = Corrections(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.journal.close()

    def store(self, name: str, outcome: PhotoOutcome) -> int:
        """Keep an outcome: first the pictures, then the entry, so that an entry means that all is there."""
        if outcome.read and outcome.sha256:
            self._write_pictures(picture_file(name, outcome.sha256), outcome.read)
        scan = outcome.read.scan if outcome.read else None
        return self.journal.add(Entry(name, outcome.sha256, outcome.seconds, outcome.failure, scan))

    def find(self, name: str, sha256: str) -> int | None:
        """The entry of a photo that is done, by its content: also if it had another name then."""
        place = self.journal.find(name, sha256)
        if place is not None:
            return place
        elsewhere = self.journal.find_content(sha256)
        return None if elsewhere is None else self._adopt(name, elsewhere)

    def entry(self, place: int) -> Entry:
        """An entry as it counts, with its corrections."""
        return self.corrections.applied(self.journal.entry_at(place))

    def _adopt(self, name: str, place: int) -> int:
        known = self.journal.entry_at(place)
        if known.scan is not None:
            before, now = (picture_file(each, str(known.sha256)) for each in (known.photo, name))
            for folder in (OVERLAYS, THUMBNAILS):
                if before != now:
                    shutil.copyfile(self.path / folder / before, self.path / folder / now)
        return self.journal.add(Entry(name, known.sha256, known.seconds, known.failure, known.scan))

    def _write_pictures(self, file_name: str, read: ReadPhoto) -> None:
        for folder, jpeg in ((OVERLAYS, read.overlay_jpeg), (THUMBNAILS, read.thumbnail_jpeg)):
            (self.path / folder / file_name).write_bytes(jpeg)

    def _make(self, *, resume: bool) -> None:
        try:
            if not resume and self.path.exists() and any(self.path.iterdir()):
                has_run = (self.path / JOURNAL_NAME).exists()
                hint = "go on with it by --resume or choose another" if has_run else "choose another"
                raise OutFolderError(f"the folder {self.path} is not empty: {hint}")
            for folder in (OVERLAYS, THUMBNAILS):
                (self.path / folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutFolderError(f"the folder {self.path} cannot be used ({error.strerror})") from None
