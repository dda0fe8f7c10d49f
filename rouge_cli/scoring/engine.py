"""The engine: evaluations -> batches -> the kernel -> scores of systems -> results."""

import os
import re
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING

from .. import kernel
from ..errors import InputError, Message, printable, some
from ..evaluation import MODELS, NO_CORPUS, Corpus, Evaluation, check_beside_models
from ..inputs.streams import (
    BATCH,
    Evaluations,
    Listed,
    Stream,
    Survey,
    chosen_systems,
    stream_of,
    with_empty_summaries,
)
from ..kernel.plan import Measure
from ..kernel.python.sums import added
from ..kernel.threads import Progress, made_ahead
from ..options import POOLED, REFUSE, ZERO, Options
from ..text.files import obstacles
from ..text.sentences import load
from .counters import counter_of
from .profile import LENGTH, LENGTH_RATIO, Profile
from .results import Results, missing_notes, results_of
from .scores import Columns, MeasureScores
from .tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor

TASKS = 64
"""The tasks of an executor: enough to balance its workers, few enough to make the cost of each negligible."""


def score_evaluations(
    evaluations: Evaluations,
    options: Options,
    systems: str | Iterable[str] | None = None,
    *,
    jobs: int,
    executor: "Executor | None" = None,
    scoring: Progress | None = None,
    resampling: Progress | None = None,
) -> Results:
    """Score systems against models, by default all systems.

    `jobs` threads or the workers of an `executor` share the work. `scoring` and `resampling` are called with
    the progress of each stage. Raises `InputError` for input that cannot be read or scored.
    """
    stream = evaluations if isinstance(evaluations, Stream) else stream_of(evaluations)
    if options.missing == ZERO:
        stream = with_empty_summaries(stream)
    chosen = stream.systems if systems is None else chosen_systems(stream, systems)
    absent = stream.absent if systems is None else ()
    counting = partial(count, jobs=jobs) if executor is None else partial(count_in, executor)
    tallies, corpus, notes = tally_evaluations(stream, chosen, options, counting, scoring, absent)
    results = results_of(
        *(tallies, corpus, notes), evaluations=len(stream), absent=absent, jobs=jobs, progress=resampling
    )
    if LENGTH in options.about:
        results = results._replace(notes=(*results.notes, *_length_notes(results)))
    return results


def tally_evaluations(
    stream: Stream,
    systems: Sequence[str],
    options: Options,
    counting: Callable[..., Tally],
    progress: Progress | None = None,
    absent: Sequence[str] = (),
) -> tuple[list[Tally], Corpus, list[str]]:
    """Return the counts of systems as `count_all` does, the input in brief, and the notes on it.

    `absent` systems have no summary. Raises `InputError` for input that cannot be read or scored.
    """
    survey, profile = check(stream, systems, Profile(options))
    notes = [*stream.notes]
    if not len(stream):
        notes.append("there are no evaluations, so nothing is scored")
    if profile.rouge.measures == "none":
        notes.append(
            "no evaluation has models: there is no ROUGE and no length-ratio, only measures beside ROUGE"
        )
    notes += [*missing_notes(survey.missing, len(stream), options.missing), *profile.notes]
    if options.missing == REFUSE and (survey.missing or absent):
        lacking = {**survey.missing, **{system: [one.id for one in stream] for system in absent}}
        raise InputError(f"{'; '.join(missing_notes(lacking, len(stream), REFUSE))}; give all summaries")
    return count_all(stream, systems, profile, counting, progress), survey.corpus, notes


def counts_in_python(profile: Profile) -> bool:
    """Return True where Python counts, because there is no compiled body or it leaves the plan to Python."""
    return kernel.NAME != "compiled" or profile.plan.numbers() is None


def count(
    evaluations: Evaluations,
    systems: Sequence[str],
    profile: Profile,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    doubts_peers: bool = True,
) -> Tally:
    """Return the counts of systems, made batch by batch, so that few texts are in memory at a time."""
    stream = evaluations if isinstance(evaluations, Stream) else stream_of(evaluations)
    lists = profile.word_lists()
    counter = counter_of(profile, lists)
    tally = Tally(systems, profile, lists.notes, doubts_peers=doubts_peers)
    done = 0
    # Batches are small if a progress is reported, or threads share them: all are busy up to the end.
    batches = max(1 if progress is None else 100, 8 * jobs if jobs > 1 else 1)
    size = min(BATCH, -(-len(stream) // batches) or 1)
    to_count = stream.batches(frozenset(systems), size)
    reads_ahead = counter.uses_threads and len(stream) > size and stream.waits_for_files
    # Closing ends the thread that reads ahead, even while the traceback of an exception holds this frame.
    with closing(made_ahead(to_count)) if reads_ahead else nullcontext(to_count) as to_count:
        for batch, counted in counter.count_batches(to_count, jobs):
            tally.add(batch, counted)
            done += len(batch.evaluations)
            if progress is not None:
                progress(len(stream), done)
    # Batches lack evaluations that have none of the systems.
    if progress is not None and done < len(stream):
        progress(len(stream), len(stream))
    return tally


def count_in(
    executor: "Executor",
    evaluations: Evaluations,
    systems: Sequence[str],
    profile: Profile,
    progress: Progress | None = None,
    doubts_peers: bool = True,
) -> Tally:
    """Return the counts of `count`, made in tasks for the workers of an executor."""
    size = -(-len(evaluations) // TASKS) or 1
    rest = iter(evaluations)
    tasks = []
    tally = Tally(systems, profile, doubts_peers=doubts_peers)
    try:
        while chunk := list(islice(rest, size)):
            tasks.append(executor.submit(count, chunk, systems, profile, doubts_peers=doubts_peers))
        for number, task in enumerate(tasks, 1):
            tally.extend(task.result())
            if progress is not None:
                progress(len(evaluations), min(number * size, len(evaluations)))
    finally:
        for task in tasks:
            task.cancel()
    return tally


def count_all(
    stream: Stream,
    systems: Sequence[str],
    profile: Profile,
    counting: Callable[..., Tally] = count,
    progress: Progress | None = None,
) -> list[Tally]:
    """Return the counts by the measures of a profile and, if it has any, by measures beside ROUGE.

    For measures beside ROUGE, the models of an evaluation are one more system, `MODELS`, whose counts are
    added up, as ROUGE-1.5.5 pools models. `counting` is `count`, or `count_in` with its executor.
    """
    if profile.beside is None:
        return [counting(stream, systems, profile, progress=progress)]
    size = len(stream)

    def half(before: int) -> Progress | None:
        return progress and (lambda _, done: progress(2 * size, before + done))

    tally = counting(stream, systems, profile, progress=half(0))
    sources = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
    without_rouge = not profile.measures
    beside = counting(
        sources, sources.systems, profile.beside, progress=half(size), doubts_peers=without_rouge
    )
    _pool_models(beside)
    beside.systems_of_peers = array("q", [place for place in beside.systems_of_peers if place < len(systems)])
    if LENGTH_RATIO in beside.scores.get(MODELS, ()):
        _divide_by_models(beside)
    return [tally, beside]


def _pool_models(tally: Tally) -> None:
    """Replace the peers that stand for models by one system with the sums of their counts.

    Its figure in an evaluation is the mean over the models, or the share of the sums where counts are pooled.
    """
    names = [system for system in tally.scores if system.startswith(MODELS)]
    if not names:
        return
    ids = list(dict.fromkeys(chain.from_iterable(tally.evaluations.pop(name) for name in names)))
    pooled = [tally.scores.pop(name) for name in names]
    tally.evaluations[MODELS], tally.scores[MODELS] = ids, {}
    for name, first in pooled[0].items():
        rows: dict[str, list[Sequence[float]]] = {id: [] for id in ids}
        for scores in (by_measure[name] for by_measure in pooled):
            for id, row in zip(scores.evaluations, zip(*scores.columns, strict=True), strict=True):
                rows[id].append(row)
        sums = [[added(column) for column in zip(*rows[id], strict=True)] for id in ids]
        models, peers, hits, *_, totals = zip(*sums, strict=True)
        means = None
        if tally.profile.options.about_mean != POOLED:
            means = [total / len(rows[id]) for id, total in zip(ids, totals, strict=True)]
        tally.scores[MODELS][name] = _shares(first.measure, ids, "q", models, peers, hits, means)


def _divide_by_models(tally: Tally) -> None:
    """Divide the lengths of all systems by the mean length of the models.

    Where counts are pooled, all evaluations weigh alike, however many models they have.
    """
    of_models = tally.scores[MODELS][LENGTH_RATIO]
    pairs = zip(of_models.columns.hit, of_models.columns.peer, strict=True)
    models = dict(zip(of_models.evaluations, pairs, strict=True))
    is_mean = tally.profile.options.about_mean == POOLED and len({count for _, count in models.values()}) > 1
    for by_measure in tally.scores.values():
        scores = by_measure[LENGTH_RATIO]
        ids, columns = scores.evaluations, scores.columns
        weights = [1 / models[id][1] if is_mean else 1 for id in ids]
        hits = [hit * models[id][1] * w for id, hit, w in zip(ids, columns.hit, weights, strict=True)]
        units = [models[id][0] * peer * w for id, peer, w in zip(ids, columns.peer, weights, strict=True)]
        typecode = "d" if is_mean else "q"
        by_measure[LENGTH_RATIO] = _shares(scores.measure, ids, typecode, columns.model, units, hits)


def _shares(
    measure: Measure,
    ids: Sequence[str],
    typecode: str,
    models: Iterable[float],
    peers: Iterable[float],
    hits: Iterable[float],
    means: Iterable[float] | None = None,
) -> MeasureScores:
    """Return scores whose figures are `means` or, by default, the hits divided by the peer's units."""
    model, peer, hit = (array(typecode, column) for column in (models, peers, hits))
    if means is None:
        means = (hits / units if units else 0.0 for hits, units in zip(hit, peer, strict=True))
    shares = array("d", means)
    return MeasureScores(measure, ids, Columns(model, peer, hit, hit[:], shares, shares[:], shares[:]))


def _length_notes(results: Results) -> Iterable[str]:
    """Yield a note if systems differ in length, and recall by the first measure rises with length."""
    measure, *_ = results.measures or ("",)
    if measure in results.options.about or results.options.is_limited:
        return
    both = sorted(
        (of_system[LENGTH].f.average, of_system[measure].recall.average, system)
        for system, of_system in results.systems.items()
    )
    apart = [pair for pair in combinations(both, 2) if pair[1][0] > 1.1 * pair[0][0]]
    if apart and all(one[1] < other[1] for one, other in apart):
        yield Message(
            "%s recall rises with length: mean lengths differ by more than 10 %% (%s); no summary is cut:"
            " look at precision and F, too, or give the limit of the task by `word_limit` or `byte_limit`",
            measure,
            some([f"{printable(system)} {length:.1f} words" for length, _, system in both]),
        )


def set_scores(
    evaluation: Evaluation, systems: Sequence[str], profile: Profile
) -> dict[str, dict[str, MeasureScores]]:
    """Return by system and measure the scores whose mean the jackknife takes.

    Each score has the name of the author whose models its set lacks. If one author wrote all models, there
    are no scores.
    """
    people = dict.fromkeys(evaluation.people())
    plain = Profile(replace(profile.options, jackknife=False))
    sets = [evaluation.without(person)._replace(id=person) for person in people if len(people) > 1]
    return count(sets, systems, plain).scores


# What is checked before anything is scored.


def check(stream: Stream, systems: Collection[str], profile: Profile) -> tuple[Survey, Profile]:
    """Check evaluations; return the survey of them and the profile that scores them. That profile has no
    ROUGE where measures beside ROUGE are scored and no evaluation has a model. Raises `InputError` as
    `checked`, `check_beside_models` and `Profile.check_models` do, and for needed files that cannot be read
    or have an unfit format. One message names the first ten unreadable files and counts the others. Among
    many files in one folder only missing ones are found here (see `obstacles`).
    """
    survey = stream.survey(systems)
    corpus, formats, paths, _, without_models = survey
    if without_models is not None and (corpus.most_models or not profile.beside):
        raise InputError(f"evaluation {without_models} has no model; give it at least one")
    if profile.beside:
        check_beside_models(systems)
        beside = stream.beside_rouge(systems, needs_source=profile.beside.needs_source)
        next(iter(beside), None)  # Usually all sources are missing, or none.
    for format, evaluation in formats.items():
        # SEE, SPL and ISI have tokens; SIMPLE and, without effect, ISI have basic elements.
        for measure in (*profile.measures, *(profile.beside.measures if profile.beside else ())):
            elements = measure.model_reading.elements
            if format not in (("SIMPLE", "ISI") if elements else ("SEE", "SPL", "ISI")):
                takes = "`basic_elements` takes SIMPLE"
                remedy = Message(takes if elements else "SIMPLE goes with `basic_elements` alone")
                raise InputError(
                    "evaluation %s: Unknown input format: %s for %s (%s)",
                    *(evaluation, format, measure.name, remedy),
                )
    if unreadable := obstacles(paths) if paths else {}:
        missing = [path for path, reason in unreadable.items() if reason == "missing"]
        hint = ""
        # The beginning of an absolute path or address, or a path of Windows.
        if any(re.match(r"/|~|[A-Za-z]+:[\\/]|.*\\", path) for path in missing):
            hint = Message("; in XML, `roots` replaces the roots of another machine")
        for root, other in stream.other_roots.items():
            others = [other + path[len(root) :] for path in missing if path.startswith(f"{root}/")]
            if others and os.path.exists(others[0]):
                hint = Message("; %s is there, and `roots` %s=%s takes it", others[0], root, other)
        summaries = "a summary" if len(unreadable) == 1 else f"{len(unreadable):,} summaries"
        listed = some([f"{path} ({reason})" for path, reason in unreadable.items()])
        where = "check the configuration (relative paths start at the working directory%s)"
        raise InputError(f"%s cannot be read: %s; {where}", summaries, listed, hint)
    if not profile.takes_several_models:
        for one in stream:
            if one.present(systems):
                profile.check_models(one.people(), f"evaluation {one.id}")
    if corpus == NO_CORPUS or corpus.most_models or not profile.beside:
        return survey, profile
    if not profile.without_rouge.beside:
        raise InputError("no evaluation has a model, which all chosen measures need; give models")
    return survey, profile.without_rouge


def load_evaluations(
    evaluations: Evaluations, systems: Iterable[str] | None, options: Options
) -> list[Evaluation]:
    """Return the evaluations of the systems with the bytes of their files; each file is read once.

    Raises `InputError` as `score_evaluations` does.
    """
    stream = stream_of(evaluations)
    chosen = chosen_systems(stream, systems)
    check(stream, chosen, Profile(options))
    load_once = lru_cache(maxsize=None)(load)
    kept = frozenset(chosen)
    loaded = Listed(stream, [evaluation.only(kept).map(load_once) for evaluation in stream])
    if systems is not None:
        loaded.absent = ()
    return loaded
