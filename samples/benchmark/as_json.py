"""A benchmark as plain data for other programs."""

from __future__ import annotations

from samples.benchmark.breakdowns import Confusion
from samples.benchmark.measures import Figures, Share
from samples.benchmark.reading import PhotoReading
from samples.benchmark.summary import ROWS, Summary, Value, mistakes, score_error

Json = dict[str, object]


def summary_as_json(summary: Summary) -> Json:
    return {
        "folder": str(summary.folder),
        "overall": _figures(summary.overall),
        "first_read_s": summary.first_read_s,
        "peak_memory_mb": summary.peak_memory_mb,
        "by": {
            breakdown.title: {name: _figures(figures) for name, figures in breakdown.parts.items()}
            for breakdown in summary.breakdowns
        },
        "confusion": {confusion.title: _confusion(confusion) for confusion in summary.confusions},
        "photos": [_photo(reading) for reading in summary.worst_first],
        "problems": [{"file": problem.path.name, "reason": problem.reason} for problem in summary.problems],
        "unlabelled": [path.name for path in summary.unlabelled],
    }


def _figures(figures: Figures) -> Json:
    return {row.key: _value(row.value(figures)) for row in ROWS}


def _value(value: Value) -> object:
    return {"count": value.part, "of": value.whole, "share": value.fraction} if isinstance(value, Share) else value


def _confusion(confusion: Confusion) -> Json:
    """Rows by truth; a label that never came up is left out."""
    rows = {true: {read: confusion.count(true, read) for read in confusion.labels} for true in confusion.labels}
    return {
        true: {read: count for read, count in row.items() if count} for true, row in rows.items() if any(row.values())
    }


def _photo(reading: PhotoReading) -> Json:
    return {
        "photo": reading.name,
        "mistakes": mistakes(reading),
        "score_error": score_error(reading),
        "scan_s": reading.scan_s,
        "decode_s": reading.decode_s,
        "failure": reading.failure,
    }
