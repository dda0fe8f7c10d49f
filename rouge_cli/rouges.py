"""Each ROUGE as data: its rules, as words that `scoring.profile` and both bodies of the kernel interpret."""

from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import Any, Literal, NamedTuple

Function = Callable[..., Any]
"""A rule that has no word. The compiled kernel does not know it, so the definition counts in both bodies."""


PORTER_ROUGE: Literal["porter-1.5.5"] = "porter-1.5.5"
PORTER_NLTK: Literal["porter-nltk"] = "porter-nltk"
"""Porter's stemmer as ROUGE-1.5.5 changed it, and as NLTK extends it."""


COMBINATIONS = {
    "pooled": "models pooled",
    "best_f": "the model of the highest F",
    "best_recall": "the model of the highest recall",
    "highest_recall": "the model of the highest recall",
    "best_of_each": "the highest recall and the highest precision, with whichever models",
}
"""For people: how several models give one row of a peer."""
ROUNDINGS = {
    "decimals": "figures rounded to five decimals",
    "floats": "figures in 32-bit floats",
    "doubles": "figures not rounded",
    "smoothed": "figures not rounded, F = 2·P·R / (P + R + 10⁻⁸)",
    "squared_beta": "figures not rounded, F = (1 + β²)·P·R / (R + β²·P)",
    "precision": "precision alone, not rounded",
}
"""For people: how counts give figures."""
MEANS = {
    "mean": "a plain mean",
    "mean-of-floats": "a plain mean",
    "mean-pairwise": "NumPy's pairwise mean",
    "mean-f-of-means": "plain means of recall and precision, and F of these",
}
"""The averages without resamples, in words for people: added from left to right, in 32-bit floats, in halves
as NumPy adds, or from left to right with F of the two other averages."""


class Type(NamedTuple):
    """A measure that a package names."""

    kind: str | Function
    """Its kind, of `kernel.plan`."""
    number: int = 0
    """The n of n-grams."""
    whole: bool = False
    """True where a text is one sentence."""
    with_all: str = ""
    """The kind if the option `counts` is `all`; empty: the same."""
    weights: bool = False
    """True where `weight` makes recall and precision roots of ratios, and weighs the runs of a
    `weighted_lcs`."""


def _grams(name: str, last: int, kind: str = "ngrams", with_all: str = "") -> dict[str, Type]:
    """Return the n-grams of a package, up to the last n."""
    return {f"{name}{n}": Type(kind, n, with_all=with_all) for n in range(1, last + 1)}


def _best_of_py_rouge(measure: Any, of_models: Sequence[Sequence[float]]) -> Sequence[float]:
    """the model of the highest recall, which rouge-w computes otherwise to choose"""
    root = 1 / measure.weight if measure.kind == "weighted_lcs" else 1
    return max(of_models, key=lambda counts: counts[2] / counts[0] ** root if counts[0] else 0.0)


class Rouge(NamedTuple):
    """The rules of one ROUGE."""

    name: str
    """The value of `profile` that chooses this ROUGE."""
    signature: str
    """The name in signatures, with the version of the package that it follows."""
    title: str
    """The name in sentences."""
    package: str
    """The program that this ROUGE follows, with its version, as papers name the program."""
    options: str
    """The groups of its options in `options.py`, with blanks between; every ROUGE has `max_ngram`, too."""
    help: str = ""
    """Sentences on it, or on it and its relatives, for the help of `--profile`."""
    measures: Literal["flags", "types", "about", "none"] | Function = "types"
    """The measures that options choose.

    `flags`: ROUGE-1 to ROUGE-BE by `max_ngram`, `weight` and similar options. `types`: the measures of Python
    packages by their names. `about`: the measures of the option `about`.
    """
    types: Mapping[str, Type] = {}
    """The measures by the names that `types` takes."""
    further: tuple[str, str, str] | None = None
    """The names of ROUGE-W, -S and -SU with `{}` for weight or gap, if options add them to `types`."""
    default_types: tuple[str, ...] = ()
    """The measures without `types`. `max_ngram` replaces the n-grams; without `rouge_l` only n-grams stay."""
    tokens: str = "rouge"
    """The name of its tokens in signatures."""
    tokens_in_words: str = ""
    """Its tokens in words for people, where they are not of a-z and 0-9."""
    words: Literal["kernel", "xlsum", "py-rouge"] | Function = "kernel"
    """The tokens: of the kernel, as `lowering` says, or of rules in `text.languages`. A function takes a
    sentence as a string, and returns its tokens."""
    lowering: Literal["ascii", "unicode", "none", "blanks", "spaces"] = "ascii"
    """How tokens are made, as `Lowering` of `kernel.plan` defines it."""
    stemmer: str = "porter-1.5.5"
    """The stemmer that `stem` means."""
    signed_stemmer: str = "both"
    """The name of this stemmer in signatures."""
    sentences: Literal["marked", "punkt", "none", "full_stops", "chinese"] = "marked"
    """The sentences of a text: marked in the input, found by NLTK, the whole text, parts that end at every
    `.`, or parts that end behind Chinese marks. The last three ignore marked sentences."""
    of_sentences: str = "rougeLsum"
    """The measures that depend on the sentences of the input, as messages name them; empty: none."""
    lcs: str = ""
    """Its ROUGE-L in words, where that is not rouge-score's."""
    combination: str | Function = "best_f"
    """The row of a peer with several models, unless `best_model` or `accumulate` decides: a word of
    `COMBINATIONS`, which `kernel.plan` defines. A function takes a measure and the counts of a peer with each
    model, and returns its counts with all models; its docstring is the wording for people."""
    combination_of_best: str | Function = "best_recall"
    """The word that replaces `combination` under -f B, the option `best_model`; or a function, too."""
    rounding: str | Function = "doubles"
    """How figures are made of counts: a word of `ROUNDINGS`, which `kernel.plan` defines. A function takes a
    measure, its counts and `alpha`, and returns recall, precision and F; its docstring is the wording for
    people."""
    alpha: float = 0.5
    """The weight of precision in F, where none is given."""
    beta: float | None = None
    """The weight of recall in F with `squared_beta`, where none is given."""
    byte_limit: int = 0
    """The limit of a summary, where none is given."""
    figures: str = "RPF"
    """The letters of the figures that its package has."""
    generator: Literal["drand48", "numpy"] = "numpy"
    """The generator that draws resamples. `drand48`: ROUGE-1.5.5 draws from the evaluations in the order of
    the bytes of `evaluation.system`, takes the mean of the resamples, and has bounds of its own. `numpy`: it
    draws in the order of the input; the median is taken, with NumPy's percentiles."""
    has_intervals: bool = True
    """False where an average is a `mean` over the evaluations, without bounds."""
    mean: Literal["mean", "mean-of-floats", "mean-pairwise", "mean-f-of-means"] = "mean"
    """The average without resamples, a word of `MEANS`, as signatures name it."""
    of_nothing: float = nan
    """The figures of a system without evaluations."""
    decimals: int | None = None
    """The decimals of figures in reports; None: as many as tell a double from every other double."""
    signed: tuple[str, ...] = ("measures", "tokens", "stem", "split", "combine", "aggregator")
    """The keys of its signature, which `scoring.signatures` defines."""

    @property
    def grams(self) -> tuple[str, ...]:
        """The names of its n-grams among `types`, from n = 1 on."""
        return tuple(name for name, type in self.types.items() if type.number)

    @property
    def sequences(self) -> tuple[str, ...]:
        """The names of its other measures among `types`."""
        return tuple(name for name in self.types if name not in self.grams)


BEYOND = (
    r"rougeS(?P<unigrams>U?)(?P<gap>\*|[0-9]{1,6})|rougeW(?P<weight>(?=.*[1-9])[0-9]{1,6}(\.[0-9]{1,6})?)"
)
"""The pattern of measures that no package has, counted as in ROUGE-1.5.5: rougeS4, rougeSU*, rougeW1.2."""

_KEYS_OF_BOOTSTRAP = (*Rouge._field_defaults["signed"], "conf", "resamples", "seed")

_ROUGE_SCORE = Rouge(
    name="rouge-score",
    signature="rouge-score-0.1.2",
    title="rouge-score",
    package="rouge-score 0.1.2",
    help="rouge-score 0.1.2, the metric rouge of evaluate 0.4.6 (Hugging Face) and torchmetrics 1.9 have the"
    " measures rouge1 to rouge9 (-n MAX), rougeL and rougeLsum (-x leaves out both), NLTK's stemmer"
    " (-m) and the flags below; rouge-score has -c and -r, too. By default they compute rouge1, rouge2"
    " and rougeL; evaluate and torchmetrics add rougeLsum. The averages of rouge-score and evaluate are"
    " medians of the resamples; torchmetrics has plain means, without intervals.",
    options="types texts stems tokens bootstrap split_summaries seed",
    types={**_grams("rouge", 9), "rougeL": Type("lcs", whole=True), "rougeLsum": Type("lcs")},
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
    package="rouge 1.0.1",
    help="rouge is rouge 1.0.1 of PyPI, with rouge-1 to rouge-5 (-n MAX) and rouge-l: blanks part tokens,"
    " and every full stop ends a sentence.",
    options="types counts",
    types={
        **_grams("rouge-", 5, "distinct_ngrams", with_all="ngrams"),
        "rouge-l": Type("distinct_lcs", with_all="lcs_of_pairs"),
    },
    default_types=("rouge-1", "rouge-2", "rouge-l"),
    tokens="blanks",
    tokens_in_words="tokens between blanks, as they are",
    lowering="none",
    sentences="full_stops",
    of_sentences="",
    lcs="ROUGE-L of the words in the LCS of any two sentences",
    rounding="smoothed",
    has_intervals=False,
    signed=("measures", "tokens", "split", "counts", "combine", "aggregator"),
)
"""rouge 1.0.1 of PyPI (pltrdy). The package takes one reference; here the best of several counts."""

_BLANKS = Rouge(
    name="rouge-metric",
    signature="rouge-metric-1.0.1",
    title="rouge-metric",
    package="rouge-metric 1.0.1",
    help="rouge-metric is PyRouge of rouge-metric 1.0.1, with rouge-1 and on, rouge-l, ROUGE-W (-w), -S and"
    " -SU (-2, -u, -U), -f and -p: blanks part tokens, and the average of F is F of the averages of P"
    " and R.",
    options="types tokens runs skips formula alpha",
    types={**_grams("rouge-", 9), "rouge-l": Type("lcs")},
    default_types=("rouge-1", "rouge-2", "rouge-l"),
    further=("rouge-w-{}", "rouge-s{}", "rouge-su{}"),
    tokens="blanks",
    tokens_in_words="tokens between blanks, as they are",
    lowering="blanks",
    of_sentences="rouge-l",
    combination="pooled",
    combination_of_best="highest_recall",
    has_intervals=False,
    mean="mean-f-of-means",
    signed=("measures", "tokens", "stem", "split", "combine", "alpha", "aggregator"),
)
"""rouge-metric 1.0.1 (Li Yuankai), `PyRouge`. Its `PerlRouge` runs ROUGE-1.5.5."""

_TABLE = (
    # ROUGE-1.5.5 (Lin 2004), as DUC, TAC and most papers until 2019 report it.
    Rouge(
        name="rouge-1.5.5",
        signature="1.5.5",
        title="ROUGE-1.5.5",
        package="ROUGE-1.5.5 (Lin, 2004)",
        options="texts stems tokens bootstrap original runs skips limits formula alpha beta",
        measures="flags",
        of_sentences="ROUGE-L and ROUGE-W",
        combination="pooled",
        rounding="decimals",
        generator="drand48",
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
        package="evaluate 0.4.6 (rouge-score 0.1.2)",
        options="types texts stems tokens seed",
        default_types=("rouge1", "rouge2", "rougeL", "rougeLsum"),
    ),
    # torchmetrics 1.9, `ROUGEScore`: rouge-score in 32-bit floats, whose plain mean is the average. Only
    # comparisons of systems resample, as rouge-score does.
    _ROUGE_SCORE._replace(
        name="torchmetrics",
        signature="torchmetrics-1.9",
        title="torchmetrics",
        package="torchmetrics 1.9",
        options="types texts stems tokens accumulate",
        default_types=("rouge1", "rouge2", "rougeL", "rougeLsum"),
        sentences="punkt",
        rounding="floats",
        has_intervals=False,
        mean="mean-of-floats",
        signed=Rouge._field_defaults["signed"],
    ),
    # The protocol of XL-Sum (Hasan et al. 2021), multilingual-rouge 0.0.1: `language` chooses the segmenter
    # and, with `stem`, the stemmer. Segmenters read blanks, so a text is one line. rougeLsum is left out,
    # because the package computes it without segmenters.
    _ROUGE_SCORE._replace(
        name="xlsum",
        signature="multilingual-rouge-0.0.1",
        title="xlsum",
        package="multilingual-rouge 0.0.1 (the protocol of XL-Sum)",
        help="xlsum is multilingual-rouge 0.0.1, the protocol of XL-Sum: rouge-score with the segmenter of"
        " --language and, with -m, its stemmer, but without rougeLsum; it needs pyonmttok, jieba,"
        " pythainlp and TurkishStemmer.",
        options="types texts stems bootstrap seed",
        types={**_grams("rouge", 9), "rougeL": Type("lcs", whole=True)},
        words="xlsum",
        sentences="none",
    ),
    _ROUGE,
    # rouge_chinese 1.0.3 (Isaac-JL-Chen): n-grams of sets, but ROUGE-L of all tokens of whole texts. Tokens
    # stand between blanks, where another program has put them.
    _ROUGE._replace(
        name="rouge-chinese",
        signature="rouge-chinese-1.0.3",
        title="rouge_chinese",
        package="rouge_chinese 1.0.3",
        help="rouge-chinese is rouge_chinese 1.0.3, the same for texts that are in tokens already. Neither"
        " has stems or intervals.",
        types={**_ROUGE.types, "rouge-l": Type("lcs", whole=True)},
        sentences="chinese",
        lcs="ROUGE-L of whole texts",
    ),
    # COCO's ROUGE_L (pycocoevalcap 1.2, tylin/coco-caption), which takes tokens between single blanks.
    Rouge(
        name="coco",
        signature="pycocoevalcap-1.2",
        title="COCO's ROUGE_L",
        package="pycocoevalcap 1.2 (ROUGE_L of COCO)",
        help="coco is ROUGE_L of pycocoevalcap 1.2, for captions that are in tokens already, or with"
        " --tokenizer: the highest P and the highest R of all models, --beta 1.2, and F alone.",
        options="types tokens beta",
        types={"ROUGE_L": Type("lcs", whole=True)},
        default_types=("ROUGE_L",),
        tokens="single-blanks",
        tokens_in_words="tokens between single blanks, as they are",
        lowering="spaces",
        sentences="none",
        of_sentences="",
        combination="best_of_each",
        rounding="squared_beta",
        beta=1.2,
        figures="F",
        has_intervals=False,
        mean="mean-pairwise",
        signed=("measures", "tokens", "stem", "combine", "beta", "aggregator"),
    ),
    # py-rouge 1.1 (Antognini), whose figures of ROUGE-L are roots, too, if a weight is given.
    Rouge(
        name="py-rouge",
        signature="py-rouge-1.1",
        title="py-rouge",
        package="py-rouge 1.1",
        help="py-rouge is py-rouge 1.1 of PyPI, with rouge-1 and on, rouge-l and rouge-w, and with -l, -b,"
        " -f and -p; by default it keeps 665 characters of a text (-b 0: all). -m stems, as the package"
        " does by default. -w, its weight_factor, raises P and R of rouge-l, too, to 1/WEIGHT: 1.2, as"
        " in its README, adds several points.",
        options="types stems runs limits formula alpha",
        types={
            **_grams("rouge-", 9, "signed_ngrams"),
            "rouge-l": Type("lcs", weights=True),
            "rouge-w": Type("weighted_lcs", weights=True),
        },
        default_types=("rouge-1", "rouge-2", "rouge-l"),
        tokens="py-rouge",
        words="py-rouge",
        stemmer="py-rouge",
        signed_stemmer="py-rouge",
        of_sentences="rouge-l",
        combination="pooled",
        combination_of_best=_best_of_py_rouge,
        byte_limit=665,
        has_intervals=False,
        signed=("measures", "tokens", "stem", "limit", "combine", "alpha", "weight", "aggregator"),
    ),
    _BLANKS,
    # pytorch-ignite 0.5.5, `Rouge`, which takes tokens. Its F is recall unless alpha is given.
    _BLANKS._replace(
        name="ignite",
        signature="pytorch-ignite-0.5.5",
        title="pytorch-ignite",
        package="pytorch-ignite 0.5.5",
        help="ignite is Rouge of pytorch-ignite 0.5.5, with Rouge-1 to Rouge-9 and Rouge-L of whole texts,"
        " -f and -p, which is 0 by default, so that F is recall.",
        options="types tokens formula alpha",
        types={**_grams("Rouge-", 9), "Rouge-L": Type("lcs", whole=True)},
        default_types=("Rouge-1", "Rouge-2", "Rouge-4", "Rouge-L"),
        further=None,
        of_sentences="",
        alpha=0.0,
        mean="mean",
    ),
)
ROUGES: dict[str, Rouge] = {rouge.name: rouge for rouge in _TABLE}
PROFILES = tuple(ROUGES)
CLASSIC = "rouge-1.5.5"
XLSUM = "xlsum"
PY_ROUGE = "py-rouge"


def plain_name(name: str) -> str:
    """Return the name of a measure without case and the marks by which the spellings of packages differ."""
    return name.lower().replace("-", "").replace("_", "")
