"""How long a fresh process needs until it can read photos."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

TINY_PHOTO_PX = (256, 256)
SCAN_IN_A_FRESH_PROCESS = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from scanner.scan_photo import scan_photo
scan_photo(Path(sys.argv[1]))
ready = time.perf_counter()
scan_photo(Path(sys.argv[1]))
print(ready - start - (time.perf_counter() - ready))
"""


def startup_s() -> float | None:
    """Importing the scanner and loading its models; None if it fails.

    A first reading of a tiny photo, with all that comes before it, less a second reading.
    """
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "grey.png"
        Image.new("RGB", TINY_PHOTO_PX, (128, 128, 128)).save(photo)
        command = [sys.executable, "-c", SCAN_IN_A_FRESH_PROCESS, str(photo)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    return float(done.stdout) if done.returncode == 0 else None
