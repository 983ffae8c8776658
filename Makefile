# Two commands: `make run` serves the page, `make test` runs every check. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: run test lint coverage format bench bench-real bench-scan bench-web bench-batch bench-calibration fuzz-scan train clean

run: $(VENV)/installed
	$(BIN)/akroscan serve --port $(PORT)

test: $(VENV)/installed lint
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

coverage: $(VENV)/installed
	$(BIN)/python -m pytest tests/scoring --cov=scoring --cov-branch --cov-report=term-missing --cov-fail-under=98

format: $(VENV)/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed
	$(BIN)/python -m samples.bench_scoring
	$(BIN)/python -m samples.bench_studio

bench-real: $(VENV)/installed
	$(BIN)/python -m samples.bench_real

bench-scan: $(VENV)/installed
	$(BIN)/python -m samples.bench_scan

bench-calibration: $(VENV)/installed
	$(BIN)/python -m samples.calibration_bench

fuzz-scan: $(VENV)/installed
	$(BIN)/python -m tests.scanner.fuzz_scan --count 500

bench-web: $(VENV)/installed
	$(BIN)/python -m tests.webapp.bench_web

bench-batch: $(VENV)/installed
	$(BIN)/python -m tests.webapp.bench_batch

# Draws tens of thousands of hexes and trains both networks on them: about an hour and a half on two cores.
train: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,train]'
	$(BIN)/python -m samples.training

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Akroscan needs Python 3.11 or newer"'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV)
