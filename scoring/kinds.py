"""The eleven kinds of hex."""

from __future__ import annotations

from enum import StrEnum


class District(StrEnum):
    """The five colours that score, in the order of the game's score pad."""

    HOUSE = "house"
    MARKET = "market"
    BARRACKS = "barracks"
    TEMPLE = "temple"
    GARDEN = "garden"


class Kind(StrEnum):
    """What a hex shows. The values are the names used in city files."""

    HOUSE = "house"
    MARKET = "market"
    BARRACKS = "barracks"
    TEMPLE = "temple"
    GARDEN = "garden"
    HOUSE_PLAZA = "house_plaza"
    MARKET_PLAZA = "market_plaza"
    BARRACKS_PLAZA = "barracks_plaza"
    TEMPLE_PLAZA = "temple_plaza"
    GARDEN_PLAZA = "garden_plaza"
    QUARRY = "quarry"

    @property
    def district(self) -> District | None:
        """The colour of a district or a plaza; None for a quarry."""
        return _COLOUR[self]

    @property
    def is_plaza(self) -> bool:
        return self in STARS

    @property
    def is_district(self) -> bool:
        return self in DISTRICT_KINDS

    @property
    def stars(self) -> int:
        return STARS.get(self, 0)


STARS = {
    Kind.HOUSE_PLAZA: 1,
    Kind.MARKET_PLAZA: 2,
    Kind.BARRACKS_PLAZA: 2,
    Kind.TEMPLE_PLAZA: 2,
    Kind.GARDEN_PLAZA: 3,
}
DISTRICT_KINDS = {Kind(district.value): district for district in District}
PLAZA_OF = {district: Kind(f"{district}_plaza") for district in District}
_COLOUR: dict[Kind, District | None] = {
    **DISTRICT_KINDS,
    **{plaza: district for district, plaza in PLAZA_OF.items()},
    Kind.QUARRY: None,
}
