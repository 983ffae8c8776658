"""Everything about a running page that can be set, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Settings:
    """How to run the page. Only the data folder has to be said."""

    data_dir: Path
    database_url: str | None = None
    # Sample photos other than the bundled ones.
    samples_dir: Path | None = None
    secure_cookies: bool = False
    # The function that reads a photo, as "module:function"; it runs in the worker processes.
    reader: str = "webapp.photo_reader:read_photo"
    scan_workers: int = 2
    # Wall time: a small computer that does other work as well takes its time over a good photo.
    scan_time_limit_s: float = 90.0
    scan_queue_limit: int = 40
    scan_memory_limit_bytes: int = 4_000 * MEGABYTE
    max_upload_bytes: int = 30 * MEGABYTE
    max_json_bytes: int = 256_000
    max_photo_pixels: int = 60_000_000
    preview_side_px: int = 2000
    photos_per_game: int = 24
    photos_per_batch: int = 500
    # Counted for one address; a table of phones behind one router has one address.
    rate_limit: str = "1500 per minute"
    create_rate_limit: str = "60 per minute"
    upload_rate_limit: str = "40 per minute"
    batch_upload_rate_limit: str = "600 per minute"
    undo_delete_s: int = 600
    loose_scan_life_s: int = 3600
