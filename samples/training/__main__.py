"""`make train`: draw, train the finder and the reader, write the weights the scanner ships."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from samples.look_statistics import write_look_statistics
from samples.training.draw_examples import DrawOrder, draw_shards, finder_examples_in, reader_examples_in
from samples.training.export import export_finder, export_reader
from samples.training.finder_training import train_finder
from samples.training.reader_training import train_reader
from samples.training.schedule import TrainingRun

WEIGHTS = Path(__file__).parents[2] / "scanner" / "weights"
SHARED_FACES = Path(__file__).parents[3] / "shared" / "art"


def main() -> None:
    options = _options()
    torch.set_num_threads(options.threads)
    faces = str(SHARED_FACES) if SHARED_FACES.is_dir() else None
    order = DrawOrder(options.first_seed, options.photos, faces, options.cache)
    shards = draw_shards(order, options.threads)
    options.weights.mkdir(parents=True, exist_ok=True)
    if options.only != "reader":
        run = TrainingRun(
            "finder", epochs=options.finder_epochs, batch=16, peak_rate=options.rate, minutes=options.finder_minutes
        )
        path = options.weights / "finder.onnx"
        export_finder(train_finder(finder_examples_in(shards), run, path if options.go_on else None), path)
    if options.only != "finder":
        run = TrainingRun(
            "reader", epochs=options.reader_epochs, batch=128, peak_rate=options.rate, minutes=options.reader_minutes
        )
        path = options.weights / "reader.onnx"
        export_reader(train_reader(reader_examples_in(shards), run, path if options.go_on else None), path)
        if options.weights == WEIGHTS:
            write_look_statistics()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=2400)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--finder-epochs", type=int, default=10)
    parser.add_argument("--reader-epochs", type=int, default=8)
    parser.add_argument("--finder-minutes", type=float)
    parser.add_argument("--reader-minutes", type=float)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--go-on", action="store_true", help="start from the weights that are there")
    parser.add_argument("--only", choices=["finder", "reader"])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--cache", type=Path, default=Path("out/training"))
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
