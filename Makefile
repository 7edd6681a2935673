# make run    sets everything up and runs the bot: the local sandbox, or the real thing with BOT_TOKEN in .env
# make test   sets everything up, checks style, types and imports, and runs the tests
# make bench  speed, as ratios measured in one run
# make shots  the pictures of the README, taken from the sandbox page with Chromium
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
.DEFAULT_GOAL := help
.PHONY: help run test check pytest bench shots lock clean

help:
	@sed -n 's/^# //p' Makefile

run: .venv/run.stamp
	@$(BIN)/python -m bot run

test: .venv/test.stamp
	@$(MAKE) --no-print-directory --jobs 2 check pytest

pytest: .venv/test.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

bench: .venv/bench.stamp
	$(BIN)/python -m bench.game_bench
	$(BIN)/python -m bench.score_bench
	$(BIN)/python -m bench.bot_bench
	$(BIN)/python -m bench.rolling_bench

shots: .venv/test.stamp
	$(BIN)/python docs/pictures/take.py

# Versions and hashes only; run after a change of the dependencies in pyproject.toml.
UV := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	--python-version 3.11 pyproject.toml
lock: .venv/run.stamp
	$(BIN)/python -m pip install --quiet uv
	$(UV) --output-file requirements.lock
	$(UV) --group test --output-file requirements-test.lock
	$(UV) --group test --group bench --output-file requirements-bench.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed; name it like this: make PYTHON=python3.12 run"; exit 1; }
	@$(PYTHON) -m venv .venv || \
		{ echo "$(PYTHON) came without its venv module; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

.venv/run.stamp: .venv/python.stamp requirements.lock
	@echo "Installing what the bot needs ..."
	@$(INSTALL) requirements.lock
	@touch $@

.venv/test.stamp: .venv/run.stamp requirements-test.lock
	@echo "Installing what the tests need ..."
	@$(INSTALL) requirements-test.lock
	@touch $@

.venv/bench.stamp: .venv/test.stamp requirements-bench.lock
	@echo "Installing what the measurements compare with ..."
	@$(INSTALL) requirements-bench.lock
	@touch $@
