"""JSON Lines -> evaluations: each line an object with a peer, its models and their IDs."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike, fspath

from ..evaluation import Corpus, Evaluation, Text
from ..numbered import Numbered
from ..profile import Progress, ignore
from ..text.batches import BATCH, Batch, Stream
from .json_rows import Row, row_of
from .json_survey import Fields, Survey
from .rereading import AT_ONCE, LineFile


def read_jsonl(
    path: str | PathLike[str],
    *,
    eval_field: str | None = None,
    system_field: str | None = None,
    peer_field: str = "peer",
    models_field: str = "models",
) -> list[Evaluation]:
    r"""Return the evaluations of a file with a JSON object on each line, in the order of the lines.

    An object has a system's summary (`peer_field`; null: the system has none here), the models
    (`models_field`), and the IDs of the evaluation (`eval_field`, by default `id`) and of the
    system (`system_field`, by default `system`), which are strings or whole numbers. Where no
    object has an `id`, evaluations are numbered as the lines; where none has a `system`, all are of
    one, called after the file.

    A summary is a string, whose lines are its sentences, or a list of strings, each of one or more
    sentences. Models are one string, which is one model, or a list of summaries; so a list of
    strings is several models. Objects with the same evaluation are of different systems; one of
    them has the models, or several have the same.

    The file may be gzipped, and `-` is standard input; blank lines are passed over. Raises
    `InputError`, with the line and the field, for what is missing, malformed or contradictory.
    """
    return list(
        JsonStream(
            path,
            eval_field=eval_field,
            system_field=system_field,
            peer_field=peer_field,
            models_field=models_field,
        )
    )


class JsonStream(Stream):
    """The evaluations of such a file, whose texts are read again while they are scored.

    A first reading, when the stream is made, finds all errors and where the rows of each evaluation
    stand.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        eval_field: str | None = None,
        system_field: str | None = None,
        peer_field: str = "peer",
        models_field: str = "models",
        progress: Progress = ignore,
    ) -> None:
        """Read all rows as `read_jsonl` does; `progress` is told the bytes that are read."""
        self._file = LineFile(fspath(path))
        self._fields = Fields(eval_field, system_field, peer_field, models_field)
        self._survey = Survey(self._file, self._fields, progress)
        self.systems = self._in_order()

    def __len__(self) -> int:
        return len(self._survey.firsts)

    def __iter__(self) -> Iterator[Evaluation]:
        rows = _Rows(self._file, self._survey)
        for evaluation, places in enumerate(self._places()):
            peers: dict[str, Text | None] = {}
            models: tuple[Text, ...] = ()
            for place in places:
                row = rows.read(place)
                if self._fields.peer not in row.fields:
                    raise self._file.has_changed()
                system = self._survey.systems[self._survey.system_of[place]]
                peer = row.peer(self._fields.peer)
                peers[system] = None if peer is None else row.source(peer, self._fields.peer)
                if place == self._survey.models_in[evaluation]:
                    models = self._models(row)
            if not models:
                raise self._file.has_changed()
            yield Evaluation(self._id(evaluation), peers, models)

    def _models(self, row: Row) -> tuple[Text, ...]:
        field = self._fields.models
        models = enumerate(row.models(field) or (), 1)
        return tuple([row.source(model, row.label_of_model(field, number)) for number, model in models])

    def missing(self, system: str) -> Iterable[str]:
        having = self._having([system])
        return (self._id(evaluation) for evaluation in range(len(self)) if not having[evaluation])

    def corpus_of(self, systems: Collection[str]) -> Corpus:
        having = self._having(systems)
        counts = {count for count, has in zip(self._survey.model_counts, having, strict=True) if has}
        return Corpus(min(counts), max(counts), ("lines",)) if counts else Corpus()

    def batches(self, systems: Container[str], size: int = BATCH) -> Iterator[Batch]:
        batches = super().batches(systems, size)
        is_numbered = not self._survey.ids and len(self.systems) == 1
        return map(_numbered, batches) if is_numbered else batches

    def _having(self, systems: Collection[str]) -> bytearray:
        """Return for each evaluation 1 where it has a summary of one of the systems."""
        wanted = [system in systems for system in self._survey.systems]
        having = bytearray(len(self))
        survey = self._survey
        for evaluation, system, is_present in zip(
            survey.evaluation_of, survey.system_of, survey.is_present, strict=True
        ):
            if is_present and wanted[system]:
                having[evaluation] = 1
        return having

    def _in_order(self) -> tuple[str, ...]:
        """Return the systems in the order in which they appear in the evaluations."""
        known = self._survey.systems
        found: dict[int, None] = {}
        for places in self._places() if len(known) > 1 else ((0,),):
            found.update(dict.fromkeys(map(self._survey.system_of.__getitem__, places)))
            if len(found) == len(known):
                break
        return tuple(known[system] for system in found)

    def _id(self, evaluation: int) -> str:
        survey = self._survey
        return survey.ids[evaluation] if survey.ids else str(survey.lines[survey.firsts[evaluation]])

    def _places(self) -> Iterator[Sequence[int]]:
        """Yield the rows of each evaluation."""
        of_row = self._survey.evaluation_of
        if len(of_row) == len(self):
            yield from ((row,) for row in range(len(self)))
            return
        rows = array("i", sorted(range(len(of_row)), key=of_row.__getitem__))
        start = 0
        for end in range(1, len(rows) + 1):
            if end == len(rows) or of_row[rows[end]] != of_row[rows[start]]:
                yield rows[start:end]
                start = end


def _numbered(batch: Batch) -> Batch:
    """Return a batch of one system, whose evaluations are called by their lines, without those names."""
    first, last = int(batch.evaluations[0]), int(batch.evaluations[-1])
    if last - first + 1 != len(batch.evaluations):  # There are blank lines, or no peers in some.
        return batch
    evaluations = Numbered(last, first)
    return replace(batch, evaluations=evaluations, systems=dict.fromkeys(batch.systems, evaluations))


class _Rows:
    """The rows, read again one by one; those that follow one another are read from the file together."""

    def __init__(self, file: LineFile, survey: Survey) -> None:
        self._file = file
        self._survey = survey
        self._start = 0
        self._bytes = b""
        self._following = 0

    def read(self, place: int) -> Row:
        offsets = self._survey.offsets
        start = offsets[place]
        size = (offsets[place + 1] if place + 1 < len(offsets) else self._file.end) - start
        if not self._start <= start <= start + size <= self._start + len(self._bytes):
            # Only where rows are in order, it is the next ones that will be needed.
            at_once = AT_ONCE if place == self._following else 0
            self._start, self._bytes = start, self._file.read(start, max(size, at_once))
        self._following = place + 1
        line = self._bytes[start - self._start : start - self._start + size]
        return row_of(line, self._file.name, self._survey.lines[place], is_checked=True)
