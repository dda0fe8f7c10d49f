"""The files of the site: pages, style sheets, scripts, the data of the table of evaluations, texts, which are
read again from the input, and explanations of the worst evaluations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, readable, shown, some
from ..evaluation import File, Source
from ..explanations.explanation import Explanation, explain
from ..explanations.phrases import choices, plain
from ..inputs.streams import Evaluations
from ..options import Options
from ..profiles import NO_MEASURE, Profile
from ..rendering import FIGURES, Output, baseline_of
from ..rendering.page_templates import asset, chooser_rules, rendered
from ..rendering.report_view import of_beside_rouge
from ..rendering.whole_files import PageFile
from ..scoring.comparison import SIGNIFICANT, Pair, pair_of
from ..scoring.results import Results
from ..text.sentences import contents, load, read_sentences
from . import charts
from . import page_records as records
from .page_records import AlignedScores, pairs_of

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
    most: int
    """The number of evaluations to explain in each ranking."""


class ShownTexts(NamedTuple):
    """The texts of an evaluation, each as lines for a page."""

    models: list[tuple[str, list[str]]]
    """Each with its author."""
    peers: list[list[str] | None]
    """In the order of the systems; None where a system has no summary."""


class Scored(NamedTuple):
    """The scores that a site shows, with their signature and texts."""

    output: Output
    signature: str
    texts: Texts | None = None
    """The texts that were scored, or None if nothing can be explained."""

    def worded(self, word: Callable[[str], str]) -> Scored:
        """Return the same scores with each note reworded by `word`."""
        report = self.output.report
        report = report._replace(notes=tuple(map(word, report.notes)))
        return self._replace(output=self.output._replace(report=report))


def check_site(options: Options) -> None:
    """Raise `OptionError` for options without a measure, and for counts alone, which pages cannot show."""
    if not Profile(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting == 2:
        raise OptionError("a report in pages has no place for counts; use `counting` 1")


def site(scored: Scored) -> Iterator[PageFile]:
    """Yield the files of the site, each made when it is needed, for options that `check_site` takes.

    The same scores give the same bytes. Raises `InputError` where there is no evaluation.
    """
    yield from _Site(scored).files()


class _Site:
    """The pages of a site."""

    def __init__(self, scored: Scored) -> None:
        self._scored = scored
        self._output = records.rouge_alone(scored.output)
        self._aligned = AlignedScores(self._output.report)
        if not self._aligned.ids:
            raise InputError("no evaluation has a summary of a system; there is nothing to report")
        self._pairs = pairs_of(self._output)
        count = scored.texts.most if scored.texts else 0
        self._rankings = records.rankings(
            self._output.report, self._pairs, self._output.figure, count or _LISTED
        )
        self._wanted = records.systems_to_explain(self._rankings) if count else {}
        order = [id for id in self._aligned.ids if id in self._wanted]
        self._pages = {id: f"explained/{place}.html" for place, id in enumerate(order, 1)}
        rows = records.judged(self._output, self._output.figure)
        self._compared = {(pair_of(one), one.measure): cell for one, cell in rows}
        """By pair and measure, the difference by the figure of the report."""

    def files(self) -> Iterator[PageFile]:
        """Yield assets and data, then the pages, the overview last."""
        for name in _ASSETS:
            yield _text_file(f"assets/{name}", asset(name))
        rules = chooser_rules(max(len(self._aligned.measures), len(FIGURES)))
        yield _text_file("assets/page.css", f"{asset('page.css')}{rules}\n")
        for place in range(len(self._aligned.measures)):
            yield _text_file(f"data/measure-{place}.js", records.measure_script(self._aligned, place))
        scripts: dict[int, int] = {}
        """By the place of an evaluation, the number of the script that has its texts."""
        texts = self._scored.texts
        if texts is not None and texts.most:
            for number, together in enumerate(shown_texts(texts, self._aligned)):
                scripts.update(dict.fromkeys(together, number))
                yield _text_file(f"data/texts-{number}.js", records.texts_script(number, together))
            pages = list(self._pages)
            for explanation in _explanations(texts, self._wanted, self._output.report):
                place = pages.index(explanation.evaluation)
                yield self._page(
                    self._pages[explanation.evaluation],
                    f"Evaluation {readable(explanation.evaluation)}",
                    template="explanation.html",
                    root="../",
                    explanation=explanation,
                    reasons=records.reasons(self._rankings, explanation.evaluation),
                    before=f"{place}.html" if place else None,
                    after=f"{place + 2}.html" if place + 1 < len(pages) else None,
                )
        index = records.index_script(self._aligned, self._pairs, self._output.figure, self._pages, scripts)
        yield _text_file("data/index.js", index)
        for place in range(len(self._pairs)):
            yield self._pair(place)
        yield self._page("evaluations.html", "Evaluations")
        yield self._page("worst.html", "Worst evaluations", rankings=self._rankings)
        yield self._overview()

    def _overview(self) -> PageFile:
        report, baseline = self._output.report, baseline_of(self._output)
        tables = {letter: records.figure_table(self._output, letter) for letter in FIGURES}
        whole, by_rouge = self._scored.output, f"{self._aligned.measures[0]}, {FIGURES[self._output.figure]}"
        has_intervals = report.profile.rouge.has_intervals
        return self._page(
            "index.html",
            "Overview",
            tables=tables,
            names=FIGURES,
            undecided={
                letter
                for letter, table in tables.items()
                for cells in table.values()
                if any(cell.verdict == records.OPEN for cell in cells.values())
            },
            charts={
                (letter, measure): charts.whiskers(table, measure, FIGURES[letter], baseline)
                for letter, table in tables.items()
                for measure in self._aligned.measures
            },
            comparisons={letter: records.judged(self._output, letter) for letter in FIGURES},
            confidence=f"{report.options.confidence!s}%" if has_intervals else "",
            resamples=report.options.draws if has_intervals else None,
            choices=choices(report.options, self._scored.signature),
            beside=of_beside_rouge(whole) if whole.report.beside_rouge else None,
            beside_charts=[
                charts.systems_by(points, name, by_rouge)
                for name, points in records.points_beside_rouge(whole).items()
            ],
            notes=[shown(plain(note)) for note in report.notes[:_NOTES]],
            more_notes=max(0, len(report.notes) - _NOTES),
            sizes={
                system: len(results[self._aligned.measures[0]].scores)
                for system, results in report.systems.items()
            },
        )

    def _pair(self, place: int) -> PageFile:
        pair, systems = self._pairs[place], self._aligned.systems
        parts = []
        for measure in self._aligned.measures:
            scores = records.pair_scores(self._aligned, pair, measure, self._output.figure)
            parts.append(
                {
                    "scores": scores,
                    "difference": self._compared.get((pair, measure)),
                    "losses": self._rankings[measure, pair.system, pair.baseline],
                    "scatter": charts.scatter(scores),
                    "histogram": charts.histogram(scores),
                }
            )
        return self._page(
            self._pair_page(pair),
            f"{readable(pair.system)} against {readable(pair.baseline)}",
            pair=pair,
            parts=parts,
            template="pair.html",
            places=[systems.index(system) for system in pair],
            before=self._pairs[place - 1] if place else None,
            after=self._pairs[place + 1] if place + 1 < len(self._pairs) else None,
        )

    def _pair_page(self, pair: Pair) -> str:
        return f"pair-{self._pairs.index(pair) + 1}.html"

    def _page(
        self, path: str, title: str, *, template: str | None = None, root: str = "", **values: Any
    ) -> PageFile:
        """Return a page. `root` is the path from its folder to the folder of the site."""
        values = {**self._common, **values, "title": title, "root": root, "path": path}
        return _text_file(path, rendered(template or path, **values))

    @cached_property
    def _common(self) -> dict[str, Any]:
        """The values that every page has."""
        output = self._output
        return {
            "systems": self._aligned.systems,
            "measures": self._aligned.measures,
            "evaluations": len(self._aligned.ids),
            "pairs": self._pairs,
            "pair_page": self._pair_page,
            "baseline": baseline_of(output),
            "is_compared": bool(output.comparisons),
            "level": SIGNIFICANT,
            "figure": FIGURES[output.figure] if output.figure != "F" else "F",
            "letter": output.figure,
            "pages": self._pages,
            "has_texts": self._scored.texts is not None,
            "signature": self._scored.signature,
        }


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


def _explanations(
    texts: Texts, wanted: Mapping[str, Sequence[str]], report: Results
) -> Iterator[Explanation]:
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
            explanation = explain(evaluation, texts.options, wanted[evaluation.id])
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
