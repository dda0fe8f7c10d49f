"""`Rouge` scores texts or lists of texts, and `FilesRouge` the lines of two files."""

from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO, StringIO
from operator import methodcaller
from pathlib import Path
from typing import Any, ClassVar

from .. import shim
from ..inputs.streams import batches_of_pairs
from ..kernel.plan import EMPTY
from ..kernel.python.sums import added
from ..options import jobs_of
from ..scoring.counters import counter_by
from ..scoring.scores import Columns
from ..text.sentences import FULL_STOP, at_full_stops
from . import rouge_score

_FIELDS = {"hyp": "peer", "ref": "model", "overlap": "hit", "r": "recall", "p": "precision", "f": "f"}
_GRAMS: dict[str, Any] = {f"rouge-{n}": partial(rouge_score.rouge_n, n=n) for n in range(1, 6)}


class Rouge:
    """Scores hypotheses against references; threads may share it."""

    DEFAULT_METRICS: ClassVar = ["rouge-1", "rouge-2", "rouge-l"]
    AVAILABLE_METRICS: ClassVar = _GRAMS | {"rouge-l": rouge_score.rouge_l_summary_level}
    DEFAULT_STATS: ClassVar = ["r", "p", "f"]
    AVAILABLE_STATS: ClassVar = ["r", "p", "f"]
    _profile: ClassVar = "rouge"
    _served: ClassVar = shim.ROUGE
    _split = staticmethod(at_full_stops)
    _refuse: ClassVar = staticmethod(methodcaller("split", FULL_STOP))
    """Raises the error of the package for anything but a text."""

    def __init__(
        self,
        metrics: Sequence[str] | None = None,
        stats: Sequence[str] | None = None,
        return_lengths: bool = False,
        raw_results: bool = False,
        exclusive: bool = True,
    ) -> None:
        """Choose metrics and figures, or counts by `raw_results`.

        `exclusive` counts each n-gram of a text once. Raises `ValueError` for unknown names.
        """
        self.return_lengths, self.raw_results, self.exclusive = return_lengths, raw_results, exclusive
        self.metrics = _known("metric", metrics, self.DEFAULT_METRICS, self.AVAILABLE_METRICS)
        if raw_results:
            self.stats = ["hyp", "ref", "overlap"]
        else:
            self.stats = _known("stat", stats, self.DEFAULT_STATS, self.AVAILABLE_STATS)

    def get_scores(
        self,
        hyps: Any,
        refs: Any,
        avg: bool = False,
        ignore_empty: bool = False,
        *,
        jobs: int = 1,
        score_empty: bool = False,
    ) -> Any:
        """Return a list with the scores of each pair, or with `avg` their means.

        Hypotheses and references are a text each, or lists of texts of one length. `ignore_empty` drops pairs
        with an empty text. The package lacks `jobs`, the number of threads (0: one for each processor), and
        `score_empty`, which scores pairs with an empty text 0. Raises `AssertionError` for lists of different
        lengths or types, `ValueError` for a text without a sentence, `AttributeError` or `TypeError` for
        anything but texts, and `ZeroDivisionError` for means of no pairs.
        """
        if isinstance(hyps, str):
            hyps, refs = [hyps], [refs]
        if ignore_empty:
            pairs = zip(hyps, refs, strict=False)
            hyps, refs = zip(*[pair for pair in pairs if all(map(len, pair))], strict=True)
        if not isinstance(hyps, type(refs)) or len(hyps) != len(refs):
            raise AssertionError
        texts = list(zip(hyps, refs, strict=True))
        if avg and self.raw_results and self.metrics and texts:
            list(self._counted(texts[:1], 1, score_empty))
            raise KeyError(self.stats[0])
        shim.cells[self._served] += len(texts)
        names = list(dict.fromkeys(self.metrics))
        columns: dict[str, dict[str, Any]] = {name: {stat: [] for stat in self.stats} for name in names}
        for batch in self._counted(texts, jobs_of(jobs), score_empty):
            for name, of_batch in zip(names, batch, strict=True):
                for stat, column in columns[name].items():
                    column += getattr(of_batch, _FIELDS[stat])
        if self.return_lengths:
            # Words that are not empty.
            columns["lengths"] = {
                side: [sum(len(sentence.split()) for sentence in self._split(text)) for text in texts_of_side]
                for side, texts_of_side in (("hyp", hyps), ("ref", refs))
            }
        if not avg:
            return _rows({name: _rows(of_name, len(texts)) for name, of_name in columns.items()}, len(texts))
        means: dict[str, dict[str, float]] = {}
        for name, of_name in columns.items():
            times = max(self.metrics.count(name), 1)  # The package adds a metric as often as it is named.
            means[name] = {
                stat: added(column if times == 1 else [one for one in column for _ in range(times)])
                / len(texts)
                for stat, column in of_name.items()
            }
        return means

    def _counted(
        self, pairs: Sequence[tuple[Any, Any]], jobs: int, score_empty: bool
    ) -> Iterator[list[Columns]]:
        """Yield the columns of each batch of pairs; raise the error of the package for the first bad pair."""
        texts: list[Any] = []
        wrong = None
        for pair in pairs:
            try:
                texts.append(tuple(map(self._encoded, pair)))
            except (AttributeError, TypeError) as error:  # Pairs before this one may be wrong, too.
                wrong = error
                break
        if self.metrics:
            types = tuple(dict.fromkeys(self.metrics))
            counts = "sets" if self.exclusive else "all"
            counter = counter_by(profile=self._profile, types=types, counts=counts)
            done = 0
            for _, counted in counter.count_batches(batches_of_pairs(iter(texts)), jobs):
                empty = next((place for place, traits in enumerate(counted.traits) if traits & EMPTY), None)
                if empty is not None and not score_empty:
                    # A reference stands before its hypothesis. The first metric complains.
                    side = "Hypothesis" if counted.traits[empty | 1] & EMPTY else "Reference"
                    message = rouge_score.EMPTY if self.metrics[0] == "rouge-l" else f"{side} is empty."
                    if len(pairs) > 1:
                        place = (done + empty) // 2 + 1
                        message += (
                            f" {side} {place} of {len(pairs)} has no sentence; `ignore_empty` drops empty"
                            " texts, `score_empty` scores them 0"
                        )
                    raise ValueError(message)
                done += len(counted.traits)
                yield counted.columns
        if wrong is not None:
            raise wrong

    def _encoded(self, text: Any) -> bytes:
        """Return the bytes of a text. Raises the error of the package for anything else."""
        if not isinstance(text, str):
            self._refuse(text)
        return str.encode(text, "utf-8", "surrogatepass")


class FilesRouge:
    """Scores each line of a file of hypotheses against the same line of a file of references."""

    _scorer: ClassVar[type[Rouge]] = Rouge

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take the arguments of `Rouge`."""
        self.rouge = self._scorer(*args, **kwargs)

    def get_scores(self, hyp_path: str, ref_path: str, avg: bool = False, ignore_empty: bool = False) -> Any:
        """Return the scores of all lines. As in the package, each line loses its last character.

        Raises `AssertionError` for paths that are not files and for files of different numbers of lines, and
        the errors of `Rouge.get_scores`.
        """
        paths = [Path(path) for path in (hyp_path, ref_path)]
        if not all(map(Path.is_file, paths)):
            raise AssertionError
        if len({sum(1 for _ in BytesIO(path.read_bytes())) for path in paths}) > 1:
            raise AssertionError
        hyps, refs = ([line[:-1] for line in StringIO(path.read_text(encoding="utf-8"))] for path in paths)
        return self.rouge.get_scores(hyps, refs, avg=avg, ignore_empty=ignore_empty)


def _known(kind: str, names: Sequence[str] | None, default: list[str], known: Any) -> list[str]:
    """Return lower-cased names. Raises `ValueError` for an unknown one."""
    if names is None:
        return default
    lowered = [name.lower() for name in names]
    for name in lowered:
        if name not in known:
            raise ValueError(f"Unknown {kind} {name!r}")
    return lowered


def _rows(columns: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Return the rows of columns of equal length, as dictionaries."""
    if not columns:
        return [{} for _ in range(count)]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
