"""The decisions that the Python packages share: rouge-score, which others wrap or follow to the last bit."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from ..kernel import Numbers, sort_samples
from ..kernel.plan import Document, Plan, ReadingPlan
from ..measures.base import Measure, Texts
from ..measures.lcs import Lcs, WholeLcs
from ..measures.ngram import NGram
from ..measures.scores import AnyCounts, Estimate, Figures, Row, added
from ..profile import Ordered, Profile, Progress, Samples, Splitter, ignore
from ..text.readings import NO_LISTS, Reading, WordLists
from .legacy_draws import LegacyGenerator, bounds

if TYPE_CHECKING:
    from ..text.documents import Tokenizer

WHOLE_L, L_OF_SENTENCES = "rougeL", "rougeLsum"
_AT_A_TIME = 64
"""Scores whose samples are held at once."""


class PackageProfile(Profile):
    """A ROUGE of the Python packages, with what rouge-score decides.

    Its tokens are the runs of a-z and 0-9 in a text that is lowered as a whole. Figures are not rounded.
    Of several models that of the highest F counts, measure by measure.
    """

    decimals = None
    own_stemmer = "porter-nltk"
    of_sentences = L_OF_SENTENCES
    chosen_by = "F"
    default_types: ClassVar[tuple[str, ...]] = ("rouge1", "rouge2", WHOLE_L, L_OF_SENTENCES)
    """The measures where none are asked for."""
    floats: ClassVar[bool] = False
    """True where figures are rounded to floats of 32 bits."""

    @property
    def types(self) -> list[str]:
        """The names of the measures, each once."""
        options = self.options
        if options.types:
            return list(dict.fromkeys(options.types))
        grams = [name for name in self.default_types if not _is_lcs(name)]
        if options.max_ngram:
            grams = [f"rouge{n}" for n in range(1, options.max_ngram + 1)]
        return grams + [name for name in self.default_types if _is_lcs(name) and options.rouge_l]

    def make_measures(self) -> Iterator[Measure]:
        stem = self.stems
        lines = Reading(None, stem, stem)
        whole = lines._replace(whole=True)
        for name in self.types:
            if name == WHOLE_L:
                yield WholeLcs(name, whole, whole)
            elif name == L_OF_SENTENCES:
                yield Lcs(name, lines, lines)
            else:
                yield NGram(name, lines, lines, int(name.removeprefix("rouge")))

    def own_word_lists(self) -> WordLists:
        """Return no lists: the few irregular forms are the stemmer's own."""
        self.splitter()  # If it is not installed, that is said before anything is scored.
        return NO_LISTS

    @property
    def finds_sentences(self) -> bool:
        """True where rougeLsum is of sentences that are found in the text; otherwise these are lines."""
        return False

    def splitter(self) -> Splitter | None:
        rules = self.rules
        has_rule = rules is not None and rules.splitter is not None
        if not (has_rule or self.finds_sentences) or L_OF_SENTENCES not in self.types:
            return None
        from ..text.sentences import split_all, split_single

        if rules is not None and rules.splitter is not None:
            return partial(split_single, split=rules.splitter.split)
        from ..text.sentences import punkt

        return partial(split_all, split=punkt())

    def own_tokenizer(self, lists: WordLists) -> Tokenizer:
        from ..text.documents import Tokenizer  # The compiled kernel makes tokens by its plan.

        return Tokenizer(exceptions=lists.exceptions, stemmer=self.stemmer, lowering="unicode")

    def plan(self) -> Plan:
        readings = list(dict.fromkeys(reading for measure in self.measures for reading in measure.readings))
        plans = [measure.plan(*map(readings.index, measure.readings)) for measure in self.measures]
        return self.with_rules(
            Plan(
                tuple(ReadingPlan(*reading[1:]) for reading in readings),
                tuple(plan for plan in plans if plan),
                max_words=0,
                max_bytes=0,
                lowering="unicode",
                stemmer=self.stemmer,
                combination="best_f",
                rounding="floats" if self.floats else "doubles",
                alpha=0.5,
            )
        )

    def combine(self, measure: Measure, texts: Texts) -> Iterator[Row]:
        """Yield, for each peer, the row with the model of the highest F; of equals the first is kept."""
        for counts in measure.counts(texts):
            best = counts[self.chosen(measure, counts, texts.models) or 0]
            yield Row(best, self.figures(measure, best))

    def chosen(self, measure: Measure, counts: Sequence[AnyCounts], models: Sequence[Document]) -> int | None:
        """Return the place of the model of the highest F, the first of equals."""
        fs = [self.figures(measure, one).f for one in counts]
        return fs.index(max(fs))

    def figures(self, measure: Measure, counts: AnyCounts) -> Figures[float]:
        """Return precision, recall and their harmonic mean, which is 0 where both are."""
        recall = measure.ratio(counts.hit, counts.model)
        precision = measure.ratio(counts.hit, counts.peer)
        # 2PR / (P + R), too, has these bits, because halves are exact.
        half = 0.5 * precision + 0.5 * recall
        return Figures(recall, precision, precision * recall / half if half > 0 else 0.0)

    def order(self, system: str, evaluations: Sequence[str]) -> array[int]:
        """Return the order of the input."""
        return array("i", range(len(evaluations)))

    @property
    def seed(self) -> int:
        """The seed of the draws."""
        return self.options.seed or 0

    def resamples(
        self, scored: Iterable[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Samples]:
        """Yield, for each of the scores, the means of its figures in every resample.

        NumPy's legacy generator draws for one measure after the other, so that the draws for a measure
        depend on its place; all systems have the same.
        """
        rows = list(scored)
        done = 0
        for start in range(0, len(rows), _AT_A_TIME):
            some = rows[start : start + _AT_A_TIME]
            samples: list[Samples | None] = [None] * len(some)
            generator = LegacyGenerator.seeded(self.seed)
            for measure in range(max(one.measure for one in some) + 1):
                places = [place for place, one in enumerate(some) if one.measure == measure]
                # For a measure that is not wanted here, draws are made for any scores.
                drawn = self._drawn([some[place] for place in places] or some[:1], generator)
                for place, means in zip(places, drawn, strict=False):
                    samples[place] = means
                done += len(places)
                progress(len(rows) * self.options.resamples, done * self.options.resamples)
            yield from filter(None, samples)

    def _drawn(self, scored: Sequence[Ordered], generator: LegacyGenerator) -> Iterator[Samples]:
        """Yield the means of scores that share the draws."""
        columns = [column for one in scored for column in one.scores.figures]
        orders = [one.order for one in scored for _ in range(3)]
        means = iter(generator.means(columns, self.options.resamples, orders))
        return (Figures(*three) for three in zip(means, means, means, strict=True))

    def observed(self, ordered: Ordered) -> Figures[float]:
        scores, order, _ = ordered
        return scores.figures.map(lambda column: self.mean([column[place] for place in order]))

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean of a figure over the evaluations, of which there is one at least."""
        return added(values) / len(values)

    def estimate(self, samples: Numbers) -> Estimate:
        """Return the median of the samples and the bounds between which the confidence level lies."""
        sort_samples(samples)
        low, median, high = bounds(samples, self.options.confidence / 100)
        return Estimate(median, low, high)

    def signature(self) -> Mapping[str, str]:
        return {
            "measures": ",".join(self.types),
            "tokens": self.signed_tokens("rouge-score"),
            "stem": self.signed_stemmer("porter-nltk"),
            "split": self._split(),
            **self.aggregation(),
        }

    @abstractmethod
    def aggregation(self) -> Mapping[str, str]:
        """Return the choices by which models and evaluations become one figure, by their keys."""

    def _split(self) -> str:
        """Return what parts sentences; Punkt's rules change with NLTK."""
        if L_OF_SENTENCES not in self.types:
            return "none"
        if split := self.signed_splitter():
            return split
        if not self.finds_sentences:
            return "lines"
        from nltk import __version__

        return f"punkt-nltk-{__version__}"


def _is_lcs(name: str) -> bool:
    return name in (WHOLE_L, L_OF_SENTENCES)
