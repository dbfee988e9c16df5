# Everything a fresh machine with Python 3.11 or later needs: make demo, make test.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-all lint types fast all site bench coverage coverage-parts page clean help

help:
	@echo "make demo    evaluate the built-in cohort and print the verdict"
	@echo "make test    lint, types, doctests and fast tests: two minutes"
	@echo "make test-all  the same with every test, slow ones too: ten minutes"
	@echo "make lint    ruff and spelling alone"
	@echo "make site    the documentation as a site, in site/"
	@echo "make page    lint the page's scripts and bundle them anew (needs Node 20 or later and npm)"
	@echo "make bench   speed and memory beside the peers, as ratios, into docs/benchmarks.md"
	@echo "make coverage  how often intervals hold the truth: a simulation of an hour (python -m studies.coverage --quick: of two minutes)"
	@echo "make coverage-parts  the same for discrimination, calibration and groups: half an hour"
	@echo "make clean   remove the environment and what the tools left"

demo: $(VENV)/base.stamp
	@$(BIN)/baserate demo

test: lint types fast

test-all: lint types all

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

types: $(VENV)/test.stamp
	$(BIN)/mypy

# A process a core: threads within them would only wait for each other.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 POLARS_MAX_THREADS=1 \
          $(BIN)/python -m pytest -q -n auto --dist worksteal

# Without what is listed in tests/slow.txt.
fast: $(VENV)/test.stamp
	$(PYTEST) -m "not slow"

all: $(VENV)/test.stamp
	$(PYTEST)

coverage: $(VENV)/test.stamp
	$(BIN)/python -m studies.coverage

coverage-parts: $(VENV)/test.stamp
	$(BIN)/python -m studies.parts

# In an environment of its own, so that what builds the site is no part of what is tested.
site: $(VENV)-site/site.stamp
	$(VENV)-site/bin/python -m docs.building

# BENCH=--quick to see that it runs, without writing the page.
BENCH ?= --write docs/benchmarks.md
bench: $(VENV)/bench.stamp
	$(BIN)/python -m benchmarks $(BENCH)

# The bundle is in the repository: only who changes a script of the page, or its words, needs this.
page: node_modules/.package-lock.json
	npm run --silent lint
	npm run --silent bundle

node_modules/.package-lock.json: package-lock.json package.json
	npm ci --no-audit --no-fund

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit("baserate needs Python 3.11 or later; $(PYTHON) is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 demo") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip
	@touch $@

$(VENV)/base.stamp: $(VENV)/python.stamp pyproject.toml
	$(PIP) install --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/base.stamp
	$(PIP) install --editable '.[test]'
	$(PIP) install --no-deps briertools
	@touch $@

$(VENV)-site/site.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)-site
	$(VENV)-site/bin/python -m pip --disable-pip-version-check --quiet install --no-compile --editable '.[docs]'
	@touch $@

# The peers that the tests do not need; the table says which of them could not be installed.
$(VENV)/bench.stamp: $(VENV)/test.stamp
	-$(PIP) install --editable '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-site site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis node_modules
