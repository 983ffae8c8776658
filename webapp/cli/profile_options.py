"""The options that say whose calibration is used, the same for every command that reads photos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scanner.profiles import Profiles

DataDirOption = Annotated[
    Path | None, typer.Option("--data-dir", help="Folder with your calibration. Default: your own.")
]
ProfilesOption = Annotated[
    bool, typer.Option("--profiles/--no-profiles", help="Use what `akroscan calibrate` has learned.")
]


def chosen_profiles(data_dir: Path | None, *, use: bool) -> Profiles:
    """What was calibrated. A profile that cannot be used is a line on stderr."""
    from calibration.load_profiles import load_profiles
    from scanner.profiles import NO_PROFILES
    from webapp.data_folder import default_data_dir

    if not use:
        return NO_PROFILES
    profiles, problems = load_profiles(data_dir or default_data_dir())
    for problem in problems:
        typer.echo(problem, err=True)
    return profiles
