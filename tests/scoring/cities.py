"""Cities for property tests: ends of random games, and hexes strewn about at random."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import District, Kind
from scoring.random_games import PlayedCity, play_game
from scoring.rules import LakeIsEdge, LakeSize, LargestGroup, Rules

rules = st.builds(
    Rules,
    variants=st.frozensets(st.sampled_from(District)),
    lake_is_edge=st.sampled_from(LakeIsEdge),
    lake_size=st.sampled_from(LakeSize),
    largest_group=st.sampled_from(LargestGroup),
)
places = st.builds(Axial, st.integers(-4, 4), st.integers(-4, 4))
top_hexes = st.builds(TopHex, st.sampled_from(Kind), st.integers(1, 5))
strewn_cities = st.builds(City, st.dictionaries(places, top_hexes, min_size=1, max_size=60))


# Playing takes most of the time of a test: few games, each played once.
few_games = cache(play_game)


@st.composite
def played_cities(draw: st.DrawFn) -> PlayedCity:
    players = draw(st.integers(2, 4))
    game = few_games(draw(st.integers(0, 9)), players, stacking=draw(st.sampled_from([0.0, 0.4, 0.8])))
    return game[draw(st.integers(0, players - 1))]


cities = st.one_of(strewn_cities, played_cities().map(lambda played: played.city))


def with_variants(rules: Rules, variants: frozenset[District]) -> Rules:
    return replace(rules, variants=variants)
