"""Where photos are found, and what folders, lists and zips cannot make the batch do."""

from __future__ import annotations

import csv
import os
import struct
import zipfile
from pathlib import Path

import pytest

from tests.webapp.batch_reader import photo_bytes
from tests.webapp.batch_runs import failures_in, folder_of, json_rows_in, rows_in, run
from webapp.batch.inputs import InputError, find_photos
from webapp.batch.jobs import Refused
from webapp.batch.photo_names import picture_file
from webapp.batch.zip_photos import MAX_UNPACKED_BYTES, ZipPhoto


def names_at(*paths: Path | str, out: Path = Path("out")) -> list[str]:
    return [photo.name for photo in find_photos(map(str, paths), out)]


def test_folders_are_searched_to_the_bottom_and_sorted(tmp_path: Path) -> None:
    for name in ("b/deep/er/two.HEIC", "a/one.jpg", "zero.jpeg", "b/notes.txt", "b/.hidden.jpg", "__MACOSX/a.jpg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    assert names_at(tmp_path) == [f"{tmp_path}/{name}" for name in ("zero.jpeg", "a/one.jpg", "b/deep/er/two.HEIC")]


def test_a_photo_given_twice_comes_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path / "photos", 2)
    monkeypatch.chdir(tmp_path)
    assert names_at("photos", "./photos/photo001.jpg", "photos/../photos") == [
        "photos/photo000.jpg",
        "photos/photo001.jpg",
    ]


def test_globs_of_any_depth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path / "photos" / "sub", 2)
    folder_of(tmp_path / "photos", 1)
    monkeypatch.chdir(tmp_path)
    assert names_at("photos/**/*000.jpg") == ["photos/photo000.jpg", "photos/sub/photo000.jpg"]
    (tmp_path / "[x].jpg").write_bytes(b"")
    assert names_at("[x].jpg") == ["[x].jpg"]


def test_a_list_names_photos_beside_itself(tmp_path: Path) -> None:
    folder_of(tmp_path / "photos", 2)
    (tmp_path / "list.txt").write_text(
        "\ufeff# the best\nphotos/photo001.jpg\n\n  photos/photo000.jpg \r\nmissing.jpg\n"
    )
    found = find_photos([str(tmp_path / "list.txt")], tmp_path / "out")
    assert [photo.name for photo in found] == [
        f"{tmp_path}/{name}" for name in ("photos/photo001.jpg", "photos/photo000.jpg", "missing.jpg")
    ]
    assert found[2].place == Refused("there is no such file")


@pytest.mark.parametrize(
    ("content", "words"), [(b"\xff\xfe\x00", "UTF-8"), (b"# nothing\n", "no photos")], ids=["binary", "empty"]
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "list.txt").write_bytes(content)
    with pytest.raises(InputError, match=words):
        names_at(tmp_path / "list.txt")


def test_paths_without_photos_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        names_at(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no such file or folder"):
        names_at(f"{tmp_path}/*.jpg")
    with pytest.raises(InputError, match="no photos"):
        names_at(tmp_path)


def test_links_are_followed_but_never_in_circles(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "photos", 1)
    folder_of(tmp_path / "elsewhere", 2)
    (folder / "loop").symlink_to(folder)
    (folder / "up").symlink_to(tmp_path)
    (folder / "elsewhere").symlink_to(tmp_path / "elsewhere")
    for number in range(6):
        (tmp_path / "elsewhere" / f"back{number}").symlink_to(folder)
    (folder / "self.jpg").symlink_to("self.jpg")
    found = {photo.name.removeprefix(f"{folder}/"): photo for photo in find_photos([str(folder)], tmp_path / "out")}
    assert set(found) == {"photo000.jpg", "elsewhere/photo000.jpg", "elsewhere/photo001.jpg", "self.jpg"}
    assert isinstance(found["self.jpg"].place, Refused)


NASTY = (
    'it\'s "quoted".jpg',
    "a,b;c.jpg",
    "two\nlines.jpg",
    "=cmd|' 'calc'!A1.jpg",
    "+1.jpg",
    "-2.jpg",
    "@sum.jpg",
    "<script>alert(1)</script>.jpg",
    "żółć ☂.jpg",
    " =space.jpg",
)


def test_nasty_names_stay_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photos").mkdir()
    monkeypatch.chdir(tmp_path / "photos")
    # The slash in a closing tag cannot stand in a file's name.
    names = [name.replace("/", "\u2215") for name in NASTY]
    for seed, name in enumerate(names):
        Path(name).write_bytes(photo_bytes(seed))
    Path(os.fsdecode(b"not \xff UTF-8.jpg")).write_bytes(photo_bytes(99))
    end = run(["."], tmp_path / "out")
    assert end.summary.cities == len(names) + 1
    assert {row["photo"] for row in json_rows_in(tmp_path / "out")} == {*names, "not \ufffd UTF-8.jpg"}
    with (tmp_path / "out" / "results.csv").open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]
    assert "'=cmd|' 'calc'!A1.jpg" in cells
    report = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "<script" not in report
    assert all((tmp_path / "out" / "overlays").joinpath(name).is_file() for name in _linked_overlays(report))


def test_names_of_pictures_lead_nowhere() -> None:
    sha256 = "0123456789abcdef"
    assert picture_file("a/../../etc/passwd", sha256) == "passwd-0123456789.jpg"
    assert picture_file("..", sha256) == "photo-0123456789.jpg"
    assert picture_file("zip/..\\..\\x\0y.jpg", sha256) == "x_y-0123456789.jpg"
    assert len(picture_file("ż" * 300 + ".jpg", sha256).encode()) < 200


def test_photos_in_a_zip_are_read_and_nothing_is_unpacked(tmp_path: Path) -> None:
    home = tmp_path / "home" / "anna"
    home.mkdir(parents=True)
    with zipfile.ZipFile(home / "evening.zip", "w") as archive:
        for seed, name in enumerate(("../../outside.jpg", "/etc/absolute.jpg", "C:\\windows.jpg", "in/side.jpg")):
            archive.writestr(name, photo_bytes(seed))
        archive.writestr("in/notes.txt", "no photo")
        archive.writestr("__MACOSX/in/._side.jpg", b"rubbish")
        link = zipfile.ZipInfo("link.jpg")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    before = _all_files(tmp_path)
    run(home / "evening.zip", home / "out")
    written = _all_files(tmp_path) - before
    assert all(path.is_relative_to(home / "out") for path in written)
    names = [row["photo"].removeprefix(f"{home}/evening.zip/") for row in rows_in(home / "out")]
    assert sorted(names) == sorted(
        ["../../outside.jpg", "/etc/absolute.jpg", "C:\\windows.jpg", "in/side.jpg", "link.jpg"]
    )
    assert failures_in(home / "out") == {"link.jpg": "this is not a JPEG, PNG, WebP or HEIC picture"}


def test_a_name_twice_in_a_zip_is_two_photos(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive:
        archive.writestr("a.jpg", photo_bytes(1))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.jpg", photo_bytes(2))
    found = find_photos([str(tmp_path / "twice.zip")], tmp_path / "out")
    assert [photo.name.rpartition("/")[2] for photo in found] == ["a.jpg", "a.jpg (2)"]
    assert [photo.source(as_bytes=True) for photo in found] == [photo_bytes(1), photo_bytes(2)]


def test_bombs_in_zips_do_not_go_off(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.jpg", bytes(30_000_000))
        archive.writestr("large.jpg", bytes(61_000_000))
        archive.writestr("good.jpg", photo_bytes(1))
    run(bomb, tmp_path / "out")
    failures = failures_in(tmp_path / "out")
    assert set(failures) == {"zeros.jpg", "large.jpg"}
    assert "hundred times" in failures["zeros.jpg"]
    assert "61 MB" in failures["large.jpg"]


def test_a_member_that_lies_about_its_size_is_cut_off(tmp_path: Path) -> None:
    lying = tmp_path / "lying.zip"
    with zipfile.ZipFile(lying, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("small.jpg", bytes(80_000_000))
    data = lying.read_bytes().replace(struct.pack("<I", 80_000_000), struct.pack("<I", 1000))
    lying.write_bytes(data)
    photo = find_photos([str(lying)], tmp_path / "out")[0]
    assert isinstance(photo.place, ZipPhoto)
    assert photo.source(as_bytes=True) == Refused("it is damaged inside the zip")


def test_a_zip_of_terabytes_is_refused_whole(tmp_path: Path) -> None:
    huge = tmp_path / "huge.zip"
    claimed = MAX_UNPACKED_BYTES // 50_000_000 + 1
    with zipfile.ZipFile(huge, "w") as archive:
        for number in range(claimed):
            archive.writestr(f"{number}.jpg", b"")
    # In the directory at the end, the unpacked size stands 24 bytes after the mark of a record.
    data = bytearray(huge.read_bytes())
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        data[place + 24 : place + 28] = struct.pack("<I", 50_000_000)
        place = data.find(b"PK\x01\x02", place + 1)
    huge.write_bytes(data)
    (photo,) = find_photos([str(huge)], tmp_path / "out")
    assert photo.place == Refused("the zip unpacks to 50 GB; 50 GB are allowed")


@pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x03\x04" + bytes(50)])
def test_what_is_no_zip_is_a_row_with_a_reason(tmp_path: Path, content: bytes) -> None:
    folder_of(tmp_path / "photos", 1)
    (tmp_path / "photos" / "broken.zip").write_bytes(content)
    run(tmp_path / "photos", tmp_path / "out")
    assert failures_in(tmp_path / "out") == {"broken.zip": "this is not a zip file, or a damaged one"}


def test_a_damaged_member_is_a_row_with_a_reason(tmp_path: Path) -> None:
    archive_path = tmp_path / "damaged.zip"
    with zipfile.ZipFile(archive_path, "w") as archive:
        archive.writestr("a.jpg", photo_bytes(1))
        archive.writestr("b.jpg", photo_bytes(2))
    data = bytearray(archive_path.read_bytes())
    data[200:220] = bytes(20)
    archive_path.write_bytes(data)
    run(archive_path, tmp_path / "out")
    assert failures_in(tmp_path / "out") == {"a.jpg": "it is damaged inside the zip"}


def _all_files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def _linked_overlays(report: str) -> list[str]:
    from urllib.parse import unquote

    return [unquote(part.partition('"')[0]) for part in report.split('href="overlays/')[1:]]
