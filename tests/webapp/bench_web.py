"""Load on one machine: 20 readers and 4 scans at once for a minute. `make bench-web` prints what they felt.

The readers open pages as people do who are in a hurry, one every half second each; the scans use the real scanner.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from urllib.error import URLError

from tests.webapp.http_client import Visitor
from tests.webapp.sample_reader import SAMPLES
from tests.webapp.servers import Server, running_servers, wait_until
from webapp.settings import Settings

READERS, SCANNERS = 20, 4
PAUSE_S = 0.5
P95_LIMIT_MS = 300
UNLIMITED = "1000000 per minute"


@dataclass
class Felt:
    """What the visitors saw."""

    page_ms: list[float] = field(default_factory=list)
    scan_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main(duration_s: float = 60.0) -> int:
    felt = Felt()
    with tempfile.TemporaryDirectory() as folder, running_servers() as start:
        limits = {"rate_limit": UNLIMITED, "create_rate_limit": UNLIMITED, "upload_rate_limit": UNLIMITED}
        server = start(Path(folder), reader=Settings.reader, scan_workers=2, **limits)
        pages = _prepare(server)
        until = time.monotonic() + duration_s
        work = [threading.Thread(target=_read, args=(server, pages, felt, until, n)) for n in range(READERS)]
        work += [threading.Thread(target=_scan, args=(server, felt, until, n)) for n in range(SCANNERS)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
    return _report(felt, duration_s)


def _prepare(server: Server) -> list[str]:
    visitor = Visitor(server.url)
    game = visitor.new_game()
    truth = json.loads(min(SAMPLES.glob("*.json")).read_text(encoding="utf-8"))
    hexes = [{key: hex_[key] for key in ("q", "r", "kind", "level")} for hex_ in truth["hexes"]]
    for seat in (1, 2):
        body = {"uid": f"bench-000{seat}", "version": 0, "hexes": hexes}
        visitor.send("POST", f"/api/v1/games/{game['id']}/players/{seat}/edits", body)
    page = game["page"]
    return ["/", page, f"{page}/city/1", f"{page}/result", game["view_page"], f"/api/v1/games/{game['id']}/players/1"]


def _read(server: Server, pages: list[str], felt: Felt, until: float, number: int) -> None:
    visitor = Visitor(server.url)
    time.sleep(PAUSE_S * number / READERS)
    for page in cycle(pages[number % len(pages) :] + pages[: number % len(pages)]):
        start = time.perf_counter()
        try:
            visitor.page(page)
        except (URLError, OSError) as error:
            felt.errors.append(f"{page}: {error}")
        felt.page_ms.append(1000 * (time.perf_counter() - start))
        if time.monotonic() > until:
            return
        time.sleep(PAUSE_S)


def _scan(server: Server, felt: Felt, until: float, number: int) -> None:
    samples = sorted(file.stem for file in SAMPLES.glob("*.jpg"))
    visitor = Visitor(server.url)
    for sample in cycle(samples[number:] + samples[:number]):
        if time.monotonic() > until:
            return
        start = time.perf_counter()
        try:
            game = visitor.new_game()
            scan = visitor.send("POST", f"/api/v1/games/{game['id']}/players/1/photo", {"sample": sample})
            path = f"/api/v1/scans/{scan['id']}"
            wait_until(lambda path=path: visitor.send("GET", path)["state"] in ("done", "failed"), "no end of a scan")
            if visitor.send("GET", path)["state"] == "failed":
                felt.errors.append(f"scan of {sample} failed")
        except (URLError, OSError, AssertionError) as error:
            felt.errors.append(f"scan of {sample}: {error}")
        felt.scan_s.append(time.perf_counter() - start)


def _report(felt: Felt, duration_s: float) -> int:
    cuts = quantiles(felt.page_ms, n=100)
    errors = "".join(f"\n        {error}" for error in felt.errors[:5])
    is_good = not felt.errors and cuts[94] < P95_LIMIT_MS
    lines = (
        f"{READERS} readers and {SCANNERS} scans at once for {duration_s:.0f} s",
        f"pages   {len(felt.page_ms)}, median {cuts[49]:.0f}, 95 % {cuts[94]:.0f}, slowest {max(felt.page_ms):.0f} ms",
        f"scans   {len(felt.scan_s)}, mean {sum(felt.scan_s) / len(felt.scan_s):.1f} s with the wait in the queue",
        f"errors  {len(felt.errors)}{errors}",
        "good" if is_good else f"not good: no error and less than {P95_LIMIT_MS} ms for 95 % are wanted",
    )
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
