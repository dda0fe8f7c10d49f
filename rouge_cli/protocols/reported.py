"""The protocols that give the figures of a paper: `rouge-tools protocols --reported`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite, nan
from typing import NamedTuple

from ..errors import OptionError, printable
from ..rendering.presentation import Presentation, Table, name_cell
from .protocol import ProtocolRow, ProtocolTable

_USUAL = ("ROUGE-1", "ROUGE-2", "ROUGE-L")
"""The measures of figures without names, in this order."""
_FIGURE = re.compile(r"(?:(?P<measure>[^=]+)=)?(?P<whole>[0-9]+)(?:\.(?P<decimals>[0-9]+))?")
_PRINTED = 5.0001e-6
"""The largest rounding error of a figure, from 0 to 1, that a program printed with five decimals."""
_NEAREST = 5
"""The number of candidates to show that do not fit."""


class Reported(NamedTuple):
    """A figure of a paper."""

    measure: str
    text: str
    """The figure as it is reported."""
    value: float
    """The figure, from 0 to 1."""
    rounding: float
    """The largest rounding error of the paper."""

    def distance(self, figure: float) -> float:
        """Return the distance of a figure from the nearest that is rounded to the reported figure."""
        beyond = abs(figure - self.value) - self.rounding - _PRINTED
        return beyond if beyond > 0 else 0.0


class Candidate(NamedTuple):
    """A protocol, a system, and the distance of its figures from the reported figures."""

    row: ProtocolRow
    system: str
    figures: Sequence[float]
    distance: float
    """The greatest distance of a figure; 0 if all figures round to the reported figures."""


def reported_figures(text: str, known: Sequence[str] = _USUAL) -> tuple[Reported, ...]:
    """Return the figures in a list such as `43.1,20.2,40.0` or `ROUGE-2=0.202`.

    Figures are × 100 if one of them is above 1. Raises `OptionError` for other texts and for unknown
    measures.
    """
    found = [_FIGURE.fullmatch(word.strip()) for word in text.split(",")]
    names = [one["measure"] for one in found if one is not None]
    if None in found or not (all(names) or (not any(names) and len(names) <= len(_USUAL))):
        raise OptionError(
            f"--reported {text!r}: give the figures of {', '.join(_USUAL)} in this order with decimal points,"
            " as in 43.1,20.2,40.0, or name each, as in ROUGE-2=20.2"
        )
    if len(found) == 2 and text.replace(",", "").isdigit():
        raise OptionError(
            f"--reported {text}: a comma separates figures; write {text.replace(',', '.')}, or name each, as"
            f" in ROUGE-1={text.replace(',', ',ROUGE-2=')}"
        )
    numbers = [one["whole"] + "." + (one["decimals"] or "0") for one in found if one is not None]
    scale = 100 if max(map(float, numbers)) > 1 else 1
    if max(map(float, numbers)) > scale:
        raise OptionError(f"--reported {text!r}: no figure is above 100")
    measures = [name.strip().upper() for name in names] if all(names) else _USUAL[: len(numbers)]
    for measure in measures:
        if measures.count(measure) > 1:
            raise OptionError(f"--reported {text!r}: {measure} has two figures; give one")
        if measure not in known:
            raise OptionError(f"--reported: the protocols have no {measure}, but {', '.join(known)}")
    return tuple(
        Reported(
            measure,
            number if one["decimals"] else one["whole"],
            float(number) / scale,
            0.5 * 10 ** -len(one["decimals"] or "") / scale,
        )
        for measure, number, one in zip(measures, numbers, filter(None, found), strict=True)
    )


def candidates(table: ProtocolTable, reported: Sequence[Reported]) -> list[Candidate]:
    """Return all protocols with all systems; the nearest to the reported figures come first."""
    found = []
    measures = [one.measure for one in reported]
    for row in table.rows:
        for system in table.systems:
            if all(measure in row.columns for measure in measures):
                figures = [row.columns[measure].figures.get(system, nan) for measure in measures]
                if all(map(isfinite, figures)):
                    distance = max(map(Reported.distance, reported, figures))
                    found.append(Candidate(row, system, figures, distance))
    return sorted(found, key=lambda one: one.distance)


def presentation(found: Sequence[Candidate], reported: Sequence[Reported]) -> Presentation:
    """Return candidates as data: first those that fit, then the nearest of the others."""
    return Presentation(
        tables=lambda marked: _tables(found, reported),
        record=lambda: {
            "reported": {one.measure: one.value for one in reported},
            "candidates": [_record(one, reported) for one in found],
        },
        rows=lambda: _rows(found, reported),
        remarks=[*_remarks(found)],
    )


def _tables(found: Sequence[Candidate], reported: Sequence[Reported]) -> Iterator[Table]:
    about = f"Reported: {', '.join(f'{one.measure} {one.text}' for one in reported)}."
    values = {one.measure: one.text for one in reported}
    if float(values.get("ROUGE-2", 0)) > float(values.get("ROUGE-1", "inf")):
        about += " ROUGE-2 is above ROUGE-1, which is rare; check the order of the figures."
    count = sum(not one.distance for one in found)
    if not count:
        about += f" None of {len(found)} candidates rounds to these figures."
    captions = {
        f"{count} of {len(found)} candidates round to these figures": found[:count],
        f"The nearest {'others' if count else 'candidates'}; distance: the greatest difference to a reported"
        " figure beyond its rounding, × 100": found[count : count + _NEAREST],
    }
    head = ["Protocol", "System", *(one.measure for one in reported), "Distance"]
    for caption, candidates in captions.items():
        rows = [
            [
                *(one.row.protocol.name, printable(one.system)),
                *(f"{100 * figure:.3f}" for figure in (*one.figures, one.distance)),
            ]
            for one in candidates
        ]
        if rows:
            yield Table(caption, head, rows, 2, about)


def _remarks(found: Sequence[Candidate]) -> Iterator[str]:
    fitting = [one for one in found if not one.distance]
    if fitting:
        yield f"Command of the first: {fitting[0].row.protocol.command}"
    if len(fitting) > 1:
        yield "More decimals, or the figures of another system, tell them apart."
    yield "R is recall and P precision; protocols without either are F."


def _record(one: Candidate, reported: Sequence[Reported]) -> dict[str, object]:
    return {
        "protocol": one.row.protocol.name,
        "system": one.system,
        "figures": {of.measure: figure for of, figure in zip(reported, one.figures, strict=True)},
        "distance": one.distance,
        "fits": not one.distance,
        "command": one.row.protocol.command,
        "signature": one.row.signature,
    }


def _rows(found: Sequence[Candidate], reported: Sequence[Reported]) -> Iterator[tuple[object, ...]]:
    yield "protocol", "system", *(one.measure for one in reported), "distance", "fits", "command", "signature"
    for one in found:
        names = name_cell(one.row.protocol.name), name_cell(one.system)
        yield (
            *names,
            *one.figures,
            one.distance,
            int(not one.distance),
            one.row.protocol.command,
            one.row.signature,
        )
