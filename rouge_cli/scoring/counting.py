"""Evaluations -> counts and figures: columns for each system and measure, in the order of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from copy import copy
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Self

from .. import kernel
from ..evaluation import Numbered, joined
from ..inputs.batches import BATCH, Batch
from ..inputs.streams import Evaluations, stream_of
from ..kernel.plan import EMPTY, NOT_UTF8, SPLIT_WORDS, Plan
from ..kernel.threads import in_turn, made_ahead
from ..measures.scores import Columns, MeasureScores
from ..profiles.estimates import Progress
from ..profiles.profile import Profile
from ..text.doubts import ALL_FLAGS, Doubts, is_wordless
from ..text.word_lists import WordLists
from .counters import CompiledCounter, Counted, Counter

if TYPE_CHECKING:
    from concurrent.futures import Executor

TASKS = 64
"""The tasks of an executor: enough to balance its workers, few enough to make the cost of each negligible."""

_STEPS = 100
"""The fewest batches of a run with a progress, if it has as many evaluations."""
_SHARED = 8
"""The fewest batches for each thread: enough to keep all threads busy up to the end."""
_OF_EMPTY = [flags for flags in ALL_FLAGS if flags & EMPTY]


def compiled_plan(profile: Profile) -> Plan | None:
    """Return the plan of a profile for the compiled kernel, or None if the definition counts."""
    return profile.plan() if kernel.NAME == "compiled" else None


@lru_cache(maxsize=16)
def counter_of(profile: Profile, lists: WordLists) -> Counter:
    """Return the counter of a profile and its word lists; runs of equal options share it and its stems."""
    plan = compiled_plan(profile)
    return Counter(profile, lists) if plan is None else CompiledCounter(profile, plan, lists)


class Tally:
    """The counts of all batches so far, and the notes and doubts on their texts."""

    def __init__(self, systems: Sequence[str], profile: Profile, *, doubts_peers: bool = True) -> None:
        """Begin without counts.

        `doubts_peers` is False where models are sources and another tally notes the doubts about the peers.
        """
        self.profile = profile
        self.doubts_peers = doubts_peers
        rules = profile.rules
        # Letters beyond ASCII are doubtful only for the tokens of ROUGE-1.5.5, which read any bytes.
        makes_tokens = rules is not None and not rules.is_rouge
        reads_all = makes_tokens or profile.rouge.lowering == "none"
        hidden = SPLIT_WORDS if reads_all else NOT_UTF8
        self._noted = bytes(flags & ~hidden for flags in range(256))
        """For each value of a text's traits, the traits that are noted."""
        self.evaluations: dict[str, Sequence[str]] = dict.fromkeys(systems, ())
        """By system, the evaluations that have it."""
        self.scores = {
            system: {
                measure.name: MeasureScores((), *Columns.empty(measure.columns()))
                for measure in profile.measures
            }
            for system in systems
        }
        """The scores by system and by the name of the measure, in report order."""
        self.notes: list[str] = []
        self.doubts = Doubts(parts_at_blanks=profile.rouge.lowering == "none")

    def add(self, batch: Batch, counted: Counted) -> None:
        """Append the counts of a batch."""
        for system, (evaluations, rows) in batch.systems.items():
            self._extend(system, evaluations, [columns.rows(rows) for columns in counted.columns])
        traits = counted.traits.translate(self._noted)
        if self.doubts_peers:
            self.doubts.texts += len(traits)
        else:
            self.doubts.texts += sum(len(models) for models, _ in batch.evaluations)
        for (evaluation, place), misreading in batch.misread.items():
            if self.doubts_peers or place < len(batch.evaluations[evaluation][0]):
                self.doubts.misread[batch.summary(evaluation, place).name] = misreading
        if not any(traits) and not counted.empty_elements:
            return
        if counted.empty_elements or any(map(traits.count, _OF_EMPTY)):
            self._note_empty(batch, traits, counted.empty_elements)
        places = list(batch.places())
        if not self.doubts_peers:
            models = [len(models) for models, _ in batch.evaluations]
            traits = bytes(
                flags if place < models[evaluation] else 0
                for flags, (evaluation, place) in zip(traits, places, strict=True)
            )
        self.doubts.count(
            traits,
            counted.words,
            lambda text: batch.in_lines(*places[text]),
            lambda text: batch.ids[places[text][0]],
        )

    def _note_empty(self, batch: Batch, traits: bytes, empty_elements: Sequence[int]) -> None:
        """Note texts without basic elements or tokens, except uncut texts in other scripts."""
        # Where no measure needs a source, an empty text may stand for it.
        is_read = self.profile.rouge.measures != "about" or self.profile.needs_source
        for number, (flags, (evaluation, place)) in enumerate(zip(traits, batch.places(), strict=True)):
            if not is_read and place < len(batch.evaluations[evaluation][0]):
                continue
            if flags & EMPTY and (self.profile.options.is_limited or not is_wordless(flags)):
                self.notes.append(f"readText: {batch.summary(evaluation, place).name} -> empty text")
            if number in empty_elements:
                self.notes.append(f"readBE: {batch.summary(evaluation, place).name} -> empty text")

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return the counts with other IDs of systems."""
        other = copy(self)
        for field in ("evaluations", "scores"):
            values = {names.get(system, system): value for system, value in getattr(self, field).items()}
            setattr(other, field, values)
        return other

    @classmethod
    def joined(cls, parts: Sequence[Self], *, go_on: bool) -> Self:
        """Return the counts of all parts in one. With `go_on` their numbered evaluations are numbered on."""
        systems = dict.fromkeys(system for part in parts for system in part.evaluations)
        tally = cls(list(systems), parts[0].profile, doubts_peers=parts[0].doubts_peers)
        for part in parts:
            tally.extend(part, max(map(len, tally.evaluations.values())) if go_on else None)
        return tally

    def extend(self, other: Self, before: int | None = None) -> None:
        """Append the counts of further evaluations; with `before`, these are numbered on from that number."""
        for system, ids in other.evaluations.items():
            if before is not None:
                ids = Numbered(before + len(ids), before + 1)
            self._extend(system, ids, other.scores[system].values())
        self.notes.extend(other.notes)
        self.doubts.extend(
            other.doubts, (lambda number: str(before + int(number))) if before is not None else str
        )

    def _extend(
        self, system: str, evaluations: Sequence[str], by_measure: Iterable[Columns | MeasureScores]
    ) -> None:
        ids = self.evaluations[system] = joined(self.evaluations[system], evaluations)
        for scores, more in zip(self.scores[system].values(), by_measure, strict=True):
            scores.evaluations = ids
            columns = zip((*scores.counts, *scores.figures), (*more.counts, *more.figures), strict=True)
            for column, further in columns:
                column.extend(further)

    def doubt_notes(self, of_sentences: str = "") -> list[str]:
        """Return the notes on doubtful texts; `of_sentences` names the measures that depend on sentences."""
        return self.doubts.notes(self.profile.rouge.title, of_sentences, _remedy)

    def all_notes(self) -> tuple[str, ...]:
        """Return each note once: notes on summaries, then notes on doubtful texts."""
        profile = self.profile
        # Rules that split sentences have looked at every line; a line that they leave whole is one sentence.
        reads_sentences = not profile.options.split_sentences and any(
            measure.reads_sentences for measure in profile.measures
        )
        doubts = self.doubt_notes(profile.rouge.of_sentences if reads_sentences else "")
        if not self.doubts_peers:
            doubts = [f"in the sources, {note}" for note in doubts]
        return tuple(dict.fromkeys([*self.notes, *doubts]))


def _remedy(texts: list[str]) -> str:
    from ..text.languages.language_table import remedy  # Few runs have such texts.

    return remedy(texts)


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
    stream = stream_of(evaluations)
    tally = Tally(systems, profile, doubts_peers=doubts_peers)
    lists = profile.word_lists()
    tally.notes.extend(lists.notes)
    done = 0
    # Batches are small if threads share them or a progress is reported.
    batches = max(1 if progress is None else _STEPS, _SHARED * jobs if jobs > 1 else 1)
    size = min(BATCH, -(-len(stream) // batches) or 1)
    counter = counter_of(profile, lists)
    to_count = stream.batches(frozenset(systems), size)
    reads_ahead = counter.uses_threads and len(stream) > size and stream.waits_for_files
    # Closing ends the thread that reads ahead, even while the traceback of an exception holds this frame.
    with closing(made_ahead(to_count)) if reads_ahead else nullcontext(to_count) as to_count:
        for batch, counted in count_batches(to_count, counter, jobs):
            tally.add(batch, counted)
            done += len(batch.ids)
            if progress is not None:
                progress(len(stream), done)
    # Batches lack evaluations that have none of the systems.
    if progress is not None and done < len(stream):
        progress(len(stream), len(stream))
    return tally


def count_batches(
    batches: Iterator[Batch], counter: Counter, jobs: int = 1
) -> Iterator[tuple[Batch, Counted]]:
    """Yield each batch with its counts, in order; `jobs` threads share the work if the counter uses any."""
    stop = bytearray(1)

    def work(batch: Batch) -> tuple[Batch, Counted]:
        try:
            return batch, counter.count(batch, stop)
        except TypeError:
            _check_texts(batch)
            raise

    return in_turn(work, batches, jobs if counter.uses_threads else 1, stop)


def count_in(
    executor: Executor,
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
        while some := list(islice(rest, size)):
            tasks.append(executor.submit(count, some, systems, profile, doubts_peers=doubts_peers))
        for number, task in enumerate(tasks, 1):
            tally.extend(task.result())
            if progress is not None:
                progress(len(evaluations), min(number * size, len(evaluations)))
    finally:
        for task in tasks:
            task.cancel()
    return tally


def _check_texts(batch: Batch) -> None:
    """Raise `TypeError` with the name of the evaluation for the first item that is not a text."""
    for evaluation, place in batch.places():
        try:
            batch.summary(evaluation, place)
        except TypeError as error:
            raise TypeError(f"evaluation {batch.ids[evaluation]}: {error}") from None
