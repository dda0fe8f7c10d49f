"""`Scorer`: scores for programs, of one pair or of millions, and `score`, its shortest form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from ..errors import InputError, OptionError
from ..evaluation import Corpus
from ..kernel import Item
from ..measures.scores import Score
from ..options import Options, jobs_of
from ..profiles import profile_of
from ..text.batches import Pair, batches_of_pairs, models_of
from .counters import counter_of
from .counting import Tally, count_batches
from .scores import SYSTEM, Scores

_USUAL = Options(max_ngram=2)


class Scorer:
    """Scores peers against models: `Scorer(Options(max_ngram=2, stem=True)).score(peer, model)`.

    A text is a string whose lines are its sentences, or a list of sentences, as `str` or as UTF-8
    `bytes`. Models are one text as a string, or a list of texts. A scorer may be used by several
    threads at once, and can be pickled; scorers of equal options share their word lists and stems.
    """

    def __init__(self, options: Options | None = None, *, jobs: int = 1) -> None:
        """Make a scorer; by default the measures are ROUGE-1, ROUGE-2 and ROUGE-L.

        `jobs` threads share the batches (0: as many as there are processors); the Python kernel gains
        nothing by them. Raises `InputError` where word lists cannot be read.
        """
        self.options = _USUAL if options is None else options
        self.jobs = jobs_of(jobs)
        self._profile = profile_of(self.options)
        self._lists = self._profile.word_lists()
        self._counter = counter_of(self._profile, self._lists)
        self._counts = [(measure.name, measure.columns().of) for measure in self._profile.measures]

    def __reduce__(self) -> tuple[object, ...]:
        return _scorer, (self.options, self.jobs)

    def __repr__(self) -> str:
        return f"Scorer({self.options!r}, jobs={self.jobs})"

    def score(self, peer: Item, models: Item | Sequence[Item]) -> dict[str, Score]:
        """Return the score of a peer by each measure: `{"ROUGE-1": Score(recall, precision, f), …}`.

        With several models their counts are added up, or the best one is kept (`best_model`). Nothing
        is resampled. Raises `InputError` where there is no model, `TypeError` for what is no text.
        """
        texts = [*models_of(models), peer]
        if len(texts) == 1:
            raise InputError("models is empty; give at least one text")
        if len(texts) > 2:
            self._profile.check_models(range(len(texts) - 1))
        return {
            name: Score(row[-3], row[-2], row[-1], counts(*row[:-3]))
            for (name, counts), row in zip(self._counts, self._counter.score(texts), strict=True)
        }

    def score_batch(
        self,
        peers: Sequence[Item],
        models: Sequence[Item | Sequence[Item]],
        *,
        ids: Sequence[str] | None = None,
    ) -> Scores:
        """Return the scores of many peers, each with its models at the same place, in columns.

        `ids` are the IDs of the evaluations; by default they are numbered from 1. Raises `InputError`
        for lists of different lengths, a peer without a model and an ID that is there twice, and
        `TypeError` for what is no text.
        """
        for name, values in (("peers", peers), ("models", models)):
            if isinstance(values, str | bytes) or not isinstance(values, Sequence):
                raise TypeError(f"{name} must be a list with an item a pair, not {type(values).__name__}")
        if len(peers) != len(models):
            raise InputError(
                f"there are {len(peers):,} peers, but models for {len(models):,}; give each peer its own"
            )
        if ids is not None:
            if len(ids) != len(peers):
                raise InputError(f"there are {len(peers):,} peers, but {len(ids):,} IDs; give each its own")
            if len(set(ids)) < len(ids):
                raise InputError("an ID is there twice; give each evaluation its own")
        return self._scores(zip(peers, models, strict=True), ids)

    def score_stream(self, pairs: Iterable[Pair], *, size: int = 10_000) -> Iterator[Scores]:
        """Yield the scores of pairs of a peer and its models, `size` at a time, in bounded memory.

        `Scores.concat` puts them together. Raises `OptionError` for a size below 1, and as
        `score_batch` does.
        """
        if size < 1:
            raise OptionError(f"`size` must be 1 or more, not {size}")
        rest = iter(pairs)
        while some := list(islice(rest, size)):
            yield self._scores(iter(some), None)

    def _scores(self, pairs: Iterator[Pair], ids: Sequence[str] | None) -> Scores:
        tally = Tally([SYSTEM], self._profile)
        tally.notes.extend(self._lists.notes)
        numbers: set[int] = set()
        for batch, counted in count_batches(
            batches_of_pairs(pairs, SYSTEM, ids, numbers), self._counter, self.jobs
        ):
            tally.add(batch, counted)
            self._profile.check_models(range(max(numbers)))
        corpus = Corpus(min(numbers, default=0), max(numbers, default=0), ("lines",) if numbers else ())
        return Scores(self._profile, tally, corpus)


def score(peer: Item, models: Item | Sequence[Item], options: Options | None = None) -> dict[str, Score]:
    """Return the score of one peer by each measure, as `Scorer.score` does.

    By default the measures are ROUGE-1, ROUGE-2 and ROUGE-L.
    """
    return _scorer(_USUAL if options is None else options, 1).score(peer, models)


@lru_cache(maxsize=16)
def _scorer(options: Options, jobs: int) -> Scorer:
    return Scorer(options, jobs=jobs)
