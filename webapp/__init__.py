"""The outermost layer: the web page and the command line. Nothing imports this package."""
