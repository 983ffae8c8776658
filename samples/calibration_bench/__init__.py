"""`make bench-calibration`: what calibration must show, measured."""
