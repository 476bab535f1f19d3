# Everything a person or CI runs; `make help` lists it. Each target first sets up what it needs, in this folder only.
PYTHON ?= $(or $(wildcard .venv/bin/python),python3)
ARGS ?=
BIN := .venv/bin
UV := .cache/tools/bin/uv
UV_VERSION := uv==0.13.9
VERSION := $(shell "$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
READY := .venv/ready-$(VERSION)

export UV_CACHE_DIR := $(CURDIR)/.cache/uv
export UV_PYTHON_DOWNLOADS := never
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1

define need_python
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "harvest-loop needs Python 3.11 or newer; '$(PYTHON)' is $(or $(VERSION),not there). Name one: make $(or $(MAKECMDGOALS),setup) PYTHON=python3.12" >&2; exit 2; }
endef

.DEFAULT_GOAL := help
.PHONY: help setup demo test eval bench kills months lint lock clean

help: ## List the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 16

setup: $(READY) ## Install what the lock names into .venv, and the `harvest` command with it
	@echo "ready: $(CURDIR)/$(BIN)/harvest"

demo: $(READY) ## Harvest this repository and a made-up one in a temporary folder, and show what came out
	@$(BIN)/python examples/demo.py $(ARGS)

test: $(READY) ## Run the tests (some of them: make test ARGS="tests/unit -k card")
	@$(BIN)/pytest -n 2 --dist loadgroup $(ARGS)

eval: $(READY) ## Score what reads prompts and what reviews skills on labelled sets (with more skills: make eval SKILLS=a hub)
	@$(BIN)/python evals/score_prompts.py
	@$(BIN)/python -m evals.score_skills --judge evals.judge_skills:judge $(if $(SKILLS),--shared "$(SKILLS)")

bench: $(READY) ## Compare times, on a quiet machine
	@$(BIN)/pytest -m bench

kills: $(READY) ## Kill a run at each of its boundaries, and curator and undo at each call, not only at some (half an hour)
	@HARVEST_TEST_KILLS=1000 $(BIN)/pytest tests/flows/test_killed.py tests/integration/test_curation_killed.py \
		tests/integration/test_past_killed.py

months: $(READY) ## Live through three simulated months of a hub in sixty sessions (ten minutes; fewer: HARVEST_TEST_SESSIONS=6)
	@HARVEST_TEST_SESSIONS=$${HARVEST_TEST_SESSIONS:-60} $(BIN)/pytest tests/flows/test_months.py

lint: $(READY) ## Check style, types, and that imports point down
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check --diff
	@$(BIN)/mypy
	@$(BIN)/mypy examples evals
	@$(BIN)/lint-imports --no-cache

lock: $(UV) ## Write requirements.lock anew from pyproject.toml (newer versions: make lock ARGS=--upgrade)
	@$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group dev \
		$(ARGS) --output-file requirements.lock pyproject.toml > /dev/null

clean: ## Remove everything that the other targets made
	@rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist src/*.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp carries the Python version: another PYTHON makes the environment anew.
$(READY): requirements.lock pyproject.toml | $(UV)
	$(need_python)
	@test "$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$(VERSION)" || \
		"$(PYTHON)" -m venv --clear --without-pip .venv
	@echo "Installing into .venv (once) …" >&2
	@$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(UV):
	$(need_python)
	@"$(PYTHON)" -m venv --clear .cache/tools
	@.cache/tools/bin/python -m pip install --quiet $(UV_VERSION)
