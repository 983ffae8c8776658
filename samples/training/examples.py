"""Training examples of one studio photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from samples.plan import PhotoPlan
from samples.studio import draw_plan
from samples.training.finder_examples import FinderExamples, finder_examples
from samples.training.reader_examples import ReaderExamples, reader_examples
from samples.training.seen_hexes import seen_hexes

Examples = TypeVar("Examples", FinderExamples, ReaderExamples)


def examples_of(plan: PhotoPlan) -> tuple[FinderExamples, ReaderExamples]:
    """Draw a planned photo and cut its examples; the plan's seed decides every choice."""
    chance = np.random.default_rng([plan.seed, 71])
    rgb = draw_plan(plan).image_rgb
    tops = seen_hexes(plan)
    return finder_examples(rgb, tops, chance), reader_examples(rgb, plan, tops, chance)


def joined(parts: Sequence[Examples]) -> Examples:
    """All examples in one."""
    first = parts[0]
    return type(first)(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(first)))
