"""What all tests may ask for: a body of the kernel."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import Phase, settings

from rouge_cli import kernel as default

from .support import kernels

# A busy machine may hold up any example for longer than the usual deadline.
settings.register_profile("default", deadline=None)
settings.register_profile("quick", max_examples=10, derandomize=True, deadline=None)
# Of a mutant it is enough to know that it fails.
settings.register_profile(
    "mutants", max_examples=50, derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate]
)


def pytest_configure() -> None:
    """Refuse to test sources whose kernel is not built: they would shadow an installed one without a word."""
    if "compiled" not in kernels.built() and os.environ.get("ROUGE_EVAL_KERNEL") != "python":
        raise pytest.UsageError(
            "the compiled kernel is not built beside the sources; `python -m pip install --editable .`"
            " builds it with a C compiler, ROUGE_EVAL_KERNEL=python tests the Python kernel alone"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow all that is compared with the original, live, or run below other programs."""
    for item in items:
        if {"oracle", "clients"} & {*item.path.parts}:
            item.add_marker(pytest.mark.slow)


def _body(name: str) -> object:
    """Return the parameter for a body of the kernel; the quick loop takes only the one that users run."""
    chosen = kernels.body(name) if name in kernels.built() else None
    return pytest.param(name, marks=() if chosen is default.body else pytest.mark.slow)


@pytest.fixture(params=map(_body, kernels.NAMES), scope="module")
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test once over each body of the kernel, by `pytest.mark.usefixtures("kernel")`; return its name.

    Only `ROUGE_EVAL_KERNEL=python` skips the tests of the compiled body where it was not built.
    """
    name = str(request.param)
    if name not in kernels.built():
        pytest.skip("ROUGE_EVAL_KERNEL is python, and the compiled kernel was not built")
    with kernels.kernel_of(kernels.body(name)):
        yield name
