"""The printed pictures of the eleven kinds: drawn by code, or read from a folder."""
