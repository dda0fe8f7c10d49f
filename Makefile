# `make` lists the targets: what stands behind two # of a target is its line there.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
N ?= 2000

# Python compiles modules when they are imported first, which most modules of these packages never are.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# PyICU is built from its source, which needs ICU's headers and a compiler.
ICU = $(shell pkg-config --exists icu-i18n && command -v g++ >/dev/null && echo ,icu)
# Tests are compiled once and kept, whatever the environment says: that takes as long as half of the quick ones.
PYTEST = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$$(cd '$(VENV)' && pwd)/compiled" $(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

.DEFAULT_GOAL := help
.PHONY: help demo quick test check oracle clients clusters browser sanitize mutants fuzz golden own man docs pictures dist bench clean

help: ## lists these
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z]*\):.*## /\1#/p' Makefile | while IFS='#' read -r name text; do printf '  %-9s %s\n' "$$name" "$$text"; done

# An editable installation builds the kernel beside the sources, where Python finds it in a clone, too.
$(VENV)/own: pyproject.toml setup.py $(wildcard rouge_cli/kernel/c/*)
	@echo "A virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "rouge-eval and the packages that it needs (30 MB to fetch, 90 MB installed) ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/test: $(VENV)/own
	@echo "The packages that the tests need (90 MB to fetch, 350 MB installed) ..."
	@$(PIP) --editable '.[test]'
	@touch $@

$(VENV)/dev: $(VENV)/own
	@echo "The packages that all tests need, and the programs that check (260 MB to fetch, 900 MB installed) ..."
	@$(if $(ICU),,echo "PyICU cannot be built: tests of dictionary words are left out (apt install libicu-dev pkg-config g++)")
	@$(PIP) --editable '.[dev$(ICU)]'
	@touch $(VENV)/test $@

demo: $(VENV)/own ## installs rouge-eval in .venv and scores the summaries of two systems (30 seconds)
	@echo "Two systems, three topics, two model summaries of each, as a table; then the report of ROUGE-1.5.5."
	@$(BIN)/rouge-eval -n 2 -m --format text rouge_cli/examples/config.xml | sed '/^$$/,$$d'
	@$(BIN)/rouge-eval -n 2 -m rouge_cli/examples/config.xml | sed -n 1,4p
	@echo "Next, your own files, a summary on each line: $(BIN)/rouge-eval -n 2 -m --format text --lines yours.txt references.txt"

ifdef OFFLINE
test:
	$(PYTHON) setup.py --quiet build_ext --inplace
	$(PYTHON) -m pytest --own

man:
	ROUGE_EVAL_KERNEL=python $(PYTHON) -m tests.programs.man_pages man
else
test: $(VENV)/test ## all tests that need no other program (5 minutes, 400 MB); OFFLINE=1: with the packages of PYTHON, fetching nothing
	$(PYTEST) --own

man: $(VENV)/own ## writes the man pages, made of the texts of the helps, to man/; OFFLINE=1, too
	$(BIN)/python -m tests.programs.man_pages man
endif

# The same random examples each time, and ten of each; only the body of the kernel that users run.
quick: $(VENV)/test ## the tests that need few processes and no other program, for every change (30 seconds)
	$(PYTEST) --quiet --own -m "not slow" --hypothesis-profile=quick

check: $(VENV)/dev oracle clients clusters browser ## all that continuous integration checks: format, lint, types, every test, sanitizers (20 minutes, 6 GB)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) --cov --cov-report=term:skip-covered $(if $(CI),--all)
	$(MAKE) sanitize

oracle: $(VENV)/own ## fetches the original, for tests against it (needs perl with XML::Parser)
	@$(BIN)/python -m tests.oracle.original

clients: $(VENV)/own ## fetches programs that wrap the original, and packages to compare with (3.7 GB)
	@$(BIN)/python -m tests.support.environments clients

clusters: $(VENV)/own ## fetches Dask and Spark, to score on them (needs Java; 900 MB)
	@$(BIN)/python -m tests.support.environments clusters

$(VENV)/browser: $(VENV)/own
	@$(PIP) --editable '.[browser]'
	@touch $@

browser: $(VENV)/browser ## fetches a driver of Chromium, to look at the pages of a report (needs chromium; 170 MB)

sanitize: $(VENV)/dev ## the kernel under sanitizers, and the line coverage of its C files (needs gcc; 3 minutes)
	$(BIN)/python -m tests.programs.sanitize

mutants: $(VENV)/dev ## changes at one point that no test notices (an hour): ROOM=text SAMPLE=100; ROOM=c for C
	$(BIN)/python -m tests.programs.mutants $(ROOM) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

fuzz: $(VENV)/test oracle ## random evaluations against the original: N=5000
	ROUGE_FUZZ=$(N) $(BIN)/python -m pytest -o faulthandler_timeout=0 tests/oracle

golden: $(VENV)/test oracle ## writes golden_outputs anew with the original
	$(BIN)/python -m tests.support.golden

own: $(VENV)/dev ## writes golden_outputs/own anew: what only rouge-eval and rouge-tools print
	$(BIN)/python -m tests.support.golden --own

$(VENV)/docs: $(VENV)/own
	@$(PIP) --editable '.[docs]'
	@touch $@

docs: $(VENV)/docs ## builds the guides, the flags and the docstrings as a site in build/docs/site (20 seconds)
	$(BIN)/python -m tests.programs.documentation

pictures: browser ## draws the pictures of the README and of the site anew, in .github/pictures (needs chromium; 1 minute)
	$(BIN)/python -m tests.programs.pictures

dist: man ## builds and checks the archives that are published, twice each, and compares their bytes (2 minutes)
	rm -rf dist
	$(PYTHON) -m venv build/tools
	build/tools/bin/python -m pip install --quiet --disable-pip-version-check --requirement .ci/dist.txt
	build/tools/bin/python -m tests.programs.packaging dist

# Installed as users install it: an editable install takes 0.02 s longer to start.
bench: oracle ## times rouge-eval, the original and other packages (8 minutes): ONLY=lines
	$(PYTHON) -m venv bench/rouge-eval
	bench/rouge-eval/bin/python -m pip install --quiet --disable-pip-version-check '.[correlate]'
	@bench/rouge-eval/bin/python -m tests.programs.benchmarks $(if $(ONLY),--only $(ONLY))

clean: ## removes all that is fetched or built
	rm -rf $(VENV) .venv-* .oracle .clients .clusters build man dist bench *.egg-info .*_cache .coverage .hypothesis
