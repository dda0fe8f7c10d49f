"""A report as a folder of pages: style sheets, scripts, scores and texts of all evaluations, a page for each
system, and explanations of the worst evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from ..errors import InputError, readable, some
from ..evaluation import Evaluation, Source
from ..inputs.streams import Evaluations
from ..kernel.threads import Progress
from ..numbers import SIGNIFICANT
from ..options import Options
from ..scoring.results import Results
from . import FIGURES, Output
from . import page_data as data
from .page_data import script
from .page_templates import asset, chooser_rules, rendered
from .report_view import baseline_of, incomplete, leaders, of_beside_rouge, standings
from .whole_files import PageFile

_EXPLAINED, _FEW, _SUMMARIES = 3, 5, 20
"""Where no number is asked for: the evaluations to explain in each ranking, and of more than a few systems
the summaries in all."""
_LISTED = 5
"""The least number of evaluations in a ranking."""
_SCRIPTS = ("report", "leaderboard", "evaluations", "texts", "pairs", "explanation")
_TOGETHER = 50
"""The number of evaluations whose texts are in one script."""
_ROUNDING = 1e-9
"""The greatest difference of equal figures by rounding."""


class Texts(NamedTuple):
    """The input of a run, from which the site takes texts and explains the worst evaluations."""

    evaluations: Evaluations
    most: int | None
    """The number of evaluations to explain in each ranking; None: three, but not many in all."""
    explain: Callable[[Evaluation, Options, Sequence[str]], Any]
    """Returns the explanation of systems in an evaluation, which the template shows."""
    read: Callable[[Source], Any]
    """Returns a summary aligned with its tokens."""
    hides_models: bool = False
    """True to leave out the texts of models, and with them all explanations."""


def site(
    output: Output,
    texts: Texts | None,
    progress: Progress | None,
    *,
    heading: str,
    choices: Sequence[str],
    facts: Mapping[str, str],
    notes: Sequence[str],
) -> Iterator[PageFile]:
    """Yield the files of the pages, each made when it is needed, for options that `check_shown` takes.

    Systems come by score, the baseline first. Without `texts` nothing is explained; `progress` is called with
    the number of evaluations that have been read and explained. The overview has the `choices` behind the
    figures, the `notes` on the input, and as `facts` the input, the command line and the date, each under its
    name. The same report gives the same bytes. Raises `InputError` where there is no evaluation.
    """
    whole = output._replace(sort="score")
    output = data.rouge_alone(whole)
    report, baseline, measures = output.report, baseline_of(output), list(output.report.measures)
    tables = {letter: standings(output._replace(figure=letter)) for letter in FIGURES}
    judged = {letter: data.judged(output, letter) for letter in FIGURES}
    systems = [system for system in tables[output.figure][measures[0]] if system in report.systems]
    having = [next(iter(of.values())).scores.evaluations for of in report.systems.values()]
    having.sort(key=len, reverse=True)
    ids = list(dict.fromkeys(chain.from_iterable(having)))
    if not ids:
        raise InputError("no evaluation has a summary of a system; there is nothing to report")
    places = {id: place for place, id in enumerate(ids)}
    rival = systems[0]  # The baseline, if there is one.
    has_texts = texts is not None and texts.most != 0
    count = 0 if texts is None or texts.hides_models else _EXPLAINED if texts.most is None else texts.most
    rankings = data.rankings(report, rival, output.figure, max(count, _LISTED))
    is_cut = texts is not None and texts.most is None and len(systems) > _FEW
    wanted = data.systems_to_explain(rankings, count, _SUMMARIES if is_cut else None)
    order = [id for id in ids if id in wanted]
    pages = {id: f"explained/{place}.html" for place, id in enumerate(order, 1)}
    system_pages = {system: f"system-{place}.html" for place, system in enumerate(systems, 1)}
    common = {
        "systems": systems,
        "measures": measures,
        "places": places,
        "baseline": baseline,
        "rival": rival,
        "is_compared": bool(output.comparisons),
        "level": SIGNIFICANT,
        "figure": "F" if output.figure == "F" else FIGURES[output.figure],
        "letter": output.figure,
        "names": FIGURES,
        "pages": pages,
        "system_pages": system_pages,
        "wanted": wanted,
        "rankings": rankings,
        "tables": tables,
        "judged": judged,
        "heading": heading,
        "has_texts": has_texts,
        "texts": texts,
        "signature": report.signature,
        "confidence": f"{report.options.confidence!s}%" if report.profile.rouge.has_intervals else "",
        "lacking": incomplete(report),
        "sizes": {system: len(results[measures[0]].scores) for system, results in report.systems.items()},
    }

    def page(path: str, title: str, template: str = "", root: str = "", **values: Any) -> PageFile:
        """Return a page. `root` is the path from its folder to the folder of the site."""
        filled = rendered(template or path, **common, **values, title=title, root=root, path=path)
        return _text_file(path, filled)

    for name in ("site.css", *map("{}.js".format, _SCRIPTS)):
        yield _text_file(f"assets/{name}", asset(name))
    rules = chooser_rules(max(len(measures), len(FIGURES)))
    yield _text_file("assets/page.css", f"{asset('page.css')}{rules}\n")
    fewest, most = report.corpus[:2]
    models = dict.fromkeys(range(len(places)), fewest) if fewest == most > 0 else {}
    scripts: dict[int, int] = {}
    """By the place of an evaluation, the number of the script that has its texts."""
    total = len(places) + len(wanted)
    if texts is not None and has_texts:
        for number, (together, values) in enumerate(_texts(texts, systems, places)):
            scripts.update(dict.fromkeys(together, number))
            models |= together
            yield _text_file(f"data/texts-{number}.js", script(f"texts[{number}]", values))
            if progress is not None:
                progress(total, len(scripts))
        for done, explanation in enumerate(_explanations(texts, wanted, report), 1):
            id = explanation.evaluation
            yield page(
                pages[id],
                f"Evaluation {readable(id)}",
                template="explanation.html",
                root="../",
                explanation=explanation,
                reasons=data.reasons(rankings, id),
                number=order.index(id) + 1,
            )
            if progress is not None:
                progress(total, len(places) + done)
    for place, name in enumerate(measures):
        columns = data.measure_data(report, name, systems, ids, models)
        yield _text_file(f"data/measure-{place}.js", script(f"measures[{place}]", columns))
    kinds = {one.name: (str(one.kind), one.number, one.peer_reading.whole) for one in report.profile.measures}
    of_measures = ((name, *kinds.get(name, ("", 0, False))) for name in measures)
    index = {
        "evaluations": list(map(readable, ids)),
        "systems": list(map(readable, systems)),
        "measures": [dict(zip(("name", "kind", "number", "whole"), one, strict=True)) for one in of_measures],
        "explained": {places[id]: [page, list(map(systems.index, wanted[id]))] for id, page in pages.items()},
        "units": data.UNITS,
        "texts": [scripts.get(place) for place in range(len(ids))] if scripts else [],
    }
    yield _text_file("data/index.js", script("index", index))
    pairs = data.comparison_data(measures, systems, list(judged.values()))
    yield _text_file("data/pairs.js", script("pairs", pairs))
    for place, system in enumerate(systems):
        page_of = system_pages[system]
        yield page(page_of, readable(system), template="system.html", system=system, place=place)
    yield page("evaluations.html", "Evaluations")
    yield page("pairs.html", "Pairs")
    yield page(
        "index.html",
        "Overview",
        choices=choices,
        facts=facts,
        notes=data.grouped_notes(notes),
        leaders={letter: leaders(table[measures[0]]) for letter, table in tables.items()},
        scales={
            (letter, measure): data.scale_for(
                (100 * value for one in of_systems.values() for value in one.estimate), 4
            )
            for letter, table in tables.items()
            for measure, of_systems in table.items()
        },
        resamples=report.options.draws,
        edges=data.EDGES,
        beside=of_beside_rouge(whole) if whole.report.beside_rouge else None,
        beside_charts=data.system_charts(whole, systems),
    )


def _text_file(path: str, text: str) -> PageFile:
    return path, text.encode("utf-8", "backslashreplace")


def _texts(
    texts: Texts, systems: Sequence[str], places: Mapping[str, int]
) -> Iterator[tuple[dict[int, int], dict[str, Any]]]:
    """Yield the texts of all evaluations that have scores, fifty evaluations at a time.

    Each time come the number of models by the place of an evaluation, and the data of a script: pieces, and
    by place the models, each with its author, the peers in the order of the systems, and the source.
    Evaluations come in the order of the input. Raises `InputError` for a file that cannot be read.
    """
    scored = (one for one in texts.evaluations if one.id in places)
    while together := list(islice(scored, _TOGETHER)):
        pieces: data.Pieces = {}
        shown = {}
        for evaluation in together:
            models = () if texts.hides_models else evaluation.models
            sources = [*models, *map(evaluation.peers.get, systems), evaluation.source]
            read = [None if one is None else data.cut(texts.read(one), pieces) for one in sources]
            named = list(zip(map(readable, evaluation.people()), read[: len(models)], strict=False))
            shown[places[evaluation.id]] = [named, read[len(models) : -1], read[-1]]
        numbers = {places[evaluation.id]: len(evaluation.models) for evaluation in together}
        yield numbers, {"pieces": data.table_of(pieces), "evaluations": shown}


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
            explanation = texts.explain(evaluation, report.options, wanted[evaluation.id])
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
