"""Studio photos of games printed with an invented set: one set of tiles, ever other cities, tables and light."""

from __future__ import annotations

from dataclasses import replace

from samples.faces.print_run import PrintPlan
from samples.plan import plan_photo
from samples.settings import Preset, StudioSettings
from samples.studio import DrawnPhoto, draw_plan

STRAY = 0.15
SET_SEED = 7


def draw_invented_photo(seed: int, set_name: str, preset: Preset, size_px: tuple[int, int]) -> DrawnPhoto:
    """One city built of this set's tiles."""
    plan = plan_photo(seed, StudioSettings(preset=preset, size_px=size_px, cities=1))
    printing = PrintPlan(SET_SEED, set_name, STRAY)
    return draw_plan(replace(plan, scene=replace(plan.scene, printing=printing)))
