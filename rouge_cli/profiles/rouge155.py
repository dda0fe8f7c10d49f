"""ROUGE-1.5.5: its choice of measures, stems, combination of models, rounding, resampling and estimates.

Everything here is what the original does, byte for byte; what is odd about it is marked as a quirk.
Quirks of single measures, of texts and of the report are marked where they occur.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from math import inf, isnan, nan
from typing import TYPE_CHECKING

from .. import kernel
from ..kernel import Numbers
from ..kernel.plan import Document, Plan, ReadingPlan
from ..measures.base import Measure, Texts
from ..measures.lcs import Lcs
from ..measures.ngram import NGram
from ..measures.scores import AnyCounts, Estimate, Figures, Row, TwoSidedCounts, added, exact
from ..measures.spelling import DECIMALS
from ..numbered import Numbered
from ..options import RATIO
from ..profile import Ordered, Profile, Progress, Samples, Splitter, ignore
from ..text.readings import NO_LISTS, Reading, WordLists

if TYPE_CHECKING:
    from ..text.documents import Tokenizer

_AT_A_TIME = 32
"""Scores that are resampled with the same draws; all at once would hold all their samples."""


class Rouge155(Profile):
    """ROUGE-1.5.5 (Lin 2004), as DUC, TAC and most papers until 2019 report it."""

    name = "1.5.5"
    title = "ROUGE-1.5.5"
    of_sentences = "ROUGE-L and ROUGE-W"
    chosen_by = "recall"
    of_nothing = Estimate(0.0, 0.0, 0.0)
    own_stemmer = "porter-1.5.5"

    def make_measures(self) -> Iterator[Measure]:
        options = self.options
        stems = self.stems
        peer = Reading(None, stems, stems)
        # ROUGE-1.5.5 quirk: stemming the models alone leaves ROUGE-N unstemmed, and in ROUGE-W it
        # stems the tokens that clip, not the sentences.
        stems_models = stems or options.stem_models
        model = Reading(None, stems_models, stems_models)
        model_of_w = model._replace(stem_sentences=stems)
        for n in range(1, options.max_ngram + 1):
            yield NGram(f"ROUGE-{n}", peer, peer, n)
        if options.rouge_l and options.basic_elements is None:
            yield Lcs("ROUGE-L", model, peer)
        # The rarer measures are loaded where they are wanted, for the sake of short runs.
        if options.weight is not None:
            from ..measures.weighted_lcs import WeightedLcs

            yield WeightedLcs(f"ROUGE-W-{options.weight!s}", model_of_w, peer, options.weight)
        if options.paper_weight is not None:
            from ..measures.paper_weighted_lcs import PaperWeightedLcs

            weight = options.paper_weight
            yield PaperWeightedLcs(f"ROUGE-W-paper-{weight!s}", model, peer, weight)
        if options.mead:
            from ..measures.mead import Mead

            yield Mead("ROUGE-MEAD", model, peer)
        if options.skip_gap is not None:
            from ..measures.skip_bigram import SkipBigram, SkipBigramUnigram

            gap = options.skip_gap
            suffix = "*" if gap < 0 else str(gap)
            if not options.skip_unigrams:
                yield SkipBigram(f"ROUGE-S{suffix}", model, peer, gap)
            if options.skip_unigrams or options.skip_both:
                yield SkipBigramUnigram(f"ROUGE-SU{suffix}", model, peer, gap)
        if options.basic_elements is not None:
            from ..measures.basic_elements import BasicElements

            mode = options.basic_elements
            yield BasicElements(
                f"ROUGE-BE-{mode}", model._replace(elements=mode), peer._replace(elements=mode)
            )

    def own_word_lists(self) -> WordLists:
        options = self.options
        if not (options.remove_stop_words or options.stem or options.stem_models):
            return NO_LISTS
        from ..text.word_lists import lists_of

        return lists_of(options)

    def splitter(self) -> Splitter | None:
        rules = self.rules
        if rules is None or rules.splitter is None:
            return None
        from ..text.sentences import split_single

        return partial(split_single, split=rules.splitter.split)

    def own_tokenizer(self, lists: WordLists) -> Tokenizer:
        from ..text.documents import Tokenizer  # The compiled kernel makes tokens by its plan.

        return Tokenizer(self.limit, lists.stop_words, lists.exceptions, self.stemmer)

    def plan(self) -> Plan | None:
        options = self.options
        readings = list(dict.fromkeys(reading for measure in self.measures for reading in measure.readings))
        measures = []
        for measure in self.measures:
            plan = measure.plan(*map(readings.index, measure.readings))
            if plan is None:
                return None
            measures.append(plan)
        return self.with_rules(
            Plan(
                tuple(ReadingPlan(reading.stem, reading.stem_sentences) for reading in readings),
                tuple(measures),
                options.word_limit,
                options.byte_limit,
                lowering="ascii",
                stemmer=self.stemmer,
                combination="best_recall" if options.best_model else "pooled",
                rounding="decimals",
                alpha=nan if self.alpha is None else self.alpha,
            )
        )

    @property
    def alpha(self) -> float | None:
        """The weight of precision in F; `None`: it depends on the figures, as their ratio is β."""
        return None if self.options.beta == RATIO else self.options.alpha

    def combine(self, measure: Measure, texts: Texts) -> Iterator[Row]:
        """Pool the counts with all models, or keep those with the best one."""
        from .combining import pooled  # The compiled kernel does this by its plan.

        if not self.options.best_model:
            for counts in pooled(measure, texts):
                yield Row(counts, self.figures(measure, counts))
            return
        columns = measure.columns()
        nothing = columns.of(*(0 for _ in columns))
        for of_models in measure.counts(texts):
            best = self.chosen(measure, of_models, texts.models)
            counts = nothing if best is None else of_models[best]
            yield Row(counts, self.figures(measure, counts))

    def chosen(self, measure: Measure, counts: Sequence[AnyCounts], models: Sequence[Document]) -> int | None:
        """Return the place of the model of the highest recall under `best_model`; the first of equals."""
        if not self.options.best_model:
            return None
        recalls = [measure.choosing_recall(one, model) for one, model in zip(counts, models, strict=True)]
        numbers = [recall for recall in recalls if not isnan(recall)]
        return recalls.index(max(numbers)) if numbers else None

    def figures(self, measure: Measure, counts: AnyCounts) -> Figures[float]:
        """Return the figures of counts.

        ROUGE-1.5.5 quirk: recall and precision are rounded as printed, and F and everything after it is
        computed from the rounded figures.
        """
        exact_recall = measure.ratio(counts.hit, counts.model)
        exact_precision = measure.ratio(counts.peer_hit, counts.peer)
        recall, precision = round(exact_recall, DECIMALS), round(exact_precision, DECIMALS)
        if isinstance(counts, TwoSidedCounts):
            f = f_of_both_sides(*counts)
        elif measure.f_of_rounded:
            f = f_measure(recall, precision, self.alpha)
        else:
            f = f_measure(exact_recall, exact_precision, self.alpha)
        return Figures(recall, precision, round(f, DECIMALS))

    def order(self, system: str, evaluations: Sequence[str]) -> array[int]:
        """Return the places of the evaluations in resampling order.

        ROUGE-1.5.5 quirk: that is the byte order of `evaluation.system`, and sums depend on it.
        """
        if isinstance(evaluations, Numbered):
            return evaluations.order_of_bytes()
        names = [f"{id}.{system}" for id in evaluations]
        return array("i", sorted(range(len(names)), key=names.__getitem__))

    def resamples(
        self, scored: Iterable[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Samples]:
        """Yield, for each of the scores, its figures in every resample.

        They are means of the figures drawn, or ratios of pooled counts.

        ROUGE-1.5.5 quirk: resample i is drawn by drand48 seeded with i, so all scores share the draws.
        """
        rows = list(scored)
        resamples = self.options.resamples
        for start in range(0, len(rows), _AT_A_TIME):
            some = rows[start : start + _AT_A_TIME]
            n = len(some[0].order)
            resampled = [self._resampled(one) for one in some]
            columns = [column for of_one in resampled for column in of_one]
            orders = [one.order for one, of_one in zip(some, resampled, strict=True) for _ in of_one]
            divisor = 1 if self.options.counting else n

            def told(drawn: int, done: int = start * resamples, rows_drawn: int = len(some)) -> None:
                progress(len(rows) * resamples, done + drawn * rows_drawn)

            sums = iter(kernel.resample(columns, orders, resamples, divisor, jobs=jobs, progress=told))
            for of_one in resampled:
                drawn_sums = [next(sums) for _ in of_one]
                yield self._pooled_figures(*drawn_sums) if self.options.counting else Figures(*drawn_sums)

    def _resampled(self, ordered: Ordered) -> Sequence[Numbers]:
        """Return the columns that are resampled: the figures, or the counts where these are pooled."""
        if not self.options.counting:
            return ordered.scores.figures
        n = len(ordered.order)
        return [exact(column, max(map(abs, column)) * n) for column in ordered.scores.counts]

    def _pooled_figures(
        self,
        models: Sequence[float],
        peers: Sequence[float],
        hits: Sequence[float],
        peer_hits: Sequence[float] | None = None,
    ) -> Samples:
        """Return the figures of pooled counts.

        ROUGE-1.5.5 quirk: they are not rounded, and in ROUGE-W the ratio is not raised to 1/weight.
        """
        recalls = array("d", map(_ratio, hits, models))
        if peer_hits is None:
            precisions = array("d", map(_ratio, hits, peers))
            fs = array("d", map(f_measure, recalls, precisions, repeat(self.alpha)))
        else:
            precisions = array("d", map(_ratio, peer_hits, peers))
            fs = array("d", map(f_of_both_sides, models, peers, hits, peer_hits))
        return Figures(recalls, precisions, fs)

    def observed(self, ordered: Ordered) -> Figures[float]:
        scores, order, _ = ordered
        if not self.options.counting:
            return scores.figures.map(lambda column: added([column[place] for place in order]) / len(order))
        return self._pooled_figures(*([total] for total in scores.total(order))).map(lambda column: column[0])

    def estimate(self, samples: Numbers) -> Estimate:
        """Return the average and the percentile bounds of the samples, which are sorted in place.

        ROUGE-1.5.5 quirks: the average is that of the sorted samples, added in that order, and not
        that of the evaluations; both bounds are interpolated by the same fraction; a sample past the
        end counts as 0.
        """
        size = len(samples)
        average = kernel.sort_samples(samples) / size
        tail = size * ((100 - self.options.confidence) / 2) / 100
        low, high = int(tail), int(size - tail - 1)
        fraction = size - tail - 1 - high

        def at(place: int) -> float:
            return samples[place] if place < size else 0.0

        def bound(place: int) -> float:
            return at(place) + (at(place + 1) - at(place)) * fraction

        return Estimate(average, bound(low), bound(high))

    def signature(self) -> Mapping[str, str]:
        from .rouge155_signature import signature  # The classic report does not print it.

        return signature(self)


def f_measure(recall: float, precision: float, alpha: float | None) -> float:
    """Return the weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined.

    Without `alpha` it is 1/(1+β²) with β = precision / recall, as Lin's papers name it once; where
    recall is 0, β is infinite, so that F is recall: 0.
    """
    if alpha is None:
        beta = precision / recall if recall else inf
        alpha = 1 / (1 + beta * beta)
    denominator = (1 - alpha) * precision + alpha * recall
    return precision * recall / denominator if denominator > 0 else 0.0


def f_of_both_sides(model: float, peer: float, hit: float, peer_hit: float) -> float:
    """Return F by equation 8 of ROUGE's working note: what is shared on both sides, by all that is there."""
    return _ratio(hit + peer_hit, model + peer)


def _ratio(hit: float, count: float) -> float:
    return hit / count if count else 0.0
