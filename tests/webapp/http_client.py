"""A visitor over real HTTP, with cookies and the token that changes need."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from typing import Any


class Visitor:
    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.token = self.send("GET", "/api/v1/token")["token"]

    def send(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "X-CSRFToken": getattr(self, "token", "")}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        with self.opener.open(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def page(self, path: str) -> bytes:
        with self.opener.open(self.url + path, timeout=30) as answer:
            return answer.read()

    def new_game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.send("POST", "/api/v1/games", {"players": ["Ola", "Marek"]})
        return game
