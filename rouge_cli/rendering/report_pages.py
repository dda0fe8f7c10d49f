"""A report as a folder of pages: style sheets, scripts, the data of the table of evaluations, the texts, and
explanations of the worst evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError, Message, OptionError, readable, shown, some
from ..evaluation import Evaluation, File, Source
from ..inputs.streams import Evaluations
from ..options import Options
from ..scoring.comparison import SIGNIFICANT, pair_of
from ..scoring.profile import NO_MEASURE, Profile
from ..scoring.results import Results
from ..text.sentences import contents, load, read_sentences
from . import FIGURES, Output, baseline_of, charts
from . import page_records as records
from .page_records import AlignedScores, pairs_of
from .page_templates import asset, chooser_rules, rendered
from .report_view import incomplete, of_beside_rouge
from .whole_files import PageFile

_EXPLAINED, _FEW, _SUMMARIES = 3, 5, 20
"""Where no number is asked for: the evaluations to explain in each ranking, and of more than a few systems
the summaries in all."""
_NAMED_PAIRS = 10
"""The most pairs of systems whose charts have a named dot for each evaluation."""
_LISTED = 5
"""The number of evaluations in a ranking if none is explained."""
_NOTES = 50
"""The greatest number of notes on the input that are listed."""
_ASSETS = ("site.css", "evaluations.js", "explanation.js")
_TOGETHER = 50
"""The number of evaluations whose texts are in one script."""
_ROUNDING = 1e-9
"""The greatest difference of equal figures by rounding."""


class Texts(NamedTuple):
    """The input of a run, from which the site takes texts and explains the worst evaluations."""

    evaluations: Evaluations
    options: Options
    most: int | None
    """The number of evaluations to explain in each ranking; None: three, but not many in all."""
    explain: Callable[[Evaluation, Options, Sequence[str]], Any]
    """Returns the explanation of systems in an evaluation, which the template shows."""


class ShownTexts(NamedTuple):
    """The texts of an evaluation, each as lines for a page."""

    models: list[tuple[str, list[str]]]
    """Each with its author."""
    peers: list[list[str] | None]
    """In the order of the systems; None where a system has no summary."""


def check_site(options: Options) -> None:
    """Raise `OptionError` for options without a measure, and for counts alone, which pages cannot show."""
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting == 2:
        raise OptionError(Message("a report in pages has no place for counts; use `counting` 1"))


def site(
    output: Output, choices: Sequence[str], notes: Sequence[str], texts: Texts | None = None
) -> Iterator[PageFile]:
    """Yield the files of the pages, each made when it is needed, for options that `check_site` takes.

    `choices` are the choices behind the figures, in words, and `notes` the notes on the input. Without
    `texts` nothing is explained. The same report gives the same bytes. Raises `InputError` where there is no
    evaluation.
    """
    whole, output = output, records.rouge_alone(output)
    report, baseline, figure = output.report, baseline_of(output), FIGURES[output.figure]
    aligned, pairs = AlignedScores(report), pairs_of(output)
    if not aligned.ids:
        raise InputError("no evaluation has a summary of a system; there is nothing to report")
    count = 0 if texts is None else _EXPLAINED if texts.most is None else texts.most
    rankings = records.rankings(report, pairs, output.figure, count or _LISTED)
    is_cut = texts is not None and texts.most is None and len(aligned.systems) > _FEW
    wanted = records.systems_to_explain(rankings, _SUMMARIES if is_cut else None) if count else {}
    order = [id for id in aligned.ids if id in wanted]
    pages = {id: f"explained/{place}.html" for place, id in enumerate(order, 1)}
    pair_pages = {pair: f"pair-{place}.html" for place, pair in enumerate(pairs, 1)}
    common = {
        "systems": aligned.systems,
        "measures": aligned.measures,
        "evaluations": len(aligned.ids),
        "pairs": pairs,
        "pair_page": pair_pages.__getitem__,
        "baseline": baseline,
        "is_compared": bool(output.comparisons),
        "level": SIGNIFICANT,
        "figure": figure if output.figure != "F" else "F",
        "letter": output.figure,
        "pages": pages,
        "has_texts": texts is not None,
        "signature": report.signature,
    }

    def page(path: str, title: str, template: str = "", root: str = "", **values: Any) -> PageFile:
        """Return a page. `root` is the path from its folder to the folder of the site."""
        filled = rendered(template or path, **common, **values, title=title, root=root, path=path)
        return _text_file(path, filled)

    for name in _ASSETS:
        yield _text_file(f"assets/{name}", asset(name))
    rules = chooser_rules(max(len(aligned.measures), len(FIGURES)))
    yield _text_file("assets/page.css", f"{asset('page.css')}{rules}\n")
    for place in range(len(aligned.measures)):
        yield _text_file(f"data/measure-{place}.js", records.measure_script(aligned, place))
    scripts: dict[int, int] = {}
    """By the place of an evaluation, the number of the script that has its texts."""
    if texts is not None and count:
        for number, together in enumerate(shown_texts(texts, aligned)):
            scripts.update(dict.fromkeys(together, number))
            yield _text_file(f"data/texts-{number}.js", records.texts_script(number, together))
        for explanation in _explanations(texts, wanted, report):
            place = order.index(explanation.evaluation)
            yield page(
                pages[explanation.evaluation],
                f"Evaluation {readable(explanation.evaluation)}",
                template="explanation.html",
                root="../",
                explanation=explanation,
                reasons=records.reasons(rankings, explanation.evaluation),
                before=f"{place}.html" if place else None,
                after=f"{place + 2}.html" if place + 1 < len(pages) else None,
            )
    yield _text_file("data/index.js", records.index_script(aligned, pairs, output.figure, pages, scripts))
    compared = {(pair_of(one), one.measure): cell for one, cell in records.judged(output, output.figure)}
    for place, pair in enumerate(pairs):
        parts = []
        for measure in aligned.measures:
            scores = records.pair_scores(aligned, pair, measure, output.figure)
            parts.append(
                {
                    "scores": scores,
                    "difference": compared.get((pair, measure)),
                    "losses": rankings[measure, pair.system, pair.baseline],
                    "scatter": charts.scatter(scores, has_names=len(pairs) <= _NAMED_PAIRS),
                    "histogram": charts.histogram(scores),
                }
            )
        yield page(
            pair_pages[pair],
            f"{readable(pair.system)} against {readable(pair.baseline)}",
            template="pair.html",
            pair=pair,
            parts=parts,
            places=[aligned.systems.index(system) for system in pair],
            before=pairs[place - 1] if place else None,
            after=pairs[place + 1] if place + 1 < len(pairs) else None,
        )
    yield page("evaluations.html", "Evaluations")
    yield page("worst.html", "Worst evaluations", rankings=rankings)
    tables = {letter: records.figure_table(output, letter) for letter in FIGURES}
    cells = {
        letter: [cell for row in table.values() for cell in row.values()] for letter, table in tables.items()
    }
    lacking = incomplete(report)
    has_intervals = report.profile.rouge.has_intervals
    yield page(
        "index.html",
        "Overview",
        tables=tables,
        names=FIGURES,
        undecided={letter for letter in FIGURES if any(one.verdict == records.OPEN for one in cells[letter])},
        charts={
            (letter, measure): charts.whiskers(table, measure, FIGURES[letter], baseline)
            for letter, table in tables.items()
            for measure in aligned.measures
        },
        comparisons={letter: records.judged(output, letter) for letter in FIGURES},
        confidence=f"{report.options.confidence!s}%" if has_intervals else "",
        resamples=report.options.draws if has_intervals else None,
        choices=choices,
        beside=of_beside_rouge(whole) if whole.report.beside_rouge else None,
        beside_charts=[
            charts.systems_by(points, name, f"{aligned.measures[0]}, {figure}")
            for name, points in records.points_beside_rouge(whole).items()
        ],
        notes=list(map(shown, notes[:_NOTES])),
        more_notes=max(0, len(notes) - _NOTES),
        sizes={
            system: lacking.get(system) or f"{len(results[aligned.measures[0]].scores):,}"
            for system, results in report.systems.items()
        },
        incomplete=lacking,
        absent=report.absent,
    )


def _text_file(path: str, text: str) -> PageFile:
    return PageFile(path, text.encode("utf-8", "backslashreplace"))


def shown_texts(texts: Texts, aligned: AlignedScores) -> Iterator[dict[int, ShownTexts]]:
    """Yield the texts of all evaluations that have scores, by their places, fifty evaluations at a time.

    Evaluations come in the order of the input. Raises `InputError` for a file that cannot be read.
    """
    resplit = Profile(texts.options).resplitter()

    def lines(source: Source) -> list[str]:
        source = resplit(load(source))
        if isinstance(source, File) and source.format == "SIMPLE":
            return [shown(line) for line in contents(source).splitlines()]
        return [shown(sentence) for sentence in read_sentences(source)]

    together: dict[int, ShownTexts] = {}
    for evaluation in texts.evaluations:
        if evaluation.id in aligned.places:
            people = map(readable, evaluation.people())
            peers = map(evaluation.peers.get, aligned.systems)
            together[aligned.places[evaluation.id]] = ShownTexts(
                [(person, lines(model)) for person, model in zip(people, evaluation.models, strict=True)],
                [None if peer is None else lines(peer) for peer in peers],
            )
        if len(together) == _TOGETHER:
            yield together
            together = {}
    if together:
        yield together


def _explanations(texts: Texts, wanted: Mapping[str, Sequence[str]], report: Results) -> Iterator[Any]:
    """Yield an explanation of each wanted evaluation, with its wanted systems, in the order of the input.

    Raises `InputError` for an evaluation that the input does not have or whose figures differ from those of
    the report, and as `explain` does.
    """
    missing = dict.fromkeys(wanted)
    if not missing:
        return
    for evaluation in texts.evaluations:
        if evaluation.id in missing:
            del missing[evaluation.id]
            explanation = texts.explain(evaluation, texts.options, wanted[evaluation.id])
            for system, of_system in explanation.figures.items():
                for measure, score in of_system.items():
                    scores = report.systems[system][measure].scores
                    of_report = scores[scores.evaluations.index(evaluation.id)]
                    pairs = zip(of_report[:3], score[:3], strict=True)
                    if any(abs(figure - value) > _ROUNDING for figure, value in pairs):
                        raise InputError(
                            f"evaluation {evaluation.id}: the texts of system {system} do not have the"
                            f" {measure} of the report; give the texts that were scored"
                        )
            yield explanation
            if not missing:
                return
    raise InputError(
        f"the input has no evaluation {some(list(missing))}, but the report has its scores;"
        " give the input that was scored"
    )
