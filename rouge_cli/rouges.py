"""Each ROUGE as data: its rules, as words that `scoring.profile` and both bodies of the kernel interpret."""

from collections.abc import Callable
from math import nan
from typing import Any, Literal, NamedTuple

Function = Callable[..., Any]
"""A rule that has no word. The compiled kernel does not know it, so the definition counts in both bodies."""


PORTER_ROUGE: Literal["porter-1.5.5"] = "porter-1.5.5"
PORTER_NLTK: Literal["porter-nltk"] = "porter-nltk"
"""Porter's stemmer as ROUGE-1.5.5 changed it, and as NLTK extends it."""


class Rouge(NamedTuple):
    """The rules of one ROUGE."""

    name: str
    """The value of `profile` that chooses this ROUGE."""
    signature: str
    """The name in signatures, with the version of the package that it follows."""
    title: str
    """The name in sentences."""
    options: frozenset[str]
    """The groups of its options in `options.py`; every ROUGE has `max_ngram` and `rouge_l`."""
    measures: Literal["flags", "types", "sets", "sets_of_grams", "about", "none"] | Function
    """The measures that options choose.

    `flags`: ROUGE-1 to ROUGE-BE by `max_ngram`, `weight` and similar options. `types`: the measures of Python
    packages by their names. `sets`, `sets_of_grams`: the same, but n-grams count as sets unless `counts` is
    `all`; with `sets`, words in common subsequences, too. `about`: the measures of the option `about`.
    """
    types: tuple[str, ...] = ()
    """The names that `types` takes."""
    default_types: tuple[str, ...] = ()
    """The measures without `types`. `max_ngram` replaces the n-grams; without `rouge_l` only n-grams stay."""
    tokens: str = "rouge"
    """The name of its tokens in signatures."""
    lowering: Literal["ascii", "unicode", "none"] = "ascii"
    """The letters that are lowered. `none`: a token is all that stands between blanks, as it is."""
    stemmer: Literal["porter-1.5.5", "porter-nltk"] = "porter-1.5.5"
    """The stemmer that `stem` means."""
    signed_stemmer: str = "both"
    """The name of this stemmer in signatures."""
    sentences: Literal["marked", "punkt", "none", "full_stops", "chinese"] = "marked"
    """The sentences of a text: those that the input marks, those that NLTK finds, the text as one sentence,
    parts that end at every `.`, or parts that end behind Chinese marks. The last three ignore marked ones."""
    of_sentences: str = "rougeLsum"
    """The measures that depend on the sentences of the input, as messages name them; empty: none."""
    combination: Literal["pooled", "best_f"] | Function = "best_f"
    """The row of a peer with several models, unless `best_model` or `accumulate` decides.

    `pooled`: counts are added up. `best_f`: the model with the highest F counts. A function takes the
    profile, a measure and the documents, and yields a row for each peer.
    """
    rounding: Literal["decimals", "doubles", "floats", "smoothed", "precision"] | Function = "doubles"
    """The way from counts to figures.

    `decimals`: five decimals, and F of the rounded figures. `doubles`: no rounding. `floats`: 32-bit floats.
    `smoothed`: no rounding, and 10⁻⁸ in the denominator of F. `precision`: precision, not rounded, as all
    three figures. A function takes a measure, its counts and `alpha`.
    """
    order: Literal["bytes", "input"] = "input"
    """The order of resampling: by the bytes of `evaluation.system`, or the order of the input."""
    draws: Literal["drand48", "numpy"] = "numpy"
    """The generator that draws resamples."""
    estimate: Literal["interpolated", "median"] = "median"
    """The mean of the resamples with the bounds of ROUGE-1.5.5, or their median with NumPy's percentiles."""
    has_intervals: bool = True
    """False where an average is the plain mean over the evaluations, without bounds."""
    of_nothing: float = nan
    """The figures of a system without evaluations."""
    decimals: int | None = None
    """The decimals of figures in reports; None: as many as distinguish a double from all others."""
    signed: tuple[str, ...] = ("measures", "tokens", "stem", "split", "combine", "aggregator")
    """The keys of its signature, which `scoring.signatures` defines."""

    @property
    def with_plain_means(self) -> "Rouge":
        """The same ROUGE, with the plain mean over the evaluations as its average."""
        signed = tuple(key for key in self.signed if key not in ("conf", "resamples", "seed"))
        return self._replace(has_intervals=False, signed=signed)

    @property
    def grams(self) -> tuple[str, ...]:
        """The names of its n-grams among `types`, from n = 1 on."""
        return tuple(name for name in self.types if name[-1].isdigit())


BEYOND = (
    r"rougeS(?P<unigrams>U?)(?P<gap>\*|[0-9]{1,6})|rougeW(?P<weight>(?=.*[1-9])[0-9]{1,6}(\.[0-9]{1,6})?)"
)
"""The pattern of measures that no package has, counted as in ROUGE-1.5.5: rougeS4, rougeSU*, rougeW1.2."""

_GRAMS = tuple(f"rouge{n}" for n in range(1, 10))
_KEYS_OF_BOOTSTRAP = (*Rouge._field_defaults["signed"], "conf", "resamples", "seed")

_ROUGE_SCORE = Rouge(
    name="rouge-score",
    signature="rouge-score-0.1.2",
    title="rouge-score",
    options=frozenset(("types", "texts", "tokens", "bootstrap", "split_summaries", "seed")),
    measures="types",
    types=(*_GRAMS, "rougeL", "rougeLsum"),
    default_types=("rouge1", "rouge2", "rougeL"),
    tokens="rouge-score",
    lowering="unicode",
    stemmer="porter-nltk",
    signed_stemmer="porter-nltk",
    signed=_KEYS_OF_BOOTSTRAP,
)
"""rouge-score 0.1.2 of Google Research: `RougeScorer` for each pair, `BootstrapAggregator` over all."""

_ROUGE = Rouge(
    name="rouge",
    signature="rouge-1.0.1",
    title="rouge",
    options=frozenset(("types", "counts")),
    measures="sets",
    types=(*(f"rouge-{n}" for n in range(1, 6)), "rouge-l"),
    default_types=("rouge-1", "rouge-2", "rouge-l"),
    tokens="blanks",
    lowering="none",
    sentences="full_stops",
    of_sentences="",
    rounding="smoothed",
    has_intervals=False,
    signed=("measures", "tokens", "split", "counts", "combine", "aggregator"),
)
"""rouge 1.0.1 of PyPI (pltrdy). The package takes one reference; here the best of several counts."""

_TABLE = (
    # ROUGE-1.5.5 (Lin 2004), as DUC, TAC and most papers until 2019 report it.
    Rouge(
        name="rouge-1.5.5",
        signature="1.5.5",
        title="ROUGE-1.5.5",
        options=frozenset(("texts", "tokens", "bootstrap", "original")),
        measures="flags",
        of_sentences="ROUGE-L and ROUGE-W",
        combination="pooled",
        rounding="decimals",
        order="bytes",
        draws="drand48",
        estimate="interpolated",
        of_nothing=0.0,
        decimals=5,
        signed=(
            *("measures", "tokens", "stem", "exceptions", "stop", "split", "limit", "formula", "jackknife"),
            *("alpha", "beta", "counting", "conf", "resamples", "data"),
        ),
    ),
    _ROUGE_SCORE,
    # evaluate 0.4.6 of Hugging Face: rouge-score under a seed, with rougeLsum by default. The package dropped
    # the bounds in 0.3.0 and returns averages alone; here bounds come from the same resamples.
    _ROUGE_SCORE._replace(
        name="evaluate",
        signature="evaluate-0.4.6",
        title="evaluate",
        options=frozenset(("types", "texts", "tokens", "seed")),
        default_types=("rouge1", "rouge2", "rougeL", "rougeLsum"),
    ),
    # torchmetrics 1.9, `ROUGEScore`: rouge-score in 32-bit floats, whose plain mean is the average. Only
    # comparisons of systems resample, as rouge-score does.
    _ROUGE_SCORE._replace(
        name="torchmetrics",
        signature="torchmetrics-1.9",
        title="torchmetrics",
        options=frozenset(("types", "texts", "tokens", "accumulate")),
        default_types=("rouge1", "rouge2", "rougeL", "rougeLsum"),
        sentences="punkt",
        rounding="floats",
        has_intervals=False,
        signed=Rouge._field_defaults["signed"],
    ),
    # The protocol of XL-Sum (Hasan et al. 2021), multilingual-rouge 0.0.1: `language` chooses the segmenter
    # and, with `stem`, the stemmer. Segmenters read blanks, so a text is one line. rougeLsum is left out,
    # because the package computes it without segmenters.
    _ROUGE_SCORE._replace(
        name="xlsum",
        signature="multilingual-rouge-0.0.1",
        title="xlsum",
        options=frozenset(("types", "texts", "bootstrap", "seed")),
        types=(*_GRAMS, "rougeL"),
        sentences="none",
    ),
    _ROUGE,
    # rouge_chinese 1.0.3 (Isaac-JL-Chen): n-grams of sets, but ROUGE-L of all tokens of whole texts. Tokens
    # stand between blanks, where another program has put them.
    _ROUGE._replace(
        name="rouge-chinese",
        signature="rouge-chinese-1.0.3",
        title="rouge_chinese",
        measures="sets_of_grams",
        sentences="chinese",
    ),
)
ROUGES: dict[str, Rouge] = {rouge.name: rouge for rouge in _TABLE}
PROFILES = tuple(ROUGES)
CLASSIC = "rouge-1.5.5"
XLSUM = "xlsum"
