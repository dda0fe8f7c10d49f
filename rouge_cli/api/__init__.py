"""The objects and functions that programs use. This room imports what it shows; nothing below imports it."""

from ..options import Options

USUAL = Options(max_ngram=2)
"""The options of a `Scorer` that names none: ROUGE-1, ROUGE-2 and ROUGE-L."""
