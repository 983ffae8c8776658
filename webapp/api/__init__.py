"""The API under /api/v1: what the page itself uses, open to other programs."""

from __future__ import annotations

from flask import Blueprint

from webapp.api import batches, calibration, edits, games, openapi, scans, score

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
for part in (games, edits, scans, score, batches, calibration, openapi):
    blueprint.register_blueprint(part.blueprint)
