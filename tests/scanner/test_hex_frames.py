"""Frames survive their code up to sixths of a turn, and the code does not jump where the hex does not."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scanner.camera import UNIT_HEX_XY
from scanner.hex_frames import Floats, decode_frames, encode_frames, frame_of_outline

angles = st.floats(-np.pi, np.pi)


def turn(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@st.composite
def frames(draw: st.DrawFn) -> Floats:
    """A hex of 5 to 400 pixels, turned, and flattened up to 1 : 4 in any direction."""
    size = draw(st.floats(5, 400))
    flattened = draw(st.floats(1, 2))
    return turn(draw(angles)) @ np.diag([size * flattened, size / flattened]) @ turn(draw(angles))


@given(frames())
def test_a_frame_comes_back_up_to_sixths_of_a_turn(frame: Floats) -> None:
    back = decode_frames(encode_frames(frame[None]))[0]
    between = np.linalg.inv(frame) @ back
    assert np.allclose(between @ between.T, np.eye(2), atol=1e-6)
    sixths = np.degrees(np.arctan2(between[1, 0], between[0, 0])) / 60
    assert abs(sixths - round(sixths)) < 1e-5


@given(frames())
def test_the_outline_comes_back(frame: Floats) -> None:
    outline, back = (UNIT_HEX_XY @ shape.T for shape in (frame, decode_frames(encode_frames(frame[None]))[0]))
    gaps = np.linalg.norm(outline[:, None] - back[None], axis=2)
    assert gaps.min(axis=1).max() < 1e-4 * np.abs(outline).max()


@given(frames(), st.integers(0, 5))
def test_a_hex_turned_by_sixths_has_the_same_code(frame: Floats, sixths: int) -> None:
    own, turned = (encode_frames(shape[None]) for shape in (frame, frame @ turn(sixths * np.pi / 3)))
    assert np.allclose(np.concatenate(own), np.concatenate(turned), atol=1e-6)


@given(frames())
def test_the_code_is_smooth(frame: Floats) -> None:
    own, moved = (encode_frames(shape[None]) for shape in (frame, frame @ turn(1e-4)))
    assert np.abs(np.concatenate(own) - np.concatenate(moved)).max() < 1e-2


@given(frames(), st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
def test_the_frame_of_an_outline_is_its_affine_map(frame: Floats, x: float, y: float) -> None:
    assert np.allclose(frame_of_outline(UNIT_HEX_XY @ frame.T + (x, y), UNIT_HEX_XY), frame, atol=1e-6)


def test_many_frames_are_coded_at_once() -> None:
    many = np.array([turn(0.1) * 20, turn(0.7) @ np.diag([30.0, 18.0])])
    together = decode_frames(encode_frames(many))
    assert np.allclose(together, np.concatenate([decode_frames(encode_frames(one[None])) for one in many]))
