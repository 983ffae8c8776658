"""`akroscan scan`: the cities of photos, with their scores and what to check."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from webapp.cli.city_input import name_of
from webapp.cli.profile_options import DataDirOption, ProfilesOption, chosen_profiles

if TYPE_CHECKING:
    from scanner.profiles import Profiles
    from scanner.result import ScanResult
    from scanner.scan_photo import Observer

READ, UNREADABLE, NO_CITY = 0, 2, 3


@dataclass(frozen=True)
class _Wishes:
    """What the options ask for."""

    as_json: bool
    players: int | None
    overlay: Path | None
    profiles: Profiles


def scan(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP or HEIC.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a photo, each on its line.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="Write the photo with outlines, kinds and levels on it (one photo only).")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=4, help="Players of the game, if the cities are finished.")
    ] = None,
    stages: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a picture of each stage there.")] = None,
    data_dir: DataDirOption = None,
    profiles: ProfilesOption = True,
) -> None:
    """Read the cities of photos. Exit code 3 if a photo shows no city, 2 if a file is not a readable photo."""
    from scanner.write_picture import UnwritablePictureError, check_ending

    if overlay and len(photos) > 1:
        _stop(f"--overlay {name_of(overlay)} is one picture, but there are {len(photos)} photos")
    try:
        if overlay:
            check_ending(overlay)
        folders = _stage_folders(stages, photos)
        wishes = _Wishes(as_json, players, overlay, chosen_profiles(data_dir, use=profiles))
        codes = [_scan_one(photo, wishes, folder) for photo, folder in zip(photos, folders, strict=True)]
    except UnwritablePictureError as error:
        _stop(str(error))
    raise typer.Exit(UNREADABLE if UNREADABLE in codes else max(codes))


def _stop(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(UNREADABLE)


def _stage_folders(stages: Path | None, photos: list[Path]) -> list[Path | None]:
    """The folder itself for one photo, a numbered folder in it for each of several."""
    if stages is None:
        return [None] * len(photos)
    folders = [stages / f"{number}-{photo.stem}" for number, photo in enumerate(photos, 1)]
    if len(photos) == 1:
        folders = [stages]
    try:
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _stop(f"{name_of(stages)}: cannot be made a folder ({error.strerror})")
    return list(folders)


def _scan_one(path: Path, wishes: _Wishes, stage_folder: Path | None) -> int:
    from scanner.load_photo import UnreadablePhotoError
    from scanner.result_json import result_as_json

    try:
        result = _scanned(path, wishes, stage_folder)
    except UnreadablePhotoError as error:
        typer.echo(f"{name_of(path)}: {error}", err=True)
        return UNREADABLE
    if wishes.as_json:
        typer.echo(json.dumps(result_as_json(result, name_of(path))))
    else:
        typer.echo("\n".join(_report(name_of(path), result)))
    return READ if result.cities else NO_CITY


def _scanned(path: Path, wishes: _Wishes, stage_folder: Path | None) -> ScanResult:
    from scanner.draw_stages import StagePictures
    from scanner.load_photo import Photo
    from scanner.overlay import draw_overlay
    from scanner.scan_photo import Stage, scan_photo
    from scanner.write_picture import write_picture

    loaded: list[Photo] = []
    observers: list[Observer] = [StagePictures(stage_folder)] if stage_folder else []

    def observe(stage: Stage, made: object) -> None:
        if isinstance(made, Photo):
            loaded.append(made)
        for observer in observers:
            observer(stage, made)

    result = scan_photo(path, players=wishes.players, observer=observe, profiles=wishes.profiles)
    if wishes.overlay:
        write_picture(draw_overlay(loaded[0].rgb, result), wishes.overlay)
    return result


def _report(name: str, result: ScanResult) -> Iterator[str]:
    """What a person wants to know: the cities, and what would make a better photo."""
    from scanner.quality import HINTS
    from webapp.cli.scan_report import NO_CITY_SENTENCES, city_lines

    if result.no_city:
        yield f"{name}: {NO_CITY_SENTENCES[result.no_city]}"
    for number, city in enumerate(result.cities, 1):
        title = name if len(result.cities) == 1 else f"{name}, city {number} of {len(result.cities)}"
        yield from city_lines(title, city)
    yield from _listed("For a better photo", (HINTS[flaw] for flaw in result.quality.flaws))


def _listed(title: str, sentences: Iterable[str]) -> Iterator[str]:
    lines = [f"  - {sentence}" for sentence in sentences]
    if lines:
        yield from (f"  {title}:", *lines, "")
