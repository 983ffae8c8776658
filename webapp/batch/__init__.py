"""Batch scoring: many photos in one run, from folders, zips and lists to tables, pictures and a report."""
