"""`akroscan calibrate`: printable sheets, camera profiles, and the profiles kept on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from calibration.sheet_words import Language

if TYPE_CHECKING:
    from calibration.board_views import BoardView, UnusableView
    from calibration.camera_fit import CameraFit
    from calibration.own_sets import TaughtSet
    from calibration.profile_store import ProfileStore
    from calibration.tile_examples import TileExamples

calibrate = typer.Typer(
    name="calibrate", help="Teach Akroscan your camera and your tiles, in a minute.", no_args_is_help=True
)

DataDir = Annotated[Path | None, typer.Option(help="Folder for profiles. Default: your own.")]
Name = Annotated[str, typer.Argument(help="The profile's name, as `calibrate list` shows it.")]
Replace = Annotated[bool, typer.Option("--replace", help="Overwrite a profile of the same name.")]


@calibrate.command()
def sheet(
    out: Annotated[Path, typer.Option("--out", "-o", help="The PDF to write.")],
    kind: Annotated[str, typer.Option(help="`camera` to learn a camera by, `corner` to lie beside a city.")] = "camera",
    paper: Annotated[str, typer.Option(help="A4 or Letter.")] = "A4",
    language: Annotated[Language, typer.Option(help="Language of the text.")] = Language.ENGLISH,
) -> None:
    """Write a sheet to print at 100 %."""
    from calibration.sheets import Paper, SheetKind, sheet_pdf

    kinds = {one.value: one for one in SheetKind}
    papers = {one.value.lower(): one for one in Paper}
    if kind not in kinds or paper.lower() not in papers:
        _stop(f"no such sheet: {kind} on {paper} (there are camera and corner, on A4 and Letter)")
    try:
        out.write_bytes(sheet_pdf(kinds[kind], papers[paper.lower()], language))
    except OSError as error:
        _stop(f"{out} cannot be written: {error.strerror}")
    typer.echo(f"the sheet is in {out}: print it at 100 % and check the 100 mm line", err=True)


@calibrate.command()
def camera(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="5 to 15 photos of the camera sheet.")],
    name: Annotated[str | None, typer.Option(help="Name of the profile. Default: camera and resolution.")] = None,
    data_dir: DataDir = None,
    replace: Replace = False,
) -> None:
    """Learn the lens of a camera from photos of the camera sheet."""
    from datetime import UTC, datetime

    from calibration.camera_file import camera_file
    from calibration.camera_fit import CalibrationError, fit_camera_profile

    views, unusable = _views(photos)
    for one in unusable:
        typer.echo(f"left out: {one.sentence()}", err=True)
    try:
        fit = fit_camera_profile(views, name)
    except CalibrationError as error:
        _stop(str(error))
    for one in fit.left_out:
        typer.echo(f"left out: {one.sentence()}", err=True)
    with _sentences():
        stored = _store(data_dir).add(camera_file(fit, datetime.now(UTC).date()), {}, replace=replace)
    _print_fit(fit)
    typer.echo(f"stored as {stored.key}; photos of this camera are now read with it", err=True)


@calibrate.command()
def tiles(
    name: Annotated[str, typer.Argument(help="A name for the set, new or known.")],
    photos: Annotated[
        list[Path],
        typer.Argument(
            metavar="PHOTO...", help="Photos, each with its corrected `akroscan scan --json` as PHOTO.json."
        ),
    ],
    data_dir: DataDir = None,
) -> None:
    """Learn your own set of tiles from photos whose kinds you have corrected; two cities are enough."""
    from datetime import UTC, datetime

    from calibration.own_sets import teach_set

    with _sentences():
        examples = _examples(photos)
        taught = teach_set(_store(data_dir), name, examples, datetime.now(UTC).date())
    _print_taught(taught)


@calibrate.command()
def forget(
    name: Name,
    photo: Annotated[str, typer.Argument(help="The photo's file name, as `calibrate show` lists it.")],
    data_dir: DataDir = None,
) -> None:
    """Take back what one photo taught a set of tiles."""
    from datetime import UTC, datetime

    from calibration.own_sets import forget_photo

    with _sentences():
        taught = forget_photo(_store(data_dir), name, photo, datetime.now(UTC).date())
    _print_taught(taught)


@calibrate.command("list")
def list_profiles(data_dir: DataDir = None) -> None:
    """List the profiles of this machine."""
    for stored in _store(data_dir).stored():
        typer.echo(f"{stored.key}: {stored.profile.summary() if stored.profile else f'not used: {stored.problem}'}")


@calibrate.command()
def show(name: Name, data_dir: DataDir = None) -> None:
    """Print a profile as JSON."""
    from calibration.profile_files import profile_as_text

    with _sentences():
        stored = _store(data_dir).find(name)
        if stored.profile is None:
            _stop(f"the profile {stored.key} cannot be used: {stored.problem}")
        typer.echo(profile_as_text(stored.profile), nl=False)


@calibrate.command("export")
def export_(name: Name, out: Annotated[Path, typer.Option("--out", "-o")], data_dir: DataDir = None) -> None:
    """Write a profile as one file, to keep or to give away."""
    from calibration.profile_exchange import export_profile

    with _sentences():
        content = export_profile(_store(data_dir), name)
    try:
        out.write_bytes(content)
    except OSError as error:
        _stop(f"{out} cannot be written: {error.strerror}")
    typer.echo(f"the profile is in {out}", err=True)


@calibrate.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="What `calibrate export` wrote.")],
    data_dir: DataDir = None,
    replace: Replace = False,
) -> None:
    """Take in a profile from a file."""
    from calibration.profile_exchange import import_profile

    with _sentences():
        stored = import_profile(_store(data_dir), file, replace=replace)
    typer.echo(f"stored as {stored.key}", err=True)


@calibrate.command()
def remove(name: Name, data_dir: DataDir = None) -> None:
    """Delete a profile."""
    with _sentences():
        stored = _store(data_dir).remove(name)
    typer.echo(f"removed {stored.key}", err=True)


def _store(data_dir: Path | None) -> ProfileStore:
    from calibration.profile_store import ProfileStore
    from webapp.data_folder import default_data_dir

    return ProfileStore(data_dir or default_data_dir())


def _views(photos: list[Path]) -> tuple[list[BoardView], list[UnusableView]]:
    from rich.console import Console
    from rich.progress import track

    from calibration.board_views import UnusableView
    from calibration.photo_files import view_of_file

    bar = track(photos, "Looking for the sheet", console=Console(stderr=True), transient=True)
    found = [view_of_file(path.name, path) for path in bar]
    usable = [one for one in found if not isinstance(one, UnusableView)]
    return usable, [one for one in found if isinstance(one, UnusableView)]


def _examples(photos: list[Path]) -> TileExamples:
    from rich.console import Console
    from rich.progress import track

    from calibration.checked_photos import checked_hexes
    from calibration.tile_examples import examples_of, joined

    checked = [(path, checked_hexes(path.with_suffix(".json"))) for path in photos]
    bar = track(checked, "Reading photos", console=Console(stderr=True), transient=True)
    return joined([examples_of(path.name, path, hexes) for path, hexes in bar])


def _print_taught(taught: TaughtSet) -> None:
    learned = taught.learned
    typer.echo(learned.proof.sentence())
    if learned.missing:
        kinds = ", ".join(kind.value.replace("_", " ") for kind in learned.missing)
        typer.echo(f"not shown by any example yet: {kinds}", err=True)
    typer.echo(f"stored as {taught.stored.key}", err=True)


def _print_fit(fit: CameraFit) -> None:
    profile = fit.profile
    typer.echo(f"camera: {profile.camera_model}, {profile.long_px} x {profile.short_px}")
    typer.echo(f"focal length: {profile.focal_px:.1f} px, known within {100 * fit.focal_spread:.2f} %")
    typer.echo(f"distortion: k1 {profile.lens.k1:+.4f}, k2 {profile.lens.k2:+.4f}")
    typer.echo(f"corners land within {fit.error_px:.2f} px (rms) in {len(fit.views)} photos")
    typer.echo(f"the sheet was seen in {100 * fit.covered:.0f} % of the picture's field")


@contextmanager
def _sentences() -> Iterator[None]:
    """What is wrong with a profile or a photo ends the command with its sentence."""
    from calibration.checked_photos import CheckedPhotoError
    from calibration.learn_tiles import TooFewExamplesError
    from calibration.profile_file import ProfileError
    from scanner.load_photo import UnreadablePhotoError

    try:
        yield
    except (ProfileError, CheckedPhotoError, TooFewExamplesError, UnreadablePhotoError) as error:
        _stop(str(error))


def _stop(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(2)
