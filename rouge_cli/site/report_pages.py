"""The files of the site: pages from templates, style sheets, scripts, and the data of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import InputError, OptionError, readable, shown
from ..explanations.explanation import Explanation
from ..explanations.page import content
from ..explanations.phrases import choices, plain
from ..options import Options
from ..profiles import NO_MEASURE, profile_of
from ..rendering.output import FIGURES, Output
from ..rendering.page_templates import asset, chooser_rules, rendered
from ..rendering.system_tables import of_beside_rouge
from ..rendering.whole_files import PageFile
from ..scoring.comparison import SIGNIFICANT, Pair, pair_of
from . import by_evaluation, charts, overview
from .by_evaluation import AlignedScores, baseline_of, pairs_of
from .explained import Texts, explanations, shown_texts

_LISTED = 5
"""The number of evaluations in a ranking if none is explained."""
_NOTES = 50
"""The most notes on the input that are listed."""
_ASSETS = ("site.css", "evaluations.js", "explanation.js")


class Scored(NamedTuple):
    """The scores that a site shows, and where they come from."""

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
    """Raise, before anything is scored, what `site` raises for these options."""
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting == 2:
        raise OptionError("a report in pages has no place for counts; use `counting` 1")


def site(scored: Scored) -> Iterator[PageFile]:
    """Yield the files of the site, each made when it is needed.

    The same scores give the same bytes. Raises `OptionError` for options without a measure and for
    counts alone, and `InputError` where there is no evaluation.
    """
    check_site(scored.output.report.options)
    yield from _Site(scored).files()


class _Site:
    """The pages of a site."""

    def __init__(self, scored: Scored) -> None:
        self._scored = scored
        self._output = overview.rouge_alone(scored.output)
        self._aligned = AlignedScores(self._output.report)
        if not self._aligned.ids:
            raise InputError("no evaluation has a summary of a system; there is nothing to report")
        self._pairs = pairs_of(self._output)
        count = scored.texts.most if scored.texts else 0
        self._rankings = by_evaluation.rankings(
            self._output.report, self._pairs, self._output.figure, count or _LISTED
        )
        self._wanted = by_evaluation.systems_to_explain(self._rankings) if count else {}
        order = [id for id in self._aligned.ids if id in self._wanted]
        self._pages = {id: f"explained/{place}.html" for place, id in enumerate(order, 1)}

    def files(self) -> Iterator[PageFile]:
        """Yield assets and data, then the pages, the overview last."""
        yield from self._assets()
        for place in range(len(self._aligned.measures)):
            yield _text_file(f"data/measure-{place}.js", by_evaluation.measure_script(self._aligned, place))
        scripts: dict[int, int] = {}
        """The number of the script that has the texts of an evaluation, by its place."""
        texts = self._scored.texts
        if texts is not None and texts.most:
            for number, together in enumerate(shown_texts(texts, self._aligned)):
                scripts.update(dict.fromkeys(together, number))
                yield _text_file(f"data/texts-{number}.js", by_evaluation.texts_script(number, together))
            for explanation in explanations(texts, self._wanted, self._output.report):
                yield self._explanation(explanation)
        index = by_evaluation.index_script(
            self._aligned, self._pairs, self._output.figure, self._pages, scripts
        )
        yield _text_file("data/index.js", index)
        for pair in self._pairs:
            yield self._pair(pair)
        yield self._page("evaluations.html", "Evaluations")
        yield self._page("worst.html", "Worst evaluations", rankings=self._rankings)
        yield self._overview()

    def _assets(self) -> Iterator[PageFile]:
        for name in _ASSETS:
            yield _text_file(f"assets/{name}", asset(name))
        rules = chooser_rules(max(len(self._aligned.measures), len(FIGURES)))
        yield _text_file("assets/page.css", f"{asset('page.css')}{rules}\n")

    def _overview(self) -> PageFile:
        report = self._output.report
        tables = {letter: overview.figure_table(self._output, letter) for letter in FIGURES}
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
                if any(cell.verdict == overview.OPEN for cell in cells.values())
            },
            charts={
                (letter, measure): charts.whiskers(table, measure, FIGURES[letter], baseline_of(self._output))
                for letter, table in tables.items()
                for measure in self._aligned.measures
            },
            comparisons={letter: overview.judged(self._output, letter) for letter in FIGURES},
            confidence=f"{report.options.confidence!s}%" if has_intervals else "",
            resamples=report.options.draws if has_intervals else None,
            choices=choices(report.options, self._scored.signature),
            beside=of_beside_rouge(whole) if whole.report.beside_rouge else None,
            beside_charts=[
                charts.systems_by(points, name, by_rouge)
                for name, points in overview.points_beside_rouge(whole).items()
            ],
            notes=[shown(plain(note)) for note in report.notes[:_NOTES]],
            more_notes=max(0, len(report.notes) - _NOTES),
            sizes={system: self._evaluations_of(system) for system in self._aligned.systems},
        )

    def _evaluations_of(self, system: str) -> int:
        results = self._output.report.systems[system]
        return len(next(iter(results.values())).scores)

    def _pair(self, pair: Pair) -> PageFile:
        parts = []
        for measure in self._aligned.measures:
            scores = by_evaluation.pair_scores(self._aligned, pair, measure, self._output.figure)
            parts.append(
                {
                    "scores": scores,
                    "difference": self._compared.get((pair, measure)),
                    "losses": self._rankings[measure, pair.system, pair.baseline],
                    "scatter": charts.scatter(scores),
                    "histogram": charts.histogram(scores),
                }
            )
        place = self._pairs.index(pair)
        return self._page(
            self.pair_page(pair),
            f"{readable(pair.system)} against {readable(pair.baseline)}",
            pair=pair,
            parts=parts,
            template="pair.html",
            places=(self._aligned.systems.index(pair.system), self._aligned.systems.index(pair.baseline)),
            before=self._pairs[place - 1] if place else None,
            after=self._pairs[place + 1] if place + 1 < len(self._pairs) else None,
        )

    @cached_property
    def _compared(self) -> dict[tuple[Pair, str], overview.Cell]:
        """The differences by the figure of the report, by pair and measure."""
        rows = overview.judged(self._output, self._output.figure)
        return {(pair_of(one), one.measure): cell for one, cell in rows}

    def pair_page(self, pair: Pair) -> str:
        """Return the name of the page on two systems."""
        return f"pair-{self._pairs.index(pair) + 1}.html"

    def _explanation(self, explanation: Explanation) -> PageFile:
        ids = list(self._pages)
        place = ids.index(explanation.evaluation)
        return self._page(
            self._pages[explanation.evaluation],
            f"Evaluation {readable(explanation.evaluation)}",
            template="explanation.html",
            root="../",
            reasons=by_evaluation.reasons(self._rankings, explanation.evaluation),
            content=content(explanation),
            before=f"{place}.html" if place else None,
            after=f"{place + 2}.html" if place + 1 < len(ids) else None,
        )

    def _page(
        self, path: str, title: str, *, template: str | None = None, root: str = "", **values: Any
    ) -> PageFile:
        """Return a page; `root` leads from its folder to the folder of the site."""
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
            "pair_page": self.pair_page,
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
