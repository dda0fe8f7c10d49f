"""A saved JSON document -> its report and comparisons."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from math import nan
from typing import Any, TypeVar

from ..errors import InputError, OptionError
from ..measures.scores import Counts, Estimate, Figures, MeasureScores, Score
from ..options import Options
from ..profiles import Profile
from ..rendering import Output
from ..rendering.presentation import original
from ..scoring.comparison import Comparison, Difference, pair_of
from ..scoring.results import Result, Results
from ..text.files import STANDARD_INPUT, named, read_bytes, read_standard_input
from ..text.languages.functions import FromFile
from .report_pages import Scored

T = TypeVar("T")
Record = dict[str, Any]

_LARGEST = 1e6
"""A bound far above all figures of reports, which are ratios of counts."""


def read_report(path: str, figure: str = "F", functions: Collection[str] = ()) -> Scored:
    """Return the scores of the document at `path`, to be shown by the figure with the letter `figure`.

    The path `-` is standard input. Of the functions that the document names, only those in `functions` can be
    imported. `data/report.schema.json` describes the document. Raises `InputError` for a file that cannot be
    read or is no document of this kind, and for a document without the scores of single evaluations.
    """

    def choice(value: Any) -> Any:
        """Return the value of an option; a text gets back the characters that JSON cannot hold."""
        text = original(value) if isinstance(value, str) else None
        return value if text is None else text if text in functions else FromFile(text)

    data = read_standard_input() if path == STANDARD_INPUT else read_bytes(path)
    path = named(path)
    try:
        document = json.loads(data)
        options = Options(**{name: choice(value) for name, value in document["options"].items()})
        systems = {
            original(system): {measure: _result(path, record) for measure, record in results.items()}
            for system, results in document["systems"].items()
        }
        report = Results(Profile(options), systems, tuple(map(_text, document["notes"])))
        comparisons = tuple(map(_comparison, document["comparisons"]))
        signature = _text(document["signature"])
    except OptionError as error:
        raise _malformed(path, str(error)) from error
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, RecursionError) as error:
        raise _malformed(path, f"{type(error).__name__}: {error}") from error
    _check(path, report, comparisons)
    return Scored(Output(report=report, comparisons=comparisons, figure=figure), signature)


def _check(path: str, report: Results, comparisons: tuple[Comparison, ...]) -> None:
    """Raise `InputError` for systems and comparisons whose measures or evaluations contradict each other."""
    measures = report.profile.names
    without_models = report.profile.without_rouge.names if report.options.about else measures
    for system, results in report.systems.items():
        if list(results) not in (measures, without_models):
            raise _malformed(path, f"system {system} has other measures than the options choose")
        having = [list(result.scores.evaluations) for result in results.values()]
        if any(one != having[0] or len(set(one)) < len(one) for one in having):
            raise _malformed(path, f"the scores of system {system} are not of the same evaluations")
    for comparison in comparisons:
        measure, (one, other) = comparison.measure, pair_of(comparison)
        if measure not in measures:
            raise _malformed(path, f"the options do not choose {measure}")
        if not report.systems.keys() >= {one, other}:
            raise _malformed(path, f"there are no scores of {one} or {other}")
        ids, others = ({*report.systems[system][measure].scores.evaluations} for system in (one, other))
        shared = len(ids & others)
        if comparison.evaluations != shared:
            said = comparison.evaluations
            raise _malformed(path, f"{one} and {other} share {shared} evaluations, not {said}")


def _result(path: str, record: Record) -> Result:
    if "scores" not in record:
        raise InputError(
            f"{path}: has no scores of single evaluations; write it with `format` json and `details`"
        )
    scores = MeasureScores.of(
        Score(*_figures(score, _figure), _counts(score), _text(score["evaluation"]))
        for score in record["scores"]
    )
    recall, precision, f = _figures(record, _estimate)
    return Result(recall, precision, f, scores, _counts(record))


def _comparison(record: Record) -> Comparison:
    def difference(record: Record) -> Difference:
        return Difference(_estimate(record), _figure(record["p"]), _figure(record["p_corrected"]))

    measure, system, baseline = (_text(record[name]) for name in ("measure", "system", "baseline"))
    differences = _figures(record["differences"], difference)
    return Comparison(measure, system, baseline, int(record["evaluations"]), *differences)


def _figures(record: Record, read: Callable[[Any], T]) -> Figures[T]:
    """Return recall, precision and F of a record, as `read` returns each."""
    return Figures(read(record["recall"]), read(record["precision"]), read(record["f"]))


def _estimate(record: Record) -> Estimate:
    return Estimate(*(_figure(record[name]) for name in Estimate._fields))


def _counts(record: Record) -> Counts:
    return Counts(*(_number(record[f"{name}_count"]) for name in Counts._fields))


def _figure(value: object) -> float:
    """Return a figure, a bound or a p. Raises `ValueError` beyond `_LARGEST`, where charts would overflow."""
    figure = _number(value)
    if abs(figure) > _LARGEST:
        raise ValueError(f"{figure!r} is no figure of ROUGE")
    return figure


def _number(value: object) -> float:
    """Return a number, NaN for null. Raises `OverflowError` for a whole number too large for a figure."""
    if value is None:
        return nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    float(value)
    return value


def _text(value: object) -> str:
    """Return a text with the characters that JSON cannot hold."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return original(value)


def _malformed(path: str, reason: str) -> InputError:
    return InputError(f"{path}: no report in JSON ({reason}); give one that `format` json has written")
