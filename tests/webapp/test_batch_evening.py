"""Who sat where, by names or by a CSV, and the rankings of tables and of the evening."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.webapp.batch_reader import NO_CITY, photo_bytes
from tests.webapp.batch_runs import rows_in, run
from webapp.batch.seats import Seat, Seats, SeatsError, read_seats, seat_in_name


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("evening/table1_round2_Anna.jpg", Seat("1", "2", "Anna")),
        ("T3-R1-Ola Maria.jpg", Seat("3", "1", "Ola Maria")),
        ("Table 02/Round 1/jean-luc.heic", Seat("2", "1", "jean luc")),
        ("stół 4/runda 2 Żaneta.jpg", Seat("4", "2", "Żaneta")),
        ("стіл_1 Оля.png", Seat("1", "1", "Оля")),
        ("evening.zip/table 7/Bo.jpg", Seat("7", "1", "Bo")),
        ("table1/IMG_2034.jpg", None),
        ("table1/20261118_193000.jpg", None),
        ("Anna.jpg", None),
        ("portrait3_Anna.jpg", None),
        ("table1.jpg", None),
    ],
)
def test_names_tell_seats(name: str, seat: Seat | None) -> None:
    assert seat_in_name(name) == seat


def test_a_csv_tells_seats_and_wins_over_names(tmp_path: Path) -> None:
    path = tmp_path / "seats.csv"
    path.write_text(
        "Photo;Table;Player;Round;City;Stones\nIMG_1.jpg;Blue;Anna;;;3\nt1 Bo.jpg;2;Cy;2;1;\nIMG_1.jpg;Blue;Di;1;2;0\n",
        "utf-8-sig",
    )
    seats = read_seats(path)
    assert seats.of("photos/IMG_1.jpg", 1) == Seat("Blue", "1", "Anna", 3)
    assert seats.of("photos/IMG_1.jpg", 2) == Seat("Blue", "1", "Di", 0)
    assert seats.of("t1 Bo.jpg", 1) == Seat("2", "2", "Cy")
    assert seats.of("t1 Ed.jpg", 1) == Seat("1", "1", "Ed")
    assert seats.unknown(["photos/IMG_1.jpg"]) == ["t1 Bo.jpg"]
    assert Seats().of("IMG_1.jpg", 1) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'photo' is missing"),
        ("photo,table\na.jpg,1\n", "'player' is missing"),
        ("photo,table,player,colour\n", 'unknown column "colour"'),
        ("photo,table,player\na.jpg,1,\n", "line 2: the cell 'player' is empty"),
        ("photo,table,player\na.jpg,1,A\na.jpg,1,B\n", "line 3.*stands there twice"),
        ("photo,table,player,stones\na.jpg,1,A,many\n", 'stones "many"'),
        ("photo,table,player,city\na.jpg,1,A,0\n", "city"),
        ("photo,table,player\na.jpg,1,A,B,C\n", "more cells"),
    ],
)
def test_a_csv_that_is_wrong_is_refused_by_its_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "seats.csv"
    path.write_text(text)
    with pytest.raises(SeatsError, match=words):
        read_seats(path)


def test_tables_and_the_evening_are_ranked(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    players = {1: ("Anna", "Bo"), 2: ("Cy", "=Di")}
    for table, names in players.items():
        for round_ in (1, 2):
            for seed, name in enumerate(names, start=10 * table + 100 * round_):
                (photos / f"table{table}_round{round_}_{name}.jpg").write_bytes(photo_bytes(seed))
    end = run(photos, tmp_path / "out")
    totals = {row["photo"].rpartition("/")[2]: int(row["total"]) for row in rows_in(tmp_path / "out")}
    assert end.evening is not None
    assert [(table.round, table.table) for table in end.evening.tables] == [
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("2", "2"),
    ]
    for table in end.evening.tables:
        points = [player.points for player in table.players]
        assert points == sorted(points, reverse=True)
        assert [player.place for player in table.players] in ([1, 2], [1, 1])
    anna = next(player for player in end.evening.players if player.player == "Anna")
    assert anna.points == totals["table1_round1_Anna.jpg"] + totals["table1_round2_Anna.jpg"]
    assert anna.rounds == 2
    written = _table(tmp_path / "out" / "evening.csv")
    assert [row["points"] for row in written] == [str(player.points) for player in end.evening.players]
    assert len(_table(tmp_path / "out" / "tables.csv")) == 8
    report = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "Table 2, round 1" in report
    assert "The evening" in report


def test_a_player_without_points_is_missing_and_a_second_photo_does_not_count(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "t1 Anna.jpg").write_bytes(photo_bytes(1))
    (photos / "t1-Anna.jpg").write_bytes(photo_bytes(2))
    (photos / "t1 Bo.jpg").write_bytes(photo_bytes(3, NO_CITY))
    end = run(photos, tmp_path / "out")
    assert end.evening is not None
    (table,) = end.evening.tables
    assert [player.player for player in table.players] == ["Anna"]
    assert table.players[0].photo.endswith("t1 Anna.jpg")
    assert table.missing == ("Bo",)
    assert [name.rpartition("/")[2] for name in end.evening.repeated] == ["t1-Anna.jpg"]
    assert {player.player: player.missing for player in end.evening.players} == {"Anna": 0, "Bo": 1}


def test_stones_break_a_tie(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (photos / name).write_bytes(photo_bytes(5))
    table = tmp_path / "seats.csv"
    table.write_text("photo,table,player,stones\na.jpg,1,Anna,2\nb.jpg,1,Bo,3\n")
    end = run(photos, tmp_path / "out", seats=read_seats(table))
    assert end.evening is not None
    assert [(player.place, player.player) for player in end.evening.players] == [(1, "Bo"), (2, "Anna")]
    assert [int(row["stones"]) for row in rows_in(tmp_path / "out")] == [2, 3]


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
