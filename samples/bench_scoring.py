"""`make bench`: how long a city takes to score, and that the time grows with its hexes and no faster."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time_ns

from scoring.axial import ORIGIN, Axial
from scoring.city import City, TopHex
from scoring.random_games import play_game
from scoring.rules import ALL_VARIANTS, Rules
from scoring.score_sheet import score
from scoring.tiles import hexes_in_box

CITY_HEXES = 40
CITY_LIMIT_US = 150.0
SIZES = (40, 120, 400, 1_200, 4_000)
GROWTH_LIMIT = 1.3
MEASURED_HEXES = 200_000
MIN_CALLS = 10


def main() -> int:
    """Measure and print; 1 if a limit is passed."""
    games = game_cities(CITY_HEXES, 20)
    city_us = {
        "plain": CITY_HEXES * us_per_hex(games, Rules()),
        "all variants": CITY_HEXES * us_per_hex(games, Rules(ALL_VARIANTS)),
    }
    for name, time_us in city_us.items():
        _say(f"{CITY_HEXES}-hex city of a game, {name:<13}{time_us:5.0f} us in the median (aim {CITY_LIMIT_US:.0f})")
    hex_us = {size: us_per_hex([grown_city(size, seed) for seed in range(3)], Rules(ALL_VARIANTS)) for size in SIZES}
    first = hex_us[SIZES[0]]
    for size, time_us in hex_us.items():
        _say(f"{size:5} hexes, all variants: {time_us:5.2f} us a hex, {time_us / first:.2f} x")
    growth = max(hex_us.values()) / first
    _say(f"time a hex from {SIZES[0]} to {SIZES[-1]} hexes: at most {growth:.2f} x (aim {GROWTH_LIMIT})")
    return 0 if max(city_us.values()) <= CITY_LIMIT_US and growth <= GROWTH_LIMIT else 1


def game_cities(hexes: int, count: int) -> list[City]:
    """Ends of random games with exactly so many hexes."""
    found: list[City] = []
    seed = 0
    while len(found) < count:
        found += [played.city for played in play_game(seed, 2) if len(played.city.hexes) == hexes]
        seed += 1
    return found[:count]


def grown_city(hexes: int, seed: int) -> City:
    """A ragged city of any size with the kinds of the box; too big for any game."""
    random = Random(f"grown city {hexes} {seed}")
    kinds = list(hexes_in_box(4).elements())
    city: dict[Axial, TopHex] = {}
    shore = [ORIGIN]
    while len(city) < hexes:
        index = random.randrange(len(shore))
        shore[index], shore[-1] = shore[-1], shore[index]
        place = shore.pop()
        if place not in city:
            city[place] = TopHex(random.choice(kinds), random.choice((1, 1, 1, 2, 2, 3)))
            shore += place.neighbours_not_in(city)
    return City(city)


def us_per_hex(cities: Sequence[City], rules: Rules) -> float:
    """Processor time a hex, the median over single calls: what else runs on the machine hardly shows in it."""
    calls = max(MIN_CALLS, MEASURED_HEXES // sum(len(city.hexes) for city in cities))
    gc.disable()
    times = [_call_ns(city, rules) / len(city.hexes) for _ in range(calls) for city in cities]
    gc.enable()
    return median(times) / 1000


def _call_ns(city: City, rules: Rules) -> int:
    start = process_time_ns()
    score(city, rules)
    return process_time_ns() - start


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    raise SystemExit(main())
