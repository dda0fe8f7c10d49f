# make demo     environment, install, the classic report on config_examples
# make quick    the tests that need no other program and few processes (20 seconds), for every change
# make test     environment, install, all tests
# make check    format, lint, types and tests, as continuous integration runs them
# make oracle   fetches the original, for tests against it (needs perl with XML::Parser)
# make clients  fetches programs that wrap the original, and packages to compare with
# make clusters fetches Dask and Spark, to score on them (needs Java; 900 MB)
# make browser  fetches a driver of Chromium, to look at the pages of a report (needs chromium; 170 MB)
# make sanitize the compiled kernel under sanitizers, and the line coverage of its C files (needs gcc; 3 minutes)
# make mutants  single-point changes that no test notices (an hour): make mutants ROOM=text SAMPLE=100; ROOM=c for C
# make fuzz     more random evaluations against the original: make fuzz N=5000
# make golden   writes golden_outputs anew with the original
# make own      writes golden_outputs/own anew: what only rouge-eval and rouge-tools print
# make man      writes the man pages anew from the texts of the helps
# make dist     builds and checks the archives that are published, twice each, and compares their bytes (2 minutes)
# make bench    times rouge-eval, the original, other packages and a bare C++ program of the same job on corpora
#               from a seed (half an hour); make bench ONLY=lines prints one table in a minute

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
N ?= 2000

# PyICU is built from its source, which needs ICU's headers.
ICU = pkg-config --exists icu-i18n && $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[icu]'

.DEFAULT_GOAL := demo
.PHONY: demo quick test check sanitize mutants oracle clients clusters browser fuzz golden own man dist bench clean

SOURCES := pyproject.toml setup.py .ci/sbom.py $(wildcard rouge_cli/*.py rouge_cli/*/*.py rouge_cli/*/*/*.py rouge_cli/data/* rouge_cli/data/*/* \
	rouge_cli/kernel/c/* rouge_cli/explanations/page.* rouge_cli/site/site.css rouge_cli/site/evaluations.js rouge_cli/site/templates/* rouge_cli/cli/man/*.1)

$(BIN)/rouge-eval: $(SOURCES)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/dev: $(BIN)/rouge-eval
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(ICU) || echo "PyICU cannot be built: the tests of dictionary words are skipped (apt install libicu-dev pkg-config g++)"
	@touch $@

demo: $(BIN)/rouge-eval
	$(BIN)/rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config_examples/spl.xml

oracle: $(VENV)/dev
	@$(BIN)/python -m tests.oracle.original

clients: $(VENV)/dev
	@$(BIN)/python -m tests.clients.environment

browser: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'

clusters: $(VENV)/dev
	@$(BIN)/python -m tests.clusters.environment

test: $(VENV)/dev
	@$(BIN)/python -m tests.oracle.original || true
	@$(BIN)/python -m tests.clients.environment || true
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile --cov --cov-report=term:skip-covered

# The same random examples each time, and ten of each; only the body of the kernel that users run.
quick: $(VENV)/dev
	$(BIN)/python -m pytest --quiet -m "not slow" --hypothesis-profile=quick

check: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(MAKE) test

sanitize: $(VENV)/dev
	$(BIN)/python -m tests.sanitize

mutants: $(VENV)/dev
ifeq ($(ROOM),c)
	$(BIN)/python -m tests.mutants.c $(SAMPLE) $(and $(SAMPLE),$(SEED))
else
	$(BIN)/python -m tests.mutants $(ROOM) $(if $(SAMPLE),--sample $(SAMPLE))
endif

fuzz: oracle
	ROUGE_FUZZ=$(N) $(BIN)/python -m pytest tests/oracle

golden: oracle
	$(BIN)/python -m tests.support.golden

own: $(VENV)/dev
	$(BIN)/python -m tests.support.golden --own

man: $(VENV)/dev
	$(BIN)/python -m rouge_cli.cli.man.pages

dist:
	rm -rf dist
	$(PYTHON) -m venv build/tools
	build/tools/bin/python -m pip install --quiet --disable-pip-version-check --requirement .ci/dist.txt
	build/tools/bin/python -m tests.packaging dist

# Installed as users install it: an editable install takes 0.02 s longer to start.
bench: oracle
	$(PYTHON) -m venv bench/rouge-eval
	bench/rouge-eval/bin/python -m pip install --quiet --disable-pip-version-check .
	@bench/rouge-eval/bin/python -m tests.benchmarks $(if $(ONLY),--only $(ONLY))

clean:
	rm -rf $(VENV) .oracle .clients .clusters build dist bench *.egg-info .*_cache .coverage .hypothesis
