# Everything runs in ./.venv, made on first use from hashed pins; python3, make and git are all that is needed.
# Paths are relative throughout, since make cannot hold a path with a space in it.
PYTHON ?= python3
PINS := requirements/pins.txt
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
MAKEFLAGS += --no-print-directory

# A checkout that was copied or moved brings a .venv whose `annotator` starts the old folder's code.
ifneq ($(shell cat .venv/made-in 2>/dev/null),$(shell pwd))
.venv/ready: FORCE
endif

.PHONY: help demo test lint fmt bench crash fuzz pins clean FORCE .venv

help: ## Say what each target does
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

.venv: .venv/ready

.venv/filled: $(PINS)
	@command -v "$(PYTHON)" >/dev/null || { echo "make: there is no $(PYTHON); install Python 3.11 or later, or name one: make PYTHON=python3.11" >&2; exit 2; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $$("$(PYTHON)" --version 2>&1) is too old; install Python 3.11 or later, or name one: make PYTHON=python3.11" >&2; exit 2; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "make: this Python cannot make a virtual environment; install the package python3-venv (apt-get install python3-venv), then run make again" >&2; exit 2; }
	@echo "Setting up .venv (about a minute, once) ..." >&2
	@"$(PYTHON)" -m venv --clear .venv
	@$(PIP) install --quiet --no-deps --require-hashes -r $(PINS)
	@touch .venv/filled

# Needs no network: the build backend is among the pins. The .pth names this folder relatively, since Python 3.11
# and 3.12 do not start under LC_ALL=C when it holds a letter beyond ASCII. Byte code is compiled here since nothing
# else does it where PYTHONDONTWRITEBYTECODE is set, and every start would compile anew.
.venv/ready: pyproject.toml .venv/filled
	@$(PIP) install --quiet --no-deps --no-build-isolation --no-index --editable .
	@for pth in .venv/lib/python3*/site-packages/_gold_annotator.pth; do printf '../../../..\n' > "$$pth"; done
	@$(BIN)/python -m compileall -q annotator
	@pwd > .venv/made-in
	@touch .venv/ready

demo: .venv/ready ## Walk the whole road on a bundled dataset, in a scratch folder
	@$(BIN)/annotator demo

test: lint ## Run every check and every test
	@$(BIN)/python -m pytest -n auto

lint: .venv/ready ## Check format, style, types and layering
	@$(BIN)/python -m ruff format --check --quiet . || { echo "make: run 'make fmt'" >&2; exit 1; }
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m mypy
	@$(BIN)/python -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

fmt: .venv/ready ## Format the code and mend what can be mended
	@$(BIN)/python -m ruff check --quiet --fix-only .
	@$(BIN)/python -m ruff format .

bench: .venv/ready ## Measure speed and memory against other tools
	@$(BIN)/python tests/bench/run.py

crash: .venv/ready ## Break commands at every write-family system call (needs strace)
	@command -v strace >/dev/null || { echo "make: install strace (apt-get install strace), then run make again" >&2; exit 2; }
	@$(BIN)/python tests/crash/run.py

fuzz: .venv/ready ## Run the property tests at length
	@$(BIN)/python -m pytest -n auto --hypothesis-profile=thorough tests/fuzz

pins: ## Resolve the dependencies anew, into hashed pins (needs uv)
	@command -v uv >/dev/null || { echo "make: install uv (pip install uv), then run make again" >&2; exit 2; }
	@env -u PIP_FIND_LINKS uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-config --upgrade \
		--python-version 3.11 --extra dev --custom-compile-command "make pins" --output-file $(PINS) pyproject.toml

clean: ## Remove .venv, caches and build products
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find annotator tests -name __pycache__ -type d -prune -exec rm -rf {} +
