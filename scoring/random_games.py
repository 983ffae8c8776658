"""Random legal games from a seed: the cities that tests and drawn photos are made of."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from scoring.axial import Axial
from scoring.building import Placement, Site
from scoring.city import City
from scoring.tiles import TILES_PER_PLAYER, Tile, tiles_for


@dataclass(frozen=True)
class PlayedCity:
    """One player's end of a random game."""

    placements: tuple[Placement, ...]
    city: City
    stones: int


def play_game(seed: int, players: int, *, stacking: float = 0.5, rounds: int | None = None) -> list[PlayedCity]:
    """Play a game of 2 to 4 players. `stacking` in 0..1 is how often a tile goes on top when it can.

    `rounds` ends the game early; by default every player gets a full game's tiles.
    """
    if players not in TILES_PER_PLAYER:
        raise ValueError(f"{players} players: a game has 2 to 4")
    if rounds is not None and not 0 <= rounds <= TILES_PER_PLAYER[players]:
        raise ValueError(f"{rounds} rounds: a game of {players} players has up to {TILES_PER_PLAYER[players]}")
    random = Random(f"akropolis {seed} {players} {stacking} {rounds}")
    drawn = list(tiles_for(players))
    random.shuffle(drawn)
    sites = [Site.with_start_tile() for _ in range(players)]
    stones = [index + 1 for index in range(players)]
    for _ in range(TILES_PER_PLAYER[players] if rounds is None else rounds):
        for index, site in enumerate(sites):
            stones[index] += _build(site, drawn.pop(), random, stacking)
            stones[index] -= random.randint(0, min(2, stones[index]))
    return [PlayedCity(tuple(site.placements), site.city(), left) for site, left in zip(sites, stones, strict=True)]


def _build(site: Site, tile: Tile, random: Random, stacking: float) -> int:
    choices = list(site.legal_places())
    raised = [places for places in choices if site.level_at(places[0])]
    flat = [places for places in choices if not site.level_at(places[0])]
    places = random.choice(raised) if raised and random.random() < stacking else _snug(site, flat, random)
    turn = random.randrange(3)
    return site.add(tile, (places[turn], places[turn - 2], places[turn - 1]))


def _snug(site: Site, flat: list[tuple[Axial, Axial, Axial]], random: Random) -> tuple[Axial, Axial, Axial]:
    """Of a few random flat placements the one that touches the city most: people build compact cities."""
    few = random.sample(flat, min(random.choice((1, 2, 4, 8)), len(flat)))
    return max(few, key=lambda places: sum(site.level_at(near) > 0 for place in places for near in place.neighbours()))
