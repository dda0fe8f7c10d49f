"""The Python body of the kernel, which defines what the compiled body must return.

`rouge` is the definition of ROUGE, as a reader of Lin (2004) would write it; `variants` has what other
packages define, and `copying` the measures beside ROUGE. `words` makes tokens. `counter` puts them together,
and `sums` has resamples.
"""

from typing import Any

from .sums import resample, sort_samples

__all__ = ["BatchCounter", "resample", "rows", "scan_row", "sort_samples", "stem"]

rows: type[tuple[Any, ...]] = tuple


def stem(word: bytes, is_nltk: bool) -> bytes:
    """Return the stem of a lower-case word, of ROUGE-1.5.5's stemmer or of NLTK's."""
    from .porter import stem  # It loads NLTK, which takes a fifth of a second.

    return stem(word, is_nltk)


def __getattr__(name: str) -> Any:
    if name == "BatchCounter":
        from .counter import BatchCounter

        return BatchCounter
    raise AttributeError(name)


def scan_row(line: bytes, names: tuple[bytes, ...]) -> tuple[Any, ...] | None:
    """Return the values of the fields with these names in a row of JSON Lines.

    Strings are bytes in UTF-8, and `...` stands for a field that the row lacks. None leaves the row to the
    caller, as this body always does. The compiled body leaves rows that are wrong or rare.
    """
    return None
