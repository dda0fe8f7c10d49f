"""The questions that the engine asks a profile: what distinguishes one ROUGE from another."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import nan
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .errors import InputError
from .evaluation import Source, jackknife_sets
from .kernel import Item, Numbers
from .kernel.plan import Document, Integers, Plan, Stemmer
from .measures.base import Measure, Texts
from .measures.scores import AnyCounts, Estimate, Figures, MeasureScores, Row
from .measures.spelling import DECIMALS
from .options import Options
from .text.readings import WordLists

if TYPE_CHECKING:
    from .languages.rules import Rules
    from .text.documents import Tokenizer
    from .text.readings import Limit

Samples = Figures[Numbers]
"""Recall, precision and F in each of the resamples."""

Splitter = Callable[[Item], Item]
"""Returns a text in the sentences that are found in it."""

Progress = Callable[[int, int], object]
"""Is told how much there is to do, and how much is done."""


def ignore(total: int, done: int) -> None:
    """Take the progress of what nobody watches."""


class Ordered(NamedTuple):
    """Scores and the order in which they are resampled and added up, as places in them."""

    scores: MeasureScores
    order: Integers
    measure: int = 0
    """The place of their measure in the report, on which draws depend in some profiles."""


class Profile(ABC):
    """One ROUGE in use: its tokens and measures, and how counts become figures and figures estimates.

    The engine knows tokens, counts, columns and resamples; all that could be otherwise in another
    ROUGE, it asks here.
    """

    name: ClassVar[str]
    """The name in signatures."""
    title: ClassVar[str]
    """The name in sentences."""
    decimals: ClassVar[int | None] = DECIMALS
    """The decimals of figures in reports; `None`: as many as tell a double from all others."""
    has_intervals: ClassVar[bool] = True
    """False where an estimate is an average alone, and its bounds are not numbers."""
    of_sentences: ClassVar[str]
    """The measures to which it matters where sentences end, as messages name them."""
    chosen_by: ClassVar[str]
    """The figure by which one of several models is chosen: that with the highest."""
    of_nothing: ClassVar[Estimate] = Estimate(nan, nan, nan)
    """The estimate of a figure without evaluations."""
    own_stemmer: ClassVar[Stemmer]
    """The stemmer that `stem` means."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.measures: tuple[Measure, ...] = tuple(self.make_measures())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Profile)
            and type(self) is type(other)
            and (self.options, self.rules) == (other.options, other.rules)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.options))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.options,)  # Rules have functions, which cannot be pickled.

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options!r})"

    @abstractmethod
    def make_measures(self) -> Iterable[Measure]:
        """Make the measures that the options ask for, in the order of the report."""

    def word_lists(self) -> WordLists:
        """Return the word lists that it needs. Raises `InputError` where they cannot be read."""
        if self.options.is_plain:
            return self.own_word_lists()
        from .languages.rules import lists_of  # Most runs have no rules of their own.

        return lists_of(self.options)

    @abstractmethod
    def own_word_lists(self) -> WordLists:
        """Return the word lists of this ROUGE's own tokens and stems."""

    @cached_property
    def rules(self) -> "Rules | None":
        """The rules of tokens, stems and sentences that are chosen apart; `None`: all are this ROUGE's own.

        Raises `OptionError` for unknown names, and `InputError` for what is not installed.
        """
        if self.options.is_plain:
            return None
        from .languages.rules import rules_of  # Most runs have none.

        return rules_of(self.options)

    @property
    def stems(self) -> bool:
        """True where both sides are stemmed."""
        if self.options.is_plain:
            return self.options.stem
        rules = self.rules
        return rules is not None and rules.stems and not self.options.stem_models

    @property
    def averages_models(self) -> bool:
        """True where the figures with several models are averaged, instead of made of counts added up."""
        return False

    def splitter(self) -> Splitter | None:
        """Return what splits a text into sentences; `None`: they are as the input marks them.

        Raises `InputError` where it needs what is not installed.
        """
        return None

    def resplitter(self) -> Callable[[Source], Source]:
        """Return what gives a summary that has been loaded the sentences that this ROUGE sees.

        Raises `InputError` as `splitter` does.
        """
        split = self.splitter()
        if split is None:
            return lambda source: source
        from .text.sentences import rewritten_source  # Most profiles take sentences as they are marked.

        return partial(rewritten_source, rewrite=split)

    def tokenizer(self, lists: WordLists | None = None) -> "Tokenizer":
        """Make what turns sentences into tokens and stems, with its word lists."""
        lists = lists or self.word_lists()
        rules = self.rules
        if rules is None or not rules.needs_words:
            return self.own_tokenizer(lists)
        from .text.documents import LanguageTokenizer

        return LanguageTokenizer(rules.words(lists.exceptions), self.limit, lists.stop_words)

    @abstractmethod
    def own_tokenizer(self, lists: WordLists) -> "Tokenizer":
        """Make a tokenizer of the tokens of this ROUGE."""

    @property
    def stemmer(self) -> Stemmer:
        """The stemmer of the kernel: this ROUGE's own, or the one that is chosen in its place."""
        rules = self.rules
        return (rules and rules.kernel_stemmer) or self.own_stemmer

    @property
    def limit(self) -> "Limit":
        """The length limit of texts."""
        from .text.readings import Limit  # The compiled kernel cuts by its plan.

        options, rules = self.options, self.rules
        if rules is None or rules.is_rouge or not (options.word_limit or options.byte_limit):
            return Limit(options.word_limit, options.byte_limit)
        from .languages.characters import first_bytes

        return Limit(0, options.byte_limit, options.word_limit, first_bytes if options.byte_limit else None)

    def with_rules(self, plan: Plan) -> Plan:
        """Return a plan in which the tokens are those that are chosen in place of this ROUGE's own."""
        rules = self.rules
        if rules is None or not rules.needs_words:
            return plan
        limit = self.limit
        in_kernel = not rules.stems or rules.kernel_stemmer is not None
        return plan._replace(
            max_words=limit.max_words,
            max_bytes=0 if limit.between_characters else limit.max_bytes,
            max_tokens=limit.max_tokens,
            pieces=rules.tokenizer.pieces,
            plain_ascii=rules.tokenizer.plain_ascii and in_kernel,
        )

    @abstractmethod
    def plan(self) -> Plan | None:
        """Return what the compiled kernel is to do in place of all of this; `None`: it cannot."""

    @property
    def pools_all(self) -> bool:
        """True where no measure would have to pool models without having counts that add up."""
        return self.options.best_model or all(measure.pools for measure in self.measures)

    def check_models(self, people: Sequence[Hashable], place: str = "an evaluation") -> None:
        """Raise `InputError` where a measure would have to pool models, but has no counts that add up.

        `people` are the authors of an evaluation's models, by whatever tells them apart; `place` names it.
        """
        if self.pools_all or not people:
            return
        sets = jackknife_sets(people).values() if self.options.jackknife else [people]
        models = max(map(len, sets))
        if models > 1:
            unpooled = next(measure.name for measure in self.measures if not measure.pools)
            raise InputError(
                f"{place} has {'sets of ' if self.options.jackknife else ''}{models:,} models,"
                f" which {unpooled} cannot pool, as it has no counts that add up: give `best_model`"
            )

    @abstractmethod
    def combine(self, measure: Measure, texts: Texts) -> Iterable[Row]:
        """Return, for each peer, its counts and figures with all models together."""

    @abstractmethod
    def figures(self, measure: Measure, counts: AnyCounts) -> Figures[float]:
        """Return recall, precision and F of counts, rounded as this ROUGE does."""

    @abstractmethod
    def chosen(self, measure: Measure, counts: Sequence[AnyCounts], models: Sequence[Document]) -> int | None:
        """Return the place of the model with which a peer is scored, given its counts with each of them.

        `None`: it is scored with all of them, or no figure is a number by which one could be chosen.
        """

    @abstractmethod
    def order(self, system: str, evaluations: Sequence[str]) -> Integers:
        """Return the places of the evaluations in the order in which they are resampled and added up."""

    def estimates(
        self, scored: Sequence[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Figures[Estimate]]:
        """Yield, for each of the scores, the estimates of its figures; arguments are as in `resamples`."""
        resamples = self.resamples(scored, jobs=jobs, progress=progress)
        return (samples.map(self.estimate) for samples in resamples)

    @abstractmethod
    def resamples(
        self, scored: Iterable[Ordered], *, jobs: int = 1, progress: Progress = ignore
    ) -> Iterator[Samples]:
        """Yield, for each of the scores, their figures in every resample.

        All are over equally many evaluations, at least one; all share the draws. `jobs` threads share
        the work, and `progress` is told the resamples that are drawn, and of how many.
        """

    @abstractmethod
    def observed(self, ordered: Ordered) -> Figures[float]:
        """Return recall, precision and F of all evaluations, each taken once."""

    @abstractmethod
    def estimate(self, samples: Numbers) -> Estimate:
        """Return the average and the bounds of a figure from its samples, which may be sorted in place."""

    def signed_tokens(self, own: str) -> str:
        """Return the tokens as the signature names them; `own` are those of this ROUGE."""
        rules = self.rules
        return own if rules is None or rules.is_rouge else rules.tokenizer.signature

    def signed_stemmer(self, own: str) -> str:
        """Return the stemmer as the signature names it; `own` stands for that of this ROUGE."""
        rules = self.rules
        if rules is None:
            return own if self.options.stem else "no"
        return own if rules.stemmer == self.own_stemmer else rules.stem_signature()

    def signed_splitter(self) -> str | None:
        """Return the rules by which sentences are found as the signature names them."""
        rules = self.rules
        return None if rules is None or rules.splitter is None else rules.splitter.signature

    @abstractmethod
    def signature(self) -> Mapping[str, str]:
        """Return every choice that changes a figure, by its key in signatures."""
