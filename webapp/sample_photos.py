"""The photos that come with Akroscan, for trying it out."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from webapp.refusals import not_found
from webapp.services import services


def names() -> list[str]:
    folder = _folder()
    if not folder.is_dir():
        return []
    return sorted(file.name.removesuffix(".jpg") for file in folder.iterdir() if file.name.endswith(".jpg"))


def photo_bytes(name: str) -> bytes:
    """Only names from the list lead to a file."""
    if name not in names():
        raise not_found("no_such_sample")
    return _folder().joinpath(f"{name}.jpg").read_bytes()


def _folder() -> Traversable:
    return services().settings.samples_dir or files("samples").joinpath("photos")
