"""Protocols (a profile, its options, the figure that a paper reports), and the figures of the same summaries
under several protocols, compared with the figures under one of them: as data, for papers and as a picture.

Tables have figures × 100 with two decimals, as papers do, and the difference after each figure.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import ceil, nan
from typing import Any, NamedTuple

from .. import __version__
from ..errors import printable, several, some
from ..evaluation import Evaluation, Source, Text
from ..explanations.phrases import OWN_SENTENCES, rule, weight
from ..options import Options, has_option
from ..rendering import FIGURES
from ..rendering.pictures import drawn, labels, rows_named, styled
from ..rendering.presentation import Presentation, Table, TableCell, hundredfold, name_cell
from ..rouges import COMBINATIONS, MEANS, PORTER_NLTK, PORTER_ROUGE, PROFILES, PY_ROUGE, ROUGES, ROUNDINGS
from ..scoring.engine import score_evaluations
from ..scoring.profile import Profile
from ..scoring.results import Results
from ..text.sentences import read_sentences

_USUAL_TOKENS = "tokens of a-z and 0-9"
"""The words for the tokens of all profiles but xlsum."""
_STEMS = {PORTER_ROUGE: "ROUGE-1.5.5 with WordNet's irregular forms", PORTER_NLTK: "NLTK"}
"""The words for the stemmers of profiles; other stemmers are named by their signatures."""
_REGULAR = "ROUGE-1.5.5 without irregular forms, as files2rouge ships it"
"""The words for `porter-1.5.5` with an empty database of irregular forms."""
ROUNDING = 2e-5
"""The largest change of a figure by rounding to five decimals.

F is computed from rounded recall and precision, can double their errors, and is rounded again.
"""
_PAIRS = 3
"""The most pairs of systems that a cell names."""

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that most people can distinguish (Okabe and Ito)."""
_MARKS = ("o", "s", "^", "D", "v", "X")
_ROW, _PANEL, _LETTER = 0.2, 2.4, 0.075
"""In inches: the height of a protocol, the width of a panel and the width of a letter."""
_LEGEND = 4
"""The number of systems in a line of the legend."""


class Protocol(NamedTuple):
    """The choices behind the figures of a paper."""

    name: str
    """The name in tables."""
    options: Options
    command: str
    """The command that prints its figures, for papers."""
    figure: str = "F"
    """The letter of the figure that is reported."""
    lcs: str = "ROUGE-L"
    """The name of the measure that is reported as ROUGE-L."""
    whole: bool = False
    """True if each summary is one sentence, as where lines are not kept apart."""

    @property
    def field(self) -> str:
        """The name of the figure in results and scores."""
        return FIGURES[self.figure]

    def columns(self) -> dict[str, str]:
        """Return the names of its measures by the names that ROUGE-1.5.5 gives the same measures."""
        names = Profile(self.options).names
        if self.options.profile == PROFILES[0]:
            return {name: name for name in names}
        grams = enumerate(ROUGES[self.options.profile].grams, 1)
        columns = {f"ROUGE-{n}": name for n, name in grams if name in names}
        return columns | ({"ROUGE-L": self.lcs} if self.lcs in names else {})

    def read(self, source: Source) -> Source:
        """Return a summary as the protocol takes it. Raises `InputError` if it cannot be read."""
        if not self.whole:
            return source
        return Text((b" ".join(read_sentences(source)),), source.name, "none")


def traits(protocol: Protocol, *, several_models: bool, marked: bool = True) -> dict[str, str]:
    """Return the choices behind the figures of a protocol, in words, by aspect.

    The combination of models is an aspect only if an evaluation has several. `marked` is False if each text
    of the input is one line, so that no sentences are marked.
    """
    options = protocol.options
    profile = Profile(options)
    rules, rouge = profile.rules, profile.rouge
    tokens, unit = rouge.tokens_in_words or _USUAL_TOKENS, "word"
    if rules is not None and not rules.is_rouge:
        tokens, unit = f"tokens of {rules.tokenizer.signature}", "word" if rouge.byte_limit else "token"
    limit = "whole summaries"
    if options.word_limit:
        limit = f"the first {several(options.word_limit, unit)}"
    elif options.byte_limit:
        unit = "character" if rouge.words == PY_ROUGE else "byte"
        limit = f"the first {several(options.byte_limit, unit)}"
    stop = profile.word_lists().signature
    usual = {"kept": "stop words kept", "removed": "stop words left out"}
    average = MEANS[rouge.mean]
    if rouge.has_intervals and rouge.generator == "drand48":
        average = "the mean of drand48's resamples"
    elif rouge.has_intervals:
        average = f"the median of NumPy's resamples (seed {int(options.seed or 0)})"
    found = {
        "figure": f"{'F' if protocol.figure == 'F' else protocol.field} is reported",
        "tokens": tokens,
        "stems": _stems(profile),
        "stop words": usual.get(stop, f"the stop words of {stop} left out"),
        "limit": limit,
        "sentences": _sentences(protocol, profile, marked),
        "F": weight(options),
        "rounding": rule(ROUNDINGS, rouge.rounding),
        "average": average,
    }
    if has_option(options.profile, "counts") and options.counts != "all":
        found["units"] = "each n-gram of a text counted once"
    if options.weight is not None and any(type.weights for type in rouge.types.values()):
        found["roots"] = f"recall and precision of ROUGE-L to the power 1/{options.weight!s}"
    if several_models:
        combined = rule(COMBINATIONS, profile.plan.combination)
        found["models"] = "the mean over models" if profile.averages_models else combined
        found["models"] += ", each left out in turn" if options.jackknife else ""
    if options.profile != PROFILES[0] and protocol.lcs in (names := profile.names):
        found["draws"] = f"ROUGE-L resampled as measure {names.index(protocol.lcs) + 1}"
    return found


def _stems(profile: Profile) -> str:
    options, rules = profile.options, profile.rules
    if options.stem_models:
        return "models alone stemmed"
    if not (rules.stems if rules else options.stem):
        return "no stems"
    stemmer = rules.stemmer if rules else ROUGES[options.profile].stemmer
    if stemmer not in _STEMS and rules is not None:
        return f"stems of {rules.stem_signature()}"
    is_regular = stemmer == PORTER_ROUGE and not profile.word_lists().exceptions
    return f"stems of {_REGULAR if is_regular else _STEMS.get(stemmer)}"


def _sentences(protocol: Protocol, profile: Profile, marked: bool) -> str:
    options, rules, rouge = protocol.options, profile.rules, profile.rouge
    if own := OWN_SENTENCES.get(rouge.sentences):
        return own if protocol.lcs == "ROUGE-L" else f"{own}, {rouge.lcs}"
    if protocol.lcs in rouge.types and rouge.types[protocol.lcs].whole:
        return "ROUGE-L of whole texts"
    if rules is not None and rules.splitter is not None:
        return f"ROUGE-L sentence by sentence, those of single lines by {rules.splitter.signature}"
    if protocol.lcs == "rougeLsum" and (options.profile == "torchmetrics" or options.split_summaries):
        return "ROUGE-L of NLTK's sentences"
    return "ROUGE-L sentence by sentence" if marked and not protocol.whole else "ROUGE-L of whole texts"


def reasons(protocol: Protocol, base: Protocol, *, several_models: bool) -> tuple[str, ...]:
    """Return the choices, in words, by which a protocol differs from another."""
    own, others = (traits(one, several_models=several_models) for one in (protocol, base))
    is_drawn = Profile(protocol.options).rouge.has_intervals
    if not is_drawn or own["average"] != others["average"] or "draws" not in others:
        own.pop("draws", None)
    return tuple(phrase for aspect, phrase in own.items() if phrase != others.get(aspect))


class ProtocolColumn(NamedTuple):
    """The figures of a measure under a protocol, compared with the base; JSON documents have these names."""

    systems: Mapping[str, Mapping[str, float]]
    """Of each system that has a summary the average, `figure`, and its `difference` from the base."""
    evaluations: int
    differing: int
    """The evaluations in which the figure of a system differs by more than `ROUNDING`."""
    differing_in_rounding: int
    """The evaluations in which figures differ by at most `ROUNDING`."""
    swaps: Sequence[Mapping[str, str]]
    """Two systems in another order: `above` has the higher figure, which is the lower one under the base."""

    def figure(self, system: str) -> float:
        """Return the average of a system, NaN where it has no summary."""
        return self.systems[system]["figure"] if system in self.systems else nan


class ProtocolRow(NamedTuple):
    """A protocol with its report, compared with the base."""

    protocol: Protocol
    report: Results
    measures: Mapping[str, str]
    """The names of its measures, as `Protocol.columns` returns them."""
    reasons: Sequence[str] = ()
    """The choices, in words, by which the protocol differs from the base."""
    columns: Mapping[str, ProtocolColumn] = {}
    """The measures that the base has, too, by the names that ROUGE-1.5.5 gives them."""


class ProtocolTable(NamedTuple):
    """The figures under all protocols; the first row is the base, with which every other is compared."""

    rows: Sequence[ProtocolRow]
    systems: Sequence[str]
    evaluations: int
    several_models: bool
    """True if an evaluation has more than one model."""


def tabulate(
    evaluations: Sequence[Evaluation], base: Protocol, others: Sequence[Protocol], *, jobs: int
) -> ProtocolTable:
    """Score evaluations, whose files have been read, under each protocol, and compare it with the base.

    A figure is the average that the program of its profile prints. Measures that the base lacks are left out.
    Raises what `evaluate` raises.
    """
    several_models = any(len(evaluation.models) > 1 for evaluation in evaluations)
    reports: dict[tuple[Options, bool], Results] = {}
    rows: list[ProtocolRow] = []
    for protocol in (base, *(one for one in others if one != base)):
        key = protocol.options, protocol.whole
        if key not in reports:
            texts = [evaluation.map(protocol.read) for evaluation in evaluations]
            reports[key] = score_evaluations(texts, protocol.options, jobs=jobs)
        row = ProtocolRow(protocol, reports[key], protocol.columns())
        first = rows[0] if rows else row
        why = reasons(protocol, base, several_models=several_models)
        columns = {label: _column(row, first, label) for label in first.measures if label in row.measures}
        rows.append(row._replace(reasons=why, columns=columns))
    return ProtocolTable(rows, [*rows[0].report.systems], len(evaluations), several_models)


def figure_pairs(
    row: ProtocolRow, base: ProtocolRow, label: str, system: str
) -> Iterator[tuple[str, float, float]]:
    """Yield each evaluation of a system with its figures by a measure under two protocols that score it."""
    own, others = (one.report.systems[system][one.measures[label]].scores for one in (row, base))
    before = dict(zip(others.evaluations, getattr(others, base.protocol.field), strict=True))
    for id, figure in zip(own.evaluations, getattr(own, row.protocol.field), strict=True):
        if id in before:
            yield id, figure, before[id]


def _column(row: ProtocolRow, base: ProtocolRow, label: str) -> ProtocolColumn:
    """Return the figures of a protocol by a measure, compared with the figures of the base."""
    averages, others = (
        {
            system: getattr(result, one.protocol.field).average
            for system, results in one.report.systems.items()
            if (result := results[one.measures[label]]).scores
        }
        for one in (row, base)
    )
    largest: dict[str, float] = {}  # By evaluation, the greatest difference of a system's figures.
    for system in averages:
        for id, figure, other in figure_pairs(row, base, label, system):
            largest[id] = max(largest.get(id, 0.0), abs(figure - other))
    swaps = (
        (one, two) if averages[one] > averages[two] else (two, one)
        for one, two in combinations(averages, 2)
        if (averages[one] - averages[two]) * (others.get(one, nan) - others.get(two, nan)) < 0
    )
    return ProtocolColumn(
        {id: {"figure": one, "difference": one - others.get(id, nan)} for id, one in averages.items()},
        len(largest),
        sum(size > ROUNDING for size in largest.values()),
        sum(0 < size <= ROUNDING for size in largest.values()),
        [{"above": above, "below": below} for above, below in swaps],
    )


# The table as data, as sentences and as a picture.


def presentation(table: ProtocolTable, left_out: Mapping[str, str]) -> Presentation:
    """Return a table of protocols as data. `data/protocols.schema.json` describes the record.

    `left_out` has the reasons for protocols that cannot be scored here, by name.
    """
    base = table.rows[0]
    remarks = [
        "Differing: evaluations in which the figure of a system differs by more than five-decimal rounding"
        " explains.",
        *(f"Left out: {name} ({reason})." for name, reason in left_out.items()),
    ]
    return Presentation(
        tables=partial(_tables, table),
        record=partial(_record, table, left_out),
        rows=partial(_rows, table),
        signature=base.report.signature,
        signed=f"Signature of {base.protocol.name}",
        remarks=remarks,
    )


def _tables(table: ProtocolTable, marked: str) -> Iterator[Table]:
    """Yield a table for each measure, and a table of the reasons for the differences."""
    (first, *others), has_order = table.rows, len(table.systems) > 1
    base = first.protocol.name
    heads = ["Protocol", *map(printable, table.systems), "Differing", *["Order of systems"] * has_order]
    for measure in first.columns:
        rows, key = [], ""
        for row in table.rows:
            if (column := row.columns.get(measure)) is None:
                continue
            cells: list[TableCell | str] = [row.protocol.name]
            for system in table.systems:
                if system in column.systems:
                    figure, difference = column.systems[system].values()
                    aside = "" if row is first else f" ({hundredfold(difference, '+')})"
                    cells.append(TableCell(hundredfold(figure), aside=aside))
                else:
                    cells.append("–")
            order = TableCell("same")
            if column.swaps:
                swaps = [" > ".join(map(printable, swap.values())) for swap in column.swaps]
                order = TableCell(f"now {some(swaps, _PAIRS)}", best=True)
                key = f"; {marked}: systems that changed places"
            last = [f"{column.differing:,} of {column.evaluations:,}", *[order] * has_order]
            rows.append([*cells, *([""] * len(last) if row is first else last)])
        yield Table(f"{measure} × 100, and the difference to {base}{key}", heads, rows)
    if others:
        reasons = [[row.protocol.name, "; ".join(row.reasons) or "nothing"] for row in others]
        yield Table(f"How each protocol differs from {base}", ["Protocol", "Differs by"], reasons, 2)


def _record(table: ProtocolTable, left_out: Mapping[str, str]) -> Mapping[str, Any]:
    return {
        "base": table.rows[0].protocol.name,
        "evaluations": table.evaluations,
        "systems": table.systems,
        "protocols": [
            {
                "name": row.protocol.name,
                "profile": row.protocol.options.profile,
                "figure": row.protocol.figure,
                "whole": row.protocol.whole,
                "command": row.protocol.command,
                "signature": row.report.signature,
                "reasons": row.reasons,
                "sentence": _sentence(row, table),
                "measures": {
                    label: {"measure": row.measures[label], **column._asdict()}
                    for label, column in row.columns.items()
                },
            }
            for row in table.rows
        ],
        "left_out": [{"name": name, "reason": reason} for name, reason in left_out.items()],
        "notes": table.rows[0].report.notes,
    }


def _rows(table: ProtocolTable) -> Iterator[tuple[object, ...]]:
    """Yield the names of the columns, then a row for each protocol, system and measure."""
    yield (
        *("protocol", "system", "measure", "figure", "value", "difference"),
        *("evaluations", "differing", "differing_in_rounding", "swaps", "reasons", "command", "signature"),
    )
    for row in table.rows:
        protocol = row.protocol
        for label, column in row.columns.items():
            swaps = "; ".join(" > ".join(map(name_cell, swap.values())) for swap in column.swaps)
            for system, figures in column.systems.items():
                yield (
                    *(name_cell(protocol.name), name_cell(system), label, protocol.figure),
                    *(*figures.values(), *column[1:4], swaps, "; ".join(row.reasons)),
                    *(protocol.command, row.report.signature),
                )


def papers(table: ProtocolTable) -> Iterator[str]:
    """Yield a paragraph for each protocol: the sentence for a paper."""
    for place, row in enumerate(table.rows):
        yield "\n" * bool(place) + f"{row.protocol.name}:\n"
        yield f"{_sentence(row, table)}\n"


def _sentence(row: ProtocolRow, table: ProtocolTable) -> str:
    """Return the sentence for a paper: measures and figure, package and version, command, signature."""
    protocol, options, signature = row.protocol, row.protocol.options, row.report.signature
    rouge = ROUGES[options.profile]
    *names, last = row.measures
    measures = f"{', '.join(names)} and {last}" if names else last
    marked = "|sentences:none|" not in signature
    phrases = traits(protocol, several_models=table.several_models, marked=marked)
    figure = {"R": "recall", "P": "precision", "F": "F1"}[protocol.figure]
    if protocol.figure == "F" and (weight := phrases["F"]) != "α = 0.5":
        figure = f"F ({weight})"
    # The signature has all aspects, and readers expect the usual tokens.
    aspects = ["tokens", "stems", "stop words", "limit", "sentences", "roots", "models"]
    aspects += ["average"] * (rouge.mean == "mean-f-of-means")
    chosen = [phrases[aspect] for aspect in aspects if phrases.get(aspect, _USUAL_TOKENS) != _USUAL_TOKENS]
    # No other program has the tokens and stems that users choose apart from the profile.
    is_own = options.is_plain or rouge.words != "kernel"
    how = "as computed by" if is_own else "by the rules of"
    whole = ", each summary on one line" if protocol.whole else ""
    return (
        f"We report {measures} {figure} {how} {rouge.package} ({', '.join(chosen)}),"
        f" with rouge-eval {__version__}: `{protocol.command}`{whole}; signature `{signature}`."
    )


def picture(table: ProtocolTable, format: str) -> bytes:
    """Return a picture with a panel for each measure. A figure that is not finite has no mark."""
    title = f"{table.rows[0].protocol.name} and other protocols: averages"
    names = labels(row.protocol.name for row in table.rows)
    measures, systems = list(table.rows[0].columns), table.systems
    width = max(map(len, names)) * _LETTER + 0.5 + _PANEL * len(measures)
    height = 1.2 + _ROW * (len(names) + ceil(len(systems) / _LEGEND))

    def draw(figure: Any) -> None:
        panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
        for panel, measure in zip(panels, measures, strict=True):
            styled(panel, measure)
            rows = [(row.columns[measure], y) for y, row in enumerate(table.rows) if measure in row.columns]
            for place, (system, label) in enumerate(zip(systems, labels(systems), strict=True)):
                panel.plot(
                    *([column.figure(system) for column, _ in rows], [y for _, y in rows]),
                    _MARKS[place // len(_COLOURS) % len(_MARKS)],
                    color=_COLOURS[place % len(_COLOURS)],
                    label=label if panel is panels[0] else None,
                    markersize=4,
                )
            panel.locator_params(axis="x", nbins=4)
        rows_named(panels[0], names)
        figure.legend(loc="outside lower center", ncols=_LEGEND, frameon=False)

    return drawn(draw, (width, height), title, format)
