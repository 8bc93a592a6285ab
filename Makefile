# make demo   install into .venv and solve a problem live
# make test   style, types and tests
# make test-all  the same with the tests that take longest
# make docs   the documentation, in site/index.html
# make bench  every suite of ours at 10 s a run, reported in results/bench-COMMIT.html, the throughput of the engines and how they
#             scale, start-up, and growth
# make clean  remove everything that was built

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGING := pyproject.toml setup.py
KERNEL := $(wildcard synth/engines/*/*.[ch]) synth/engines/native/build.py synth/operators.py
JOBS ?= 3
MEASURED := bench-$(shell git rev-parse --short HEAD 2>/dev/null)
AGAIN = $(if $(shell git status --porcelain 2>/dev/null),--fresh,--resume)

# Hundreds of short processes are started: none is to compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo setup test test-all docs bench clean
.DELETE_ON_ERROR:
.NOTPARALLEL:

demo: setup
	$(BIN)/synth specs/hackers_delight/p10.py

setup: $(VENV)/.installed $(VENV)/.kernel

test: SELECTED = not slower
test-all: SELECTED =
test test-all: $(VENV)/.developer setup
	$(BIN)/ruff check .
	$(BIN)/mypy > $(VENV)/.types & types=$$!; $(BIN)/python -m pytest -n $(JOBS) -m '$(SELECTED)'; tests=$$?; \
	    wait $$types || { cat $(VENV)/.types; exit 1; }; exit $$tests

docs: setup $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.developer setup
	$(BIN)/python -m experiments.throughput
	$(BIN)/python -m experiments.scaling
	$(BIN)/python -m experiments.ablation
	$(BIN)/python -m experiments.startup
	$(BIN)/python -m experiments.growth
	$(BIN)/python -m experiments run own --timeout 10 --out $(MEASURED) $(AGAIN) || [ $$? -eq 1 ]
	$(BIN)/python -m experiments report results/$(MEASURED).jsonl

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("synth needs Python 3.11 or later, not " + sys.version.split()[0]) \
	    if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(PACKAGING) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Holds all that is installed for users, at once: pip is slow to start.
$(VENV)/.developer: $(PACKAGING) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/.installed $@

$(VENV)/.docs: $(PACKAGING) $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

$(VENV)/.kernel: $(KERNEL) $(VENV)/.installed
	$(BIN)/python -m synth.engines.native.build
	@touch $@

clean:
	rm -rf $(VENV) build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
