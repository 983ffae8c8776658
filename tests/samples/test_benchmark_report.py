"""What the page of a benchmark shows of each photo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from samples.benchmark.labelled_photos import labelled_photos_in
from samples.benchmark.measures import Share
from samples.benchmark.photo_views import hex_label, photo_view
from samples.benchmark.printed import shown
from samples.benchmark.report import report_html
from samples.benchmark.summary import Summary, summarize
from scoring.kinds import Kind
from tests.samples.damaged_reader import (
    HEIGHT_PX,
    WIDTH_PX,
    Damage,
    in_first_city,
    run,
    some_city,
    truth_hexes,
    with_change,
    with_false_hex,
    without_hex,
    write_photo,
)

CITY = some_city()


def summary_of(folder: Path, damage: Damage = list) -> Summary:
    return summarize(folder, labelled_photos_in(folder), run(folder, damage))


def test_worst_photos_come_first(tmp_path: Path):
    for name in ("a.png", "b.png", "c.png"):
        write_photo(tmp_path, name, {"hexes": truth_hexes(some_city(ord(name[0])))})
    sizes = {name: len(some_city(ord(name)).hexes) for name in "abc"}
    damage = {sizes["b"]: without_hex(0), sizes["c"]: lambda city: replace(city, hexes=city.hexes[3:])}
    assert len(set(sizes.values())) == 3
    summary = summary_of(tmp_path, lambda cities: [damage.get(len(city.hexes), replace)(city) for city in cities])
    assert [reading.name for reading in summary.worst_first] == ["c.png", "b.png", "a.png"]


def test_mistakes_are_marked_in_both_drawings(tmp_path: Path):
    write_photo(tmp_path, "one.png", {"hexes": truth_hexes(CITY)})
    kind = next(iter(CITY.hexes.values())).kind
    wrong = Kind.QUARRY if kind is not Kind.QUARRY else Kind.HOUSE

    def damage(cities):
        changed = in_first_city(with_change(0, kind=wrong, kind_confidence=0.4))(cities)
        return in_first_city(with_false_hex())(in_first_city(without_hex(5))(changed))

    view = photo_view(summary_of(tmp_path, damage).worst_first[0])
    assert view.read.is_over_photo
    assert [shape.css for shape in view.read.shapes if "right" not in shape.css] == [
        f"{wrong.value} wrong unsure",
        "quarry false",
    ]
    assert sorted(shape.css.split()[1] for shape in view.truth.shapes) == sorted(
        ["wrong", "missed", *["right"] * (len(CITY.hexes) - 2)]
    )
    assert f"is {kind} on level" in view.read.shapes[0].tooltip


def test_a_missed_hex_is_drawn_where_its_neighbours_say(tmp_path: Path):
    write_photo(tmp_path, "one.png", {"hexes": truth_hexes(CITY)})
    view = photo_view(summary_of(tmp_path, in_first_city(without_hex(5))).worst_first[0])
    missed = next(shape for shape in view.truth.shapes if "missed" in shape.css)
    truth = view.reading.photo.truth.cities[0].hexes[5]
    assert truth.centre_px is not None
    assert abs(missed.centre[0] - truth.centre_px[0]) < 1
    assert abs(missed.centre[1] - truth.centre_px[1]) < 1


def test_a_city_that_was_not_read_is_shown_as_a_map(tmp_path: Path):
    write_photo(tmp_path, "one.png", {"hexes": truth_hexes(CITY, centre_px=None)})
    view = photo_view(summary_of(tmp_path, lambda _: []).worst_first[0])
    assert view.read.box == (0, 0, WIDTH_PX, HEIGHT_PX)
    assert not view.truth.is_over_photo
    assert {shape.css.split()[1] for shape in view.truth.shapes} == {"missed"}


def test_a_photo_without_any_city_has_a_page_too(tmp_path: Path):
    write_photo(tmp_path, "empty.png", {"hexes": []})
    assert "empty.png" in report_html(summary_of(tmp_path))


def test_names_of_photos_cannot_break_the_page(tmp_path: Path):
    write_photo(tmp_path, '<b>"x&.png', {"hexes": truth_hexes(CITY)})
    html = report_html(summary_of(tmp_path))
    assert "<b>&" not in html
    assert "&lt;b&gt;" in html


def test_labels_and_figures_read_well():
    assert hex_label(Kind.BARRACKS_PLAZA, 2) == "B★2"
    assert hex_label(Kind.QUARRY, 1) == "Q1"
    assert shown(Share(99999, 100000)) == "99.999 %"
    assert shown(Share(1, 1)) == "100.0 %"
    assert shown(Share(0, 0)) == shown(None) == "-"
    assert shown(1.234, "s") == "1.23 s"
