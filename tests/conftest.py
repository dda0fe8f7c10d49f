"""The terms that all tests run under, and a body of the kernel for tests that ask for one.

A test whose needs (`support/needs.py`) are not met is left out. `--own` leaves out all tests that need other
people's programs or packages; under `--all` a need that is not met is a failure.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import Phase, settings

from rouge_cli import kernel as default

from .support import kernels
from .support.needs import lacking, needs, of_others

# A busy machine may hold up any example for longer than the usual deadline.
settings.register_profile("default", deadline=None)
settings.register_profile("quick", max_examples=10, derandomize=True, deadline=None)
# Of a mutant it is enough to know that it fails.
settings.register_profile(
    "mutants", max_examples=50, derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate]
)

# Tables and helps are as wide as the terminal that starts the tests, unless these say otherwise.
os.environ |= {"COLUMNS": "80", "LINES": "24"}
# Programs in the background of a script ignore Ctrl-C, and the programs that they start do, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    """Refuse to test sources whose kernel is not built: they would shadow an installed one without a word."""
    if "compiled" not in kernels.built() and os.environ.get("ROUGE_EVAL_KERNEL") != "python":
        raise pytest.UsageError(
            "the compiled kernel is not built beside the sources; `python -m pip install --editable .`"
            " builds it with a C compiler, ROUGE_EVAL_KERNEL=python tests the Python kernel alone"
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the garbage collector, which would take a third of the time and find nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


_left_out = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose tests by their needs."""
    group = parser.getgroup("needs")
    group.addoption("--own", action="store_true", help="only tests that need no other people's programs")
    group.addoption("--all", action="store_true", help="all tests; a need that is not met is a failure")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow folders, and leave out tests by their needs."""
    left_out = config.stash[_left_out] = {}
    kept, without = [], []
    for item in items:
        if {"oracle", "clients"} & {*item.path.parts}:
            item.add_marker(pytest.mark.slow)
        lack = _lack(config, item)
        (without if lack else kept).append(item)
        if lack:
            left_out[lack] = left_out.get(lack, 0) + 1
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = kept


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
    """Say in a line how many tests were left out, and what they need."""
    if left_out := config.stash.get(_left_out, {}):
        reasons = ", ".join(f"{count} need {lack}" for lack, count in sorted(left_out.items()))
        terminalreporter.write_line(f"left out: {reasons}")


def _body(name: str) -> object:
    """Return the parameter for a body of the kernel; the quick loop takes only the one that users run."""
    if name not in kernels.built():
        return pytest.param(name, marks=needs("compiled"))
    return pytest.param(name, marks=() if kernels.body(name) is default.body else pytest.mark.slow)


@pytest.fixture(params=map(_body, kernels.NAMES), scope="module")
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test once over each body of the kernel, by `usefixtures("kernel")`; return its name."""
    name = str(request.param)
    with kernels.kernel_of(kernels.body(name)):
        yield name
