"""The page in three languages: which one a request wants, and the words of each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from flask import Flask, g, has_request_context, request, session
from flask_babel import Babel, format_date, format_decimal
from markupsafe import Markup, escape

from scoring.words import Words, words_in

LANGUAGES: Final = {"en": "English", "pl": "Polski", "uk": "Українська"}
DEFAULT_LANGUAGE: Final = "en"
SCRIPT_GROUPS: Final = ("kinds", "districts", "terms")
WORDS = Path(__file__).parent / "words"


@cache
def catalogue(language: str) -> dict[str, Any]:
    """All words of a language, in sections."""
    words: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return words


def current_language() -> str:
    """What the visitor chose, else what the browser wishes."""
    if not has_request_context():
        return DEFAULT_LANGUAGE
    if "language" not in g:
        chosen = session.get("language")
        wished = request.accept_languages.best_match(LANGUAGES, DEFAULT_LANGUAGE)
        g.language = chosen if chosen in LANGUAGES else wished
    language: str = g.language
    return language


def translate(key: str, /, **values: Any) -> str:
    """The words for a key like "home.title". A `count` picks the right plural."""
    return translate_into(current_language(), key, **values)


def translate_into(language: str, key: str, /, **values: Any) -> str:
    section, name = key.split(".", 1)
    words: str | dict[str, str] = catalogue(language)[section][name]
    if isinstance(words, dict):
        words = words[Locale(language).plural_form(values["count"])]
    return words.format(**values) if values else words


def game_words() -> Words:
    """The words of the game itself, in the visitor's language."""
    return words_in(current_language())


def _translate_markup(key: str, /, **values: Any) -> Markup:
    """For templates: the values are escaped, the words are our own."""
    safe = {name: value if name == "count" else escape(value) for name, value in values.items()}
    return Markup(translate(key, **safe))  # noqa: S704


def _script_words() -> dict[str, Any]:
    """What the scripts say: their own words and those of the game."""
    texts = game_words().texts
    return {**catalogue(current_language())["script"], **{group: texts[group] for group in SCRIPT_GROUPS}}


def init_app(app: Flask) -> None:
    Babel(app, locale_selector=current_language)
    app.jinja_env.filters["date_text"] = lambda moment: format_date(moment, "long")
    app.jinja_env.filters["number_text"] = lambda number: format_decimal(round(number, 1))
    app.jinja_env.globals.update(t=_translate_markup, languages=LANGUAGES, language=current_language)
    app.jinja_env.globals.update(game_words=game_words, script_words=_script_words)
