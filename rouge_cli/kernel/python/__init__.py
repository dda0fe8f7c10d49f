"""The Python body of the kernel, which defines what the compiled body must return."""

from .grams import ngram_hits, skip_bigram_hits
from .lcs import lcs_hits, weighted_lcs_hits
from .resampling import resample, sort_samples
from .words import Vocabulary

__all__ = [
    "Vocabulary",
    "lcs_hits",
    "ngram_hits",
    "resample",
    "skip_bigram_hits",
    "sort_samples",
    "weighted_lcs_hits",
]
