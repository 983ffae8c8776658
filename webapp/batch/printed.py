"""What a run came to, for the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from webapp.batch.evening import Evening
from webapp.batch.photo_names import one_line
from webapp.batch.write_results import BatchEnd


def printed_end(end: BatchEnd, out: Path) -> RenderableType:
    summary = end.summary
    counts = {
        "could not be read": summary.failed,
        "without a city": summary.without_city,
        "worth a look": summary.worth_a_look,
        "looked at by hand": summary.corrected,
    }
    said = ", ".join(f"{count} {words}" for words, count in counts.items() if count)
    lines = [Text(f"{summary.cities} cities in {summary.photos} photos" + (f": {said}" if said else ""))]
    rankings = _rankings(end.evening) if end.evening else []
    return Group(*lines, *rankings, Text(f"The report is {one_line(str(out / 'report.html'))}"))


def _rankings(evening: Evening) -> list[RenderableType]:
    table = Table(
        "Place", "Player", "Points", "Stones", "Rounds", "Tables won", title="The evening", title_justify="left"
    )
    for player in evening.players:
        numbers = (player.points, player.stones, player.rounds, player.wins)
        table.add_row(str(player.place), Text(one_line(player.player)), *map(str, numbers))
    lines: list[RenderableType] = [table]
    for each in evening.tables:
        ranked = ", ".join(f"{player.place}. {player.player} {player.points}" for player in each.players)
        missing = "".join(f"; no points of {player}" for player in each.missing)
        lines.append(Text(one_line(f"Round {each.round}, table {each.table}: {ranked}{missing}")))
    lines += [Text(f"{one_line(photo)}: this seat has a photo already, which counts") for photo in evening.repeated]
    return lines
