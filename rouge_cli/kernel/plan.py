"""The plan of a run: how texts are read, what is counted in them, and how figures are made of counts."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from ..numbers import DECIMALS as DECIMALS

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


PLACES = 6
"""The numbers of a document among places: the start of its tokens, of its words and of its sentence ends,
each with their count behind it."""


def document_at(arrays: tuple[Integers, Integers, Integers], document: int, *, whole: bool) -> Document:
    """Return a document of prepared texts, given their tokens, their sentence ends and their places."""
    all_tokens, all_ends, places = arrays
    tokens, size, start, count, ends, sentences = places[document * PLACES : (document + 1) * PLACES]
    counted = all_tokens[tokens : tokens + size]
    words = counted if (start, count) == (tokens, size) else all_tokens[start : start + count]
    return Document(counted, words, array("i", [count]) if whole else all_ends[ends : ends + sentences])


def places_of(
    documents: Iterable[Document], tokens: Integers, ends: Integers, start: tuple[int, int] = (0, 0)
) -> Integers:
    """Append documents to tokens and ends, which start at these sizes of their pool; return the places."""
    places = array("q")
    for counted, words, of_sentences in documents:
        first = behind = start[0] + len(tokens)
        tokens.extend(counted)
        if words is not counted:
            behind += len(counted)
            tokens.extend(words)
        places.extend((first, len(counted), behind, len(words), start[1] + len(ends), len(of_sentences)))
        ends.extend(of_sentences)
    return places


Item: TypeAlias = bytes | str | Sequence[bytes] | Sequence[str]
"""A text, whose lines are its sentences, or its sentences."""

Stemmer: TypeAlias = Literal["porter-1.5.5", "porter-nltk"]
"""Porter's algorithm as ROUGE-1.5.5 changed it, or as NLTK's `PorterStemmer` extends it by default."""
Lowering: TypeAlias = Literal["ascii", "unicode", "none", "blanks", "spaces"]
"""How tokens are made. `ascii` lowers the letters of ASCII, `unicode` all letters; a token is then a run of
a-z and 0-9. The other words lower nothing. `none` and `blanks` split at blanks of Unicode; with `none` a
sentence of blanks has one empty token. `spaces` splits at each U+0020, and may give empty tokens.

Two letters beyond ASCII have a lower case that begins with a letter of ASCII: İ (U+0130) gives i and a dot,
which separates; the sign of Kelvin (U+212A) gives k.
"""
Combination: TypeAlias = Literal["pooled", "best_recall", "best_f", "highest_recall", "best_of_each"]
"""The row of a peer with several models: its counts with all models, added up, or its counts with the best
model. The best model has the highest recall, or the highest F, as `rounding` makes it; the first of equals.
`highest_recall` compares recall without rounding and without roots. `best_of_each` takes the highest recall
and the highest precision, even of different models."""
Rounding: TypeAlias = Literal["decimals", "doubles", "floats", "smoothed", "precision", "squared_beta"]
"""The rounding of figures. `decimals`: five decimals, and F is made of rounded figures. `floats`: 32-bit
floats. All other words round nothing. `smoothed`: F has 10⁻⁸ more in its denominator. `precision`: all three
figures are precision. `squared_beta`: `alpha` of the plan is β², and F is (1 + β²)·P·R / (R + β²·P)."""

Pieces: TypeAlias = Literal["", "blanks", "ideographs", "sentences", "loose_blanks"]
"""The places where the kernel cuts a sentence into pieces, whose tokens a function of Python makes: a cut
changes no tokens. `blanks`: at blanks of ASCII. `ideographs`: also beside unified ideographs, hiragana and
the full stops of India, unless the neighbour is a mark, a joiner or a sign that Unicode joins to another
character. `sentences`: nowhere. `loose_blanks`: at blanks of ASCII in a sentence without `<`, unless a digit
follows a digit, full stop or `)`, or a capital follows a full stop that has no four small letters before it.
With an empty string the kernel makes tokens of a-z and 0-9 itself."""


class Reading(NamedTuple):
    """The way in which a measure wants a summary to be turned into a document."""

    stem: bool
    stem_sentences: bool
    """True where it stems `Document.words` (for L and W); `stem` stems `Document.tokens`."""
    whole: bool = False
    """True where the text is one sentence."""
    elements: str | None = None
    """The mode of basic elements to read, which only the definition reads; `None`: tokens are wanted."""


_OfRouge = Literal["ngrams", "skip_bigrams", "lcs", "weighted_lcs", "longest_lcs", "weighted_length"]
_OfPairs = Literal["distinct_ngrams", "distinct_lcs", "lcs_of_pairs", "signed_ngrams"]
OfSources = Literal["coverage", "density", "compression", "novel_types", "novel_tokens", "novel_presumm"]
OfSummaries = Literal["repeated_types", "repeated_tokens", "repeated_presumm", "length", "sentences"]
Kind: TypeAlias = Literal[_OfRouge, _OfPairs, OfSources, OfSummaries]


Function: TypeAlias = Callable[..., Any]
"""A rule that has no word. The compiled kernel does not know it, so the definition counts."""


class Measure(NamedTuple):
    """A block of figures in the report: a kind, a number, its readings and its units."""

    name: str
    kind: Kind | Function
    """The units to count. A function takes two Documents (token numbers, no letters), a model and a peer. It
    returns the units of both, the hits in the model and the hits in the peer."""
    model_reading: Reading
    peer_reading: Reading
    units: str = "units"
    """The name of the units, in the plural."""
    number: int = 0
    """The n of n-grams, or the gap of skip-bigrams: the most tokens between two, or negative for any."""
    unigrams: bool = False
    """True where all tokens but the last are counted beside the skip-bigrams."""
    weight: float = 1
    """The exponent of runs in a weighted LCS. It is also the root that recall and precision take of ratios,
    even in an LCS."""

    @property
    def is_of_ngrams(self) -> bool:
        """True where n-grams are counted."""
        return self.kind in ("ngrams", "distinct_ngrams", "signed_ngrams")

    @property
    def is_weighted(self) -> bool:
        """True where runs have weights."""
        return self.kind in ("weighted_lcs", "weighted_length")

    @property
    def has_whole_weight(self) -> bool:
        """True where the weights of runs, and so the units of texts, are whole numbers."""
        return self.is_weighted and float(self.weight).is_integer()

    @property
    def reads_sentences(self) -> bool:
        """True where texts are matched sentence by sentence; otherwise a text is one sequence of tokens."""
        of_sentences = ("lcs", "weighted_lcs", "longest_lcs", "distinct_lcs", "lcs_of_pairs", "sentences")
        return self.kind in of_sentences and not self.peer_reading.whole

    @property
    def needs_source(self) -> bool:
        """True where the model is the source of the peer."""
        return self.kind in get_args(OfSources)

    @property
    def typecode(self) -> Literal["q", "d"]:
        """The type of counts in arrays: whole numbers, or doubles."""
        return "d" if self.is_weighted or callable(self.kind) else "q"


_MOST_TOKENS = 2**31 - 1
"""No text has more tokens, and the compiled kernel takes no greater number."""


class Plan(NamedTuple):
    """Everything that decides what a batch counts. Both bodies of the kernel interpret it."""

    measures: tuple[Measure, ...]
    max_words: float = 0
    max_bytes: float = 0
    lowering: Lowering = "ascii"
    stemmer: Stemmer = "porter-1.5.5"
    combination: str | Function = "pooled"
    """A function takes a measure and the counts of a peer with each model, and returns its counts with all
    models."""
    rounding: str | Function = "decimals"
    """A function takes a measure, its counts and `alpha`, and returns recall, precision and F."""
    alpha: float = 0.5
    """The weight of precision in F; NaN: 1/(1+β²) with precision / recall for β. See `Rounding`, too."""
    pieces: Pieces = ""
    plain_ascii: bool = False
    """True if a piece of ASCII with one run of letters and digits and without `_` needs no function: the run,
    lowered, is the token, and `stemmer` makes its stem."""
    max_tokens: int = 0
    """The most tokens of a text, with stop words; 0: no limit. For texts in pieces."""

    @property
    def readings(self) -> list[Reading]:
        """The readings that the measures need, each once."""
        both = ((measure.model_reading, measure.peer_reading) for measure in self.measures)
        return list(dict.fromkeys(chain.from_iterable(both)))

    @property
    def distinct_readings(self) -> list[Reading]:
        """The readings that differ in tokens."""
        return list(dict.fromkeys(reading._replace(whole=False) for reading in self.readings))

    def numbers(self) -> tuple[object, ...] | None:
        """Return the plan as the compiled kernel takes it: choices by their places, numbers within 32 bits.

        None: C does not know one of the words, or is to call a function, so it leaves the batch to Python.
        """
        readings = self.readings
        if any(reading.elements for reading in readings):
            return None
        words = (self.lowering, self.stemmer, self.combination, self.rounding, self.pieces)
        known = map(get_args, (Lowering, Stemmer, Combination, Rounding, Pieces))
        try:
            lowering, stemmer, combination, rounding, pieces = map(tuple.index, known, words)
            kinds = [get_args(Kind).index(measure.kind) for measure in self.measures]
        except ValueError:
            return None
        return (
            tuple(reading[:3] for reading in readings),
            tuple(
                (
                    kind,
                    readings.index(measure.model_reading),
                    readings.index(measure.peer_reading),
                    max(-_MOST_TOKENS, min(measure.number, _MOST_TOKENS)),
                    measure.unigrams,
                    float(measure.weight),
                )
                for kind, measure in zip(kinds, self.measures, strict=True)
            ),
            *(self.max_words, self.max_bytes, lowering, stemmer, combination, rounding, self.alpha, pieces),
            *(self.plain_ascii, min(self.max_tokens, _MOST_TOKENS)),
        )


# The traits of a text that the kernel finds on its way, as bits.
EMPTY = 1
"""The text has no token."""
SPLIT_WORDS = 2
"""The text has words with letters beyond ASCII, which ROUGE-1.5.5 takes for separators."""
ON_ONE_LINE = 4
"""The text has one sentence, which seems to hold several."""
NOT_UTF8 = 8
"""The text has bytes that no tokenizer of other languages can read."""
MARKED = 16
"""The text has `<`, `&` or `":`, with which tags, entities of HTML and values in JSON begin."""
