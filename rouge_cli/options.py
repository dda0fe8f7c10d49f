"""`Options`: every choice of one run that changes a figure or a line of the report."""

import os
import re
import sys
from dataclasses import fields
from math import floor, isfinite
from os import PathLike, fspath
from reprlib import repr as shortened
from types import NoneType
from typing import Self

from .errors import OptionError
from .record import Record

XLSUM = "xlsum"
PROFILES = ("rouge-1.5.5", "rouge-score", "evaluate", "torchmetrics", XLSUM)
"""The meanings of "ROUGE" that can be chosen."""
ACCUMULATIONS = ("best", "avg")
SMART = "smart"
"""The stop list that `remove_stop_words` means."""
WORDNET = "wordnet"
NO_EXCEPTIONS = "none"
"""The choices of irregular forms."""
BE_MODES = ("H", "HM", "HMR", "HM1", "HMR1", "HMR2")
MOST_NGRAMS = 10_000
"""The longest n-grams that can be asked for: longer ones would find no match in any real summary."""
MOST_NGRAMS_OF_PACKAGES = 9
"""The longest n-grams in all other profiles than ROUGE-1.5.5."""
RATIO = "ratio"
"""The `beta` that is precision / recall."""

EVEN = 0.5
"""The `alpha` where none is given: recall and precision weigh alike."""
_LARGEST = sys.float_info.max
_TYPES_OF_PACKAGES = (*(f"rouge{n}" for n in range(1, MOST_NGRAMS_OF_PACKAGES + 1)), "rougeL", "rougeLsum")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A number in ASCII digits; `float` alone takes `1_000`, `nan` and digits of other scripts, too."""
_BLANKS = " \t\n\r\f\v"


def spelt_number(typed: str) -> float | None:
    """Return the number that a text spells and nothing else, or None if it spells none."""
    return float(typed) if _NUMBER.fullmatch(typed) else None


class _AsTyped:
    """A number as Perl reads it from text, which prints as it was typed.

    ROUGE-1.5.5 quirk: blanks before a number and anything behind it are passed over, but stay in labels:
    after `-2 04` the report names `ROUGE-S04`, after `-2 " 4"` it names `ROUGE-S 4`.
    """

    typed: str
    is_misread: bool
    """True where Perl reads another number than the text spells, or one from a text that spells none."""

    @staticmethod
    def _read(typed: str) -> float | None:
        number = _NUMBER.match(typed.lstrip(_BLANKS))
        return float(number[0]) if number else None

    def __str__(self) -> str:
        return self.typed

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.typed,)


class WholeAsTyped(_AsTyped, int):
    """The whole number at or below what was typed. Raises `OptionError` where no number was."""

    def __new__(cls, typed: str) -> Self:
        # A double holds every whole number that a limit or a gap can need.
        value = cls._read(typed)
        if value is None or not isfinite(value):
            raise OptionError(f"{typed!r} is not a whole number")
        self = super().__new__(cls, floor(value))
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(_BLANKS)) != float(self)
        return self


class RealAsTyped(_AsTyped, float):
    """A number that prints as it was typed. Raises `OptionError` where no number was."""

    def __new__(cls, typed: str) -> Self:
        value = cls._read(typed)
        if value is None:
            raise OptionError(f"{typed!r} is not a number")
        self = super().__new__(cls, value)
        self.typed = typed
        self.is_misread = spelt_number(typed.strip(_BLANKS)) != float(self)
        return self


class Options(Record):
    """The choices of one run, checked once.

    Raises `OptionError`, which is a `ValueError`, for a value of the wrong type, out of range or at
    odds with another.
    """

    profile: str = "rouge-1.5.5"
    """The meaning of "ROUGE", one of `PROFILES`; a choice that it does not have is refused."""
    max_ngram: int = 0
    """ROUGE-1 … ROUGE-max, at most `MOST_NGRAMS`; 0: none, or those that the profile has by default."""
    rouge_l: bool = True
    """ROUGE-L; `basic_elements` switches it off, too."""
    types: tuple[str, ...] = ()
    """In place of both, measures by the names of the Python packages (`rouge1` … `rouge9`, `rougeL`,
    `rougeLsum`), in this order, on which resamples depend; a list becomes a tuple."""
    weight: float | None = None
    """ROUGE-W with runs of k counted as k^weight; above 0."""
    skip_gap: int | None = None
    """ROUGE-S with at most this many tokens between the two; negative: no limit."""
    skip_unigrams: bool = False
    """ROUGE-SU instead of ROUGE-S; wins over `skip_both`."""
    skip_both: bool = False
    """ROUGE-S and ROUGE-SU."""
    basic_elements: str | None = None
    """ROUGE-BE in one of `BE_MODES`."""
    paper_weight: float | None = None
    """ROUGE-W as equations 13 to 15 of ROUGE's working note define it, with runs of k counted as
    k^paper_weight and the whole text as one sequence; above 0. It cannot pool: with several models it
    needs `best_model`, or a `jackknife` of two."""
    mead: bool = False
    """MEAD's normalised pairwise LCS (equation 8 of the note). Its β is 1, whatever `alpha` is."""
    stem: bool = False
    """Stem both sides."""
    stem_models: bool = False
    """Stem the models alone, in all measures but ROUGE-N; not with `stem`."""
    remove_stop_words: bool = False
    """Leave stop words out."""
    tokenizer: str | None = None
    """The tokens that are compared: `rouge` (a-z and 0-9 alone), `unicode`, `character`, `whitespace`,
    `icu`, or `MODULE:FUNCTION`, which returns the tokens of a string; `None`: those of the `language`, else
    `rouge`."""
    stemmer: str | None = None
    """`none`, `porter-1.5.5`, `porter-nltk`, `snowball-LANGUAGE`, `xlsum-hindi`, or `MODULE:FUNCTION`, which
    returns the stem of a token; `None`: that of the `language`, else that of `stem` or `stem_models`."""
    stop_words: str | None = None
    """The list of words to leave out: `smart`, as with `remove_stop_words`, the path of a file with a word on
    each line, or the code of a language; a path object becomes its string."""
    language: str | None = None
    """The code of the texts' language, which chooses `tokenizer` and `stemmer` where these are `None`, and
    the rules of `split_sentences`; in the profile xlsum its segmenter, and its stemmer with `stem`."""
    split_sentences: bool = False
    """Find the sentences of texts that are a single line by the rules of the `language`, or of English."""
    word_limit: int = 0
    """Keep only this many words at the start of every summary, or tokens, with another `tokenizer` than
    `rouge`; 0: no limit."""
    byte_limit: int = 0
    """Keep only this many bytes at the start of every summary; 0: no limit; not with `word_limit`. With
    another `tokenizer` than `rouge` no character is cut in two."""
    split_summaries: bool = False
    """rouge-score: sentences for rougeLsum are found by NLTK instead of being lines."""
    accumulate: str | None = None
    """torchmetrics: of several models, for each measure, keep the one of the highest F (`best`, as by
    default), or take the mean of the figures (`avg`)."""
    best_model: bool = False
    """Of several models keep the one with the highest recall, instead of pooling them."""
    jackknife: bool = False
    """Score as the mean over the sets of models that lack one author each; not with `counting`."""
    alpha: float = EVEN
    """The weight of precision in F, from 0 to 1."""
    beta: float | str | None = None
    """The weight of recall in F, from 0 on, in place of `alpha`, which becomes 1/(1+beta²). `ratio`: in each
    evaluation precision / recall."""
    counting: int = 0
    """0: average over evaluations; 1: pool counts over the corpus; 2: report the pooled counts."""
    confidence: float = 95
    """The level of the confidence intervals in per cent, from 0 to 100."""
    resamples: int = 1000
    """Bootstrap resamples, from 1 to 2**32 - 1."""
    seed: int | None = None
    """rouge-score, evaluate, xlsum: the seed of NumPy's generator, from 0 to 2**32 - 1; `None`: 0."""
    data: str | None = None
    """A directory whose word lists replace the built-in ones; a path object becomes its string."""
    exceptions: str | None = None
    """The irregular forms of the stemmer porter-1.5.5: `wordnet` (the built-in lists), `none`, or `None`:
    those of `data`, where a database decides, as in ROUGE-1.5.5."""

    def __post_init__(self) -> None:
        for name in ("data", "stop_words"):
            if isinstance(path := getattr(self, name), PathLike):
                vars(self)[name] = fspath(path)
        if isinstance(self.types, list):
            vars(self)["types"] = tuple(self.types)
        self._check_types()
        others = self.types, self.split_summaries, self.accumulate, self.seed
        if self.profile != PROFILES[0] or others != ((), False, None, None):
            self._check_profile()
        self._check_ranges()
        if not self.is_plain:
            self._check_languages()
        if self.beta is not None and self.beta != RATIO:
            self._set_alpha(float(self.beta))
        elif self.beta == RATIO and self.alpha != EVEN:
            raise OptionError(ALPHA_TWICE)
        if self.word_limit and self.byte_limit:
            raise OptionError(LIMIT_TWICE)
        if self.stem and self.stem_models:
            raise OptionError(
                "both sides are stemmed by `stem`, the models alone by `stem_models`: drop one of the two"
            )
        if self.counting and self.jackknife:
            raise OptionError(
                f"`jackknife` takes means of scores, and `counting` {self.counting} pools counts: drop one"
            )
        if self.counting and self.paper_weight is not None:
            raise OptionError(
                f"`paper_weight` has no counts that `counting` {self.counting} could pool: drop one"
            )

    @property
    def is_plain(self) -> bool:
        """True where tokens, stems, stop words and sentences are those of the profile and of nothing else."""
        chosen = self.tokenizer, self.stemmer, self.stop_words, self.language
        plain = chosen == (None, None, None, None) and not self.split_sentences
        return plain and self.profile != XLSUM  # Its tokens are of no kernel.

    @property
    def is_limited(self) -> bool:
        """True where summaries are cut."""
        return bool(self.word_limit or self.byte_limit)

    @property
    def own_stemmer(self) -> str:
        """The stemmer of the profile, which `stem` asks for."""
        return "porter-1.5.5" if self.profile == PROFILES[0] else "porter-nltk"

    def _check_languages(self) -> None:
        """Check that the choices of tokens, stems, stop words and sentences agree with one another."""
        for name in ("tokenizer", "stemmer", "stop_words", "language"):
            self._check(name, getattr(self, name) != "", "a name; leave it out if there is none")
        if self.stem and self.stemmer not in (None, self.own_stemmer):
            raise OptionError(
                f"`stem` asks for the stemmer {self.own_stemmer}, `stemmer` for {self.stemmer}: drop `stem`"
            )
        if self.stem_models and self.stemmer not in (None, "porter-1.5.5"):
            raise OptionError(
                f"`stem_models` goes with the stemmer porter-1.5.5, not with {self.stemmer}: drop one of them"
            )
        if self.remove_stop_words and self.stop_words not in (None, SMART):
            raise OptionError(
                f"`remove_stop_words` leaves out the words of the list {SMART}, `stop_words` names another:"
                " drop `remove_stop_words`"
            )
        if self.split_sentences and self.split_summaries:
            raise OptionError(
                "sentences are found by NLTK with `split_summaries`, by the rules of a language with"
                " `split_sentences`: drop one of the two"
            )
        if self.split_sentences and self.basic_elements is not None:
            raise OptionError("`basic_elements` has no sentences that `split_sentences` could find: drop one")

    def _set_alpha(self, beta: float) -> None:
        """Set `alpha` to what a number in place of `beta` says."""
        alpha = 1 / (1 + beta * beta)
        if self.alpha not in (EVEN, alpha):
            raise OptionError(ALPHA_TWICE)
        vars(self)["alpha"] = alpha

    def _check_profile(self) -> None:
        """Check what is not of ROUGE-1.5.5, and that nothing else is of ROUGE-1.5.5 alone."""
        self._check("profile", self.profile in PROFILES, f"one of {', '.join(PROFILES)}")
        for field in fields(self):
            value = getattr(self, field.name)
            # A number that was typed has been asked for, even if it is the default.
            given = value != field.default or isinstance(value, _AsTyped)
            if given and not has_option(self.profile, field.name):
                raise OptionError(not_in(self.profile, field.name))
        for name in self.types:
            wanted = f"of rouge1 … rouge9, rougeL and rougeLsum, not {name!r}"
            self._check("types", name in _TYPES_OF_PACKAGES, wanted)
            if name == "rougeLsum" and self.profile == XLSUM:
                raise OptionError(
                    f"`profile` {XLSUM} has no rougeLsum, which multilingual-rouge makes of other tokens;"
                    " drop it from `types`"
                )
        wanted = f"one of {', '.join(ACCUMULATIONS)}"
        self._check("accumulate", self.accumulate in (None, *ACCUMULATIONS), wanted)
        self._check("seed", self.seed is None or 0 <= self.seed < 2**32, "from 0 to 4294967295")
        self._check("max_ngram", self.max_ngram <= MOST_NGRAMS_OF_PACKAGES, "from 0 to 9 in this `profile`")
        if self.types and (self.max_ngram or not self.rouge_l):
            raise OptionError(MEASURES_TWICE.format("max_ngram" if self.max_ngram else "rouge_l"))

    def __repr__(self) -> str:
        """Return the choices that are not the default ones, as `Options` takes them."""
        from .reprs import fields as with_fields  # Runs of the command show none.

        return with_fields(self, [one.name for one in fields(self) if getattr(self, one.name) != one.default])

    def _check_types(self) -> None:
        for names, wanted, types in _TYPES:
            for name in names:
                value = getattr(self, name)
                # A bool is an int to Python; as a number it is a mistake.
                mistaken = isinstance(value, bool) and bool not in types
                if mistaken or not isinstance(value, types):
                    raise OptionError(f"`{name}` must be {wanted}, not {shortened(value)}")

    def _check_ranges(self) -> None:
        weight, mode = self.weight, self.basic_elements
        self._check("max_ngram", 0 <= self.max_ngram <= MOST_NGRAMS, f"from 0 to {MOST_NGRAMS}")
        self._check("weight", weight is None or 0 < weight <= _LARGEST, "above 0 and finite")
        paper_weight, beta = self.paper_weight, self.beta
        within = paper_weight is None or 0 < paper_weight <= _LARGEST
        self._check("paper_weight", within, "above 0 and finite")
        within = beta in (None, RATIO) or (not isinstance(beta, str) and 0 <= (beta or 0) <= _LARGEST)
        self._check("beta", within, f"0 or more and finite, or {RATIO}")
        self._check("word_limit", self.word_limit >= 0, "0 (no limit) or more")
        self._check("byte_limit", self.byte_limit >= 0, "0 (no limit) or more")
        self._check("alpha", 0 <= self.alpha <= 1, "from 0 to 1")
        self._check("counting", self.counting in (0, 1, 2), "0, 1 or 2")
        self._check("confidence", 0 <= self.confidence <= 100, "from 0 to 100")
        # A resample is drawn from its number as the seed, of which the generator takes 32 bits.
        self._check("resamples", 1 <= self.resamples < 2**32, "from 1 to 4294967295")
        chosen = self.exceptions
        self._check("exceptions", chosen in (None, WORDNET, NO_EXCEPTIONS), f"{WORDNET} or {NO_EXCEPTIONS}")
        self._check("basic_elements", mode is None or mode in BE_MODES, f"one of {', '.join(BE_MODES)}")

    @staticmethod
    def _check(name: str, holds: bool, wanted: str) -> None:
        if not holds:
            raise OptionError(f"`{name}` must be {wanted}")


_OF_ALL = ("profile", "max_ngram", "rouge_l", "stem", "language")
_CHOSEN_APART = ("tokenizer", "stemmer", "split_sentences")
_OF_PACKAGES = {
    "rouge-score": ("types", "split_summaries", "confidence", "resamples", "seed", *_CHOSEN_APART),
    "evaluate": ("types", "seed", *_CHOSEN_APART),
    "torchmetrics": ("types", "accumulate", *_CHOSEN_APART),
    XLSUM: ("types", "confidence", "resamples", "seed"),
}
"""The options that profiles have beside those of all."""
_OF_BOTH = ("confidence", "resamples", *_CHOSEN_APART)
"""The options among them that ROUGE-1.5.5 has, beside all that are not named there."""


def has_option(profile: str, name: str) -> bool:
    """Return whether a profile has an option."""
    if profile in _OF_PACKAGES:
        return name in _OF_ALL or name in _OF_PACKAGES[profile]
    return name in _OF_BOTH or not any(name in names for names in _OF_PACKAGES.values())


def not_in(profile: str, name: str) -> str:
    """Return the complaint about a choice that a profile does not have."""
    having = " or ".join(one for one in PROFILES if has_option(one, name))
    return f"`profile` {profile} has no `{name}`, which goes with {having}; drop it"


def jobs_of(jobs: int) -> int:
    """Return the number of threads that is asked for; 0 asks for as many as there are processors.

    Raises `OptionError` for anything else than a whole number from 0 on.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 0:
        raise OptionError(f"`jobs` must be a whole number from 0 on, not {jobs!r}")
    return jobs or os.cpu_count() or 1


ALPHA_TWICE = "`beta` says what `alpha` says, which is 1/(1+β²): drop one of the two"
MEASURES_TWICE = "measures are chosen by `types` or by `{}`: drop one of the two"
LIMIT_TWICE = "a limit is in words (`word_limit`) or in bytes (`byte_limit`), not both: drop one"

_TYPES: tuple[tuple[tuple[str, ...], str, tuple[type, ...]], ...] = (
    (
        (
            *("rouge_l", "skip_unigrams", "skip_both", "mead", "stem", "stem_models", "remove_stop_words"),
            *("split_sentences", "split_summaries", "best_model", "jackknife"),
        ),
        "True or False",
        (bool,),
    ),
    (("max_ngram", "word_limit", "byte_limit", "counting", "resamples"), "a whole number", (int,)),
    (("skip_gap", "seed"), "a whole number or None", (int, NoneType)),
    (("types",), "a tuple of names", (tuple,)),
    (("profile",), f"one of {', '.join(PROFILES)}", (str,)),
    (("accumulate",), f"one of {', '.join(ACCUMULATIONS)} or None", (str, NoneType)),
    (("alpha", "confidence"), "a number", (int, float)),
    (("weight", "paper_weight"), "a number or None", (int, float, NoneType)),
    (("beta",), "a number, 'ratio' or None", (int, float, str, NoneType)),
    (("basic_elements",), f"one of {', '.join(BE_MODES)} or None", (str, NoneType)),
    (("tokenizer", "stemmer"), "a name or None", (str, NoneType)),
    (("stop_words",), "smart, the path of a file, the code of a language or None", (str, NoneType)),
    (("language",), "the code of a language or None", (str, NoneType)),
    (("data",), "the path of a directory or None", (str, NoneType)),
    (("exceptions",), f"{WORDNET}, {NO_EXCEPTIONS} or None", (str, NoneType)),
)
"""Names of options, their type in words, and as `isinstance` takes it."""
