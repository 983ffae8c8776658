"""From a phone photo to the cities on the table."""
