"""`Options`: every choice of one run that changes a figure or a line of the report."""

import os
import re
import sys
from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields
from functools import wraps
from itertools import chain
from math import ceil
from operator import index
from os import PathLike, fspath
from reprlib import repr as shortened
from types import UnionType
from typing import Any, get_args, get_origin

from .errors import Message, OptionError, nearest, repr_of
from .numbers import BLANKS, AsTyped
from .rouges import BEYOND, CLASSIC, PROFILES, ROUGES, XLSUM

SMART = "smart"
"""The stop list that `remove_stop_words` means."""
WORDNET, NO_EXCEPTIONS = "wordnet", "none"
"""The choices of irregular forms."""
MOST_NGRAMS = 10_000
"""The longest n-grams that can be chosen: longer ones would find no match in any real summary."""
RATIO = "ratio"
"""The `beta` that is precision / recall."""

ABOUT = (
    *("coverage", "density", "compression"),
    *(f"{kind}-{n}" for kind in ("novel", "repeated") for n in range(1, 5)),
    *("length", "sentences", "length-ratio"),
)
"""The measures beside ROUGE that `ALL` means; longer n-grams can be named."""
ALL = "all"
_SHOWN = "coverage, density, compression, novel-N, repeated-N, length, sentences, length-ratio"
GRAM_COUNTS = (TYPES, TOKENS, PRESUMM) = "types", "tokens", "presumm"
SUMMARIES, POOLED = "summaries", "pooled"
SKIP, ZERO, REFUSE = "skip", "zero", "refuse"
MEDIAN, PLAIN = "median", "plain"
AVERAGES, EVALUATIONS = "averages", "evaluations"
_LONGER_GRAMS = re.compile("(?:novel|repeated)-(?:[1-9][0-9]{0,3}|10000)")


class Unset(float):
    """A default that a ROUGE may replace; an equal number that a user writes is a choice, and stays."""

    def __repr__(self) -> str:
        return f"{float(self):g}"


UNLIMITED = Unset(0)
EVEN = Unset(0.5)
"""The default `alpha`: recall and precision weigh alike, unless the ROUGE says otherwise."""
_LARGEST = sys.float_info.max
_SMALLEST = 5e-324
"""The least number above 0."""

_NAME = "a name or MODULE:FUNCTION"
_ABOVE_0 = "a number above 0 and finite"
_LIMIT = "a number from 0 (no limit) to 1e308"


def _option(default: Any, **rule: Any) -> Any:
    """Return a field of `Options`, with what `OPTIONS` says of it."""
    return field(default=default, metadata=rule)


@dataclass(frozen=True, kw_only=True, repr=False)
class Options:
    """The choices of one run, checked once.

    Raises `OptionError`, a `ValueError`, for a value of a wrong type, out of range or at odds with another.
    """

    profile: str = _option(CLASSIC, of="", words=PROFILES)
    """The meaning of "ROUGE": `rouge-1.5.5`, `rouge-score`, `evaluate`, `torchmetrics`, `xlsum`, `rouge`,
    `rouge-chinese`, `coco`, `py-rouge`, `rouge-metric` or `ignite`. A choice that it lacks is refused."""
    max_ngram: int = _option(0, of="", range=(0, MOST_NGRAMS))
    """ROUGE-1 … ROUGE-max, at most 10,000; 0: none, or the default n-grams of the profile."""
    rouge_l: bool = _option(True, of="")
    """ROUGE-L; `basic_elements` switches it off, too."""
    types: tuple[str, ...] = _option((), of="types", wanted="a tuple of names")
    """Measures by the names of the Python packages (`rouge1` … `rouge9`, `rougeL`, `rougeLsum`), in place of
    `max_ngram` and `rouge_l`. Resamples depend on their order. A list becomes a tuple. The packages lack
    `rougeS4`, `rougeSU4` and `rougeW1.2` (any gap or weight; gap `*`: no limit), which are of Lin (2004)."""
    weight: float | None = _option(None, of="runs", wanted=_ABOVE_0, range=(_SMALLEST, _LARGEST))
    """ROUGE-W with runs of k counted as k^weight; above 0."""
    skip_gap: int | None = _option(None, of="skips")
    """ROUGE-S with at most this many tokens between the two tokens of a skip-bigram; negative: no limit."""
    skip_unigrams: bool = _option(False, of="skips")
    """ROUGE-SU instead of ROUGE-S; wins over `skip_both`."""
    skip_both: bool = _option(False, of="skips")
    """ROUGE-S and ROUGE-SU."""
    basic_elements: str | None = _option(None, words=("H", "HM", "HMR", "HM1", "HMR1", "HMR2"))
    """ROUGE-BE in a mode: `H`, `HM`, `HMR`, `HM1`, `HMR1` or `HMR2`."""
    paper_weight: float | None = _option(None, wanted=_ABOVE_0, range=(_SMALLEST, _LARGEST))
    """ROUGE-W as equations 13 to 15 of ROUGE's working note define it, with runs of k counted as
    k^paper_weight and the whole text as one sequence; above 0. It cannot pool: with several models it
    needs `best_model`, or a `jackknife` of two."""
    mead: bool = False
    """MEAD's normalised pairwise LCS (equation 8 of the note). Its β is 1, whatever `alpha` is."""
    stem: bool = _option(False, of="stems")
    """Stem both sides."""
    stem_models: bool = False
    """Stem the models alone, in all measures but ROUGE-N; not with `stem`."""
    remove_stop_words: bool = False
    """Leave stop words out."""
    tokenizer: str | None = _option(None, of="tokens", wanted=_NAME)
    """The tokens that are compared: `rouge` (a-z and 0-9 alone), `unicode`, `character`, `whitespace`,
    `icu`, `spacy`, `ptb`, or `MODULE:FUNCTION`, which returns the tokens of a string; `None`: the tokens of
    the `language`, or `rouge` without one."""
    stemmer: str | None = _option(None, of="tokens", wanted=_NAME)
    """`none`, `porter-1.5.5`, `porter-nltk`, `snowball-LANGUAGE`, `xlsum-hindi`, or `MODULE:FUNCTION`, which
    returns the stem of a token; `None`: the stemmer of the `language` or, without one, of `stem` or
    `stem_models`."""
    stop_words: str | None = _option(None, wanted="smart, the path of a file or the code of a language")
    """The list of words to leave out: `smart`, as with `remove_stop_words`, the path of a file with a word on
    each line, or the code of a language; a path object becomes its string."""
    language: str | None = _option(None, of="texts", wanted="the code of a language")
    """The code of the texts' language, which chooses `tokenizer` and `stemmer` where these are `None`, and
    the rules of `split_sentences`; in the profile xlsum its segmenter, and its stemmer with `stem`."""
    split_sentences: bool = _option(False, of="tokens")
    """Find the sentences of texts that are a single line by the rules of the `language`, or of English."""
    word_limit: float = _option(0, of="limits", wanted=_LIMIT, range=(0, _LARGEST))
    """Keep only this many words at the start of every summary (tokens, with another `tokenizer` than
    `rouge`); 0: no limit. ROUGE-1.5.5 alone takes fractions here, in `byte_limit` and in `resamples`."""
    byte_limit: float = _option(UNLIMITED, of="limits", wanted=_LIMIT, range=(0, _LARGEST))
    """Keep only this many bytes at the start of every summary; 0: no limit; not with `word_limit`. With
    another `tokenizer` than `rouge` no character is cut in two. In py-rouge these are characters, by default
    665."""
    split_summaries: bool = _option(False, of="split_summaries")
    """rouge-score: NLTK finds the sentences for rougeLsum, which are lines otherwise."""
    accumulate: str | None = _option(None, of="accumulate", words=("best", "avg"))
    """torchmetrics: by each measure, keep the model with the highest F (`best`, the default), or take the
    mean of the figures over all models (`avg`)."""
    counts: str | None = _option(None, of="counts", words=("sets", "all"))
    """rouge, rouge-chinese: count each n-gram of a text once (`sets`, the default), or as often as it stands
    in the text (`all`). The rouge-l of `rouge` counts words in the same way. The packages call this choice
    `exclusive`."""
    best_model: bool = _option(False, of="formula")
    """Keep the model with the highest recall, instead of pooling all models."""
    jackknife: bool = _option(False)
    """Score against each set of models that lacks one author, and take the mean; not with `counting`."""
    alpha: float = _option(EVEN, of="alpha", range=(0, 1))
    """The weight of precision in F, from 0 to 1; in ignite 0 by default."""
    beta: float | str | None = _option(
        None, of="beta", wanted="a number from 0 on and finite, or ratio", words=(RATIO,), range=(0, _LARGEST)
    )
    """The weight of recall in F, from 0 on, in place of `alpha`, which becomes 1/(1+beta²). `ratio`: in
    each evaluation its precision / recall. In coco only a number, by default 1.2."""
    counting: int = _option(0, words=(0, 1, 2))
    """0: average over evaluations; 1: pool counts over the corpus; 2: report the pooled counts."""
    confidence: float = _option(95, of="bootstrap", range=(0, 100))
    """The level of the confidence intervals in per cent, from 0 to 100."""
    resamples: float = _option(
        1000, of="bootstrap", wanted="a number from 1 to 4294967295", range=(_SMALLEST, 2**32 - 1)
    )
    """Bootstrap resamples, from 1 to 2**32 - 1, or a fraction above 0, which draws one more."""
    seed: int | None = _option(None, of="seed", range=(0, 2**32 - 1))
    """rouge-score, evaluate, xlsum: the seed of NumPy's generator, from 0 to 2**32 - 1; `None`: 0."""
    mean: str = _option(MEDIAN, of="seed", words=(MEDIAN, PLAIN))
    """rouge-score, evaluate, xlsum: the average over the evaluations. `median`: of the resamples, as the
    packages aggregate. `plain`: their mean, as many papers report, without intervals."""
    geometric_mean: tuple[str, ...] = _option((), of="", wanted="names")
    """The geometric mean of these measures is one more measure, as in SCROLLS: `all`, or names of measures
    that are scored. A string of names with commas, or a list, becomes a tuple."""
    geometric_of: str = _option(AVERAGES, of="", words=(AVERAGES, EVALUATIONS))
    """The geometric mean of the `averages` over the evaluations, or of the figures of each evaluation, over
    which the average is taken."""
    about: tuple[str, ...] = _option((), of="texts", wanted="names")
    """Measures beside ROUGE, which compare summaries with their sources: `all`, or some of `coverage`,
    `density`, `compression`, `novel-N`, `repeated-N`, `length`, `sentences`, `length-ratio`. A string of
    names with commas, or a list, becomes a tuple. No limit cuts summaries for them."""
    about_count: str = _option(TYPES, of="texts", words=GRAM_COUNTS)
    """The n-grams of `novel-N` and `repeated-N`: distinct ones (`types`), all of them (`tokens`), or distinct
    ones without the last n-gram of each text (`presumm`)."""
    about_mean: str = _option(SUMMARIES, of="texts", words=(SUMMARIES, POOLED))
    """The figures of `about` over the evaluations: the mean of the `summaries`, or counts `pooled`."""
    missing: str = _option(SKIP, words=(SKIP, ZERO, REFUSE))
    """The treatment of a missing summary: `skip` leaves the evaluation out of the system's figures, as
    ROUGE-1.5.5 does; `zero` counts an empty summary; `refuse` raises an error."""
    data: str | None = _option(None, wanted="the path of a directory")
    """A directory whose word lists replace the built-in ones; a path object becomes its string."""
    exceptions: str | None = _option(None, words=(WORDNET, NO_EXCEPTIONS))
    """The irregular forms of the stemmer porter-1.5.5: `wordnet` (the built-in lists) or `none`; `None`: the
    irregular forms of `data`, whose database decides, as in ROUGE-1.5.5."""

    def __post_init__(self) -> None:
        for name in ("data", "stop_words"):
            if isinstance(path := getattr(self, name), PathLike):
                object.__setattr__(self, name, fspath(path))
        for name in ("types", "about", "geometric_mean"):
            names = getattr(self, name)
            if isinstance(names, str) and name != "types":
                names = [one.strip(BLANKS) for one in names.split(",")]
            if isinstance(names, list):
                object.__setattr__(self, name, tuple(names))
        for option in fields(self):
            value = getattr(self, option.name)
            if not _takes(option, value):
                shown = f"{value.typed:.60}" if isinstance(value, AsTyped) else shortened(value)
                raise OptionError(f"`{option.name}` must be %s, not %s", _wanted(option), shown)
        self._check_profile()
        for name, default in self._own_defaults.items():
            if isinstance(getattr(self, name), Unset):
                object.__setattr__(self, name, default)
        if self.beta is not None and ROUGES[self.profile].beta is None:
            beta = 1.0 if self.beta == RATIO else float(self.beta)
            alpha = 1 / (1 + beta * beta)
            if self.alpha not in (EVEN, alpha):
                raise OptionError(ALPHA_TWICE)
            object.__setattr__(self, "alpha", alpha)
        for name in self.about:
            if name not in (ALL, *ABOUT) and not _LONGER_GRAMS.fullmatch(str(name)):
                raise OptionError("`about` must be all, or of %s, not %r", _SHOWN, name)
        of_all = chain.from_iterable(ABOUT if name == ALL else (name,) for name in self.about)
        object.__setattr__(self, "about", tuple(dict.fromkeys(of_all)))
        self._check_contradictions()

    def _check_profile(self) -> None:
        """Raise `OptionError` for an option or a measure that the profile does not have."""
        rouge = ROUGES[self.profile]
        for option in fields(self):
            value = getattr(self, option.name)
            # A typed number is a choice, even if it is the default.
            if value != option.default or isinstance(value, AsTyped):
                check_option(self.profile, option.name)
        for name in self.types:
            if name in rouge.types or ("rougeLsum" in rouge.types and re.fullmatch(BEYOND, str(name))):
                continue
            if self.profile == XLSUM and name == "rougeLsum":
                raise OptionError(
                    "`profile` %s has no rougeLsum, which multilingual-rouge makes of other tokens; drop it"
                    " from `types`",
                    XLSUM,
                )
            grams, others = rouge.grams, rouge.sequences
            known = f"{grams[0]} … {grams[-1]}{',' if others[1:] else ' and'} " if grams else ""
            raise OptionError("`types` must be of %s, not %r", known + " and ".join(others), name)
        if rouge.types and self.max_ngram and not rouge.grams:
            raise OptionError("`profile` %s has no n-grams; drop `max_ngram`", self.profile)
        if rouge.types and self.max_ngram > len(rouge.grams):
            raise OptionError("`max_ngram` must be from 0 to %s in this `profile`", len(rouge.grams))
        if self.types and (self.max_ngram or not self.rouge_l):
            raise OptionError(Message(MEASURES_TWICE.format("max_ngram" if self.max_ngram else "rouge_l")))

    def _check_contradictions(self) -> None:
        """Raise `OptionError` for options that contradict each other."""
        rouge, stemmer = ROUGES[self.profile], self.stemmer
        if rouge.beta is not None and self.beta == RATIO:
            raise OptionError("`beta` must be a number in `profile` %s, not %s", self.profile, RATIO)
        if stemmer not in (None, rouge.stemmer):
            which = rouge.stemmer, stemmer
            if self.stem:
                raise OptionError("`stem` asks for the stemmer %s, `stemmer` for %s: drop `stem`", *which)
            if self.stem_models:
                why = "`stem_models` goes with the stemmer %s, not with %s: drop one of them"
                raise OptionError(why, *which)
        if self.remove_stop_words and self.stop_words not in (None, SMART):
            why = "`remove_stop_words` leaves out the words of the list %s, `stop_words` names another: drop"
            raise OptionError(f"{why} `remove_stop_words`", SMART)
        if self.split_sentences and self.split_summaries:
            why = "by NLTK with `split_summaries`, by the rules of a language with `split_sentences`"
            raise OptionError(Message(f"sentences are found {why}: drop one of the two"))
        if self.split_sentences and self.basic_elements is not None:
            why = "`basic_elements` has no sentences that `split_sentences` could find: drop one"
            raise OptionError(Message(why))
        if self.word_limit and self.byte_limit:  # The command refuses `-l 0 -b 0`, too (cli/request.py).
            raise OptionError(LIMIT_TWICE)
        if not (self.profile == CLASSIC and self.is_plain):
            for name in ("word_limit", "byte_limit", "resamples"):
                if getattr(self, name) % 1:
                    why = "must be a whole number; only ROUGE-1.5.5 with its own tokens takes fractions"
                    raise OptionError(Message(f"`{name}` {why}"))
        if self.stem and self.stem_models:
            why = "both sides are stemmed by `stem`, the models alone by `stem_models`: drop one of the two"
            raise OptionError(Message(why))
        if self.counting and self.jackknife:
            why = "`jackknife` takes means of scores, and `counting` %s pools counts: drop one"
            raise OptionError(why, self.counting)
        for name in ("geometric_mean", "paper_weight"):
            if self.counting and getattr(self, name):
                why = f"`{name}` has no counts that `counting` %s could pool: drop one"
                raise OptionError(why, self.counting)

    def __repr__(self) -> str:
        """Return a call of `Options` with the choices that differ from the defaults."""
        return repr_of(self, self.chosen)

    @property
    def _own_defaults(self) -> dict[str, float]:
        """The defaults of the profile that differ from the defaults of ROUGE-1.5.5."""
        rouge = ROUGES[self.profile]
        return {"alpha": rouge.alpha, "byte_limit": 0 if self.word_limit else rouge.byte_limit}

    @property
    def chosen(self) -> list[str]:
        """The names of the options whose values differ from the defaults."""
        defaults = {one.name: one.default for one in fields(self)} | self._own_defaults
        return [name for name, default in defaults.items() if getattr(self, name) != default]

    @property
    def is_plain(self) -> bool:
        """True if the profile alone decides tokens, stems, stop words and sentences."""
        chosen = self.tokenizer, self.stemmer, self.stop_words, self.language
        plain = chosen == (None, None, None, None) and not self.split_sentences
        return plain and ROUGES[self.profile].words == "kernel"

    @property
    def is_limited(self) -> bool:
        """True where summaries are cut."""
        return bool(self.word_limit or self.byte_limit)

    @property
    def draws(self) -> int:
        """The number of resamples that are drawn."""
        return ceil(self.resamples)


def jobs_of(jobs: int) -> int:
    """Return the number of threads; 0 stands for the number of processors.

    Raises `OptionError` for anything but a whole number from 0 on.
    """
    return whole_number("jobs", jobs) or os.cpu_count() or 1


def whole_number(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return a whole number of Python or NumPy.

    Raises `OptionError` for anything else, and for a number below `least` or above `most`.
    """
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        end = "on" if most is None else f"to {most}"
        raise OptionError(f"`{name}` must be a whole number from %s %s, not %r", least, end, value)
    return number


def names_of(option: str, value: object) -> tuple[str, ...]:
    """Return the names that are the value of an option; a single name may be a plain string.

    Raises `OptionError` for anything else.
    """
    names = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    for name in names:
        if not isinstance(name, str):
            raise OptionError(f"`{option}` must be a name or a list of names, not %s", shortened(value))
    return names


ALPHA_TWICE = Message("`beta` says what `alpha` says, which is 1/(1+β²): drop one of the two")
MEASURES_TWICE = "measures are chosen by `types` or by `{}`: drop one of the two"
LIMIT_TWICE = Message("a limit is in words (`word_limit`) or in bytes (`byte_limit`), not both: drop one")

OPTIONS: dict[str, Field[Any]] = {option.name: option for option in fields(Options)}
"""The table of options: the fields of `Options`, by their names.

Each has its types, its default and, as `metadata`: `of`, the group of options by which ROUGEs have it (see
`Rouge.options`; all have those of the group ""), by default `original`; its values, which are `words`,
numbers in a `range`, or all values of its types but empty strings; `wanted`, these values in words, where
they do not follow.
"""
_initialise = Options.__init__


@wraps(_initialise)
def _initialise_known(self: Options, *values: Any, **named: Any) -> None:
    """Initialise options, unless there is an unknown name: the error says which name was probably meant."""
    for name in named:
        if name not in OPTIONS:
            near = nearest(name, OPTIONS)
            remedy = f"did you mean {near}?" if near else f"it has {', '.join(OPTIONS)}"
            raise TypeError(f"Options has no option {name!r}; {remedy}")
    _initialise(self, *values, **named)


Options.__init__ = _initialise_known  # type: ignore[method-assign]


def _takes(option: Field[Any], value: Any) -> bool:
    """Return True for a value that an option takes."""
    kind: Any = option.type
    types = get_args(kind) if isinstance(kind, UnionType) else (get_origin(kind) or kind,)
    # A bool is an int to Python; as a number it is a mistake.
    if isinstance(value, bool) and bool not in types:
        return False
    if not isinstance(value, types) and not (float in types and isinstance(value, int)):
        return False
    words, (low, high) = option.metadata.get("words", ()), option.metadata.get("range", (None, None))
    if value is None or value in words:
        return True
    if low is not None:
        return not isinstance(value, str) and bool(low <= value <= high)
    return not words and value != ""


def _wanted(option: Field[Any]) -> str:
    """Return the values that an option takes, in words."""
    rule = option.metadata
    if "wanted" in rule:
        return str(rule["wanted"])
    if "words" in rule:
        *others, last = map(str, rule["words"])
        return f"{', '.join(others)} or {last}"
    if "range" in rule:
        kind = "a number" if option.type is float else "a whole number"
        return "{} from {} to {}".format(kind, *rule["range"])
    return "True or False" if option.type is bool else "a whole number"


def has_option(profile: str, name: str) -> bool:
    """Return True if a profile has an option."""
    return OPTIONS[name].metadata.get("of", "original") in ("", *ROUGES[profile].options.split())


def check_option(profile: str, name: str) -> None:
    """Raise `OptionError` for an option that a profile does not have."""
    if not has_option(profile, name):
        having = " or ".join(one for one in PROFILES if has_option(one, name))
        raise OptionError(f"`profile` %s has no `{name}`, which goes with %s; drop it", profile, having)
