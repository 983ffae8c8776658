"""A scan as JSON: what `akroscan scan --json` prints and the page works with."""

from __future__ import annotations

from typing import Any

from scanner.quality import HINTS
from scanner.result import Quality, ReadCity, ReadHex, ScanResult
from scoring.problems import problem_data

DECIMALS = 4


def result_as_json(result: ScanResult, photo: str) -> dict[str, Any]:
    """Plain data for one scan; `photo` names it."""
    return {
        "photo": photo,
        "width": result.width_px,
        "height": result.height_px,
        "cities": [_city(city) for city in result.cities],
        "no_city": result.no_city,
        "quality": _quality(result.quality),
        "timing_ms": {stage: round(ms, 1) for stage, ms in result.timing_ms.items()},
    }


def _city(city: ReadCity) -> dict[str, Any]:
    return {
        "hexes": [_hex(hex_) for hex_ in city.hexes],
        "tiles": [
            {"places": [list(place) for place in tile.places], "level": tile.level, "start": tile.is_start}
            for tile in city.tiles
        ],
        "problems": [problem_data(problem) for problem in city.problems],
        "tilt_deg": round(city.tilt_deg, 1),
    }


def _hex(hex_: ReadHex) -> dict[str, Any]:
    return {
        "q": hex_.place.q,
        "r": hex_.place.r,
        "kind": hex_.kind,
        "level": hex_.level,
        "confidence": round(hex_.confidence, DECIMALS),
        "hex_confidence": round(hex_.hex_confidence, DECIMALS),
        "kind_confidence": round(hex_.kind_confidence, DECIMALS),
        "level_confidence": round(hex_.level_confidence, DECIMALS),
        "alternatives": [
            {"kind": other.kind, "level": other.level, "probability": round(other.probability, DECIMALS)}
            for other in hex_.alternatives
        ],
        "x": round(hex_.centre_px[0], 2),
        "y": round(hex_.centre_px[1], 2),
        "outline": [[round(x, 2), round(y, 2)] for x, y in hex_.outline_px],
    }


def _quality(quality: Quality) -> dict[str, Any]:
    return {"good": quality.is_good, "flaws": [{"code": flaw, "hint": HINTS[flaw]} for flaw in quality.flaws]}
