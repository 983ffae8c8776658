"""Names of photos: as shown, and as files of the batch's own that no name can lead astray."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath

LONGEST_STEM = 40
DIGEST_LETTERS = 10


def shown_name(path: PurePath) -> str:
    """A path as text with forward slashes; bytes that are no UTF-8 are replaced."""
    normal = os.path.normpath(path)
    return os.fsencode(normal).decode("utf-8", "replace").replace(os.sep, "/")


def one_line(name: str) -> str:
    """A name for messages: without line breaks or other signs that move the cursor."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)


def picture_file(name: str, sha256: str) -> str:
    """A file name for a picture of this photo: told by name and content, harmless whatever the name holds."""
    stem = Path(name.rpartition("/")[2]).stem
    harmless = re.sub(r"[^\w-]+", "_", stem)[:LONGEST_STEM].strip("_") or "photo"
    return f"{harmless}-{sha256[:DIGEST_LETTERS]}.jpg"
