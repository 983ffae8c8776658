"""What the documents show is what the program does, and what they link to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scoring.city_file import read_city_text
from scoring.draw_svg import draw_svg
from scoring.draw_text import draw_text
from scoring.notation import read_map
from scoring.score_sheet import score
from webapp.cli import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGES.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n\$ \.venv/bin/akroscan (.*)\n((?:.*\n)*?)```")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def test_readme_shows_what_the_commands_print(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    shown = CONSOLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown
    for command, output in shown:
        assert CliRunner().invoke(app, shlex.split(command)).stdout.rstrip() == output.rstrip(), command


def test_readme_picture_is_the_example_city():
    city_file = read_city_text((ROOT / "docs/example-city.json").read_bytes())
    sheet = score(city_file.city, city_file.rules, city_file.stones)
    assert (ROOT / "docs/pictures/example-city.svg").read_text(encoding="utf-8") == draw_svg(
        city_file.city, sheet=sheet
    )


def test_map_and_drawing_in_the_docs_are_one_city():
    page = (ROOT / "docs/city-files.md").read_text(encoding="utf-8")
    shown_map, drawing = (page.split(f"```{name}\n")[1].split("```", maxsplit=1)[0] for name in ("map", "drawing"))
    assert draw_text(read_map(shown_map)) == drawing
    read_city_text(page.split("```json\n")[1].split("```", maxsplit=1)[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_dependency_is_explained():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = project.split("\ndependencies = [")[1].split("\n]", maxsplit=1)[0]
    explained = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    for name in re.findall(r'"([A-Za-z0-9-]+)', listed):
        assert name in explained, name
