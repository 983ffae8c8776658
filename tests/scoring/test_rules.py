from __future__ import annotations

import pytest

from scoring.kinds import District
from scoring.rules import LakeIsEdge, LakeSize, LargestGroup, Rules, RulesError, named_variants


def test_defaults():
    rules = Rules()
    assert rules.variant_names() == []
    assert rules.ruling_values() == {"lake_is_edge": "no", "lake_size": "any", "largest_group": "hexes"}


def test_rulings_by_name():
    rules = (
        Rules().with_ruling("lake_is_edge", "yes").with_ruling("lake_size", "one").with_ruling("largest_group", "value")
    )
    assert rules == Rules(frozenset(), LakeIsEdge.YES, LakeSize.ONE, LargestGroup.VALUE)


def test_variants_by_name_in_the_order_of_the_pad():
    variants = named_variants(["garden", "house", "garden"])
    assert variants == {District.HOUSE, District.GARDEN}
    assert Rules(variants).variant_names() == ["house", "garden"]


@pytest.mark.parametrize(("name", "value"), [("moat", "no"), ("lake_size", "two"), ("lake_size", None), ("", "")])
def test_unknown_rulings_are_refused(name: str, value: object):
    with pytest.raises(RulesError, match="ruling"):
        Rules().with_ruling(name, value)


def test_unknown_variants_are_refused():
    with pytest.raises(RulesError, match='unknown variant "quarry"'):
        named_variants(["house", "quarry"])
