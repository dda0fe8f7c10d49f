"""The settings of all tests, and the fixture `kernel` for tests over each body of the kernel.

A test whose needs (`support/needs.py`) are not met is left out. `--own` leaves out all tests that need
programs or packages of other people. With `--all` a need that is not met is a failure.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import Phase, settings

from rouge_cli import kernel as default

from .support import kernels
from .support.needs import lacking, needs, of_others

# On a busy machine any example may exceed the usual deadline. Continuous integration takes 100 examples.
settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile("quick", max_examples=10, derandomize=True, deadline=None)
# For a mutant it is enough to know that a test fails.
settings.register_profile(
    "mutants", max_examples=100, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)

# Without these, tables and helps are as wide as the terminal that starts the tests.
os.environ |= {"COLUMNS": "80", "LINES": "24"}
# A program in the background of a script ignores Ctrl-C, and so do the programs that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    """Refuse to test sources without a built kernel, because they would silently hide an installed kernel."""
    if "compiled" not in kernels.built() and os.environ.get("ROUGE_EVAL_KERNEL") != "python":
        raise pytest.UsageError(
            "the compiled kernel is not built beside the sources; `python -m pip install --editable .`"
            " builds it with a C compiler, ROUGE_EVAL_KERNEL=python tests the Python kernel alone"
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without the garbage collector, which takes a third of the time and finds nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def sentences_of_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let NLTK, whose model few machines have, end a sentence at each full stop before a blank."""
    sentence = re.compile(r"(?:\A|(?<=\. ))\S.*?(?=\. |\Z)", re.DOTALL)
    monkeypatch.setattr("nltk.sent_tokenize", sentence.findall)


_left_out = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose tests by their needs."""
    group = parser.getgroup("needs")
    group.addoption("--own", action="store_true", help="only tests without programs of other people")
    group.addoption("--all", action="store_true", help="all tests; a need that is not met is a failure")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow folders, and leave out tests by their needs."""
    left_out = config.stash[_left_out] = {}
    kept, without = [], []
    for item in items:
        if {"oracle", "clients"} & {*item.path.parts}:
            item.add_marker(pytest.mark.slow)
        if "minutes" in _needs_of(item) or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.no_cover)
        lack = _lack(config, item)
        (without if lack else kept).append(item)
        if lack:
            left_out[lack] = left_out.get(lack, 0) + 1
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = kept


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Trace no call where pytest-cov pauses: in processes of pytest-xdist it leaves a trace function."""
    trace = sys.gettrace()
    if paused := item.config.pluginmanager.hasplugin("_cov") and item.get_closest_marker("no_cover"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        if paused:
            sys.settrace(trace)


def _needs_of(item: pytest.Item) -> list[str]:
    return [name for mark in item.iter_markers("needs") for name in mark.args]


def _lack(config: pytest.Config, item: pytest.Item) -> str | None:
    """Return why a test is left out; None if it runs."""
    for name in _needs_of(item):
        if config.getoption("own") and of_others(name):
            return "other people's programs or minutes (make check)"
        if (lack := lacking(name)) and not (config.getoption("all") and of_others(name)):
            return lack
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test whose needs are not met."""
    for name in _needs_of(item):
        if lack := lacking(name):
            pytest.fail(f"this test needs {lack}", pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write a line with the number of tests that were left out, and what they need."""
    if left_out := config.stash.get(_left_out, {}):
        reasons = ", ".join(f"{count} need {lack}" for lack, count in sorted(left_out.items()))
        terminalreporter.write_line(f"left out: {reasons}")


def _body(name: str) -> object:
    """Return the parameter for a body of the kernel; quick runs take only the body that users run."""
    if name not in kernels.built():
        return pytest.param(name, marks=needs("compiled"))
    return pytest.param(name, marks=() if kernels.body(name) is default.body else pytest.mark.slow)


@pytest.fixture(params=map(_body, kernels.NAMES), scope="module")
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test once over each body of the kernel, by `usefixtures("kernel")`; return its name."""
    name = str(request.param)
    with kernels.kernel_of(kernels.body(name)):
        yield name
