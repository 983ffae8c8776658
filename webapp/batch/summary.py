"""A run in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.batch.rows import Need, Row


@dataclass(frozen=True)
class Summary:
    """What a run came to. `worth_a_look` counts rows with a city."""

    photos: int = 0
    cities: int = 0
    failed: int = 0
    without_city: int = 0
    worth_a_look: int = 0
    corrected: int = 0

    def with_photo(self, rows: Sequence[Row]) -> Summary:
        """These numbers and those of one more photo."""
        return Summary(
            photos=self.photos + 1,
            cities=self.cities + sum(row.sheet is not None for row in rows),
            failed=self.failed + sum(row.need is Need.FAILED for row in rows),
            without_city=self.without_city + sum(row.need is Need.NO_CITY for row in rows),
            worth_a_look=self.worth_a_look + sum(row.need in {Need.IMPOSSIBLE, Need.DOUBTFUL} for row in rows),
            corrected=self.corrected + sum(row.corrected for row in rows),
        )
