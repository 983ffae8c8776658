"""Training of the two networks. Needs the `train` extra; nothing of it is used when a photo is scanned."""
