"""The definition of what is counted: what the measures and the profile say, evaluation by evaluation."""

import os
from array import array
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from ..inputs.streams import Batch
from ..kernel import Item
from ..measures.base import Measure, Texts
from ..measures.scores import Columns, Counts, Figures, Row
from ..profile import Profile
from ..text.documents import Read, read_documents
from ..text.readings import WordLists
from ..text.tokenizer import Tokenizer
from .counters import Counted, Counter, first_row, rewriter, single

_NOTHING = Row(Counts(0, 0, 0), Figures(0.0, 0.0, 0.0))


class _OfProcess(NamedTuple):
    """A tokenizer in Python, whose vocabulary is for one thread at a time."""

    process: int
    tokenizer: Tokenizer
    lock: Lock


class DefinedCounter(Counter):
    """Counts evaluation by evaluation, measure by measure."""

    def __init__(self, profile: Profile, lists: WordLists) -> None:
        self._profile = profile
        self._lists = lists
        self._of_process = self._new_tokenizer()
        self._rewrite = rewriter(profile)
        self._readings = list(dict.fromkeys(measure.readings for measure in profile.measures))

    def count(self, batch: Batch, stop: bytearray | None = None) -> Counted:
        if self._rewrite:
            batch = batch.rewritten(self._rewrite)
        readings = list(dict.fromkeys(reading for pair in self._readings for reading in pair))
        of_process = self._tokenizer()
        with of_process.lock:
            read = [read_documents(source, readings, of_process.tokenizer) for source in batch.sources]
        return Counted(
            columns=[
                _columns(measure, rows)
                for measure, rows in zip(self._profile.measures, self._rows(batch, read), strict=True)
            ],
            traits=bytes(one.traits for one in read),
            empty_elements=[
                place for place, one in enumerate(read) if any(reading.elements for reading in one.empty)
            ],
        )

    def score(self, texts: Sequence[Item]) -> Sequence[Sequence[float]]:
        return first_row(self.count(single(texts)))

    def _new_tokenizer(self) -> "_OfProcess":
        return _OfProcess(os.getpid(), self._profile.tokenizer(self._lists), Lock())

    def _tokenizer(self) -> "_OfProcess":
        """Return the tokenizer of this process, which may have been forked while a thread held the lock."""
        if self._of_process.process != os.getpid():
            self._of_process = self._new_tokenizer()
        return self._of_process

    def _rows(self, batch: Batch, read: Sequence[Read]) -> list[list[Row]]:
        """Return the rows by measure."""
        measures = self._profile.measures
        columns = [[_NOTHING] * len(batch.peers) for _ in measures]
        for _, models, peers, rows, _ in batch:
            texts = {
                (of_model, of_peer): Texts(
                    [read[place].documents[of_model] for place in models],
                    [read[place].documents[of_peer] for place in peers],
                )
                for of_model, of_peer in self._readings
            }
            for measure, column in zip(measures, columns, strict=True):
                combined = self._profile.combine(measure, texts[measure.readings])
                for row, of_peer in zip(rows, combined, strict=True):
                    column[row] = of_peer
        return columns


def _columns(measure: Measure, rows: Sequence[Row]) -> Columns:
    counts = measure.columns()
    # There may be no rows, and then nothing to transpose.
    for column, values in zip(counts, zip(*(row.counts for row in rows), strict=True), strict=False):
        column.extend(values)
    return Columns(
        counts,
        Figures(
            array("d", [row.figures.recall for row in rows]),
            array("d", [row.figures.precision for row in rows]),
            array("d", [row.figures.f for row in rows]),
        ),
    )
