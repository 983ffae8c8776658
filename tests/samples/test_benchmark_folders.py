"""Folders as people have them: truth that does not fit, broken pictures, nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from samples.benchmark.breakdowns import breakdowns, confusions
from samples.benchmark.labelled_photos import LabelledFolder, NoLabelledPhotosError, labelled_photos_in
from samples.benchmark.measures import Share, measure
from samples.benchmark.reading import read_photos
from samples.benchmark.truth import TruthError, truth_from
from scoring.axial import Axial
from tests.samples.damaged_reader import (
    in_first_city,
    reader_of_truth,
    run,
    some_city,
    truth_hexes,
    with_change,
    write_photo,
)

CITY = some_city()
SHARED_PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_photo(tmp_path, "good.png", {"hexes": truth_hexes(CITY)})
    return tmp_path


def only_problem(found: LabelledFolder) -> str:
    assert [photo.path.name for photo in found.photos] == ["good.png"]
    assert len(found.problems) == 1
    return str(found.problems[0])


def test_a_missing_folder_is_named(tmp_path: Path):
    with pytest.raises(NoLabelledPhotosError, match="nowhere is not a folder"):
        labelled_photos_in(tmp_path / "nowhere")


def test_a_folder_without_pictures_is_named(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("no pictures here")
    with pytest.raises(NoLabelledPhotosError, match="holds no pictures"):
        labelled_photos_in(tmp_path)


def test_pictures_without_any_truth_are_nothing_to_measure(tmp_path: Path):
    write_photo(tmp_path, "holiday.jpg", None)
    with pytest.raises(NoLabelledPhotosError, match=r"has a \.json"):
        labelled_photos_in(tmp_path)


def test_a_picture_without_truth_is_only_listed(folder: Path):
    write_photo(folder, "contact-sheet.jpg", None)
    (folder / "settings.json").write_text('{"seed": 1}')
    found = labelled_photos_in(folder)
    assert [path.name for path in found.unlabelled] == ["contact-sheet.jpg"]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not JSON"),
        ("[]", "it holds '[]', not a JSON object"),
        ("[" * 100_000, "not JSON"),
        ('{"hexes": [], "seed": ' + "9" * 5000 + "}", "thousands of digits"),
        ('{"hexes": [{"q": 1e999, "r": 0, "kind": "house", "level": 1}]}', "hexes.0.q"),
        ('{"photo": "bad.png"}', "neither `hexes` nor `cities`"),
        ('{"hexes": [{"q": 0, "r": 0, "kind": "castle", "level": 1}]}', "hexes.0.kind"),
        ('{"hexes": [{"q": 0, "r": 0, "kind": "house", "level": 0}]}', "hexes.0.level"),
        ('{"hexes": [{"q": 0, "kind": "house", "level": 1}]}', "hexes.0.r: field required"),
        ('{"hexes": [{"q": 0, "r": 0, "kind": "house", "level": 1, "centre_px": [NaN, 3]}]}', "hexes.0.centre_px"),
        ('{"hexes": [], "photo": "another.png"}', "it is of another.png, not of bad.png"),
        ('{"hexes": [], "layout": "flat-top axial, q grows right, r grows up"}', "might be mirrored"),
    ],
)
def test_truth_that_cannot_be_used_is_told_and_the_rest_is_measured(folder: Path, content: str, words: str):
    write_photo(folder, "bad.png", None)
    (folder / "bad.json").write_text(content)
    assert words in only_problem(labelled_photos_in(folder))
    assert measure(run(folder).readings).cities.perfect == Share(1, 1)


def test_two_hexes_at_one_place_are_refused():
    hexes = truth_hexes(CITY)
    with pytest.raises(TruthError, match="two hexes lie at q = "):
        truth_from({"hexes": [*hexes, hexes[3]]})


def test_a_total_that_the_hexes_do_not_give_is_refused(folder: Path):
    write_photo(folder, "bad.png", {"hexes": truth_hexes(CITY), "expected": {"plain": 999}})
    assert "it expects plain = 999, its hexes give" in only_problem(labelled_photos_in(folder))


def test_a_truth_without_its_picture_is_told(folder: Path):
    (folder / "lost.json").write_text('{"hexes": []}')
    assert "no picture of this name" in only_problem(labelled_photos_in(folder))


def test_truth_of_a_larger_picture_does_not_fit(folder: Path):
    write_photo(folder, "bad.png", {"hexes": truth_hexes(CITY, centre_px=(5000.0, 600.0))})
    measured = run(folder)
    assert [reading.name for reading in measured.readings] == ["good.png"]
    assert "bad.png: the truth does not fit" in str(measured.problems[0])
    assert "outside the 1600 x 1200 picture" in str(measured.problems[0])


def test_truth_of_another_size_does_not_fit(folder: Path):
    size = {"width_px": 3200, "height_px": 2400}
    write_photo(folder, "bad.png", {"hexes": truth_hexes(CITY), **size})
    assert "it is of 3200 x 2400 pixels, not of 1600 x 1200" in str(run(folder).problems[0])


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n broken"])
def test_a_broken_picture_is_told_and_the_rest_is_measured(folder: Path, content: bytes):
    write_photo(folder, "bad.png", {"hexes": truth_hexes(CITY)}).write_bytes(content)
    measured = run(folder)
    assert [problem.path.name for problem in measured.problems] == ["bad.png"]
    assert measure(measured.readings).cities.perfect == Share(1, 1)


def test_a_failing_reader_has_read_nothing_of_that_photo(folder: Path):
    bad = write_photo(folder, "bad.png", {"hexes": truth_hexes(CITY)})
    good_reader = reader_of_truth()

    def reader(path: Path):
        if path == bad:
            raise RuntimeError("lens cap on")
        return good_reader(path)

    measured = read_photos(labelled_photos_in(folder).photos, reader)
    assert "RuntimeError: lens cap on" in str(measured.problems[0])
    assert measure(measured.readings).hexes.found == Share(len(CITY.hexes), 2 * len(CITY.hexes))
    assert measure(measured.readings).cities.missed == 1


def test_pointy_and_flat_layouts_have_the_same_hand():
    """r lies 60 degrees clockwise of q in both: on the page q x r points the same way."""
    flat_q, flat_r = Axial(1, 0).centre_xy(), Axial(0, 1).centre_xy()
    pointy_q, pointy_r = (3**0.5, 0.0), (3**0.5 / 2, 1.5)
    for (qx, qy), (rx, ry) in ((flat_q, flat_r), (pointy_q, pointy_r)):
        assert qx * ry - qy * rx > 0
        assert (qx * rx + qy * ry) / 3 == pytest.approx(0.5)


def test_breakdowns_part_the_figures_without_losing_any(tmp_path: Path):
    for name, tilt_deg, table in (("a.png", 3.0, "oak"), ("b.png", 44.0, "oak"), ("c.png", None, None)):
        facts = {"drawn": {"tilt_deg": tilt_deg, "table": table}} if table else {}
        write_photo(tmp_path, name, {"hexes": truth_hexes(CITY), **facts})
    wrong_level = next(iter(CITY.hexes.values())).level + 1
    readings = run(tmp_path, in_first_city(with_change(0, level=wrong_level))).readings
    by = {part.title: part.parts for part in breakdowns(readings)}
    assert list(by["tilt"]) == ["00-10 deg", "40-50 deg", "not said"]
    assert {name: part.photos.count for name, part in by["table"].items()} == {"not said": 1, "oak": 2}
    for parts in by.values():
        assert sum(part.hexes.found.whole for part in parts.values()) == 3 * len(CITY.hexes)
        assert sum(part.hexes.levels_right.part for part in parts.values()) == 3 * (len(CITY.hexes) - 1)


def test_confusions_count_what_was_taken_for_what(folder: Path):
    first = next(iter(CITY.hexes.values()))
    readings = run(folder, in_first_city(with_change(0, level=first.level + 1))).readings
    kinds, levels = confusions(readings)
    assert levels.count(str(first.level), str(first.level + 1)) == 1
    assert kinds.count(first.kind.value, first.kind.value) == sum(top.kind is first.kind for top in CITY.hexes.values())
    assert sum(kinds.counts.values()) == sum(levels.counts.values()) == len(CITY.hexes)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED_PHOTOS.is_dir(), reason="../shared/photos is not here")
def test_the_real_photographs_are_understood():
    found = labelled_photos_in(SHARED_PHOTOS)
    assert found.problems == ()
    assert [path.name for path in found.unlabelled] == ["no-city-drawn-grid.jpg"]
    assert measure(read_photos(found.photos, reader_of_truth()).readings).cities.perfect == Share(4, 4)
