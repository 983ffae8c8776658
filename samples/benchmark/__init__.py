"""How well a reader reads labelled photos: truth, matching, measures, report."""
