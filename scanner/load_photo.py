"""Stage 1: from a file to upright pixels and a guess of the focal length."""

from __future__ import annotations

import contextlib
import io
import warnings
from dataclasses import dataclass
from enum import StrEnum
from math import hypot
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pillow_heif
from PIL import Image, ImageOps, UnidentifiedImageError

from scanner.lens import STRAIGHT, Lens
from scanner.sheet_pose import SeenSheet

pillow_heif.register_heif_opener()

RgbImage = npt.NDArray[np.uint8]

MAX_FILE_BYTES = 60_000_000
MAX_PIXELS = 64_000_000
MIN_SIDE_PX = 100
MAX_SIDES_RATIO = 10
ACCEPTED_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")

FULL_FRAME_DIAGONAL_MM = hypot(36.0, 24.0)
USUAL_PHONE_EQUIVALENT_MM = 26.0
_EXIF_IFD, _EXIF_FOCAL_35MM = 0x8769, 0xA405
_EXIF_WIDTH, _EXIF_HEIGHT = 0xA002, 0xA003
_EXIF_MAKE, _EXIF_MODEL = 0x010F, 0x0110
MOST_CHANGE_OF_SHAPE = 0.02


_PIXEL_LIMIT = f"photos may have {MAX_PIXELS // 1_000_000} megapixels"


class UnreadablePhotoError(ValueError):
    """The file is not a photo that can be read; the message says why and what to do."""


class FocalSource(StrEnum):
    """Where the focal length came from."""

    PROFILE = "profile"
    EXIF = "exif"
    GUESS = "guess"


@dataclass(frozen=True)
class Photo:
    """An upright photo: `rgb` is (height, width, 3) uint8, channels red, green, blue."""

    rgb: RgbImage
    focal_px: float
    focal_source: FocalSource
    camera_model: str | None = None
    lens: Lens = STRAIGHT
    sheet: SeenSheet | None = None

    def __post_init__(self) -> None:
        if self.rgb.ndim != 3 or self.rgb.shape[2] != 3 or self.rgb.dtype != np.uint8:
            raise ValueError(f"expected (h, w, 3) uint8 pixels, got {self.rgb.shape} {self.rgb.dtype}")

    @property
    def width_px(self) -> int:
        return int(self.rgb.shape[1])

    @property
    def height_px(self) -> int:
        return int(self.rgb.shape[0])


def load_photo(source: Path | bytes) -> Photo:
    """Read a JPEG, PNG, WebP or HEIC photo; anything else raises UnreadablePhotoError."""
    data = _read_bytes(source) if isinstance(source, Path) else source
    _check_size(len(data))
    with warnings.catch_warnings():
        # Pillow warns of large pictures and odd metadata; the pixel cap below is ours, and it is hard.
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=ACCEPTED_FORMATS) as image:
                return _photo(image)
        except UnreadablePhotoError:
            raise
        except UnidentifiedImageError:
            raise UnreadablePhotoError("this is not a JPEG, PNG, WebP or HEIC picture") from None
        except Image.DecompressionBombError:
            raise UnreadablePhotoError(f"the picture has far too many pixels; {_PIXEL_LIMIT}") from None
        except MemoryError:
            raise UnreadablePhotoError("the picture needs too much memory") from None
        except Exception as error:
            # Decoders raise whatever a hostile file makes them raise: every such file is unreadable.
            raise UnreadablePhotoError(f"the picture is damaged ({type(error).__name__})") from error


def focal_from_equivalent(equivalent_mm: float, width_px: int, height_px: int) -> float:
    """Pixels of focal length for a 35 mm equivalent, which phones give by the diagonal."""
    return equivalent_mm / FULL_FRAME_DIAGONAL_MM * hypot(width_px, height_px)


def _read_bytes(path: Path) -> bytes:
    try:
        _check_size(path.stat().st_size)
        return path.read_bytes()
    except FileNotFoundError:
        raise UnreadablePhotoError("there is no such file") from None
    except OSError as error:
        raise UnreadablePhotoError(f"the file cannot be read ({error.strerror})") from None


def _check_size(size_bytes: int) -> None:
    if size_bytes == 0:
        raise UnreadablePhotoError("the file is empty")
    if size_bytes > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1_000_000
        raise UnreadablePhotoError(f"the file has {size_bytes / 1e6:.0f} MB; photos may have {limit} MB")


def _photo(image: Image.Image) -> Photo:
    width_px, height_px = image.size
    _check_shape(width_px, height_px)
    exif_mm, model = _camera_from_exif(image)
    image.load()
    _turn_upright(image)
    equivalent_mm = exif_mm or USUAL_PHONE_EQUIVALENT_MM
    return Photo(
        rgb=_rgb_pixels(image),
        focal_px=focal_from_equivalent(equivalent_mm, width_px, height_px),
        focal_source=FocalSource.EXIF if exif_mm else FocalSource.GUESS,
        camera_model=model,
    )


def _check_shape(width_px: int, height_px: int) -> None:
    if width_px * height_px > MAX_PIXELS:
        raise UnreadablePhotoError(f"the picture has {width_px * height_px / 1e6:.0f} megapixels; {_PIXEL_LIMIT}")
    if min(width_px, height_px) < MIN_SIDE_PX:
        raise UnreadablePhotoError(f"the picture is only {width_px} x {height_px} pixels; take a larger photo")
    if max(width_px, height_px) > MAX_SIDES_RATIO * min(width_px, height_px):
        raise UnreadablePhotoError(f"the picture is a strip of {width_px} x {height_px} pixels; take a whole photo")


def _turn_upright(image: Image.Image) -> None:
    # A damaged orientation says nothing: the photo is read as it lies, which the scanner can as well.
    with contextlib.suppress(Exception):
        ImageOps.exif_transpose(image, in_place=True)


def _rgb_pixels(image: Image.Image) -> RgbImage:
    if image.mode.startswith("I;16") or image.mode in {"I", "F"}:
        values = np.asarray(image).clip(0)
        grey = (values * np.float32(255.0 / max(float(values.max()), 1.0))).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        see_through = image if image.mode == "RGBA" else image.convert("RGBA")
        image = Image.new("RGB", image.size, "white")
        image.paste(see_through, mask=see_through.getchannel("A"))
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"), dtype=np.uint8)


def _camera_from_exif(image: Image.Image) -> tuple[float | None, str | None]:
    """The 35 mm equivalent focal length, if it is a believable one, and the camera's name."""
    try:
        exif = image.getexif()
        details = exif.get_ifd(_EXIF_IFD)
        equivalent_mm = float(details.get(_EXIF_FOCAL_35MM) or 0)
        was_cropped = _is_of_other_shape(
            float(details.get(_EXIF_WIDTH) or 0), float(details.get(_EXIF_HEIGHT) or 0), image
        )
        names = [str(exif[tag]).strip("\0 ") for tag in (_EXIF_MAKE, _EXIF_MODEL) if tag in exif]
    except Exception:  # noqa: BLE001 - metadata is hostile too, and a photo without it is fine
        return None, None
    believable = 8.0 <= equivalent_mm <= 200.0 and not was_cropped
    return (equivalent_mm if believable else None), (" ".join(names)[:80] or None)


def _is_of_other_shape(taken_width: float, taken_height: float, image: Image.Image) -> bool:
    """Whether a photo has other proportions than the camera gave it: then what the camera says of its lens is void."""
    if min(taken_width, taken_height) <= 0:
        return False
    taken, now = (max(sides) / min(sides) for sides in ((taken_width, taken_height), image.size))
    return abs(now / taken - 1) > MOST_CHANGE_OF_SHAPE
