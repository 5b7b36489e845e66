PY ?= python3
BIN := .venv/bin

.PHONY: setup test lint types demo score

setup: .venv/done

.venv/done: pyproject.toml requirements-dev.txt
	$(PY) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e .
	touch .venv/done

test: setup
	$(BIN)/ruff check src tests tools benchmarks
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2

score: setup
	$(BIN)/python ../shared/bin/score_verdicts.py --sendable $(BIN)/sendable
