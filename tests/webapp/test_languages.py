"""Three languages throughout: the same keys everywhere, and nothing left in English on a translated page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel import Locale
from playwright.sync_api import Page, expect

import webapp
from scoring.words import words_in
from tests.webapp.chromium import DESKTOP, PHONE, chromium, sit_down
from tests.webapp.conftest import Browser
from tests.webapp.sample_reader import SAMPLES
from tests.webapp.servers import running_servers
from webapp.languages import LANGUAGES, catalogue

WEBAPP = Path(webapp.__file__).parent
TRANSLATED = ("pl", "uk")
WORD = re.compile(r"[^\W\d_]{4,}")
SINGLE = [file.stem for file in sorted(SAMPLES.glob("*.json")) if len(json.loads(file.read_text())["cities"]) == 1]
# Names of things, the same in every language.
NAMES = {
    "akroscan",
    "akropolis",
    "json",
    "jpeg",
    "webp",
    "heic",
    "english",
    "polski",
    "enter",
    "shift",
    "space",
    "delete",
    "ctrl",
}


def texts(language: str) -> dict[str, str | dict[str, str]]:
    return {f"{section}.{key}": text for section, words in catalogue(language).items() for key, text in words.items()}


def sentences(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in sentences(part)]
    return [str(value)]


def words_of(language: str) -> set[str]:
    everything = [*sentences(catalogue(language)), *sentences(dict(words_in(language).texts))]
    plain = (re.sub(r"\{\w+\}", " ", text) for text in everything)
    return {word.lower() for text in plain for word in WORD.findall(text)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_says_the_same_things(language):
    assert texts(language).keys() == texts("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_plurals_fit(language):
    for key, text in texts(language).items():
        english = texts("en")[key]
        if isinstance(text, dict):
            assert text.keys() == set(Locale(language).plural_form.tags) | {"other"}, key
        fields = {frozenset(re.findall(r"\{(\w+)\}", form)) for form in sentences(text)}
        assert fields == {frozenset(re.findall(r"\{(\w+)\}", form)) for form in sentences(english)}, key


def test_every_key_that_is_used_exists():
    known = texts("en").keys()
    for file in [*WEBAPP.rglob("*.html"), *WEBAPP.rglob("*.py")]:
        for key in re.findall(
            r"""\b(?:t|translate)\(\s*["']([a-z_]+\.[a-z_]+)["']""", file.read_text(encoding="utf-8")
        ):
            assert key in known or is_start_of(key, known), f"{key} in {file.name}"
    for file in WEBAPP.rglob("*.js"):
        for key in re.findall(r"""\bt\(["']([a-z_]+)["']""", file.read_text(encoding="utf-8")):
            assert f"script.{key}" in known, f"{key} in {file.name}"


def is_start_of(key: str, known: Iterable[str]) -> bool:
    """A key that is put together, like "city.key_" and the name of a key."""
    return key.endswith("_") and any(other.startswith(key) for other in known)


def test_templates_have_no_words_of_their_own():
    """Text in a template comes from the catalogue, never from the template."""
    for file in WEBAPP.rglob("templates/**/*.html"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"\{% block body_class %\}.*?\{% endblock %\}", " ", text)
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<kbd>.*?</kbd>", " ", text, flags=re.DOTALL)
        text = re.sub(r"<[^>]*>", " ", text)
        assert WORD.findall(text) == [], file.name


@pytest.mark.parametrize(("wish", "language"), [("pl,en;q=0.5", "pl"), ("uk-UA,uk", "uk"), ("de,fr", "en"), ("", "en")])
def test_the_browsers_wish_is_followed_at_first(plain_app, wish, language):
    assert f'<html lang="{language}">' in Browser(plain_app, wish).get("/").text


def test_a_refusal_speaks_the_visitors_language(plain_app):
    answer = Browser(plain_app, "pl").get("/api/v1/games/none").json
    assert answer["error"]["message"] == catalogue("pl")["error"]["no_such_game"]


def left_in_english(page: Page, language: str) -> set[str]:
    """Words on the page that only English has."""
    shown = page.evaluate(
        """() => {
          const texts = [document.title];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.parentElement.closest("script")) texts.push(node.textContent);
          }
          for (const e of document.querySelectorAll("*"))
            for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
              texts.push(e.getAttribute(name) ?? "");
          return texts.join(" ");
        }"""
    )
    found = {word.lower() for word in WORD.findall(shown)}
    return (found & words_of("en")) - words_of(language) - NAMES


@pytest.mark.browser
def test_nothing_is_left_in_english(tmp_path):
    with running_servers() as start, chromium() as browser:
        server = start(tmp_path)
        for language, locale in (("pl", "pl-PL"), ("uk", "uk-UA")):
            table = sit_down(browser, server.url, PHONE if language == "pl" else DESKTOP, locale=locale)
            assert walk(table.new_page(), server.url, language) == {}
            table.context.close()


def walk(page: Page, url: str, language: str) -> dict[str, set[str]]:
    """Through every page, with a city on it."""
    left: dict[str, set[str]] = {}

    def look(name: str) -> None:
        if words := left_in_english(page, language):
            left[f"{language} {name}"] = words

    page.goto(url)
    look("home")
    page.locator("#start-game").click()
    page.wait_for_url("**/game/*")
    game = page.url
    page.locator("[data-seat='1'] .player-actions button").click()
    page.locator(f"#sample-dialog [data-sample='{SINGLE[0]}']").click()
    expect(page.locator("a[href$='#check']")).to_have_count(1)
    look("game")
    page.goto(f"{game}/city/1#check")
    look("city")
    for tab in ("score", "advice"):
        page.locator(f"#tab-{tab}").click()
        look(tab)
    page.locator("#tab-score").click()
    page.locator("[data-district=house]").click()
    look("reasons")
    for path in (f"{game}/result", f"{url}/history", f"{url}/statistics", f"{url}/nowhere", f"{game}/city/2"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        look(path.removeprefix(url))
    return left
