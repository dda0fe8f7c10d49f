"""The plan of a run: how texts are read, what is counted in them, and how figures are made of counts."""

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    Integers = array[int]
    Doubles = array[float]
else:  # At run time an array has no type of items before Python 3.12.
    Integers = Doubles = array

LONGEST_UNSTEMMED = 3
"""The most bytes of a token, or of a phrase in a basic element, that is not stemmed."""


class Document(NamedTuple):
    """A summary as token numbers, as the measures of the definition see it."""

    tokens: Integers
    """The tokens across sentence ends: N, S and SU count them, and L and W clip their hits by them."""
    words: Integers
    """The tokens for L and W, sentence after sentence.

    They are equal to `tokens` unless a limit in bytes cuts the two texts at different places.
    """
    ends: Integers
    """The index in `words` after the last token of each sentence."""

    def sentences(self) -> list[Integers]:
        """Return the sentences for L and W."""
        return [self.words[start:end] for start, end in pairwise([0, *self.ends])]


Item: TypeAlias = bytes | str | Sequence[bytes] | Sequence[str]
"""A text, whose lines are its sentences, or its sentences."""

Stemmer: TypeAlias = Literal["porter-1.5.5", "porter-nltk"]
"""Porter's algorithm as ROUGE-1.5.5 changed it, or as NLTK's `PorterStemmer` extends it by default."""
Lowering: TypeAlias = Literal["ascii", "unicode", "none"]
"""The letters that are lowered: ASCII alone, or other letters, too. All but a-z and 0-9 then separates
tokens. With `none` no letter is lowered, and blanks of Unicode separate tokens; a sentence of blanks has one
empty token.

Two letters beyond ASCII have a lower case that begins with a letter of ASCII: İ (U+0130) gives i and a dot,
which separates; the sign of Kelvin (U+212A) gives k.
"""
Combination: TypeAlias = Literal["pooled", "best_recall", "best_f"]
"""How a peer with several models gets one row: its counts are added up, or the counts with the best model are
taken. The best model has the highest recall, or the highest rounded F, and is the first of equal ones."""
Rounding: TypeAlias = Literal["decimals", "doubles", "floats", "smoothed", "precision"]
"""How figures are rounded: to five `decimals`, with F made of rounded figures; not at all, as `doubles`; to
`floats`; not at all, but F is `smoothed` by 10⁻⁸ in its denominator. With `precision` all three figures are
precision, not rounded."""

Pieces: TypeAlias = Literal["", "blanks", "ideographs", "sentences"]
"""Where the kernel cuts a sentence into pieces, whose tokens a function of Python makes: at `blanks` of ASCII
and, beside these, at `ideographs`, hiragana and the full stops of India; or nowhere, so that `sentences`
are pieces. With an empty string the kernel makes tokens of a-z and 0-9 itself."""


class Reading(NamedTuple):
    """The way in which a measure wants a summary to be turned into a document."""

    stem: bool
    stem_sentences: bool
    """True where the sentences of ROUGE-L and ROUGE-W are stemmed; `stem` is for the counted tokens."""
    whole: bool = False
    """True where the text is one sentence."""
    elements: str | None = None
    """The mode of basic elements to read, which only the definition reads; `None`: tokens are wanted."""


_OfRouge = Literal["ngrams", "skip_bigrams", "lcs", "weighted_lcs", "longest_lcs", "weighted_length"]
_OfPairs = Literal["distinct_ngrams", "distinct_lcs", "lcs_of_pairs"]
_OfSources = Literal["coverage", "density", "compression", "novel_types", "novel_tokens", "novel_presumm"]
_OfSummaries = Literal["repeated_types", "repeated_tokens", "repeated_presumm", "length", "sentences"]
Kind: TypeAlias = Literal[_OfRouge, _OfPairs, _OfSources, _OfSummaries]


class MeasurePlan(NamedTuple):
    """The units that a measure counts."""

    kind: Kind
    model_reading: int
    """The place of the models' reading in the plan."""
    peer_reading: int
    number: int = 0
    """The n of n-grams, or the gap of skip-bigrams: the most tokens between two, or negative for any."""
    unigrams: bool = False
    """True where all tokens but the last are counted beside the skip-bigrams."""
    weight: float = 1
    """The exponent of runs in a weighted LCS."""

    def numbers(self) -> tuple[object, ...]:
        """Return the measure as the compiled kernel takes it."""
        return (_place(Kind, self.kind), *self[1:3], _fitting(self.number), *self[4:])


class Plan(NamedTuple):
    """Everything that decides what a batch counts."""

    readings: tuple[Reading, ...]
    measures: tuple[MeasurePlan, ...]
    max_words: float
    max_bytes: float
    lowering: Lowering
    stemmer: Stemmer
    combination: Combination
    rounding: Rounding
    alpha: float
    """The weight of precision in F; NaN: 1/(1+β²) with precision / recall for β."""
    pieces: Pieces = ""
    plain_ascii: bool = False
    """True where a piece of ASCII with one run of letters and digits and without `_` needs no function: this
    run, lowered, is its token, and its stem is that of `stemmer`."""
    max_tokens: int = 0
    """The most tokens of a text, with stop words; 0: no limit. For texts in pieces."""

    def numbers(self) -> tuple[object, ...]:
        """Return the plan as the compiled kernel takes it: choices by their places, numbers within 32 bits.

        Raises `ValueError` for a choice that does not exist.
        """
        numbers: dict[str, Any] = {
            "readings": tuple(reading[:3] for reading in self.readings),
            "measures": tuple(measure.numbers() for measure in self.measures),
            "lowering": _place(Lowering, self.lowering),
            "stemmer": _place(Stemmer, self.stemmer),
            "combination": _place(Combination, self.combination),
            "rounding": _place(Rounding, self.rounding),
            "pieces": _place(Pieces, self.pieces),
            "max_tokens": _fitting(self.max_tokens),
        }
        return tuple(self._replace(**numbers))


def _place(choices: object, choice: str) -> int:
    return get_args(choices).index(choice)


def _fitting(number: int) -> int:
    """Return the number, or the nearest with 32 bits: no text has 2**31 tokens."""
    return min(max(number, -(2**31)), 2**31 - 1)


# The traits of a text that the kernel finds on its way, as bits.
EMPTY = 1
"""The text has no token."""
SPLIT_WORDS = 2
"""The text has words with letters beyond ASCII, which ROUGE-1.5.5 takes for separators."""
ON_ONE_LINE = 4
"""The text has one sentence, which seems to hold several."""
NOT_UTF8 = 8
"""The text has bytes that no tokenizer of other languages can read."""
TAGGED = 16
"""The text has tags like `<s>` or `<pad>`, which count as words."""
