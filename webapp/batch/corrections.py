"""What people corrected in a run: lines of `corrections.jsonl`, laid over the readings when results are written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from webapp.batch.journal import Entry

FILE_NAME = "corrections.jsonl"


@dataclass(frozen=True)
class HexCorrection:
    """What really lies at a place; without a kind nothing does."""

    q: int
    r: int
    kind: str | None
    level: int = 1


@dataclass(frozen=True)
class CityCorrection:
    """A city that somebody has looked at. All its hexes count as sure from then on."""

    sha256: str
    city: int
    hexes: tuple[HexCorrection, ...] = ()


class Corrections:
    """All corrections of a run, the last one of a city counts."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._by_city: dict[tuple[str, int], CityCorrection] = {}
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        for line in lines:
            data = json.loads(line)
            hexes = tuple(HexCorrection(**hex_) for hex_ in data["hexes"])
            self._keep(CityCorrection(data["sha256"], data["city"], hexes))

    def add(self, correction: CityCorrection) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(correction)) + "\n")
        self._keep(correction)

    def has(self, sha256: str | None, city: int) -> bool:
        return (sha256, city) in self._by_city

    def applied(self, entry: Entry) -> Entry:
        """The entry as people say it is; its cities say whether they are corrected."""
        numbers = range(1, len(entry.scan["cities"]) + 1) if entry.scan else ()
        if not any(self.has(entry.sha256, number) for number in numbers):
            return entry
        scan: dict[str, Any] = deepcopy(entry.scan)  # type: ignore[arg-type]
        for number, city in enumerate(scan["cities"], start=1):
            correction = self._by_city.get((str(entry.sha256), number))
            if correction:
                city["hexes"] = _corrected_hexes(city["hexes"], correction.hexes)
                city["corrected"] = True
        return replace(entry, scan=scan)

    def _keep(self, correction: CityCorrection) -> None:
        self._by_city[correction.sha256, correction.city] = correction


def _corrected_hexes(read: list[dict[str, Any]], changes: tuple[HexCorrection, ...]) -> list[dict[str, Any]]:
    hexes: dict[tuple[int, int], Mapping[str, Any]] = {(hex_["q"], hex_["r"]): hex_ for hex_ in read}
    for change in changes:
        if change.kind is None:
            hexes.pop((change.q, change.r), None)
        else:
            before = hexes.get((change.q, change.r), {})
            hexes[change.q, change.r] = {**before, **asdict(change)}
    return [{**hex_, "confidence": 1.0} for hex_ in hexes.values()]
