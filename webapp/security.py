"""Headers, cookies, tokens and rates: what every answer and every change goes through."""

from __future__ import annotations

import secrets

from flask import Flask, Response, g, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect

from webapp.settings import Settings

csrf = CSRFProtect()
limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=True)

POLICY = {
    "default-src": "'none'",
    "script-src": "'nonce-{nonce}' 'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=()",
}


def init_app(app: Flask, settings: Settings, secret: bytes) -> None:
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="akroscan",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        PERMANENT_SESSION_LIFETIME=400 * 24 * 3600,
        # A page may stay open on the table all evening, so the token lives as long as the session.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        MAX_CONTENT_LENGTH=settings.max_upload_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_json_bytes,
        MAX_FORM_PARTS=20,
        RATELIMIT_DEFAULT=settings.rate_limit,
    )
    csrf.init_app(app)
    limiter.init_app(app)
    app.before_request(_keep_session)
    app.after_request(_set_headers)
    app.jinja_env.globals["nonce"] = nonce


def nonce() -> str:
    if "nonce" not in g:
        g.nonce = secrets.token_urlsafe(16)
    value: str = g.nonce
    return value


def shelf() -> str:
    """The random name of this browser's shelf of games, kept in its signed cookie."""
    if "shelf" not in session:
        session["shelf"] = secrets.token_urlsafe(16)
    value: str = session["shelf"]
    return value


def _keep_session() -> None:
    """Cookies last, but a visitor who has none yet gets none just for looking."""
    if session:
        session.permanent = True


def _set_headers(response: Response) -> Response:
    policy = "; ".join(f"{part} {sources}" for part, sources in POLICY.items()).format(nonce=nonce())
    response.headers.setdefault("Content-Security-Policy", policy)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # Pages and answers belong to one person; only the files under /static/ may be kept by others.
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-store")
    return response
