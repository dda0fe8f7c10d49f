"""A ROUGE with the options of a run: the place that turns them into a plan."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, repeat
from math import nan
from typing import TYPE_CHECKING

from .. import kernel
from ..errors import InputError, Message, OptionError, some
from ..evaluation import Source, jackknife_sets
from ..kernel.plan import LONGEST_UNSTEMMED, Doubles, Integers, Item, Plan, Stemmer
from ..kernel.python.sums import added, mean_of_floats, pairwise_mean
from ..kernel.threads import Progress
from ..options import ALL, PLAIN, POOLED, RATIO, Options
from ..rouges import PY_ROUGE, ROUGES, Rouge
from ..text.sentences import SPLITS, punkt, rewritten_source, split_all, split_single
from ..text.word_lists import WordLists, lists_of
from .chosen_measures import LENGTH_RATIO, chosen_measures
from .scores import (
    Estimate,
    Figures,
    GeometricMeans,
    Ordered,
    Samples,
    columns_of,
    geometric_mean,
    geometric_means,
    pooled_figures,
)

if TYPE_CHECKING:
    from ..kernel.python.words import Limit, Vocabulary
    from ..text.languages.rules import Rules

NO_MEASURE = Message(
    "no measure is chosen; give `max_ngram`, `weight`, `skip_gap` or `basic_elements`, or leave ROUGE-L on"
)
"""The complaint about options without a measure."""
_UNPOOLED = "weighted_length"
"""The kind of measures whose counts with several models cannot be added up."""
Splitter = Callable[[Item], Item]
"""Returns a text as its sentences."""


_GROUPS = {"drand48": 32, "numpy": 64}
"""The number of rows of scores that are resampled together; more rows would need more memory."""


class Profile:
    """One ROUGE with the options of a run.

    The engine knows tokens, counts, columns and resamples. Whatever differs between ROUGEs, it asks here.
    """

    def __init__(self, options: Options, rouge: Rouge | None = None) -> None:
        """Take the ROUGE that the options name, or another ROUGE that has these options."""
        self.options = options
        self.rouge = ROUGES[options.profile] if rouge is None else rouge
        if options.mean == PLAIN:
            self.rouge = self.rouge.with_plain_means
        stems = self.stems
        self.number_of_resamples = options.draws
        """The number of resamples."""
        self.measures = tuple(chosen_measures(self.rouge, options, stems))
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
        has_beside = options.about and self.rouge.measures != "about"
        self.beside = self._beside() if has_beside else None
        """The profile of the measures of `about`, whose models are the sources; None without them."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        if (self.rouge, self.options) != (other.rouge, other.options):
            return False
        # A user may define a function again under the same name, as notebooks do.
        own, others = self.rules, other.rules
        return own is None or others is None or own.functions == others.functions

    def __hash__(self) -> int:
        return hash((self.rouge.name, self.options))

    def __reduce__(self) -> tuple[object, ...]:
        # Rules have functions, which cannot be pickled.
        is_known = self.rouge is ROUGES.get(self.options.profile)
        return Profile, (self.options, None if is_known else self.rouge)

    def __repr__(self) -> str:
        return f"Profile({self.options!r})"

    def _beside(self) -> Profile:
        """Return the profile of the measures of `about`.

        It has the tokens, resamples and estimates of this ROUGE, but neither its limits nor its models.
        """
        whole = replace(
            self.options, word_limit=0, byte_limit=0, best_model=False, jackknife=False, accumulate=None
        )
        words = self.rouge._replace(measures="about", combination="pooled", rounding="precision")
        return Profile(whole, words)

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
    def without_rouge(self) -> Profile:
        """The same profile without measures that need models: only `about` is left."""
        about = tuple(name for name in self.options.about if name != LENGTH_RATIO)
        return Profile(replace(self.options, about=about), self.rouge._replace(measures="none"))

    # Texts

    def word_lists(self) -> WordLists:
        """Return the word lists of a run. Raises `InputError` if they cannot be read."""
        return self.rules.word_lists(self.options) if self.rules else lists_of(self.options)

    @cached_property
    def rules(self) -> Rules | None:
        """The rules of tokens, stems and sentences that replace this ROUGE's own, or None.

        Raises `OptionError` for unknown names, and `InputError` for what is not installed.
        """
        if self.options.is_plain:
            return None
        from ..text.languages.rules import rules_of  # Most runs have none.

        return rules_of(self.options)

    @property
    def stems(self) -> bool:
        """True where both sides are stemmed."""
        if self.options.is_plain:
            return self.options.stem
        rules = self.rules
        return rules is not None and rules.stems and not self.options.stem_models

    @property
    def reads_sentences(self) -> bool:
        """True where figures depend on the ends of sentences."""
        if any(measure.reads_sentences for measure in self.measures) or self.options.is_limited:
            return True
        # Only the tokenizer of ROUGE-1.5.5 itself gives the same tokens wherever a text is cut.
        return self.rouge.measures == "flags" and self.rules is not None and not self.rules.is_rouge

    @property
    def finds_sentences(self) -> bool:
        """True where NLTK finds sentences."""
        return self.rouge.sentences == "punkt" or self.options.split_summaries

    def splitter(self) -> Splitter | None:
        """Return the sentence splitter, or None if the input already marks sentences.

        Raises `InputError` if its package is not installed.
        """
        rules = self.rules
        rule = None if rules is None else rules.splitter
        if self.rouge.words == PY_ROUGE:
            from ..text.languages.py_rouge_rules import cut

            if not self.options.is_limited:
                return None
            cut_lines = partial(cut, words=self.options.word_limit, characters=self.options.byte_limit)
            return partial(split_all, split=cut_lines)
        if self.rouge.sentences not in ("marked", "punkt"):
            return partial(split_all, split=SPLITS[self.rouge.sentences])
        if not self.reads_sentences or (rule is None and not self.finds_sentences):
            return None
        return partial(split_all, split=punkt()) if rule is None else partial(split_single, split=rule.apply)

    def resplitter(self) -> Callable[[Source], Source]:
        """Return the function that splits a loaded summary as this ROUGE does. Raises as `splitter` does."""
        split = self.splitter()
        if split is None:
            return lambda source: source
        return partial(rewritten_source, rewrite=split)

    @property
    def makes_ascii_words(self) -> bool:
        """True where the kernel makes the words, of a-z and 0-9."""
        return not (self.rouge.keeps_letters or (self.rules and self.rules.needs_words))

    def vocabulary(self, lists: WordLists | None = None) -> Vocabulary:
        """Return a vocabulary of the definition, with the word lists of the run."""
        from ..kernel.python.words import Vocabulary, splitter, with_exceptions

        lists = lists or self.word_lists()
        rules = self.rules
        is_never_empty = self.rouge.lowering == "spaces"
        stem = with_exceptions(partial(kernel.stem, stemmer=self.stemmer), lists.exceptions)
        split, longest = splitter(self.rouge.lowering), LONGEST_UNSTEMMED
        if rules is not None and rules.needs_words:
            split, stem, longest = rules.split, rules.stem(lists.exceptions), 0
        return Vocabulary(split, stem, lists.stop_words, self.limit, longest, is_never_empty=is_never_empty)

    @property
    def stemmer(self) -> Stemmer:
        """The stemmer of the kernel: the stemmer in the options, or this ROUGE's own."""
        rules = self.rules
        if rules is not None and rules.kernel_stemmer is not None:
            return rules.kernel_stemmer
        return "porter-nltk" if self.rouge.stemmer == "porter-nltk" else "porter-1.5.5"

    @property
    def limit(self) -> Limit:
        """The length limit of texts."""
        from ..kernel.python.words import Limit

        plan = self.plan
        between_characters: Callable[[bytes, int], bytes] | None = None
        if self.options.byte_limit and not plan.max_bytes and self.rouge.words != PY_ROUGE:
            from ..text.languages.segments import first_bytes

            between_characters = first_bytes
        max_bytes = self.options.byte_limit if between_characters else plan.max_bytes
        return Limit(plan.max_words, max_bytes, plan.max_tokens, between_characters)

    # Counts and figures

    @property
    def averages_models(self) -> bool:
        """True where each model is counted alone, and figures with several models are their means."""
        return self.options.accumulate == "avg"

    @cached_property
    def plan(self) -> Plan:
        """The measures that the kernel counts, and its rules for figures."""
        options, rouge, rules = self.options, self.rouge, self.rules
        # Other tokens than ROUGE's are counted for a limit in words, and cut between two characters.
        is_rouge = rules is None or rules.is_rouge
        # py-rouge cuts texts before it makes tokens of them: see `splitter`.
        if rouge.words == PY_ROUGE:
            options = replace(options, word_limit=0, byte_limit=0)
        if rouge.rounding == "squared_beta":
            beta = rouge.beta if options.beta is None else float(options.beta)
            weight = float(beta or 0) ** 2
        else:  # With a β that is the ratio of precision and recall, the weight of precision varies.
            weight = nan if options.beta == RATIO else options.alpha
        plan = Plan(
            self.measures,
            options.word_limit if is_rouge else 0,
            options.byte_limit if is_rouge else 0,
            lowering=rouge.lowering,
            stemmer=self.stemmer,
            combination=rouge.combination_of_best if options.best_model else rouge.combination,
            rounding=rouge.rounding,
            alpha=weight,
            max_tokens=0 if is_rouge else int(options.word_limit),
        )
        if rules is None or not rules.needs_words:
            return plan
        in_kernel = not rules.stems or rules.kernel_stemmer is not None
        return plan._replace(
            pieces=rules.tokenizer.pieces, plain_ascii=rules.tokenizer.plain_ascii and in_kernel
        )

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
            raise InputError(
                "%s has %s%s models, which %s cannot pool, as it has no counts that add up: give"
                " `best_model`",
                place,
                "sets of " if self.options.jackknife else "",
                f"{models:,}",
                unpooled,
            )

    @property
    def chosen_by(self) -> str:
        """The figure whose highest value chooses one of several models."""
        return "F" if self.plan.combination == "best_f" else "recall"

    # Resamples and estimates

    def order(self, system: str, evaluations: Sequence[str]) -> Integers:
        """Return the places of the evaluations in the order in which they are resampled and added up.

        ROUGE-1.5.5 quirk: it is the byte order of `evaluation.system`, and sums depend on it.
        """
        if self.rouge.order == "input":
            return Integers("i", range(len(evaluations)))
        names = [f"{id}.{system}" for id in evaluations[:]]
        return Integers("i", sorted(range(len(names)), key=names.__getitem__))

    def estimates(
        self, scored: Sequence[Ordered], *, jobs: int = 1, progress: Progress | None = None
    ) -> Iterator[Figures[Estimate]]:
        """Yield the estimates of the figures of each row of scores; arguments are as in `resamples`.

        The rows may have no evaluation.
        """
        if not any(one.order for one in scored):
            nothing = Estimate(*[self.rouge.of_nothing] * 3)
            yield from repeat(Figures(nothing, nothing, nothing), len(scored))
        elif self.rouge.has_intervals:
            for samples in self.resamples(scored, jobs=jobs, progress=progress):
                yield Figures(*map(self.estimate, samples))
        else:
            for done, one in enumerate(scored, 1):
                yield self.observed(one).map(lambda average: Estimate(average, nan, nan))
                if progress is not None:
                    progress(len(scored), done)

    @property
    def _pooling_plan(self) -> Plan | None:
        """The plan where figures are made of pooled counts; None where they are averaged."""
        options = self.options
        pools = options.about_mean == POOLED if self.rouge.rounding == "precision" else options.counting
        return self.plan if pools else None

    def resamples(
        self, scored: Iterable[Ordered], *, jobs: int = 1, progress: Progress | None = None
    ) -> Iterator[Samples]:
        """Yield the figures of each row of scores in every resample: means, or figures of pooled counts.

        All rows have the same number of evaluations, at least one, and share the draws. `jobs` threads draw.
        `progress` is called with the number of resamples of all rows and the number drawn so far.
        """
        of_rows = [row.parts if isinstance(row.scores, GeometricMeans) else [row] for row in scored]
        drawn = self._drawn(list(chain.from_iterable(of_rows)), jobs, progress)
        for parts in of_rows:
            samples = [next(drawn) for _ in parts]
            yield samples[0] if len(samples) == 1 else geometric_means(samples)

    def _drawn(self, rows: Sequence[Ordered], jobs: int, progress: Progress | None) -> Iterator[Samples]:
        resamples, pooling = self.number_of_resamples, self._pooling_plan
        at_once = _GROUPS[self.rouge.generator]
        for start in range(0, len(rows), at_once):
            group = rows[start : start + at_once]
            columns = [columns_of(row, pooling is not None) for row in group]

            def report(drawn: int, start: int = start, rows_at_once: int = len(group)) -> None:
                if progress is not None:
                    progress(len(rows) * resamples, start * resamples + drawn * rows_at_once)

            if self.rouge.generator == "drand48":
                # ROUGE-1.5.5 quirk: drand48 draws resample i under the seed i, so all rows share the draws.
                series = [column for of_row in columns for column in of_row]
                divisor = 1 if pooling else len(group[0].order)
                told = None if progress is None else report
                drawn = iter(kernel.resample(series, resamples, divisor, jobs=jobs, progress=told))
                samples: list[Sequence[Doubles]] = [[next(drawn) for _ in of_row] for of_row in columns]
            else:
                from .numpy_draws import drawn_by_numpy

                measures = [row.measure for row in group]
                samples = drawn_by_numpy(measures, columns, self.options, partial(report, rows_at_once=1))
            for row, of_row in zip(group, samples, strict=True):
                # A single column stands for all three figures.
                yield (
                    pooled_figures(pooling, row.scores.measure, of_row)
                    if pooling
                    else self._with_f(Figures(*([*of_row] * 3)[:3]))
                )

    def observed(self, ordered: Ordered) -> Figures[float]:
        """Return recall, precision and F over all evaluations, each taken once."""
        if isinstance(ordered.scores, GeometricMeans):
            of_parts = map(self.observed, ordered.parts)
            return Figures(*map(geometric_mean, zip(*of_parts, strict=True)))
        scores, order, _ = ordered
        if pooling := self._pooling_plan:
            totals = [[total] for total in scores.total(order)]
            return pooled_figures(pooling, scores.measure, totals).map(lambda column: column[0])
        means = scores.figures.map(lambda column: self.mean([column[place] for place in order]))
        return self._with_f(means.map(lambda mean: array("d", [mean]))).map(lambda column: column[0])

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean of a figure over one evaluation or more."""
        match self.rouge.mean:
            case "floats":
                return mean_of_floats(values)
            case "pairwise":
                return pairwise_mean(values)
        return added(values) / len(values)

    def _with_f(self, means: Samples) -> Samples:
        """Return means over the evaluations; if the ROUGE says so, F comes from mean recall and precision."""
        if self.rouge.mean != "f_of_means":
            return means
        from ..kernel.python.rouge import f_measure  # One ROUGE does so.

        fs = map(f_measure, means.recall, means.precision, repeat(self.plan.alpha))
        return means._replace(f=array("d", fs))

    def estimate(self, samples: Doubles) -> Estimate:
        """Return the average and the bounds of a figure from its samples, which may be sorted in place.

        `median` has the bounds of rouge-score. `interpolated` has quirks of ROUGE-1.5.5: it averages the
        samples, added in sorted order, and not the evaluations; it interpolates both bounds by the same
        fraction; a sample past the end counts as 0. If the number of resamples has a fraction, the bounds are
        for this number, although one more resample is drawn.
        """
        drawn, size, confidence = len(samples), self.options.resamples, self.options.confidence
        total = kernel.sort_samples(samples)
        if self.rouge.estimate == "median":
            from .numpy_draws import bounds

            low, middle, high = bounds(samples, confidence / 100)
            return Estimate(middle, low, high)
        tail = size * ((100 - confidence) / 2) / 100
        fraction = size - tail - 1 - int(size - tail - 1)
        both = []
        for place in (int(tail), int(size - tail - 1)):
            here, after = (samples[one] if one < drawn else 0.0 for one in (place, place + 1))
            both.append(here + (after - here) * fraction)
        return Estimate(total / drawn, *both)
