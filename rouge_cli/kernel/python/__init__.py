"""The Python body of the kernel, which defines what the compiled body must return.

The compiled body counts whole batches; what it must return for one is defined in `scoring.counters`
by the measures and profiles, which count evaluation by evaluation with the functions of this folder.
"""

from .sums import legacy_resample, sort_samples

__all__ = ["legacy_resample", "sort_samples", "stem"]


def stem(word: bytes, is_nltk: bool) -> bytes:
    """Return the stem of a lower-case word, of ROUGE-1.5.5's stemmer or of NLTK's."""
    from .porter import stem  # It loads NLTK, which takes a fifth of a second.

    return stem(word, is_nltk)
