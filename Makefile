# make run: set everything up and start Herold.   make test: set everything up and run all checks.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test lint fuzz bench learn clean

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Herold braucht Python 3.11 oder neuer.")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

run: $(VENV)/installed
	$(BIN)/herold

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: lint
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist worksteal tests

fuzz: $(VENV)/installed
	HEROLD_FUZZ=$${HEROLD_FUZZ:-50} $(BIN)/pytest -n 2 tests -k fuzz

bench: $(VENV)/installed
	$(BIN)/python -m tests.bench

learn: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[learn]'
	$(BIN)/python -m tests.learn

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis build *.egg-info
