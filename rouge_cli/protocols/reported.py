"""The protocols that give the figures of a paper: `rouge-tools protocols --reported`."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import erfc, exp, fsum, gamma, inf, isfinite, pi, prod, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from ..errors import OptionError, printable, several
from ..rendering.presentation import Presentation, Table, TableCell, name_cell
from ..rouges import PROFILES, plain_name
from .protocol import ProtocolRow, ProtocolTable

_USUAL = ("ROUGE-1", "ROUGE-2", "ROUGE-L")
"""The measures of figures without names, in this order."""
_FIGURE = re.compile(r"(?:(?P<measure>[^=]+)=)?(?P<number>[0-9]+(?:\.(?P<decimals>[0-9]+))?)")
_PRINTED = 5.0001e-6
"""The largest rounding error of a figure, from 0 to 1, that a program printed with five decimals."""
_NEAREST = 5
"""The number of candidates to show that do not fit."""
_RARE, _REACH = 0.005, 2.807
"""The least probability of figures that fit, and the deviations about the centre that a figure exceeds with
this probability."""
_SURE = 100
"""The ratio of likelihoods above which a candidate fits better than another: a difference at 1 %."""
_NEAR = 0.01
"""The distance beyond which the figures are of other summaries."""


def _noise(row: ProtocolRow, measure: str, system: str) -> NormalDist | None:
    """Return the distribution of a system's average over seeds, or `None` if no seed changes the average.

    Means of n scores that are drawn with replacement have the deviation s/√n and, to the first order (Cornish
    and Fisher 1938), a median below the mean by skewness·s/6n. The median of r draws from a normal
    distribution has √(π/2r) times its deviation.
    """
    report = row.report
    if not report.profile.rouge.has_intervals or report.profile.rouge.generator != "numpy":
        return None
    scores = getattr(report.systems[system][row.measures[measure]].scores, row.protocol.field)
    n, mean = len(scores), fmean(scores)
    second, third = (fsum((score - mean) ** power for score in scores) / n for power in (2, 3))
    if not second:
        return NormalDist(mean, 0.0)
    return NormalDist(mean - third / (6 * n * second), sqrt(pi / 2 * second / n / report.options.draws))


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

    def likelihood(self, noise: NormalDist) -> float:
        """Return the probability that a draw is rounded to the reported figure."""
        if not noise.stdev:
            return float(not self.distance(noise.mean))
        return noise.cdf(self.value + self.rounding) - noise.cdf(self.value - self.rounding)


class Candidate(NamedTuple):
    """A protocol, a system, and how far its figures are from the reported figures."""

    row: ProtocolRow
    system: str
    figures: Sequence[float]
    distance: float
    """The greatest distance of a figure; 0 if all figures fit."""
    noise: Sequence[NormalDist]
    """The distributions of the medians that a bootstrap without a seed draws."""
    probability: float
    """The probability of figures at least as far from the means of `noise`; 1 without noise."""
    likelihood: float
    """The probability of the reported figures, as they are rounded; 0 if they do not fit."""
    rank: int = 0
    """Its place among all candidates; candidates that the figures cannot tell apart share a place."""

    @property
    def name(self) -> str:
        """The protocol in words."""
        words, flag, rest = self.row.protocol.name.partition(" --mean plain")
        return words + rest + ", plain mean" * bool(flag)


def reported_figures(text: str, known: Sequence[str] = _USUAL) -> tuple[Reported, ...]:
    """Return the figures in a list such as `43.1,20.2,40.0` or `ROUGE-2=0.202`.

    Figures are × 100 if one of them is above 1. Raises `OptionError` for other texts and for unknown
    measures.
    """
    words = text.split(",")
    matches = [found for word in words if (found := _FIGURE.fullmatch(word.strip()))]
    names = [one["measure"] for one in matches]
    if len(matches) < len(words) or not (all(names) or (not any(names) and len(names) <= len(_USUAL))):
        raise OptionError(
            f"--reported {text!r}: give the figures of {', '.join(_USUAL)} in this order with decimal points,"
            " as in 43.1,20.2,40.0, or name each, as in ROUGE-2=20.2"
        )
    if len(words) == 2 and text.replace(",", "").isdigit():
        raise OptionError(
            f"--reported {text}: a comma separates figures; write {text.replace(',', '.')}, or name each, as"
            f" in ROUGE-1={text.replace(',', ',ROUGE-2=')}"
        )
    highest = max(float(one["number"]) for one in matches)
    scale = 100 if highest > 1 else 1
    if highest > scale:
        raise OptionError(f"--reported {text!r}: no figure is above 100")
    by_plain_name = {plain_name(name): name for name in known}
    typed = [name.strip() for name in names] if all(names) else _USUAL[: len(words)]
    measures = [by_plain_name.get(plain_name(name), name) for name in typed]
    for measure in measures:
        if measures.count(measure) > 1:
            raise OptionError(f"--reported {text!r}: {measure} has two figures; give one")
        if measure not in known:
            raise OptionError(f"--reported: the protocols have no {measure}, but {', '.join(known)}")
    roundings = [0.5 * 10 ** -len(one["decimals"] or "") / scale for one in matches]
    return tuple(
        Reported(measure, one["number"], float(one["number"]) / scale, rounding)
        for measure, one, rounding in zip(measures, matches, roundings, strict=True)
    )


def candidates(table: ProtocolTable, reported: Sequence[Reported]) -> list[Candidate]:
    """Return all protocols with all systems, ranked; the nearest to the reported figures come first.

    Figures that a package draws without a seed fit if a draw lies as far from their centre with a probability
    of at least `_RARE`. Candidates fit equally if none is `_SURE` times as likely as another. Among equal
    candidates, recall and precision of packages other than ROUGE-1.5.5 come last.
    """
    unranked = []
    for row in table.rows:
        if not all(one.measure in row.columns for one in reported):
            continue
        for system in table.systems:
            figures = [row.columns[one.measure].figure(system) for one in reported]
            if not all(map(isfinite, figures)):
                continue
            noise = [found for one in reported if (found := _noise(row, one.measure, system))]
            distance = max(map(Reported.distance, reported, figures))
            probability = likelihood = 1.0
            if noise:
                likelihood = prod(map(Reported.likelihood, reported, noise))
                distances = [one.distance(of.mean) for one, of in zip(reported, noise, strict=True)]
                squares = fsum(
                    (gap / of.stdev) ** 2 if of.stdev else inf if gap else 0.0
                    for gap, of in zip(distances, noise, strict=True)
                )
                probability = _chance(squares, len(noise))
                distance = 0.0 if probability >= _RARE else max(distances)
            likelihood *= not distance
            unranked.append(Candidate(row, system, figures, distance, noise, probability, likelihood))
    nearness = sorted((one.distance, -one.likelihood) for one in unranked)
    best = max((one.likelihood for one in unranked), default=0)
    for place, candidate in enumerate(unranked):
        rank = 1 + bisect_left(nearness, (candidate.distance, -candidate.likelihood))
        unranked[place] = candidate._replace(rank=1 if candidate.likelihood * _SURE > best else rank)

    def order(one: Candidate) -> tuple[int, bool, float]:
        protocol = one.row.protocol
        is_unusual = protocol.figure != "F" and protocol.options.profile != PROFILES[0]
        return one.rank, is_unusual, -one.likelihood

    return sorted(unranked, key=order)


def _chance(squares: float, degrees: int) -> float:
    """Return the probability that a sum of squares of standard normal numbers is at least as large."""
    if not isfinite(squares):
        return 0.0
    half = squares / 2
    chance, at = (erfc(sqrt(half)), 1) if degrees % 2 else (exp(-half), 2)
    for degree in range(at, degrees - 1, 2):
        chance += half ** (degree / 2) * exp(-half) / gamma(degree / 2 + 1)
    return chance


def verdict(ranked: Sequence[Candidate]) -> str:
    """Return what the candidates say of the reported figures, in a sentence without its full stop."""
    if not ranked or ranked[0].distance > _NEAR:
        return "No protocol: these figures are of other summaries"
    first = ranked[0]
    if first.distance:
        return f"No protocol fits; the nearest, {first.name}, is {100 * first.distance:.2f} off"
    fitting = [one for one in ranked if not one.distance]
    has_several = len({one.system for one in ranked}) > 1
    equal = [one.name + f" ({printable(one.system)})" * has_several for one in fitting if one.rank == 1]
    said = f"Fits {equal[0]}"
    if len(equal) > 1:
        said = f"Fit equally: {'; '.join(equal[:_NEAREST])}"
        said += f"; {len(equal) - _NEAREST} more" * (len(equal) > _NEAREST)
    if first.noise:
        own = " within the noise of its unseeded bootstrap"
        said += own if len(equal) == 1 else ", within the noise of their unseeded bootstraps"
    more = len(fitting) - len(equal)
    others = several(more, "other candidate")
    return f"{said}; less surely {'fits' if more == 1 else 'fit'} {others}" if more else said


def presentation(
    ranked: Sequence[Candidate], reported: Sequence[Reported], left_out: Mapping[str, str]
) -> Presentation:
    """Return candidates as data: first the candidates that fit, then the nearest ones that do not.

    `left_out` has the reasons for protocols that cannot be tried here, by name.
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        if not name.endswith((" R", " P")):  # A protocol has one name for all its figures.
            by_reason.setdefault(reason, []).append(name)
    fitting = [one for one in ranked if not one.distance]
    remarks = [f"Command of the first: {one.row.protocol.command}" for one in fitting[:1]]
    if len(fitting) > 1:
        remarks.append("More decimals, or the figures of another system, tell them apart.")
    remarks.append("R is recall and P precision; protocols without either are F.")
    remarks += [f"Not tried: {', '.join(names)} ({reason})." for reason, names in by_reason.items()]
    return Presentation(
        tables=lambda marked: _tables(ranked, reported),
        record=lambda: {
            "reported": {one.measure: one.value for one in reported},
            "verdict": verdict(ranked),
            "candidates": [_record(one, reported) for one in ranked],
            "left_out": [{"name": name, "reason": reason} for name, reason in left_out.items()],
        },
        rows=lambda: _rows(ranked, reported),
        remarks=remarks,
    )


def _tables(ranked: Sequence[Candidate], reported: Sequence[Reported]) -> Iterator[Table]:
    about = f"Reported: {', '.join(f'{one.measure} {one.text}' for one in reported)}."
    values = {one.measure: one.text for one in reported}
    if float(values.get("ROUGE-2", 0)) > float(values.get("ROUGE-1", "inf")):
        about += " ROUGE-2 is above ROUGE-1, which is rare; check the order of the figures."
    about += f" {verdict(ranked)}."
    count, ranks = sum(not one.distance for one in ranked), Counter(one.rank for one in ranked)
    captions = {
        f"{count} of {len(ranked)} candidates fit these figures": ranked[:count],
        f"The nearest {'others' if count else 'candidates'}; distance: the greatest difference to a reported"
        " figure beyond its rounding, × 100": ranked[count : count + _NEAREST],
    }
    for is_near, (caption, candidates) in enumerate(captions.items()):
        rows: list[list[TableCell | str]] = []
        for one in candidates:
            last = f"{one.probability:.3f}" if one.noise else "–"
            cells = [TableCell(f"{100 * figure:.3f}") for figure in one.figures]
            for place, of in enumerate(one.noise):
                cells[place] = TableCell(f"{100 * of.mean:.3f}", aside=f" ±{100 * _REACH * of.stdev:.2f}")
            if is_near:
                last = f"{100 * one.distance:.3f}"
            rank = f"{one.rank}{'=' * (ranks[one.rank] > 1)}"
            rows.append([rank, one.name, printable(one.system), *cells, last])
        if rows:
            if any(one.noise for one in candidates):
                caption += "; ±: the range of 99.5% of bootstraps without a seed"
            head = ["", "Protocol", "System", *(one.measure for one in reported)]
            yield Table(caption, [*head, "Distance" if is_near else "Probability"], rows, 3, about)


def _record(candidate: Candidate, reported: Sequence[Reported]) -> dict[str, object]:
    return {
        "protocol": candidate.row.protocol.name,
        "system": candidate.system,
        "figures": {of.measure: figure for of, figure in zip(reported, candidate.figures, strict=True)},
        "ranges": {
            of.measure: [noise.mean + side * _REACH * noise.stdev for side in (-1, 1)]
            for of, noise in zip(reported, candidate.noise, strict=False)
        },
        "probability": candidate.probability,
        "distance": candidate.distance,
        "fits": not candidate.distance,
        "rank": candidate.rank,
        "command": candidate.row.protocol.command,
        "signature": candidate.row.report.signature,
    }


def _rows(ranked: Sequence[Candidate], reported: Sequence[Reported]) -> Iterator[tuple[object, ...]]:
    figures = [one.measure for one in reported]
    yield "protocol", "system", *figures, "distance", "probability", "fits", "command", "signature"
    for one in ranked:
        protocol = one.row.protocol
        names = name_cell(protocol.name), name_cell(one.system)
        distances = one.distance, one.probability, int(not one.distance)
        yield *names, *one.figures, *distances, protocol.command, one.row.report.signature
