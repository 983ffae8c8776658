"""What all tests share: the folder of real material beside the repository, and repeatable random examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).resolve().parents[2] / "shared"

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(pytest.mark.skip(reason="the real material in ../shared is not here"))


@pytest.fixture
def shared() -> Path:
    """The folder of real material; mark the test with `shared` so that it is skipped without it."""
    return SHARED


@pytest.fixture(scope="module")
def quick_learning() -> Iterator[None]:
    """Sets of tiles are learned from fewer variations: for tests of what is done with a set, not how well it reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("calibration.example_light.COPIES", 4)
        yield
