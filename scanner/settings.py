"""Every threshold of the scanner, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScannerSettings:
    """Sizes are in hex sizes (centre to corner) unless the name says otherwise."""

    finder_side_px: int = 832
    """The longer side of the largest copy of the photo that is searched for hexes."""
    finder_copies: int = 4
    """Copies searched, each half as large as the one before."""
    centre_probability: float = 0.3
    """Below this a mark of the finder is not a hex."""
    duplicate_distance: float = 0.8
    """Two marks closer than this are one hex."""

    link_reach: float = 0.75
    """How far from its expected centre a neighbour may lie: slop, and the parallax of a high step."""
    link_size_ratio: float = 1.35
    """How much larger one neighbour may look than the other."""
    most_cast: float = 1.2
    """How far the strongest colour of the stone ground may exceed the weakest before the photo is balanced."""
    most_exposure_change: float = 1.35
    """How far its brightness may be off before the photo is made darker or brighter."""
    light_must_keep: float = 0.9
    """The share of a city's hexes that must be found again in corrected colours, or they are not used."""
    link_frame_miss: float = 0.4
    """How much the frame of a neighbour may differ: turn, stretch and size, as a share."""
    min_seed_hexes: int = 3
    """From so many marks a city may grow, if more hexes are found beside them."""
    min_city_hexes: int = 4
    """The starting tile alone; a single tile lying about is not a city."""

    most_lattices: int = 12
    most_cities: int = 8
    """The largest so many are read: a table has four players, and a sheet of many photos must not take forever."""

    hex_probability: float = 0.35
    """Below this the reader says that a mark is not a hex; above it the solver has the last word."""
    plain_hex_probability: float = 0.8
    """The same where the solver is not asked."""
    likely_hex_probability: float = 0.3
    """Below this a mark is left out when a lattice is fitted anew."""
    trusted_marks: float = 0.85
    """With a smaller share of true hexes among its marks a lattice is fitted anew to the true ones."""
    seen_apart_probability: float = 0.9
    """Above this, from both sides of a border, the table lies between two hexes."""
    sees_table_probability: float = 0.995
    """Above this a hex need not be looked for across a border."""
    grow_probability: float = 0.4
    """Above this the reader adds a hex that the finder missed beside the city."""
    second_look_shift: float = 0.09
    """A top seen so far from where it was marked is looked at again."""
    focal_log_sigma_profile: float = 0.004
    focal_log_sigma_known: float = 0.02
    focal_log_sigma_guess: float = 0.25
    """How far a focal length may be off, as the standard deviation of its logarithm."""
    centre_sigma_known: float = 0.005
    centre_sigma_guess: float = 0.1
    """How far from the middle of a photo its lens may look, as a share of the longer side. A photo that tells nothing
    of its camera has often been cropped."""

    lens_sigma: float = 0.04
    lens_sigma_wide: float = 0.15
    """How far a lens that no profile knows may bend: its first number."""
    wide_reach: float = 0.9
    """A lens is wide that sees farther than this to each side, in focal lengths."""

    slop_sigma: float = 0.03
    """Standard deviation of a tile off the lattice."""
    size_sigma: float = 0.01
    """Standard deviation of the logarithm of a top's size, as the reader sees it."""
    max_level: int = 6
    solver_seconds: float = 2.0


DEFAULT_SETTINGS = ScannerSettings()
