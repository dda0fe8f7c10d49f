"""Evaluations -> results: check the evaluations, count them in batches, estimate."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations, repeat
from typing import TYPE_CHECKING

from ..errors import InputError, printable, some
from ..evaluation import MODELS, NO_CORPUS, Corpus, Evaluation, check_beside_models
from ..inputs.streams import Evaluations, Stream, stream_of
from ..measures.beside_rouge import LENGTH, LENGTH_RATIO
from ..measures.scores import Columns, CountColumns, Figures, MeasureScores
from ..options import Options
from ..profiles import Profile
from ..profiles.estimates import Progress, ignore, ratio
from ..text.files import obstacles
from ..text.sentences import load
from .counting import Tally, count, count_in
from .results import Results, notes_of, results_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

_LONGER = 1.1
"""The ratio of mean lengths above which a note says that recall rises with length."""
_STEPS = 100
"""About the number of progress calls in a run."""


def score_evaluations(
    evaluations: Evaluations,
    options: Options,
    systems: str | Iterable[str] | None = None,
    *,
    jobs: int,
    executor: Executor | None = None,
    scoring: Progress | None = None,
    resampling: Progress | None = None,
) -> Results:
    """Score systems against models, by default all systems.

    `jobs` threads or the workers of an `executor` share the work. `scoring` and `resampling` are called with
    the progress of each stage. Raises `InputError` for input that cannot be read or scored.
    """
    stream = stream_of(evaluations)
    chosen = chosen_systems(stream, systems)
    profile = Profile(options)
    corpus = check(stream, chosen, profile)
    if profile.beside and corpus != NO_CORPUS and not corpus.most_models:
        profile = profile.without_rouge
    progress = None if scoring is None else _at_times(scoring, len(stream))
    counting = partial(count, jobs=jobs) if executor is None else partial(count_in, executor)
    counted = count_all(stream, chosen, profile, counting, progress)
    before = [*stream.notes] if len(stream) else ["there are no evaluations, so nothing is scored"]
    if profile.rouge.measures == "none":
        before.append(
            "no evaluation has models: there is no ROUGE and no length-ratio, only measures beside ROUGE"
        )
    before.extend(missing_notes(stream, chosen))
    results = results_of(
        counted, notes_of(counted, *before), corpus, jobs=jobs, progress=resampling or ignore
    )
    return results._replace(notes=(*results.notes, *_length_notes(results)))


def count_all(
    evaluations: Evaluations,
    systems: Sequence[str],
    profile: Profile,
    counting: Callable[..., Tally] = count,
    progress: Progress | None = None,
) -> list[Tally]:
    """Return the counts by the measures of a profile and, if it has any, by measures beside ROUGE.

    For measures beside ROUGE, the models of an evaluation are one more system, `MODELS`, whose counts are
    added up, as ROUGE-1.5.5 pools models. `counting` is `count`, or `count_in` with its executor.
    """
    stream = stream_of(evaluations)
    if profile.beside is None:
        return [counting(stream, systems, profile, progress=progress)]
    size = len(stream)
    tally = counting(
        stream, systems, profile, progress=progress and (lambda _, done: progress(2 * size, done))
    )
    sources = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
    beside = counting(
        sources,
        sources.systems,
        profile.beside,
        progress=progress and (lambda _, done: progress(2 * size, size + done)),
        doubts_peers=not profile.measures,
    )
    _pool_models(beside)
    for place, measure in enumerate(profile.beside.measures):
        if measure.name == LENGTH_RATIO and MODELS in beside.columns:
            _divide_by_models(beside, place)
    return [tally, beside]


def _pool_models(tally: Tally) -> None:
    """Replace the peers that stand for models by one system with the sums of their counts."""
    names = [system for system in tally.evaluations if system.startswith(MODELS)]
    evaluations = [tally.evaluations.pop(name) for name in names]
    columns = [tally.columns.pop(name) for name in names]
    if len(names) == 1:
        tally.evaluations[MODELS], tally.columns[MODELS] = evaluations[0], columns[0]
    elif names:
        place_of = {id: place for place, id in enumerate(dict.fromkeys(chain.from_iterable(evaluations)))}
        tally.evaluations[MODELS] = list(place_of)
        tally.columns[MODELS] = []
        for of_models in zip(*columns, strict=True):
            sums = [array("q", repeat(0, len(place_of))) for _ in range(3)]
            for ids, one in zip(evaluations, of_models, strict=True):
                for total, column in zip(sums, one.counts, strict=True):
                    for id, more in zip(ids, column, strict=True):
                        total[place_of[id]] += int(more)
            tally.columns[MODELS].append(_shares(*sums))


def _divide_by_models(tally: Tally, measure: int) -> None:
    """Divide the lengths of all systems by the mean length of the models."""
    of_models = tally.columns[MODELS][measure].counts
    pairs = zip(of_models.hit, of_models.peer, strict=True)
    models = dict(zip(tally.evaluations[MODELS], pairs, strict=True))
    for system, ids in tally.evaluations.items():
        counts = tally.columns[system][measure].counts
        hits = [hit * models[id][1] for id, hit in zip(ids, counts.hit, strict=True)]
        units = [models[id][0] * peer for id, peer in zip(ids, counts.peer, strict=True)]
        tally.columns[system][measure] = _shares(counts.model, units, hits)


def _shares(models: Iterable[float], peers: Iterable[float], hits: Iterable[float]) -> Columns:
    """Return columns of whole counts, with the hits divided by the units of the peer as their figure."""
    counts = CountColumns(*(array("q", map(int, column)) for column in (models, peers, hits)))
    shares = array("d", map(ratio, counts.hit, counts.peer))
    return Columns(counts, Figures(shares, shares[:], shares[:]))


def load_evaluations(
    evaluations: Evaluations, systems: Iterable[str] | None = None, options: Options | None = None
) -> list[Evaluation]:
    """Return the evaluations of the systems with the bytes of their files; each file is read once.

    Raises `InputError` as `score_evaluations` does.
    """
    stream = stream_of(evaluations)
    chosen = chosen_systems(stream, systems)
    check(stream, chosen, Profile(options or Options()))
    load_once = lru_cache(maxsize=None)(load)
    kept = frozenset(chosen)
    return [evaluation.only(kept).map(load_once) for evaluation in stream]


def chosen_systems(evaluations: Evaluations, systems: str | Iterable[str] | None) -> list[str]:
    """Return the IDs of the systems to score, by default all. Raises `InputError` for an unknown ID."""
    known = list(stream_of(evaluations).systems)
    if systems is None:
        return known
    if isinstance(systems, bytes | bytearray) or not isinstance(systems, Iterable):
        raise TypeError(f"systems must be an ID or several, not {type(systems).__name__}")
    chosen = list(dict.fromkeys([systems] if isinstance(systems, str) else systems))
    there = frozenset(known)
    for system in chosen:
        if not isinstance(system, str):
            raise TypeError(f"IDs of systems must be strings, not {system!r}")
        if system not in there:
            raise InputError(f"no evaluation has a system {system!r}; there are: {some(sorted(known))}")
    return chosen


def _length_notes(results: Results) -> Iterable[str]:
    """Yield a note if systems differ in length, and recall by the first measure rises with length."""
    measure, *_ = results.measures or ("",)
    options = results.options
    if LENGTH not in options.about or measure in options.about or options.is_limited:
        return
    both = sorted(
        (of_system[LENGTH].f.average, of_system[measure].recall.average, system)
        for system, of_system in results.systems.items()
    )
    apart = [pair for pair in combinations(both, 2) if pair[1][0] > _LONGER * pair[0][0]]
    if apart and all(one[1] < other[1] for one, other in apart):
        lengths = some([f"{printable(system)} {length:.1f} words" for length, _, system in both])
        yield (
            f"{measure} recall rises with length: mean lengths differ by more than 10 % ({lengths});"
            " no summary is cut: look at precision and F, too, or give the limit of the task by `word_limit`"
            " or `byte_limit`"
        )


def missing_notes(evaluations: Stream, systems: Sequence[str]) -> Iterable[str]:
    """Yield a note in the original's words for each summary that a system lacks."""
    for system in sorted(systems):
        for id in evaluations.missing(system):
            yield f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {id}"


def check(evaluations: Evaluations, systems: Collection[str], profile: Profile) -> Corpus:
    """Check evaluations, and return their traits for the signature.

    Raises `InputError` as `checked`, `check_beside_models` and `Profile.check_models` do, and for needed
    files that cannot be read or have an unfit format. One message names the first ten unreadable files and
    counts the others. Among many files in one folder only missing ones are found here (see `obstacles`).
    """
    stream = stream_of(evaluations)
    corpus, formats, paths = stream.selection(systems)
    if not corpus.fewest_models and (corpus.most_models or not profile.beside):
        for one in stream:
            if one.present(systems) and not one.models:
                raise InputError(f"evaluation {one.id} has no model; give it at least one")
    if profile.beside:
        check_beside_models(systems)
        beside = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
        next(iter(beside), None)  # Usually all sources are missing, or none.
    for format, evaluation in formats.items():
        # SEE, SPL and ISI have tokens; SIMPLE and, without effect, ISI have basic elements.
        for measure in (*profile.measures, *(profile.beside.measures if profile.beside else ())):
            elements = measure.model_reading.elements
            if format not in (("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")):
                remedy = (
                    "`basic_elements` takes SIMPLE" if elements else "SIMPLE goes with `basic_elements` alone"
                )
                raise InputError(
                    f"evaluation {evaluation}: Unknown input format: {format} for {measure.name} ({remedy})"
                )
    if unreadable := obstacles(paths):
        is_elsewhere = any(os.path.isabs(path) and reason == "missing" for path, reason in unreadable.items())
        raise InputError(
            f"{'a summary' if len(unreadable) == 1 else f'{len(unreadable):,} summaries'} cannot be read: "
            f"{some([f'{path} ({reason})' for path, reason in unreadable.items()])};"
            " check the configuration (relative paths start at the working directory"
            f"{'; in XML, `roots` replaces those of another machine' if is_elsewhere else ''})"
        )
    if not profile.pools_all:
        for one in stream:
            if one.present(systems):
                profile.check_models(one.people(), f"evaluation {one.id}")
    return corpus


def _at_times(progress: Progress, total: int) -> Progress:
    """Return a progress that passes on about a hundred of its calls, including the last."""
    step = -(-total // _STEPS)
    due = step

    def pass_on(total: int, done: int) -> None:
        nonlocal due
        if done >= due or done == total:
            due = done + step
            progress(total, done)

    return pass_on


def set_scores(
    evaluation: Evaluation, systems: Sequence[str], profile: Profile
) -> dict[str, list[MeasureScores]]:
    """Return by system and measure the scores whose mean the jackknife takes.

    Each score has the name of the author whose models its set lacks. If one author wrote all models, there
    are no scores.
    """
    people = tuple(dict.fromkeys(evaluation.people()))
    if len(people) < 2:
        people = ()
    plain = Profile(replace(profile.options, jackknife=False))
    tally = count([evaluation.without(person) for person in people], systems, plain)
    return {
        system: [MeasureScores(people, *columns) for columns in by_measure]
        for system, by_measure in tally.columns.items()
    }
