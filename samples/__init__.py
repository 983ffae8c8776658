"""The photo studio that draws labelled pictures, the bundled samples and the benchmark."""
