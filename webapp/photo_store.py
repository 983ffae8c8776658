"""Photos on disk: kept by content under random names, upright, without the place they were taken at."""

from __future__ import annotations

import hashlib
import io
import os
import secrets
import threading
import warnings
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import numpy as np
from PIL import Image
from sqlalchemy import select
from sqlalchemy.orm import Session

from scanner.load_photo import ACCEPTED_FORMATS, FULL_FRAME_DIAGONAL_MM, FocalSource, UnreadablePhotoError, load_photo
from scanner.load_photo import Photo as LoadedPhoto
from webapp.data_folder import OWNER_ONLY_FILE, DataFolder
from webapp.models import Photo
from webapp.refusals import RefusalError, bad_request
from webapp.settings import Settings

# Many uploads at once must not take the processors, or the memory, away from the pages.
ONE_AT_A_TIME = threading.Lock()
JPEG_QUALITY, PREVIEW_QUALITY = 93, 82
EXIF_MODEL, EXIF_SUB_TABLE, EXIF_FOCAL_35MM = 0x0110, 0x8769, 0xA405


@dataclass(frozen=True)
class CleanPhoto:
    """An upload made safe: our own JPEG of its pixels, and a smaller one to show."""

    upload_sha256: str
    jpeg: bytes
    preview: bytes
    width_px: int
    height_px: int


def photo_path(folder: DataFolder, token: str) -> Path:
    return folder.photos / f"{token}.jpg"


def preview_path(folder: DataFolder, token: str) -> Path:
    return folder.photos / f"{token}.preview.jpg"


def store(session: Session, folder: DataFolder, clean: CleanPhoto, game_id: int | None) -> Photo:
    """Keep a photo. The same file sent twice to one game is kept once."""
    if game_id is not None:
        known = select(Photo).where(Photo.game_id == game_id, Photo.upload_sha256 == clean.upload_sha256)
        if (found := session.scalar(known)) is not None:
            return found
    photo = Photo(
        game_id=game_id,
        token=secrets.token_urlsafe(16),
        upload_sha256=clean.upload_sha256,
        sha256=hashlib.sha256(clean.jpeg).hexdigest(),
        preview_sha256=hashlib.sha256(clean.preview).hexdigest(),
        width_px=clean.width_px,
        height_px=clean.height_px,
    )
    write_safely(photo_path(folder, photo.token), clean.jpeg)
    write_safely(preview_path(folder, photo.token), clean.preview)
    session.add(photo)
    session.flush()
    return photo


def remove_files(folder: DataFolder, token: str) -> None:
    photo_path(folder, token).unlink(missing_ok=True)
    preview_path(folder, token).unlink(missing_ok=True)


def clean_photo(data: bytes, settings: Settings) -> CleanPhoto:
    """Decode and encode again: what is kept is only the pixels, the camera's name and its focal length."""
    _check_pixels(data, settings.max_photo_pixels)
    with ONE_AT_A_TIME:
        return _encoded_again(data, settings)


def _encoded_again(data: bytes, settings: Settings) -> CleanPhoto:
    try:
        loaded = load_photo(data)
    except UnreadablePhotoError as error:
        raise bad_request("photo_unreadable") from error
    image = Image.fromarray(loaded.rgb)
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG", quality=JPEG_QUALITY, exif=_camera_only(loaded))
    image.thumbnail((settings.preview_side_px, settings.preview_side_px), reducing_gap=2.0)
    preview = io.BytesIO()
    image.save(preview, "JPEG", quality=PREVIEW_QUALITY, progressive=True)
    upload_sha256 = hashlib.sha256(data).hexdigest()
    return CleanPhoto(upload_sha256, jpeg.getvalue(), preview.getvalue(), loaded.width_px, loaded.height_px)


def _check_pixels(data: bytes, limit: int) -> None:
    """Look at the size a file claims before any of it is decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=ACCEPTED_FORMATS) as image:
                width_px, height_px = image.size
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(limit) from error
    except Exception as error:  # decoders raise whatever a hostile file makes them raise
        raise bad_request("photo_unreadable") from error
    if width_px * height_px > limit:
        raise _too_many_pixels(limit)


def _too_many_pixels(limit: int) -> RefusalError:
    return RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "photo_too_many_pixels", limit=limit // 1_000_000)


def _camera_only(loaded: LoadedPhoto) -> Image.Exif:
    exif = Image.Exif()
    if loaded.camera_model:
        exif[EXIF_MODEL] = loaded.camera_model
    if loaded.focal_source is FocalSource.EXIF:
        diagonal_px = float(np.hypot(loaded.width_px, loaded.height_px))
        exif.get_ifd(EXIF_SUB_TABLE)[EXIF_FOCAL_35MM] = round(loaded.focal_px * FULL_FRAME_DIAGONAL_MM / diagonal_px)
    return exif


def write_safely(path: Path, data: bytes) -> None:
    """The file is there in full and on the disk, or not at all."""
    aside = path.with_suffix(".part")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY_FILE), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
