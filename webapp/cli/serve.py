"""`akroscan serve`: the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets phones in the same network in.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    database: Annotated[
        str | None, typer.Option(help="Database URL: sqlite:///FILE or postgresql://... Default: in the data folder.")
    ] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Folder for games and photos. Default: your own.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=16, help="How many photos are read at once.")] = 2,
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over HTTPS only (behind a TLS proxy).")] = False,
) -> None:
    """Serve the web page: photograph, correct, score."""
    from webapp.data_folder import default_data_dir
    from webapp.server import run
    from webapp.settings import Settings

    settings = Settings(
        data_dir=data_dir or default_data_dir(),
        database_url=database,
        scan_workers=workers,
        secure_cookies=secure_cookies,
    )
    run(settings, host, port)
