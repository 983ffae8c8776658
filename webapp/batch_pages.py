"""The pages of batches: all of them, one with its progress, its cities one after another, and the downloads."""

from __future__ import annotations

import io

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp import batches, sample_photos
from webapp.api.batches import batch_json
from webapp.batch.evening import EveningBook
from webapp.batch.result_files import ResultFiles
from webapp.batch_rows import queue_of, rows_of
from webapp.documents import player_json
from webapp.games_page import download
from webapp.refusals import not_found
from webapp.security import shelf
from webapp.services import services

blueprint = Blueprint("batches", __name__, url_prefix="/batch")


@blueprint.get("")
def index() -> str:
    with services().database.reading() as session:
        found = [
            {"batch": batch, "photos": batches.photo_count(session, batch)}
            for batch in batches.on_shelf(session, shelf())
        ]
        return render_template("batch/index.html", batches=found)


@blueprint.get("/<token>")
def show(token: str) -> str:
    with services().database.reading() as session:
        batch = batches.by_token(session, token)
        book = EveningBook()
        book.add(page_row.row for page_row in rows_of(batch))
        return render_template("batch/show.html", batch=batch_json(session, batch), evening=book.close())


@blueprint.get("/<token>/city/<int:photo>/<int:number>")
def city(token: str, photo: int, number: int) -> str:
    """The editor, with the way on to the next city that needs a look."""
    with services().database.reading() as session:
        found = batches.city_at(session, token, photo, number)
        player = batches.player_of(found)
        if player is None:
            raise not_found("no_such_city")
        document = player_json(session, player, with_reading=True)
        left = len(queue_of(rows_of(found.batch)))
        return render_template(
            "batch/city.html",
            token=player.game.edit_token,
            player={**document, "display_name": found.name},
            samples=sample_photos.names(),
            place={"batch": token, "photo": photo, "number": number, "is_looked_at": found.is_looked_at},
            left=left,
        )


@blueprint.get("/<token>/next")
def next_city(token: str) -> BaseResponse:
    """On to the worst city that needs a look and is not to be skipped; if there is none, back to the batch."""
    skipped = request.args.getlist("skip")
    with services().database.reading() as session:
        queue = queue_of(rows_of(batches.by_token(session, token)))
        waiting = [row.place for row in queue if f"{row.place[0]}-{row.place[1]}" not in skipped]
    if not waiting:
        return redirect(url_for("batches.show", token=token))
    return redirect(url_for("batches.city", token=token, photo=waiting[0][0], number=waiting[0][1]))


@blueprint.get("/<token>/results.csv")
def results_csv(token: str) -> Response:
    return download(_results(token)[0], "text/csv", "results.csv")


@blueprint.get("/<token>/results.jsonl")
def results_jsonl(token: str) -> Response:
    return download(_results(token)[1], "application/jsonl", "results.jsonl")


def _results(token: str) -> tuple[str, str]:
    """Both files as `akroscan batch` writes them."""
    csv_file, jsonl_file = io.StringIO(newline=""), io.StringIO()
    with services().database.reading() as session:
        rows = rows_of(batches.by_token(session, token))
        ResultFiles(csv_file, jsonl_file).add(page_row.row for page_row in rows)
    return csv_file.getvalue(), jsonl_file.getvalue()
