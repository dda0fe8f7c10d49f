"""The inner loops: texts to counts and figures in batches, and the sums of resamples.

There are two bodies that give the same results: `python.counter` is the definition, and `compiled`, in C,
runs wherever it could be built. The environment variable `ROUGE_EVAL_KERNEL` chooses: `python` forces
the definition, and `compiled` makes it an error if the compiled body is missing.
"""

import os
import warnings
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from .plan import Doubles, Stemmer
from .plan import Item as Item
from .python import sums
from .threads import in_turn

_CHOSEN = os.environ.get("ROUGE_EVAL_KERNEL")

if _CHOSEN not in (None, "", "python", "compiled"):
    raise ImportError(f"ROUGE_EVAL_KERNEL is {_CHOSEN!r}; set it to python or compiled, or unset it")

_HOME = os.path.dirname(os.path.abspath(__file__))
_SOURCES = os.path.join(_HOME, "c")
"""The sources of the compiled body, which only a clone has."""


def _fault() -> str:
    """Return why the compiled body cannot run, or "" if it can."""
    try:
        from . import compiled
    except ImportError:
        return "is not built"
    if compiled.CHECKSUM and os.path.isdir(_SOURCES):
        checksum = 0
        for name in sorted(os.listdir(_SOURCES)):
            if name.endswith((".c", ".h")) and not name.startswith("."):
                with open(os.path.join(_SOURCES, name), "rb") as file:
                    checksum = crc32(file.read(), checksum)
        if checksum & 0x7FFFFFFF != compiled.CHECKSUM:
            return "was built from other sources"
    return ""


_found = "" if _CHOSEN == "python" else _fault()
if TYPE_CHECKING or (_CHOSEN != "python" and not _found):
    from . import compiled as body
elif _CHOSEN == "compiled":
    raise ImportError(
        f"ROUGE_EVAL_KERNEL is compiled, but the compiled kernel {_found}; install a C compiler and"
        " rouge-eval again, or unset ROUGE_EVAL_KERNEL"
    )
else:
    from .python import counter as body

    if _found and os.path.isdir(_SOURCES):
        warnings.warn(
            f"rouge_cli is imported from the clone in {os.path.dirname(os.path.dirname(_HOME))}, where the"
            f" compiled kernel {_found}: figures are the same, but take a hundred times as long; run"
            " `make demo` or `python -m pip install --editable .` there, start Python elsewhere, or set"
            " ROUGE_EVAL_KERNEL=python to use the Python kernel without this warning",
            RuntimeWarning,
            stacklevel=2,
        )

NAME = "compiled" if body.__name__.endswith(".compiled") else "Python"
"""The body that runs: `compiled` or `Python`."""

_DRAWS = 1 << 26
"""About the most values that a task draws, in a moment: a run heeds a Ctrl-C only between tasks."""


def stem(word: bytes, stemmer: Stemmer = "porter-1.5.5") -> bytes:
    """Return the stem of a lower-case word of any bytes."""
    return body.stem(word, stemmer == "porter-nltk")


def resample(
    series: Sequence[Doubles],
    resamples: int,
    divisor: float,
    *,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Sequence[Doubles]:
    """Return for each series the sum of the values that each resample draws, divided by `divisor`.

    `jobs` threads share the resamples; each is drawn by a seed of its own, whichever thread draws it.
    `progress` is called with the number drawn so far.
    """
    columns = [array("d") for _ in series]
    rows = body.rows(series)  # All threads share one copy of the columns.
    draws = sum(len(values) + 8 for values in series)  # To seed the generator takes as long as 8 draws.
    # Each thread has eight tasks; progress is reported after each task.
    size = min(-(-resamples // (8 * jobs)), _DRAWS // max(draws, 1)) or 1
    starts = range(0, resamples, size)

    def task(start: int) -> bytes:
        return body.resample(rows, start, min(size, resamples - start), divisor)

    for start, drawn in zip(starts, in_turn(task, starts, jobs if NAME == "compiled" else 1), strict=True):
        length = len(drawn) // max(len(columns), 1)
        for place, column in enumerate(columns):
            column.frombytes(drawn[place * length : (place + 1) * length])
        if progress is not None:
            progress(min(start + size, resamples))
    return columns


def sort_samples(samples: Doubles) -> float:
    """Sort the samples in place and return their sum, added up in that order.

    NaN has no order: where a sample is NaN, the definition sorts, as Python does.
    """
    total = body.sort_samples(samples)
    return total if total == total or NAME != "compiled" else sums.sort_samples(samples)
