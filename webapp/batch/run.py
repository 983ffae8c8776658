"""A whole run: find the photos, read what is not read yet, write every result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from scoring.rules import Rules
from webapp.batch.engine_dask import cluster_client, read_on_cluster
from webapp.batch.engine_local import read_locally
from webapp.batch.inputs import FoundPhoto
from webapp.batch.jobs import PhotoJob, PhotoOutcome, ReadingLimits, Refused
from webapp.batch.journal import JournalHead
from webapp.batch.out_folder import OutFolder
from webapp.batch.progress import Reporter
from webapp.batch.reader_main import content_sha256
from webapp.batch.result_files import ResultFiles
from webapp.batch.rows import RowMaker
from webapp.batch.scanner_version import scanner_version
from webapp.batch.seats import Seats
from webapp.batch.write_results import BatchEnd, write_all


class Engine(StrEnum):
    """Who reads the photos."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True)
class BatchSettings:
    """How to run a batch. `shared_paths`: the workers of a cluster find the photos under the same paths."""

    limits: ReadingLimits = field(default_factory=ReadingLimits)
    rules: Rules = field(default_factory=Rules)
    seats: Seats = field(default_factory=Seats)
    workers: int = 1
    engine: Engine = Engine.LOCAL
    scheduler: str | None = None
    shared_paths: bool = False
    with_times: bool = True

    @property
    def ships_bytes(self) -> bool:
        return self.engine is Engine.DASK and not self.shared_paths

    def journal_head(self) -> JournalHead:
        profiles = self.limits.profiles
        return JournalHead(self.limits.players, scanner_version(), profiles.digest if profiles else None)

    def row_maker(self) -> RowMaker:
        return RowMaker(self.rules, self.limits.players, self.seats, with_times=self.with_times)


Read = Callable[[Iterable[PhotoJob]], Generator[PhotoOutcome, None, None]]


@contextmanager
def opened_folder(out: Path, settings: BatchSettings, *, resume: bool) -> Iterator[OutFolder]:
    """The folder for the results of these settings."""
    with OutFolder(out, settings.journal_head(), resume=resume) as folder:
        yield folder


def run_batch(
    photos: Sequence[FoundPhoto], out: Path, settings: BatchSettings, reporter: Reporter, *, resume: bool = False
) -> BatchEnd:
    """Read the photos into the folder `out`; with `resume`, only those that are not in it yet."""
    with opened_folder(out, settings, resume=resume) as folder:
        places = read_photos(photos, folder, settings, reporter)
        return write_all(folder, places, settings.row_maker())


def read_photos(
    photos: Sequence[FoundPhoto], folder: OutFolder, settings: BatchSettings, reporter: Reporter
) -> list[int]:
    """Where in the journal each photo is, after reading those that were not there. Rows are written as they come."""
    places = _finished(photos, folder)
    waiting = [number for number in range(len(photos)) if number not in places]
    reporter.begin(len(photos), len(places))
    maker = settings.row_maker()
    with closing(ResultFiles.streamed(folder.path)) as files, _engine(settings) as read:
        for place in places.values():
            files.add(maker.rows(folder.entry(place)))
        jobs = (PhotoJob(number, photos[number].source(as_bytes=settings.ships_bytes)) for number in waiting)
        with closing(read(jobs)) as outcomes:
            for outcome in outcomes:
                name = photos[outcome.number].name
                places[outcome.number] = folder.store(name, outcome)
                files.add(maker.rows(folder.entry(places[outcome.number])))
                files.flush()
                reporter.photo_done(name, outcome.failure)
    return [places[number] for number in range(len(photos))]


def _finished(photos: Sequence[FoundPhoto], folder: OutFolder) -> dict[int, int]:
    """The photos that are in the journal already, by their content."""
    places: dict[int, int] = {}
    if folder.journal.is_empty:
        return places
    for number, photo in enumerate(photos):
        source = photo.source(as_bytes=False)
        sha256 = None if isinstance(source, Refused) else content_sha256(source)
        place = folder.find(photo.name, sha256) if sha256 else None
        if place is not None:
            places[number] = place
    return places


@contextmanager
def _engine(settings: BatchSettings) -> Iterator[Read]:
    if settings.engine is Engine.LOCAL:
        yield lambda jobs: read_locally(jobs, settings.limits, settings.workers)
        return
    with cluster_client(settings.scheduler, settings.workers) as client:
        yield lambda jobs: read_on_cluster(jobs, settings.limits, client)
