"""Profiles that make the scanner better for one camera, one lamp, one set of tiles."""
