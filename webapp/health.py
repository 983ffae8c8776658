"""Is the page up? Asks the database, so that a broken one is seen."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from sqlalchemy import text

from webapp.security import limiter
from webapp.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@limiter.exempt
def healthz() -> Response:
    with services().database.reading() as session:
        session.execute(text("SELECT 1"))
    return jsonify({"status": "ok", "scans_waiting": services().scans.waiting()})
