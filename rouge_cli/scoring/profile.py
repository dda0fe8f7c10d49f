"""A ROUGE with the options of a run: the place that turns them into a plan."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import nan
from typing import TYPE_CHECKING, cast

from .. import kernel
from ..errors import InputError, Message, OptionError, some
from ..evaluation import Source, jackknife_sets
from ..kernel.plan import LONGEST_UNSTEMMED, Integers, Kind, Measure, Plan, Reading, Stemmer
from ..kernel.python.sums import added, mean_of_floats, pairwise_mean
from ..options import ALL, EVEN, PLAIN, POOLED, RATIO, Options
from ..rouges import BEYOND, PY_ROUGE, ROUGES, Rouge
from ..text.sentences import SPLITS, Rewriter, punkt, rewritten_source, split_all, split_single
from ..text.word_lists import WordLists, lists_of

if TYPE_CHECKING:
    from ..kernel.python.words import Limit, Vocabulary
    from ..text.languages.rules import Rules

NO_MEASURE = Message(
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""
_UNPOOLED = "weighted_length"
"""The kind of measures whose counts with several models cannot be added up."""
WHOLE_L, L_OF_SENTENCES = "rougeL", "rougeLsum"
LENGTH, LENGTH_RATIO = "length", "length-ratio"
_UNITS = {0: "words", 1: "unigrams", 2: "bigrams", 3: "trigrams"}


class Profile:
    """One ROUGE with the options of a run.

    The engine knows tokens, counts, columns and resamples. Whatever differs between ROUGEs, it asks here.
    """

    def __init__(self, options: Options, rouge: Rouge | None = None) -> None:
        """Take the ROUGE that the options name, or another ROUGE that has these options.

        Raises `OptionError` for unknown names, and `InputError` for what is not installed.
        """
        self.options = options
        self.rouge = ROUGES[options.profile] if rouge is None else rouge
        if options.mean == PLAIN:  # Nothing is drawn then.
            signed = tuple(key for key in self.rouge.signed if key not in ("conf", "resamples", "seed"))
            self.rouge = self.rouge._replace(has_intervals=False, signed=signed)
        self.parts_at_blanks = self.rouge.lowering not in ("ascii", "unicode")
        """True where nothing is lowered, and blanks alone part tokens."""
        self.rules: Rules | None = None
        """The rules of tokens, stems and sentences that replace this ROUGE's own, or None."""
        self.stems = options.stem
        """True where both sides are stemmed."""
        self.stemmer: Stemmer = "porter-nltk" if self.rouge.stemmer == "porter-nltk" else "porter-1.5.5"
        """The stemmer of the kernel: the stemmer in the options, or this ROUGE's own."""
        if not options.is_plain:
            from ..text.languages.rules import rules_of  # Most runs have none.

            self.rules = rules_of(options)
            self.stems = self.rules.stems and not options.stem_models
            self.stemmer = self.rules.kernel_stemmer or self.stemmer
        self.tokenizer = None if self.rules is None or self.rules.is_rouge else self.rules.tokenizer
        """The tokenizer that replaces this ROUGE's own, or None."""
        self.measures = tuple(_chosen_measures(self.rouge, options, self.stems))
        self.notes = tuple(_notes(self.rouge, options, self.measures))
        """Notes on figures that are not what their names promise."""
        self.geometric: Sequence[str] = ()
        """The measures whose geometric mean is one more measure."""
        if options.geometric_mean and self.rouge.measures not in ("about", "none"):
            names = [measure.name for measure in self.measures]
            self.geometric = names if options.geometric_mean == (ALL,) else options.geometric_mean
            if unknown := [name for name in self.geometric if name not in names]:
                raise OptionError("`geometric_mean` must be all, or of: %s, not %r", some(names), unknown[0])
        kinds = [measure.kind for measure in self.measures]
        self.takes_several_models = options.best_model or _UNPOOLED not in kinds
        """True if every measure takes several models: one of them is chosen, or its counts add up."""
        self.combination = self.rouge.combination_of_best if options.best_model else self.rouge.combination
        self.chosen_by = "F" if self.combination == "best_f" else "recall"
        """The figure whose highest value chooses one of several models."""
        self.averages_models = options.accumulate == "avg"
        """True where each model is counted alone, and figures with several models are their means."""
        self.finds_sentences = self.rouge.sentences == "punkt" or options.split_summaries
        """True where NLTK finds sentences."""
        is_beside = self.rouge.measures == "about"
        self.pools = options.about_mean == POOLED if is_beside else options.counting > 0
        """True where figures are made of pooled counts, and not averaged."""
        self.beside: Profile | None = None
        """The profile of the measures of `about`, whose models are the sources; None without them.

        It has the tokens, resamples and estimates of this ROUGE, but neither its limits nor its models.
        """
        if options.about and not is_beside:
            whole = replace(
                options, word_limit=0, byte_limit=0, best_model=False, jackknife=False, accumulate=None
            )
            words = self.rouge._replace(measures="about", combination="pooled", rounding="precision")
            self.beside = Profile(whole, words)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        if (self.rouge, self.options) != (other.rouge, other.options):
            return False
        # A user may define a function again under the same name, as notebooks do.
        own, others = (rules and rules.functions for rules in (self.rules, other.rules))
        return own == others

    def __hash__(self) -> int:
        return hash((self.rouge.name, self.options))

    def __reduce__(self) -> tuple[object, ...]:
        # Rules have functions, which cannot be pickled.
        is_known = self.rouge is ROUGES.get(self.options.profile)
        return Profile, (self.options, None if is_known else self.rouge)

    def __repr__(self) -> str:
        return f"Profile({self.options!r})"

    @property
    def names(self) -> list[str]:
        """The names of all measures: first ROUGE, then the measures of `about`."""
        beside = () if self.beside is None else self.beside.measures
        return [measure.name for measure in (*self.measures, *beside)]

    @property
    def needs_source(self) -> bool:
        """True where a measure beside ROUGE needs the source of a summary."""
        return any(measure.needs_source for measure in self.measures)

    @property
    def without_rouge(self) -> "Profile":
        """The same profile without measures that need models: only `about` is left."""
        about = tuple(name for name in self.options.about if name != LENGTH_RATIO)
        return Profile(replace(self.options, about=about), self.rouge._replace(measures="none"))

    # Texts

    def word_lists(self) -> WordLists:
        """Return the word lists of a run. Raises `InputError` if they cannot be read."""
        return self.rules.word_lists(self.options) if self.rules else lists_of(self.options)

    @property
    def reads_sentences(self) -> bool:
        """True where figures depend on the ends of sentences."""
        if any(measure.reads_sentences for measure in self.measures) or self.options.is_limited:
            return True
        # Only the tokenizer of ROUGE-1.5.5 itself gives the same tokens wherever a text is cut.
        return self.rouge.measures == "flags" and self.tokenizer is not None

    def splitter(self) -> Rewriter | None:
        """Return the sentence splitter, or None if the input already marks sentences.

        Raises `InputError` if its package is not installed.
        """
        if self.rouge.words == PY_ROUGE and self.options.is_limited:
            from ..text.languages.package_rules import cut

            words, characters = self.options.word_limit, self.options.byte_limit
            return partial(split_all, split=partial(cut, words=words, characters=characters))
        if self.rouge.sentences in SPLITS:
            return partial(split_all, split=SPLITS[self.rouge.sentences])
        if not self.reads_sentences:
            return None
        if self.rules is not None and self.rules.splitter is not None:
            return partial(split_single, split=self.rules.splitter.apply)
        if not self.finds_sentences:
            return None
        is_beside = self.rouge.measures == "about"
        reader = "sentences out of `about`" if is_beside else "rougeLsum out of `types`"
        return partial(split_all, split=punkt(reader))

    def resplitter(self) -> Callable[[Source], Source]:
        """Return the function that splits a loaded summary as this ROUGE does. Raises as `splitter` does."""
        split = self.splitter()
        return partial(rewritten_source, rewrite=split) if split else lambda source: source

    @property
    def makes_ascii_words(self) -> bool:
        """True where the kernel makes the words, of a-z and 0-9."""
        return not (self.parts_at_blanks or (self.rules and self.rules.needs_words))

    def vocabulary(self, lists: WordLists | None = None) -> "Vocabulary":
        """Return a vocabulary of the definition, with the word lists of the run."""
        from ..kernel.python.words import Vocabulary, splitter, with_exceptions

        lists = lists or self.word_lists()
        rules = self.rules
        stem = with_exceptions(partial(kernel.stem, stemmer=self.stemmer), lists.exceptions)
        split, longest = splitter(self.rouge.lowering), LONGEST_UNSTEMMED
        if rules is not None and rules.needs_words:
            split, stem, longest = rules.split, rules.stem(lists.exceptions), 0
        return Vocabulary(
            *(split, stem, lists.stop_words, self.limit, longest),
            is_never_empty=self.rouge.lowering == "spaces",
        )

    @property
    def limit(self) -> "Limit":
        """The length limit of texts."""
        from ..kernel.python.words import Limit

        plan = self.plan
        if not self.options.byte_limit or plan.max_bytes or self.rouge.words == PY_ROUGE:
            return Limit(plan.max_words, plan.max_bytes, plan.max_tokens)
        from ..text.languages.segments import first_bytes

        return Limit(plan.max_words, self.options.byte_limit, plan.max_tokens, first_bytes)

    # Counts and figures

    @cached_property
    def plan(self) -> Plan:
        """The measures that the kernel counts, and its rules for figures."""
        options, rouge, rules = self.options, self.rouge, self.rules
        # py-rouge cuts texts before it makes tokens of them: see `splitter`.
        words, size = (0, 0) if rouge.words == PY_ROUGE else (options.word_limit, options.byte_limit)
        if rouge.rounding == "squared_beta":
            beta = rouge.beta if options.beta is None else float(options.beta)
            alpha = float(beta or 0) ** 2
        else:  # With a β that is the ratio of precision and recall, the weight of precision varies.
            alpha = nan if options.beta == RATIO else options.alpha
        # Other tokens than ROUGE's are counted for a limit in words, and cut between two characters.
        plan = Plan(
            self.measures,
            *((words, size) if self.tokenizer is None else (0, 0)),
            max_tokens=0 if self.tokenizer is None else int(words),
            lowering=rouge.lowering,
            stemmer=self.stemmer,
            combination=self.combination,
            rounding=rouge.rounding,
            alpha=alpha,
        )
        if rules is None or not rules.needs_words:
            return plan
        in_kernel = not rules.stems or rules.kernel_stemmer is not None
        tokenizer = rules.tokenizer
        return plan._replace(pieces=tokenizer.pieces, plain_ascii=tokenizer.plain_ascii and in_kernel)

    def check_models(self, people: Sequence[Hashable], place: str = "an evaluation") -> None:
        """Raise `InputError` where a measure must pool several models although its counts do not add up.

        `people` are the authors of an evaluation's models; `place` names the evaluation.
        """
        if self.takes_several_models or not people:
            return
        sets = jackknife_sets(people).values() if self.options.jackknife else [people]
        models = max(map(len, sets))
        if models > 1:
            unpooled = next(measure.name for measure in self.measures if measure.kind == _UNPOOLED)
            size = f"{'sets of ' if self.options.jackknife else ''}{models:,}"
            why = "as it has no counts that add up: give `best_model`"
            raise InputError(f"%s has %s models, which %s cannot pool, {why}", place, size, unpooled)

    def order(self, system: str, evaluations: Sequence[str]) -> Integers:
        """Return the places of the evaluations in the order in which they are resampled and added up.

        ROUGE-1.5.5 quirk: it is the byte order of `evaluation.system`, and sums depend on it.
        """
        if self.rouge.generator == "numpy":
            return Integers("i", range(len(evaluations)))
        names = [f"{id}.{system}" for id in evaluations[:]]
        return Integers("i", sorted(range(len(names)), key=names.__getitem__))

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean of a figure over one evaluation or more."""
        if mean := {"mean-of-floats": mean_of_floats, "mean-pairwise": pairwise_mean}.get(self.rouge.mean):
            return mean(values)
        return (0.0 + added(values)) / len(values)  # Packages begin their sums with 0.0, so none is -0.0.


# The measures of a run, in the order of the report.


def _chosen_measures(rouge: Rouge, options: Options, stems: bool) -> Iterable[Measure]:
    match rouge.measures:
        case "flags":
            return _by_flags(options, stems)
        case "types":
            return _by_types(rouge, options, stems)
        case "about":
            return (_beside_rouge(name, Reading(stems, stems), options.about_count) for name in options.about)
        case "none":
            return ()
        case own:
            return cast(Iterable[Measure], own(options))


def _notes(rouge: Rouge, options: Options, measures: Sequence[Measure]) -> Iterator[str]:
    if rouge.alpha != EVEN and options.alpha == rouge.alpha:
        yield Message("F of %s is recall, as its `alpha` is 0 by default; `alpha` 0.5 gives F1", rouge.title)
    if any(measure.kind == "lcs" and measure.weight != 1 for measure in measures):
        weight = f"{options.weight:g}"
        yield Message(
            "`weight` %s raises recall and precision of rouge-l, too, to the power 1/%s, as %s does: its"
            " figures are higher than any other ROUGE-L",
            *(weight, weight, rouge.title),
        )


def _skip_bigrams(name: str, gap: int, unigrams: bool, model: Reading, peer: Reading) -> Measure:
    units = "skip-bigrams and unigrams" if unigrams else "skip-bigrams"
    return Measure(name, "skip_bigrams", model, peer, units, gap, unigrams)


def _skips(
    gap: int, names: Sequence[str], options: Options, model: Reading, peer: Reading
) -> Iterator[Measure]:
    """Yield ROUGE-S, ROUGE-SU or both; their names have `{}` for the gap."""
    suffix = "*" if gap < 0 else str(gap)
    if not options.skip_unigrams:
        yield _skip_bigrams(names[0].format(suffix), gap, False, model, peer)
    if options.skip_unigrams or options.skip_both:
        yield _skip_bigrams(names[1].format(suffix), gap, True, model, peer)


def _by_flags(options: Options, stems: bool) -> Iterator[Measure]:
    peer = Reading(stems, stems)
    # ROUGE-1.5.5 quirk: stemming the models alone leaves ROUGE-N unstemmed, and in ROUGE-W it stems the
    # tokens that clip, not the sentences.
    stems_models = stems or options.stem_models
    model = Reading(stems_models, stems_models)
    for n in range(1, options.max_ngram + 1):
        yield Measure(f"ROUGE-{n}", "ngrams", peer, peer, _UNITS.get(n, f"{n}-grams"), n)
    if options.rouge_l and options.basic_elements is None:
        yield Measure("ROUGE-L", "lcs", model, peer, "words")
    if (weight := options.weight) is not None:
        of_model = model._replace(stem_sentences=stems)
        yield Measure(f"ROUGE-W-{weight!s}", "weighted_lcs", of_model, peer, "weight", weight=weight)
    if (weight := options.paper_weight) is not None:
        yield Measure(f"ROUGE-W-paper-{weight!s}", "weighted_length", model, peer, "weight", weight=weight)
    if options.mead:
        yield Measure("ROUGE-MEAD", "longest_lcs", model, peer, "words")
    if (gap := options.skip_gap) is not None:
        yield from _skips(gap, ("ROUGE-S{}", "ROUGE-SU{}"), options, model, peer)
    if (mode := options.basic_elements) is not None:
        readings = model._replace(elements=mode), peer._replace(elements=mode)
        yield Measure(f"ROUGE-BE-{mode}", "ngrams", *readings, "basic elements", 1)


def _by_types(rouge: Rouge, options: Options, stems: bool) -> Iterator[Measure]:
    lines = Reading(stems, stems)
    defaults = rouge.default_types
    chosen = list(rouge.grams[: options.max_ngram] or [name for name in defaults if name in rouge.grams])
    if options.rouge_l:
        chosen += [name for name in defaults if name in rouge.sequences]
    for name in dict.fromkeys(options.types or chosen):
        if found := re.fullmatch(BEYOND, name):
            if found["weight"]:
                yield Measure(name, "weighted_lcs", lines, lines, "weight", weight=float(found["weight"]))
            else:
                gap = -1 if found["gap"] == "*" else int(found["gap"])
                yield _skip_bigrams(name, gap, bool(found["unigrams"]), lines, lines)
            continue
        type = rouge.types[name]
        reading = lines._replace(whole=type.whole)
        kind = cast(Kind, type.with_all if options.counts == "all" and type.with_all else type.kind)
        weight = (options.weight or 1) if type.weights else 1
        if weight == 1 and type.weights:
            kind = "lcs"  # py-rouge: runs that end in a clipped word are not lost then.
        units = "weight" if kind == "weighted_lcs" else _UNITS.get(type.number, f"{type.number}-grams")
        yield Measure(name, kind, reading, reading, units, type.number, weight=weight)
    if rouge.further is not None:
        if options.weight is not None:
            name = rouge.further[0].format(options.weight)
            yield Measure(name, "weighted_lcs", lines, lines, "weight", weight=options.weight)
        if options.skip_gap is not None:
            yield from _skips(options.skip_gap, rouge.further[1:], options, lines, lines)


def _beside_rouge(name: str, reading: Reading, count: str) -> Measure:
    """Return a measure of a summary and its source; `count` says which n-grams count.

    `length-ratio` counts as `length` does: the mean length of the models takes the place of 1 later.
    """
    share, _, n = name.partition("-")
    if share in ("novel", "repeated"):
        return Measure(name, cast(Kind, f"{share}_{count}"), reading, reading, f"{n}-grams", int(n))
    units = "summaries" if share in (LENGTH, "sentences") else "tokens"
    return Measure(name, cast(Kind, share), reading, reading, units)
