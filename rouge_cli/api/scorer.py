"""`Scorer` scores one pair or millions of pairs for programs; `score` is its shortest form."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice, repeat
from numbers import Integral
from typing import TYPE_CHECKING, Any

from ..errors import InputError, Message, OptionError, several
from ..evaluation import Corpus, Evaluation, Numbered, text_of
from ..inputs.streams import Batch, Pair, batches_of_pairs, models_of, stream_of
from ..kernel import Item
from ..options import Options, jobs_of, whole_number
from ..scoring.counters import counter_of
from ..scoring.engine import check, count, count_all
from ..scoring.profile import Profile
from ..scoring.scores import Score, counts_of
from ..scoring.tally import Tally
from ..text.doubts import AS_MODELS, read_tokens_as
from . import USUAL, check_ids, listed, warn_of_doubts
from .many import ManyToMany
from .pair_scores import SYSTEM, Scores, ScoresByMeasure

if TYPE_CHECKING:
    from .explain import Page


class Scorer(ManyToMany):
    """Scores peers against models: `Scorer(Options(max_ngram=2, stem=True)).score(peer, model)`.

    A text is a string whose lines are its sentences, or a list of sentences, as `str` or as UTF-8
    `bytes`. Models are one text as a string, or a list of texts. Several threads may use a scorer at
    once, and it can be pickled; scorers of equal options share their word lists and stems.
    """

    def __init__(self, options: Options | None = None, *, jobs: int = 1) -> None:
        """Make a scorer; by default the measures are ROUGE-1, ROUGE-2 and ROUGE-L.

        `jobs` threads share the batches (0: one thread for each processor); the Python kernel gains nothing
        from threads. Raises `InputError` for word lists that cannot be read, `OptionError` for jobs that are
        no whole number, and `TypeError` for `options` of another type.
        """
        self.options = _options(options)
        self.jobs = jobs_of(jobs)
        self._profile = Profile(self.options)
        self._lists = self._profile.word_lists()
        self._counter = counter_of(self._profile, self._lists)

    def __reduce__(self) -> tuple[object, ...]:
        return scorer_of, (self.options, self.jobs)

    def __repr__(self) -> str:
        jobs = f", jobs={self.jobs}" if self.jobs != 1 else ""
        return f"Scorer({self.options!r}{jobs})"

    def score(self, peer: Item, models: Item | Sequence[Item]) -> dict[str, Score]:
        """Return the score of a peer by each measure: `{"ROUGE-1": Score(recall, precision, f), …}`.

        ROUGE-1.5.5 adds up the counts of several models or, with `best_model`, takes the best model. All
        other profiles take the model with the highest F by each measure. Nothing is resampled. Warns of texts
        whose letters make no token. Raises `InputError` if there is no model, and `TypeError` for anything
        that is not a text.
        """
        self._check_rouge_alone()
        texts = [*models_of(models), peer]
        if len(texts) == 1:
            raise InputError("models is empty; give at least one text")
        if len(texts) > 2:
            self._profile.check_models(range(len(texts) - 1))
        try:
            rows = self._counter.score(texts)
        except TypeError:
            for text in texts:
                text_of(text)  # Raises a message with the type of the first item that is not a text.
            raise
        # Empty peers are common in reward loops, so texts without letters do not warn.
        is_wordless = rows and not (rows[0][0] and (rows[0][1] or not len(peer)))
        has_several = len(texts) > 2
        if is_wordless or (has_several and read_tokens_as(peer, texts[:-1]) == AS_MODELS):
            self._scores(batches_of_pairs(iter([(peer, models)])))  # Batches warn of them.
        scored = zip(self._profile.measures, rows, strict=True)
        return ScoresByMeasure(
            {one.name: Score(row[4], row[5], row[6], counts_of(one, row[:4])) for one, row in scored}
        )

    def score_batch(
        self,
        peers: Collection[Item],
        models: Collection[Item | Sequence[Item]] | None,
        *,
        ids: Collection[str] | None = None,
        sources: Collection[Item] | None = None,
    ) -> Scores:
        """Return the scores of many peers in columns; the models of a peer stand at the same place.

        Peers and models are lists, arrays of NumPy, or columns of pandas, Polars or Arrow. `ids` are the IDs
        of the evaluations; by default evaluations are numbered from 1. `sources` are the texts that the peers
        summarise, for the measures of `about`; without models (`None`) there are no other measures. Raises
        `InputError` for lists of different lengths, for a peer without a model and for a repeated ID,
        `OptionError` for sources without `about`, and `TypeError` for anything that is not a list, a text or
        an ID.
        """
        if type(peers) is not list:
            peers = listed("peers", peers)
        models, ids, sources = (
            values if values is None or type(values) is list else listed(name, values)
            for name, values in (("models", models), ("ids", ids), ("sources", sources))
        )
        if sources is not None and not self._profile.beside:
            raise OptionError(Message("`sources` go with measures of `about`; name some, or drop them"))
        for name, lists in (("models", models), ("sources", sources), ("IDs", ids)):
            if lists is not None and len(peers) != len(lists):
                raise InputError(
                    f"{several(len(peers), 'peer')}, but {name} for {len(lists):,}; give each peer its own"
                )
        if ids is not None:
            for id in ids:
                if not isinstance(id, str | Integral) or isinstance(id, bool):
                    raise TypeError(f"IDs must be strings or whole numbers, not {id!r}")
            # NumPy has a string class of its own.
            ids = [str.__str__(id) if isinstance(id, str) else str(int(id)) for id in ids]
            check_ids(ids)
        if self._profile.beside:
            return self._scores_with_sources(peers, models, sources, ids)
        if models is None:
            raise InputError(Message("there are no models; give them, or measures that need none by `about`"))
        return self._scores(batches_of_pairs(zip(peers, models, strict=True), ids=ids))

    def _scores_with_sources(
        self,
        peers: Collection[Item],
        models: Collection[Item | Sequence[Item]] | None,
        sources: Collection[Item] | None,
        ids: Sequence[str] | None,
    ) -> Scores:
        """Return the scores of `score_batch` by measures beside ROUGE and, with models, by ROUGE."""
        number = len(peers)
        of_peers = repeat((), number) if models is None else map(models_of, models)
        texts = repeat(None, number) if sources is None else map(text_of, sources)
        rows = zip(ids or Numbered(number), peers, of_peers, texts, strict=True)
        stream = stream_of(
            Evaluation(id, {SYSTEM: text_of(peer)}, tuple(map(text_of, of_peer)), source=source)
            for id, peer, of_peer, source in rows
        )
        profile = self._profile.without_rouge if models is None else self._profile
        survey, _ = check(stream, [SYSTEM], profile)
        if models is not None and len(peers) and not survey.corpus.fewest_models:
            raise InputError("pair 1 has no model; give at least one text")
        tallies = count_all(stream, [SYSTEM], profile, partial(count, jobs=self.jobs))
        warn_of_doubts(tallies[0])
        if ids is None:
            tallies = [Tally.joined([tally], go_on=True) for tally in tallies]
        return Scores(profile, tallies, survey.corpus)

    def score_stream(self, pairs: Iterable[Pair], *, size: int = 10_000) -> Iterator[Scores]:
        """Return an iterator over the scores of pairs of a peer and its models, `size` pairs at a time.

        Pairs are taken when they are needed, so an iterable of any length is scored in bounded memory. Each
        part is numbered from 1; `Scores.concat` joins parts. Raises `OptionError` for a size that is no whole
        number from 1 on, `TypeError` for anything that is not a pair, and the errors of `score_batch`, which
        name the first pair of the part.
        """
        self._check_rouge_alone()
        size = whole_number("size", size, 1)
        if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
            raise TypeError(f"pairs must be pairs of a peer and its models, not {type(pairs).__name__}")
        return self._stream(iter(pairs), size)

    def score_group(self, candidates: Collection[Item], models: Item | Sequence[Item]) -> Scores:
        """Return the scores of many candidates with the same models, which are read once.

        The figures are the same as from `score`. Candidates are numbered from 1. Raises the errors of
        `score_batch`.
        """
        self._check_rouge_alone()
        peers, texts = list(listed("candidates", candidates, "of texts")), models_of(models)
        if not texts:
            raise InputError("models is empty; give at least one text")
        self._profile.check_models(range(len(texts)))
        size = max(-(-len(peers) // self.jobs), 1)

        def batch(start: int) -> Batch:
            own = peers[start : start + size]
            ids, systems = Numbered(start + len(own), start + 1), [SYSTEM] * len(own)
            return Batch([(texts, own)], ids[:1], systems, model_counts={len(texts)}, candidates=ids)

        return self._scores(map(batch, range(0, len(peers), size)), Numbered(len(peers)))

    def explain(self, peer: Item, models: Item | Sequence[Item]) -> "Page":
        """Return the page that explains the score of a peer, with the matches marked in the texts.

        A notebook shows the page, and its method `save` writes it. Raises the errors of `score`.
        """
        from .explain import explain  # Explanations load three times as much as scoring.

        return explain(peer, models, self.options)

    def _stream(self, pairs: Iterator[Any], size: int) -> Iterator[Scores]:
        first = 1
        while part := list(islice(pairs, min(size, sys.maxsize))):
            for number, pair in enumerate(part, first):
                if not isinstance(pair, tuple | list) or len(pair) != 2:
                    raise TypeError(
                        f"pair {number:,} must be a peer and its models, not {type(pair).__name__}"
                    )
            try:
                scores = self._scores(batches_of_pairs(iter(part)))
            except (InputError, TypeError) as error:
                if first == 1:
                    raise
                kind = InputError if isinstance(error, InputError) else TypeError
                raise kind(f"in the part that begins with pair {first:,}: {error}") from error
            first += len(part)
            yield scores

    def _scores(self, batches: Iterator[Batch], ids: Sequence[str] | None = None) -> Scores:
        """Return the scores of batches, whose rows may have other IDs than the evaluations."""
        tally = Tally([SYSTEM], self._profile, self._lists.notes)
        numbers: set[int] = set()
        for batch, counted in self._counter.count_batches(batches, self.jobs):
            tally.add(batch, counted)
            numbers.update(batch.model_counts)
            if max(numbers) > 1:
                self._profile.check_models(range(max(numbers)))
        warn_of_doubts(tally)
        if ids is not None:
            tally.evaluations[SYSTEM] = ids
            for scores in tally.scores[SYSTEM].values():
                scores.evaluations = ids
        corpus = Corpus(min(numbers, default=0), max(numbers, default=0), ("lines",) if numbers else ())
        return Scores(self._profile, [tally], corpus)


def score(peer: Item, models: Item | Sequence[Item], options: Options | None = None) -> dict[str, Score]:
    """Return the score of one peer by each measure, as `Scorer.score` does.

    By default the measures are ROUGE-1, ROUGE-2 and ROUGE-L. The next call with equal options uses the same
    scorer.
    """
    return scorer_of(options).score(peer, models)


def scorer_of(options: Options | None, jobs: int = 1) -> Scorer:
    """Return the scorer that functions and pickles of these options share. Raises the errors of `Scorer`."""
    options = _options(options)
    # Equal numbers may print differently, and the name of a measure has its weight.
    printed = (
        f"{options.weight} {options.paper_weight} {options.skip_gap} {options.alpha} {options.confidence}"
    )
    state = None
    if options.data or options.tokenizer or options.stemmer or options.stop_words:
        profile = Profile(options)
        state = profile.rules and profile.rules.functions, profile.word_lists()
    return _shared(options, jobs, printed, state)


@lru_cache(maxsize=16)
def _shared(options: Options, jobs: int, printed: str, state: object) -> Scorer:
    return Scorer(options, jobs=jobs)


def _options(options: object) -> Options:
    if options is None:
        return USUAL
    if not isinstance(options, Options):
        raise TypeError(f"options must be Options, not {type(options).__name__}")
    return options
