"""A folder of labelled photos: which pictures have a truth, and which cannot be measured and why."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from samples.benchmark.scores import totals_of
from samples.benchmark.truth import Truth, TruthError, TruthHex, read_truth

PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}


@dataclass(frozen=True)
class LabelledPhoto:
    """A picture and its truth."""

    path: Path
    truth: Truth


@dataclass(frozen=True)
class PhotoProblem:
    """Why a file was not measured."""

    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{self.path.name}: {self.reason}"


@dataclass(frozen=True)
class LabelledFolder:
    """What a folder holds: photos to measure, pictures without truth, and files that do not fit."""

    photos: tuple[LabelledPhoto, ...]
    unlabelled: tuple[Path, ...]
    problems: tuple[PhotoProblem, ...]


class NoLabelledPhotosError(ValueError):
    """There is nothing to measure; the message says why."""


def labelled_photos_in(folder: Path) -> LabelledFolder:
    """Pair every picture of a folder with the `.json` of the same name."""
    if not folder.is_dir():
        raise NoLabelledPhotosError(f"{folder} is not a folder")
    files = sorted(path for path in folder.iterdir() if path.is_file())
    pictures = [path for path in files if path.suffix.lower() in PICTURE_SUFFIXES]
    if not pictures:
        raise NoLabelledPhotosError(f"{folder} holds no pictures ({', '.join(sorted(PICTURE_SUFFIXES))})")
    labelled = [picture for picture in pictures if picture.with_suffix(".json").is_file()]
    outcomes = [_labelled(picture, picture.with_suffix(".json")) for picture in labelled]
    photos = tuple(outcome for outcome in outcomes if isinstance(outcome, LabelledPhoto))
    problems = [outcome for outcome in outcomes if isinstance(outcome, PhotoProblem)]
    problems += _truths_without_picture(files, pictures)
    if not photos and not problems:
        raise NoLabelledPhotosError(f"no picture in {folder} has a .json with its truth")
    unlabelled = tuple(picture for picture in pictures if picture not in labelled)
    return LabelledFolder(photos, unlabelled, tuple(problems))


def misfit(truth: Truth, width_px: int, height_px: int) -> str | None:
    """Why a truth cannot belong to a picture of this size, or None if it can."""
    if truth.size_px is not None and truth.size_px != (width_px, height_px):
        of_width, of_height = truth.size_px
        return f"the truth does not fit: it is of {of_width} x {of_height} pixels, not of {width_px} x {height_px}"
    for index, city in enumerate(truth.cities):
        for hex_ in city.hexes:
            if hex_.is_asked and not _touches_picture(hex_, width_px, height_px):
                where = f"hex ({hex_.place.q}, {hex_.place.r}) of city {index + 1}"
                return f"the truth does not fit: {where} lies outside the {width_px} x {height_px} picture"
    return None


def _labelled(picture: Path, truth_path: Path) -> LabelledPhoto | PhotoProblem:
    try:
        truth = read_truth(truth_path)
    except TruthError as error:
        return PhotoProblem(truth_path, str(error))
    if truth.photo is not None and Path(truth.photo).name.lower() != picture.name.lower():
        return PhotoProblem(truth_path, f"the truth does not fit: it is of {truth.photo}, not of {picture.name}")
    wrong_total = _wrong_total(truth)
    return PhotoProblem(truth_path, wrong_total) if wrong_total else LabelledPhoto(picture, truth)


def _wrong_total(truth: Truth) -> str | None:
    """Why the totals that a truth expects cannot be those of its hexes, or None if they are."""
    if len(truth.cities) != 1 or truth.expected is None:
        return None
    totals = totals_of(truth.cities[0].city(), truth.cities[0].stones)._asdict()
    wrong = [name for name, expected in truth.expected.items() if totals[name] != expected]
    return "; ".join(f"it expects {name} = {truth.expected[name]}, its hexes give {totals[name]}" for name in wrong)


def _truths_without_picture(files: list[Path], pictures: list[Path]) -> list[PhotoProblem]:
    """Truth files on their own; other JSON, such as a list of settings, is nobody's mistake."""
    have_picture = {picture.with_suffix("") for picture in pictures}
    lonely = [path for path in files if path.suffix == ".json" and path.with_suffix("") not in have_picture]
    return [PhotoProblem(path, "there is no picture of this name") for path in lonely if _is_truth(path)]


def _is_truth(path: Path) -> bool:
    try:
        read_truth(path)
    except TruthError:
        return False
    return True


def _touches_picture(hex_: TruthHex, width_px: int, height_px: int) -> bool:
    points = hex_.outline_px or ((hex_.centre_px,) if hex_.centre_px else ())
    return not points or any(0 <= x <= width_px and 0 <= y <= height_px for x, y in points)
