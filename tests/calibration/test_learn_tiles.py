"""Own sets of tiles: learned from few examples, proved on held-back ones, told from the known set."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.example_light import COPIES, varied_copies
from calibration.learn_tiles import TooFewExamplesError, held_back_ones, learn_tiles, looks_of
from calibration.logistic import fit_logistic
from calibration.tile_examples import joined
from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.training.examples import examples_of
from scanner.hex_codes import EDGE_CLASSES, KIND_CLASSES, LEVEL_CLASSES, LOOK_NUMBERS, NOT_A_HEX
from scanner.own_tiles import ALL_LOOKS, read_as, set_of_city
from scanner.read_hexes import HexReadings, log_softmax
from scoring.kinds import Kind
from tests.calibration.painted_tiles import painted_examples, painted_patch


@pytest.fixture(scope="module")
def learned():
    return learn_tiles("painted", painted_examples(5, 1))


def readings_of(pixels: np.ndarray, is_hex: float = 0.9) -> HexReadings:
    """As the stock reader gives them: all houses."""
    count = len(pixels)
    kind = np.log(np.full((count, KIND_CLASSES), 1e-4))
    kind[:, 0], kind[:, NOT_A_HEX] = np.log(is_hex), np.log1p(-is_hex)
    even = np.zeros((count, LEVEL_CLASSES)), np.zeros((count, 6, EDGE_CLASSES)), np.zeros((count, 2))
    return HexReadings(log_softmax(kind), *even, np.zeros(count), looks_of(pixels)[:, :LOOK_NUMBERS], pixels)


def test_looks_are_nearly_the_same_however_a_hex_is_turned():
    patch = painted_patch(4, np.random.default_rng(3))[None]
    looks, turned = looks_of(patch), looks_of(np.ascontiguousarray(patch[:, ::-1, ::-1]))
    other = looks_of(painted_patch(1, np.random.default_rng(3))[None])
    assert looks.shape == (1, ALL_LOOKS)
    assert np.linalg.norm(turned - looks) < 0.4 * np.linalg.norm(other - looks)


def test_a_set_is_learned_from_few_hexes(learned):
    unseen = painted_examples(6, 99)
    read = learned.profile.kind_logp(looks_of(unseen.pixels)).argmax(axis=1)
    assert (read == unseen.classes).mean() > 0.97
    assert learned.missing == ()


def test_the_proof_counts_only_held_back_hexes(learned):
    assert learned.proof.count == len(held_back_ones(painted_examples(5, 1).classes)) == 11
    assert learned.proof.stock_right == 1
    assert learned.proof.own_right >= 10
    assert learned.proof.helps
    assert learned.proof.sentence().startswith("of 11 held-back hexes it reads 1")


def test_a_set_that_does_not_help_is_not_used():
    examples = painted_examples(5, 1)
    known = replace(examples, stock=examples.classes)
    proof = learn_tiles("known", known).proof
    assert not proof.helps
    assert proof.sentence().endswith("it does not help and is not used")


def test_kinds_without_an_example_are_named_and_stay_possible():
    examples = painted_examples(5, 1)
    some = learn_tiles("some", examples.pick(np.flatnonzero(examples.classes != 4)))
    assert some.missing == (Kind.GARDEN,)
    assert np.isfinite(some.profile.kind_logp(looks_of(examples.pixels))).all()


def test_too_few_examples_are_refused_with_a_number():
    few = painted_examples(1, 1)
    with pytest.raises(TooFewExamplesError, match=r"at least 12 hexes .* there are 11"):
        learn_tiles("few", few)
    with pytest.raises(TooFewExamplesError, match="there are 0"):
        learn_tiles("none", joined([]))


def test_a_city_of_the_set_is_read_by_it(learned):
    hexes = painted_examples(2, 7)
    readings = readings_of(hexes.pixels)
    chosen = set_of_city(readings, (learned.profile,))
    assert chosen is learned.profile
    read = read_as(readings, chosen)
    assert (read.kind[:, :NOT_A_HEX].argmax(axis=1) == hexes.classes).mean() > 0.95
    assert np.exp(read.kind).sum(axis=1) == pytest.approx(np.ones(len(hexes)))


def test_a_set_does_not_change_what_is_a_hex_at_all(learned):
    readings = readings_of(painted_examples(2, 8).pixels, is_hex=0.3)
    read = read_as(readings, learned.profile)
    assert read.hex_probability() == pytest.approx(readings.hex_probability())


def test_a_city_of_the_known_set_is_left_alone(learned):
    plan = plan_photo(885_001, StudioSettings(preset="table", size_px=(1200, 900), cities=1))
    _, stock = examples_of(plan)
    readings = readings_of(stock.pixels[stock.kind != NOT_A_HEX])
    assert set_of_city(readings, (learned.profile,)) is None
    assert set_of_city(readings, ()) is None
    assert read_as(readings, None) is readings


def test_what_says_little_is_of_the_set_that_the_rest_of_the_photo_is_of(learned):
    unsure = readings_of(painted_examples(1, 7).pixels, is_hex=0.5)
    assert set_of_city(unsure, (learned.profile,)) is None
    assert set_of_city(unsure, (learned.profile,), learned.profile) is learned.profile
    against = replace(learned.profile, own=-learned.profile.own)
    assert set_of_city(readings_of(painted_examples(1, 7).pixels), (against,), against) is None


def test_copies_are_varied_alike_every_time():
    pixels = painted_examples(1, 1).pixels[:3]
    copies = varied_copies(pixels)
    assert len(copies) == 3 * COPIES
    assert (copies[::COPIES] == pixels).all()
    assert (copies[1] != pixels[0]).any()
    assert (varied_copies(pixels) == copies).all()


def test_the_regression_separates_what_is_separable():
    chance = np.random.default_rng(0)
    classes = np.repeat(np.arange(3), 40)
    features = np.eye(3)[classes] * 4 + chance.normal(0, 1, (120, 3))
    weights = fit_logistic(features, classes, np.eye(3))
    assert ((features @ weights[:-1] + weights[-1]).argmax(axis=1) == classes).mean() > 0.95


def test_a_class_without_examples_is_told_by_the_traits_it_shares():
    """Red and blue, round and square: three of the four classes teach the fourth."""
    chance = np.random.default_rng(0)
    colour, shape = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    classes = np.repeat(np.arange(4), 30)
    features = np.column_stack([np.eye(2)[colour[classes]], np.eye(2)[shape[classes]]]) * 3
    features += chance.normal(0, 0.5, features.shape)
    traits = np.vstack([np.eye(4), np.eye(2)[colour].T, np.eye(2)[shape].T])
    weights = fit_logistic(features[classes < 3], classes[classes < 3], traits)
    read = (features @ weights[:-1]).argmax(axis=1)
    assert (read == classes).mean() > 0.9
