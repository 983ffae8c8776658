"""A game to take away: as JSON with every city as a city file, and as a table."""

from __future__ import annotations

import csv
import io
import json

from scoring.city_file import CityFile, city_data
from scoring.kinds import District
from webapp import edits
from webapp.batch.spreadsheet import harmless
from webapp.documents import display_name
from webapp.games import rules_of
from webapp.models import Game
from webapp.scores import sheet_of
from webapp.standings import standings_of

FORMAT = "akroscan-game/1"


def game_as_json(game: Game) -> str:
    players = []
    for player in game.players:
        board = edits.board_of(player)
        city = city_data(CityFile(board.city(), board.stones, rules_of(game)))
        players.append({"name": display_name(player), "total": sheet_of(board, game).total, "city": city})
    data = {"format": FORMAT, "created_at": game.created_at.isoformat(), "players": players}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def game_as_csv(game: Game) -> str:
    """One row a player: rank, points by district, stones, total."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    columns = [f"{district.value}_{part}" for district in District for part in ("value", "stars", "points")]
    writer.writerow(["player", "rank", *columns, "stones", "total"])
    for player, place in zip(game.players, standings_of(game), strict=True):
        sheet = sheet_of(edits.board_of(player), game)
        numbers = [part for line in sheet.districts.values() for part in (line.value, line.stars, line.points)]
        writer.writerow([harmless(display_name(player)), place.rank, *numbers, sheet.stones, sheet.total])
    return table.getvalue()
