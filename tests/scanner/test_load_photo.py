"""Every file is either upright RGB pixels with a focal length, or refused with one sentence."""

from __future__ import annotations

import subprocess
import sys
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scanner.load_photo import (
    MAX_FILE_BYTES,
    USUAL_PHONE_EQUIVALENT_MM,
    FocalSource,
    Photo,
    UnreadablePhotoError,
    focal_from_equivalent,
    load_photo,
)
from tests.scanner.picture_files import (
    CORNER_RGB,
    HEIGHT_PX,
    WIDTH_PX,
    encoded,
    exif,
    four_corners,
    odd_but_readable_files,
    unreadable_files,
)

UNREADABLE, ODD = unreadable_files(), odd_but_readable_files()

# How a camera must have stored the upright picture for each value of the orientation tag.
STORED_AS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
GARBAGE_EXIF = [
    b"Exif\0\0garbage",
    b"Exif\0\0II*\0" + b"\xff" * 40,
    b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + bytes(range(200)),
    b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\xff\xff\xff\xff\x09\0\0\0",
]


def assert_four_corners(photo: Photo, *, tolerance: int = 12) -> None:
    assert (photo.width_px, photo.height_px) == (WIDTH_PX, HEIGHT_PX)
    near, right, below = 20, WIDTH_PX - 20, HEIGHT_PX - 20
    for corner, (x, y) in {"top left": (near, near), "top right": (right, near), "bottom left": (near, below)}.items():
        assert np.abs(photo.rgb[y, x].astype(int) - CORNER_RGB[corner]).max() <= tolerance, corner


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_photo_is_refused_with_a_sentence(name: str) -> None:
    data, words = UNREADABLE[name]
    with pytest.raises(UnreadablePhotoError, match=words):
        load_photo(data)


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_refused_file_called_jpg_says_the_same(name: str, tmp_path: Path) -> None:
    data, words = UNREADABLE[name]
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    with pytest.raises(UnreadablePhotoError, match=words):
        load_photo(path)


@pytest.mark.parametrize("name", ODD)
def test_unusual_pictures_are_read(name: str) -> None:
    # Colours of inks and of half-size chroma come back a little off.
    assert_four_corners(load_photo(ODD[name]), tolerance=25)


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", STORED_AS)
def test_the_photo_is_turned_upright(orientation: int, file_format: str) -> None:
    turn = STORED_AS[orientation]
    stored = four_corners() if turn is None else four_corners().transpose(turn)
    data = encoded(stored, file_format, exif=exif(orientation=orientation), quality=95)
    assert_four_corners(load_photo(data), tolerance=25)


@pytest.mark.parametrize("orientation", STORED_AS)
def test_a_heic_is_turned_upright_once(orientation: int) -> None:
    turn = STORED_AS[orientation]
    stored = four_corners() if turn is None else four_corners().transpose(turn)
    data = encoded(stored, "HEIF", exif=exif(orientation=orientation).tobytes(), quality=95)
    assert_four_corners(load_photo(data), tolerance=25)


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("garbage", GARBAGE_EXIF)
def test_garbage_metadata_does_not_matter(garbage: bytes, file_format: str) -> None:
    photo = load_photo(encoded(four_corners(), file_format, exif=garbage, quality=95))
    assert_four_corners(photo, tolerance=25)
    assert photo.focal_source is FocalSource.GUESS


def test_orientations_that_do_not_exist_are_ignored() -> None:
    for orientation in (9, 200, 65_535):
        assert_four_corners(load_photo(encoded(four_corners(), exif=exif(orientation=orientation))))


def test_sixteen_bits_keep_their_tones() -> None:
    ramp = np.linspace(0, 65_535, WIDTH_PX).astype(np.uint16)
    photo = load_photo(encoded(Image.fromarray(np.tile(ramp, (HEIGHT_PX, 1))), "PNG"))
    assert photo.rgb.shape == (HEIGHT_PX, WIDTH_PX, 3)
    assert np.abs(photo.rgb[7].astype(int) - np.linspace(0, 255, WIDTH_PX)[:, None]).max() <= 1.5


def test_see_through_pixels_are_white() -> None:
    clear = four_corners().convert("RGBA")
    clear.putalpha(Image.new("L", clear.size, 0))
    assert (load_photo(encoded(clear, "PNG")).rgb == 255).all()


def test_the_focal_length_comes_from_the_35_mm_equivalent() -> None:
    photo = load_photo(encoded(four_corners(), exif=exif(focal_35mm=43, make="Acme", model="Phone 3\0")))
    assert photo.focal_source is FocalSource.EXIF
    assert photo.camera_model == "Acme Phone 3"
    assert photo.focal_px == pytest.approx(43 / hypot(36, 24) * hypot(WIDTH_PX, HEIGHT_PX))


@pytest.mark.parametrize("focal_35mm", [0, 1, 7, 201, 65_535])
def test_a_focal_length_that_no_phone_has_is_replaced_by_a_usual_one(focal_35mm: int) -> None:
    photo = load_photo(encoded(four_corners(), exif=exif(focal_35mm=focal_35mm)))
    assert photo.focal_source is FocalSource.GUESS
    assert photo.focal_px == pytest.approx(focal_from_equivalent(USUAL_PHONE_EQUIVALENT_MM, WIDTH_PX, HEIGHT_PX))


@pytest.mark.parametrize(
    ("taken_wh", "source"),
    [
        ((WIDTH_PX, HEIGHT_PX), FocalSource.EXIF),
        ((4 * HEIGHT_PX, 4 * WIDTH_PX), FocalSource.EXIF),  # shrunk, and told as the phone was held
        ((2 * WIDTH_PX, HEIGHT_PX), FocalSource.GUESS),
        ((0, HEIGHT_PX), FocalSource.EXIF),
    ],
)
def test_a_cropped_photo_knows_nothing_of_its_lens(taken_wh: tuple[int, int], source: FocalSource) -> None:
    photo = load_photo(encoded(four_corners(), exif=exif(focal_35mm=30, taken_wh=taken_wh)))
    assert photo.focal_source is source


def test_the_focal_length_is_the_same_however_the_phone_was_held() -> None:
    lying = load_photo(encoded(four_corners(), exif=exif(focal_35mm=30)))
    standing = load_photo(encoded(four_corners(), exif=exif(focal_35mm=30, orientation=6)))
    assert standing.rgb.shape == (WIDTH_PX, HEIGHT_PX, 3)
    assert standing.focal_px == lying.focal_px


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePhotoError, match="no such file"):
        load_photo(tmp_path / "missing.jpg")
    with pytest.raises(UnreadablePhotoError, match="cannot be read"):
        load_photo(tmp_path)


def test_a_file_that_is_too_long_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1_000_000)
    with pytest.raises(UnreadablePhotoError, match="61 MB; photos may have 60 MB"):
        load_photo(path)


def test_pixels_of_another_shape_are_no_photo() -> None:
    with pytest.raises(ValueError, match="uint8"):
        Photo(np.zeros((4, 4), np.uint8), 100.0, FocalSource.GUESS)


MEASURE_BOMB = """
import resource
from scanner.load_photo import UnreadablePhotoError, load_photo
from tests.scanner.picture_files import png_bomb
for megapixels in (70, 200):
    data = png_bomb(10_000, megapixels * 100)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        load_photo(data)
    except UnreadablePhotoError:
        print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the resource module is for Unix")
def test_a_bomb_takes_no_memory() -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", MEASURE_BOMB]
    measured = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    grown_mb = [int(line) for line in measured.stdout.split()]
    assert len(grown_mb) == 2
    assert max(grown_mb) < 20
