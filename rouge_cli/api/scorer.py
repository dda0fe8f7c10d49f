"""`Scorer` scores one pair or millions of pairs for programs; `score` is its shortest form."""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from ..errors import InputError, OptionError, several
from ..evaluation import Corpus, Evaluation, Numbered, as_list, is_frame, text_of
from ..inputs.streams import Batch, Pair, batch_of_groups, batches_of_pairs, models_of
from ..kernel import Item
from ..measures.scores import RECORDS, Score
from ..options import Options, jobs_of, whole_number
from ..profiles import profile_of
from ..profiles.estimates import Progress
from ..scoring.beside_columns import count_all
from ..scoring.counting import Tally, count, count_batches, counter_of
from ..scoring.engine import check
from . import USUAL
from .many import (
    Duplicate,
    Neighbour,
    PreparedTexts,
    chosen_measure,
    chosen_measures,
    duplicates,
    groups,
    matrices,
    nearest,
)
from .pair_scores import SYSTEM, Scores, check_ids

if TYPE_CHECKING:
    from .explain import Page

Texts: TypeAlias = PreparedTexts | Collection[Item]
"""Prepared texts, or a list of texts."""


class Scorer:
    """Scores peers against models: `Scorer(Options(max_ngram=2, stem=True)).score(peer, model)`.

    A text is a string whose lines are its sentences, or a list of sentences, as `str` or as UTF-8
    `bytes`. Models are one text as a string, or a list of texts. A scorer may be used by several
    threads at once, and can be pickled; scorers of equal options share their word lists and stems.
    """

    def __init__(self, options: Options | None = None, *, jobs: int = 1) -> None:
        """Make a scorer; by default the measures are ROUGE-1, ROUGE-2 and ROUGE-L.

        `jobs` threads share the batches (0: one thread for each processor); the Python kernel gains nothing
        from threads. Raises `InputError` for word lists that cannot be read, `OptionError` for jobs that are
        no whole number, and `TypeError` for `options` of another type.
        """
        self.options = _options(options)
        self.jobs = jobs_of(jobs)
        self._profile = profile_of(self.options)
        self._lists = self._profile.word_lists()
        self._counter = counter_of(self._profile, self._lists)
        self._counts = [
            (measure.name, RECORDS[type(measure.columns())]) for measure in self._profile.measures
        ]

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, (self.options, self.jobs)

    def __repr__(self) -> str:
        jobs = f", jobs={self.jobs}" if self.jobs != 1 else ""
        return f"Scorer({self.options!r}{jobs})"

    def score(self, peer: Item, models: Item | Sequence[Item]) -> dict[str, Score]:
        """Return the score of a peer by each measure: `{"ROUGE-1": Score(recall, precision, f), …}`.

        The counts of several models are added up; with `best_model` the best model alone counts. All other
        profiles than ROUGE-1.5.5 take the model with the highest F by each measure. Nothing is resampled.
        Warns of texts whose letters make no token. Raises `InputError` if there is no model, and `TypeError`
        for anything that is not a text.
        """
        self._check_rouge_alone()
        texts = [*models_of(models), peer]
        if len(texts) == 1:
            raise InputError("models is empty; give at least one text")
        if len(texts) > 2 and not self._profile.pools_all:
            self._profile.check_models(range(len(texts) - 1))
        try:
            rows = self._counter.score(texts)
        except TypeError:
            for text in texts:
                text_of(text)  # Its message names the type of the first item that is not a text.
            raise
        # Empty peers are common in reward loops, so texts without letters do not warn.
        if rows and not (rows[0][0] and (rows[0][1] or not len(peer))):
            self._warn_of_other_scripts(peer, models)
        return {
            name: Score(row[-3], row[-2], row[-1], counts(*row[:-3]))
            for (name, counts), row in zip(self._counts, rows, strict=True)
        }

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
        summarise, for the measures of `about`; without models (`None`) there are only these. Raises
        `InputError` for lists of different lengths, for a peer without a model and for a repeated ID,
        `OptionError` for sources without `about`, and `TypeError` for anything that is not a list, a text or
        an ID.
        """
        peers = _listed("peers", peers)
        models, ids, sources = (
            None if values is None else _listed(name, values)
            for name, values in (("models", models), ("ids", ids), ("sources", sources))
        )
        if sources is not None and not self._profile.beside:
            raise OptionError("`sources` go with measures of `about`; name some, or drop them")
        for name, lists in (("models", models), ("sources", sources)):
            if lists is not None and len(peers) != len(lists):
                raise InputError(
                    f"{several(len(peers), 'peer')}, but {name} for {len(lists):,}; give each peer its own"
                )
        if ids is not None:
            ids = _checked_ids(ids, len(peers))
        if self._profile.beside or models is None:
            return self._beside_rouge(peers, models, sources, ids)
        return self._scores(*_of_pairs(zip(peers, models, strict=True), ids))

    def _check_rouge_alone(self) -> None:
        """Raise `OptionError` for measures beside ROUGE where there is no source."""
        if self._profile.beside:
            raise OptionError("`about` goes with `score_batch`, which takes sources, and with `evaluate`")

    def _beside_rouge(
        self,
        peers: Collection[Item],
        models: Collection[Item | Sequence[Item]] | None,
        sources: Collection[Item] | None,
        ids: Sequence[str] | None,
    ) -> Scores:
        """Return the scores by all measures, those beside ROUGE among them."""
        if not self._profile.beside:
            raise InputError("there are no models; give them, or measures that need none by `about`")
        numbers = Numbered(len(peers))
        evaluations = [
            Evaluation(
                id,
                {SYSTEM: text_of(peer)},
                tuple(map(text_of, of_peer)),
                source=None if source is None else text_of(source),
            )
            for id, peer, of_peer, source in zip(
                ids or numbers,
                peers,
                repeat((), len(peers)) if models is None else map(models_of, models),
                repeat(None, len(peers)) if sources is None else sources,
                strict=True,
            )
        ]
        profile = self._profile.without_rouge if models is None else self._profile
        corpus = check(evaluations, [SYSTEM], profile)
        tallies = count_all(evaluations, [SYSTEM], profile, partial(count, jobs=self.jobs))
        for tally in tallies if ids is None else ():
            for system, known in tally.evaluations.items():
                tally.evaluations[system] = numbers if len(known) == len(numbers) else known
        return Scores(profile, tallies, corpus)

    def score_stream(self, pairs: Iterable[Pair], *, size: int = 10_000) -> Iterator[Scores]:
        """Return an iterator over the scores of pairs of a peer and its models, `size` pairs at a time.

        Pairs are taken when they are needed, so an iterable of any length is scored in bounded memory. Each
        part is numbered from 1; `Scores.concat` joins parts. Raises `OptionError` for a size that is no whole
        number from 1 on, `TypeError` for anything that is not a pair, and the errors of `score_batch`, which
        say with which pair the part begins.
        """
        size = whole_number("size", size, 1)
        if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
            raise TypeError(f"pairs must be pairs of a peer and its models, not {type(pairs).__name__}")
        return self._stream(_checked_pairs(pairs), size)

    def score_group(self, candidates: Collection[Item], models: Item | Sequence[Item]) -> Scores:
        """Return the scores of candidates with the same models, which are read once.

        Each scores as in `score`. Candidates are numbered from 1. Raises the errors of `score_batch`.
        """
        peers, texts = list(_listed("candidates", candidates, "of texts")), models_of(models)
        if not texts:
            raise InputError("models is empty; give at least one text")
        self._profile.check_models(range(len(texts)))
        size = max(-(-len(peers) // self.jobs), 1)
        batches = (
            batch_of_groups(
                [(texts, peers[start:end])],
                {SYSTEM: Numbered(end, start + 1)},
                Numbered(start + 1, start + 1),
            )
            for start in range(0, len(peers), size)
            for end in [min(start + size, len(peers))]
        )
        return self._scores(batches, {len(texts)} if peers else set())

    def prepare(self, texts: Iterable[Item] = ()) -> PreparedTexts:
        """Return texts that are read once and scored many times.

        Raises `TypeError` for what is no text, and `OptionError` for measures beside ROUGE.
        """
        self._check_rouge_alone()
        prepared = PreparedTexts(self._profile, self._counter)
        prepared.extend(texts)
        return prepared

    @overload
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None = None,
        measure: str | None = None,
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> memoryview[float]: ...
    @overload
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None,
        measure: list[str] | tuple[str, ...],
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, memoryview[float]]: ...
    def matrix(
        self,
        rows: Texts,
        columns: Texts | None = None,
        measure: str | list[str] | tuple[str, ...] | None = None,
        figure: str = "f",
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> memoryview[float] | dict[str, memoryview[float]]:
        """Return the figures of each row, as a peer, with each column, as its model: `matrix[row, column]`.

        Rows and columns are prepared texts or lists of texts; without `columns` they are the same. The matrix
        is a two-dimensional buffer of doubles, which NumPy takes without a copy, and its figures are those of
        `score`. `measure` is by default ROUGE-L, or the only measure; for a list of names a dictionary has
        the matrix of each. `figure` is recall, precision or f. `jobs` threads, by default those of the
        scorer, share the work. `progress` is called with the number of rows in all blocks of the matrix, and
        with the rows done. Raises `InputError` where there are no rows or columns, and for texts that were
        prepared with other options, `OptionError` for an unknown measure or figure, and `TypeError` for
        anything that is not a text.
        """
        names = chosen_measures(self._profile, measure)
        models = None if columns is None else self._prepared("columns", columns)
        made = matrices(self._prepared("rows", rows), models, names, figure, self._jobs(jobs), progress)
        if measure is None or isinstance(measure, str):
            return made[0]
        return dict(zip(names, made, strict=True))

    def nearest(
        self,
        text: Item | PreparedTexts,
        texts: Texts,
        k: int = 10,
        measure: str | None = None,
        *,
        at_least: float | None = None,
    ) -> list[Neighbour]:
        """Return the k texts with the highest F with a text, the highest first; of equals the later first.

        The text is the peer, each of the others its model. With `at_least`, texts with a lower F are left
        out. Texts whose length cannot reach the F of the others are passed over. Raises the errors of
        `matrix`, and `OptionError` for a `k` that is no whole number from 1 on.
        """
        k = whole_number("k", k, 1)
        name = chosen_measure(self._profile, measure)
        one = text if isinstance(text, PreparedTexts) else self.prepare([text])
        least = None if at_least is None else _threshold(at_least)
        return nearest(self._prepared("text", one), self._prepared("texts", texts), k, name, least)

    def duplicates(
        self,
        texts: Texts,
        at_least: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> list[Duplicate]:
        """Return all pairs of texts whose F is `at_least` so high, in the order of the texts.

        The F of a pair is that of the earlier text with the later one as its model. For ROUGE-N and ROUGE-L
        with equal weights of recall and precision, only pairs are scored that are of similar length and share
        one of their rarest tokens; no pair is missed. Other arguments, and errors, are as in `matrix`.
        """
        return list(self.each_duplicate(texts, at_least, measure, jobs=jobs, progress=progress))

    def each_duplicate(
        self,
        texts: Texts,
        at_least: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Duplicate]:
        """Return an iterator over the pairs of `duplicates`, of which it holds few at a time."""
        name = chosen_measure(self._profile, measure)
        own = self._prepared("texts", texts)
        return duplicates(own, _threshold(at_least), name, self._jobs(jobs), progress)

    def groups(
        self,
        texts: Texts,
        above: float = 0.7,
        measure: str | None = None,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> list[list[int]]:
        """Return for each text that is kept its index, and behind it the texts left out for its sake.

        A text is left out if its F with a text that was kept before is higher than `above`: for the sake of
        the most similar one, the first of equals. So self-instruct and Alpaca keep instructions. The text
        that is kept is the peer. `progress` is called with the number of texts and the number done. Other
        arguments, and errors, are as in `duplicates`.
        """
        name = chosen_measure(self._profile, measure)
        own = self._prepared("texts", texts)
        return groups(own, _threshold(above, "above"), name, self._jobs(jobs), progress)

    def _prepared(self, name: str, texts: Texts) -> PreparedTexts:
        """Return prepared texts. Raises `InputError` if they were prepared with other options."""
        if not isinstance(texts, PreparedTexts):
            return self.prepare(_listed(name, texts, "of texts"))
        if texts.profile != self._profile:
            raise InputError(
                f"{name} were prepared with other options ({texts.options!r}); prepare them with this scorer"
            )
        return texts

    def _jobs(self, jobs: int | None) -> int:
        return self.jobs if jobs is None else jobs_of(jobs)

    def explain(self, peer: Item, models: Item | Sequence[Item]) -> Page:
        """Return the page that explains the score of a peer, with what matches marked in the texts.

        A notebook shows the page, and its method `save` writes it. Raises the errors of `score`.
        """
        from .explain import explain  # Explanations load three times as much as scoring.

        return explain(peer, models, self.options)

    def _warn_of_other_scripts(self, peer: Item, models: Item | Sequence[Item]) -> None:
        """Warn of texts that score 0 because their letters make no token. Batches note such texts instead."""
        tally = self._tally(*_of_pairs(iter([(peer, models)]), None))
        for note in tally.doubt_notes():
            warnings.warn(note, stacklevel=_depth())

    def _stream(self, pairs: Iterator[Pair], size: int) -> Iterator[Scores]:
        first = 1
        while some := list(islice(pairs, min(size, sys.maxsize))):
            try:
                scores = self._scores(*_of_pairs(iter(some), None))
            except (InputError, TypeError) as error:
                if first == 1:
                    raise
                kind = InputError if isinstance(error, InputError) else TypeError
                raise kind(f"in the part that begins with pair {first:,}: {error}") from error
            yield scores
            first += len(some)

    def _scores(self, batches: Iterator[Batch], numbers: Collection[int]) -> Scores:
        """Return the scores of batches; `numbers` are the numbers of models that their peers have."""
        self._check_rouge_alone()
        tally = self._tally(batches, numbers)
        corpus = Corpus(min(numbers, default=0), max(numbers, default=0), ("lines",) if numbers else ())
        return Scores(self._profile, [tally], corpus)

    def _tally(self, batches: Iterator[Batch], numbers: Collection[int]) -> Tally:
        """Return the counts of batches. `numbers` may grow with each batch."""
        tally = Tally([SYSTEM], self._profile)
        tally.notes.extend(self._lists.notes)
        for batch, counted in count_batches(batches, self._counter, self.jobs):
            tally.add(batch, counted)
            self._profile.check_models(range(max(numbers)))
        return tally


def score(peer: Item, models: Item | Sequence[Item], options: Options | None = None) -> dict[str, Score]:
    """Return the score of one peer by each measure, as `Scorer.score` does.

    By default the measures are ROUGE-1, ROUGE-2 and ROUGE-L. The next call with equal options uses the same
    scorer.
    """
    return scorer_of(options).score(peer, models)


def scorer_of(options: Options | None) -> Scorer:
    """Return the scorer that functions share for these options. Raises the errors of `Scorer`."""
    return _shared(_options(options), 1)


def _shared(options: Options, jobs: int) -> Scorer:
    # Equal numbers may print differently, and the name of a measure has its weight.
    weights = f"{options.weight} {options.paper_weight} {options.skip_gap}"
    state = None
    if options.data or options.tokenizer or options.stemmer or options.stop_words:
        from ..languages.rules import state_of  # Most options name neither files nor functions.

        state = state_of(options)
    return _scorer(options, jobs, f"{weights} {options.alpha} {options.confidence}", state)


@lru_cache(maxsize=16)
def _scorer(options: Options, jobs: int, printed: str, state: object) -> Scorer:
    return Scorer(options, jobs=jobs)


def _options(options: object) -> Options:
    if options is None:
        return USUAL
    if not isinstance(options, Options):
        raise TypeError(f"options must be Options, not {type(options).__name__}")
    return options


def _depth() -> int:
    """Return the `stacklevel` of a warning that shows the line by which a program called this module."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        depth, frame = depth + 1, frame.f_back
    return depth


def _of_pairs(pairs: Iterator[Pair], ids: Sequence[str] | None) -> tuple[Iterator[Batch], set[int]]:
    """Return the batches of pairs, and the numbers of models that the pairs of the batches so far have."""
    numbers: set[int] = set()
    return batches_of_pairs(pairs, SYSTEM, ids, numbers), numbers


def _threshold(value: float, name: str = "at_least") -> float:
    try:
        number = math.nan if isinstance(value, str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if number != number:
        raise OptionError(f"`{name}` must be a number, not {value!r:.60}")
    return number


def _listed(name: str, values: Any, of: str = "with one item per pair") -> Any:
    """Return a list or the like; raise `TypeError` for anything without length or order, and data frames."""
    values = as_list(values)
    # The items of a data frame are the names of its columns.
    listed = isinstance(values, Collection) and not isinstance(values, str | bytes | Mapping | Set)
    if not listed or is_frame(values):
        raise TypeError(f"{name} must be a list {of}, not {type(values).__name__}")
    return values


def _checked_ids(ids: Collection[Any], count: int) -> list[str]:
    if len(ids) != count:
        raise InputError(f"{several(count, 'peer')}, but {several(len(ids), 'ID')}; give each its own")
    for id in ids:
        if not isinstance(id, str):
            raise TypeError(f"IDs must be strings, not {id!r}")
    listed = [str.__str__(id) for id in ids]  # NumPy has a string class of its own.
    check_ids(listed)
    return listed


def _checked_pairs(pairs: Iterable[Any]) -> Iterator[Pair]:
    for place, pair in enumerate(pairs, 1):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"pair {place:,} must be a peer and its models, not {type(pair).__name__}")
        yield pair[0], pair[1]
