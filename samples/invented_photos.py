"""Studio photos of games printed with an invented set: one set of tiles, ever other cities, tables and light."""

from __future__ import annotations

from dataclasses import replace

from samples.chance import stream
from samples.faces.print_run import PrintPlan
from samples.look import random_look
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings

STRAY = 0.15
SET_SEED = 7


def plan_invented_photo(seed: int, set_name: str, size_px: tuple[int, int]) -> PhotoPlan:
    """One city built of this set's tiles: one print, one board, cut by one die."""
    plan = plan_photo(seed, StudioSettings(preset="table", size_px=size_px, cities=1))
    printing, look = PrintPlan(SET_SEED, set_name, STRAY), random_look(stream(SET_SEED, set_name))
    return replace(plan, scene=replace(plan.scene, printing=printing, look=look))
