"""The measures: each one class in one module."""

from .base import Measure, Texts
from .basic_elements import BasicElements
from .grams import Gram, GramMeasure
from .lcs import Lcs
from .ngram import NGram
from .skip_bigram import SkipBigram, SkipBigramUnigram
from .weighted_lcs import WeightedLcs

__all__ = [
    "BasicElements",
    "Gram",
    "GramMeasure",
    "Lcs",
    "Measure",
    "NGram",
    "SkipBigram",
    "SkipBigramUnigram",
    "Texts",
    "WeightedLcs",
]
