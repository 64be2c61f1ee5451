# `make quiz` and `make test` need nothing but Python 3.11 or later and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
OTHER_VENV = .venv-torch-$(TORCH)

.PHONY: quiz test check format verify verify-torch bench test-gpu screens schema messages clean

quiz: $(VENV)/.installed
	@$(BIN)/torchdrill quiz

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/torchdrill list --check

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

verify: $(VENV)/.installed
	$(BIN)/torchdrill verify

# The bank on another torch, such as `make verify-torch TORCH=2.14.1`, in an environment of its own. Some
# versions of torch pin sympy themselves.
verify-torch: $(VENV)/bin/python
	@test -n "$(TORCH)" || { echo "say which torch: make verify-torch TORCH=2.14.1" >&2; exit 2; }
	$(BIN)/python -m venv $(OTHER_VENV)
	grep -vE '^(torch|sympy)==' constraints.txt > $(OTHER_VENV)/constraints.txt
	$(OTHER_VENV)/bin/python -m pip --disable-pip-version-check -q install \
	    -c $(OTHER_VENV)/constraints.txt "torch==$(TORCH)" -e .
	$(OTHER_VENV)/bin/torchdrill verify

bench: $(VENV)/.installed-dev
	$(PIP) install -c constraints.txt -e '.[dev,bench]'
	$(BIN)/python -m tests.bench

test-gpu: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -rs tests/runner/test_gpu.py

# Pictures of the app on a terminal, in docs/screens; needs tmux.
screens: $(VENV)/.installed-dev
	$(BIN)/python -m tests.screens

schema: $(VENV)/.installed-dev
	$(BIN)/python -m quizbank.schema

messages: $(VENV)/.installed-dev
	$(BIN)/python -m tests.messages

clean:
	rm -rf $(VENV) .venv-torch-* .mypy_cache .ruff_cache .pytest_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "torchdrill needs Python 3.11 or later; say which with: make quiz PYTHON=python3.12" >&2; exit 3; }
	@$(PYTHON) -m venv $(VENV) || \
	    { echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 3; }

# Installed when pyproject.toml or the pinned versions changed; otherwise pip isn't asked.
$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing torchdrill and PyTorch into $(VENV); this takes a few minutes the first time."
	$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing torchdrill, PyTorch and the development tools into $(VENV)."
	$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.installed
