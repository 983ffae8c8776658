"""A camera's lens from views of the sheet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.board_views import ViewFlaw
from calibration.camera_fit import COVER_COLUMNS, COVER_ROWS, CalibrationError, FitFlaw, coverage, fit_camera_profile
from scanner.lens import Lens
from scanner.load_photo import FocalSource, Photo
from scanner.profiles import Profiles
from tests.calibration.sheet_views import FOCAL_PX, HEIGHT_PX, K1, K2, WIDTH_PX, seen_sheet, ten_views


def test_ten_views_recover_the_lens():
    fit = fit_camera_profile(ten_views())
    assert fit.profile.focal_px == pytest.approx(FOCAL_PX, rel=0.01)
    assert fit.error_px < 0.2
    corners = np.array([[x, y] for x in (-0.6, 0, 0.6) for y in (-0.45, 0, 0.45)])
    true, found = Lens(K1, K2).bend(corners) * FOCAL_PX, fit.profile.lens.bend(corners) * fit.profile.focal_px
    assert np.sqrt(((true - found) ** 2).sum(axis=1).mean()) < 0.5


def test_photos_taken_upright_and_lying_go_together():
    views = ten_views()
    upright = [
        replace(
            view,
            width_px=HEIGHT_PX,
            height_px=WIDTH_PX,
            corners_px=np.column_stack([HEIGHT_PX - 1 - view.corners_px[:, 1], view.corners_px[:, 0]]),
        )
        for view in views[:5]
    ]
    fit = fit_camera_profile([*upright, *views[5:]])
    assert fit.profile.focal_px == pytest.approx(FOCAL_PX, rel=0.01)
    assert (fit.profile.long_px, fit.profile.short_px) == (WIDTH_PX, HEIGHT_PX)


def test_another_camera_is_left_out_by_name():
    strangers = [seen_sheet(20, tilt_deg=30, camera_model="Other"), seen_sheet(21, tilt_deg=30, told_focal_px=620.0)]
    fit = fit_camera_profile([*ten_views(), *strangers])
    assert [(view.name, view.flaw) for view in fit.left_out] == [
        ("20.jpg", ViewFlaw.OTHER_CAMERA),
        ("21.jpg", ViewFlaw.OTHER_CAMERA),
    ]


def test_a_bent_sheet_is_left_out():
    bent = seen_sheet(30, tilt_deg=30)
    bow = 6 * np.sin(bent.corners_px[:, :1] / 150)
    fit = fit_camera_profile([*ten_views(), replace(bent, corners_px=bent.corners_px + bow)])
    assert [(view.name, view.flaw) for view in fit.left_out] == [("30.jpg", ViewFlaw.DOES_NOT_FIT)]
    assert fit.profile.focal_px == pytest.approx(FOCAL_PX, rel=0.01)


REFUSED = {
    FitFlaw.TOO_FEW: lambda: [seen_sheet(1, tilt_deg=30)],
    FitFlaw.NO_MODEL: lambda: [replace(view, camera_model=None) for view in ten_views()],
    FitFlaw.ONLY_FROM_ABOVE: lambda: [seen_sheet(number, tilt_deg=0.2, noise_px=0.5) for number in range(6)],
    FitFlaw.INEXACT: lambda: [seen_sheet(number, tilt_deg=30, noise_px=4.0) for number in range(8)],
}


@pytest.mark.parametrize("flaw", REFUSED)
def test_views_that_make_no_profile_are_refused_with_a_sentence(flaw):
    with pytest.raises(CalibrationError) as refused:
        fit_camera_profile(REFUSED[flaw]())
    assert refused.value.flaw is flaw
    assert len(str(refused.value)) > 30


def test_no_views_at_all_are_refused():
    with pytest.raises(CalibrationError, match="there are 0"):
        fit_camera_profile([])


def test_coverage_counts_every_corner_once():
    views = ten_views()
    counts = coverage(views)
    assert counts.shape == (COVER_ROWS, COVER_COLUMNS)
    assert counts.sum() == sum(len(view.numbers) for view in views)


def photo(model="Test 1", size=(WIDTH_PX, HEIGHT_PX), focal_px=1230.0, source=FocalSource.EXIF) -> Photo:
    return Photo(np.zeros((size[1], size[0], 3), np.uint8), focal_px, source, model)


def test_the_profile_is_matched_by_camera_lens_and_resolution():
    profiles = Profiles(cameras=(fit_camera_profile(ten_views()).profile,))
    for fitting in (photo(), photo(size=(HEIGHT_PX, WIDTH_PX))):
        known = profiles.through_known_lens(fitting)
        assert known.focal_source is FocalSource.PROFILE
        assert known.lens == profiles.cameras[0].lens
    strangers = (
        photo(model="Other"),
        photo(model=None),
        photo(size=(800, 600)),
        photo(focal_px=620.0),
        photo(source=FocalSource.GUESS),
    )
    for stranger in strangers:
        assert profiles.through_known_lens(stranger) is stranger
