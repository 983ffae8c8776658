"""Photo files as calibration takes them: loaded, or left out with the reason."""

from __future__ import annotations

from pathlib import Path

from calibration.board_views import BoardView, UnusableView, ViewFlaw, look_for_board
from scanner.load_photo import UnreadablePhotoError, load_photo


def view_of_file(name: str, source: Path | bytes) -> BoardView | UnusableView:
    """The camera sheet in a photo file."""
    try:
        photo = load_photo(source)
    except UnreadablePhotoError as error:
        return UnusableView(name, ViewFlaw.UNREADABLE, str(error))
    return look_for_board(name, photo)
