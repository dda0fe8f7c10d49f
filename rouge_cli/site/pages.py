"""The files of the site: pages from templates, style sheets, scripts, and the data of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from .._version import __version__
from ..errors import InputError, OptionError
from ..explanations import page as explanation_page
from ..explanations.markup import Html, named
from ..explanations.shown import readable, shown
from ..explanations.wording import choices, plain
from ..options import Options
from ..profiles import NO_MEASURE, profile_of
from ..rendering.extras import load
from ..rendering.output import FIGURES, Output
from ..rendering.table_model import hundredfold
from ..scoring.comparison import SIGNIFICANT
from . import pair_charts, records, scripts
from .aligned import AlignedScores, Pair, baseline_of, pairs_of
from .explained import Texts, explanations
from .folder import PageFile
from .pairs import PairScores, pair_scores, summary
from .rankings import Ranking, rankings, reasons, systems_to_explain
from .whiskers import whiskers

if TYPE_CHECKING:
    from ..explanations.explanation import Explanation

_LISTED = 5
"""The evaluations in a ranking where none is explained."""
_NOTES = 50
"""The most notes on the input that are listed."""
_ASSETS = ("site.css", "evaluations.js")


class Scored(NamedTuple):
    """The scores that a site shows, and where they come from."""

    output: Output
    signature: str
    texts: Texts | None = None
    """The texts that were scored; `None`: nothing is explained."""

    def worded(self, word: Callable[[str], str]) -> Scored:
        """Return the same with each note as `word` puts it, which may call options by flags."""
        report = self.output.report
        report = report._replace(notes=tuple(map(word, report.notes)))
        return self._replace(output=self.output._replace(report=report))


def check_site(options: Options) -> None:
    """Raise, before anything is scored, what `site` raises for these options or for want of Jinja2."""
    if not profile_of(options).measures:
        raise OptionError(NO_MEASURE)
    if options.counting == 2:
        raise OptionError("a report in pages has no place for counts; use `counting` 1")
    load("jinja2", "report", "a report in pages")


def site(scored: Scored) -> Iterator[PageFile]:
    """Yield the files of the site, which are made as they are asked for.

    The same scores give the same bytes. Raises `OptionError` for options without a measure and for
    counts alone, `InputError` where there is no evaluation, and `RougeError` without Jinja2.
    """
    check_site(scored.output.report.options)
    yield from _Site(scored).files()


class _Site:
    """The pages of a site, and what they have in common."""

    def __init__(self, scored: Scored) -> None:
        self._scored = scored
        self._output = scored.output
        self._aligned = AlignedScores(self._output.report)
        if not self._aligned.ids:
            raise InputError("no evaluation has a summary of a system; there is nothing to report")
        self._pairs = pairs_of(self._output)
        count = scored.texts.most if scored.texts else 0
        self._rankings = rankings(self._output.report, self._pairs, self._output.figure, count or _LISTED)
        self._wanted = systems_to_explain(self._rankings) if count else {}
        order = [id for id in self._aligned.ids if id in self._wanted]
        self._pages = {id: f"explained/{place}.html" for place, id in enumerate(order, 1)}

    def files(self) -> Iterator[PageFile]:
        """Yield the files: what all pages need, then the pages, the overview last."""
        yield from self._assets()
        for place in range(len(self._aligned.measures)):
            yield _text_file(f"data/measure-{place}.js", scripts.measure(self._aligned, place))
        pages = self._pages
        index = scripts.index(self._aligned, self._pairs, self._output.figure, pages)
        yield _text_file("data/index.js", index)
        if self._scored.texts is not None:
            for explanation in explanations(self._scored.texts, self._wanted, self._output.report):
                yield self._explanation(explanation)
        for pair in self._pairs:
            yield self._pair(pair)
        yield self._page("evaluations.html", "Evaluations")
        yield self._worst()
        yield self._overview()

    def _assets(self) -> Iterator[PageFile]:
        for name in _ASSETS:
            yield _text_file(f"assets/{name}", files(__package__).joinpath(name).read_text("utf-8"))
        yield _text_file("assets/explanation.js", explanation_page.asset("page.js"))
        rules = explanation_page.chooser_rules(max(len(self._aligned.measures), len(FIGURES)))
        yield _text_file("assets/page.css", explanation_page.asset("page.css") + rules + "\n")

    def _overview(self) -> PageFile:
        report = self._output.report
        tables = records.figure_tables(self._output)
        confidence = f"{report.options.confidence!s}%" if report.profile.has_intervals else ""
        return self._page(
            "index.html",
            "Overview",
            tables=tables,
            charts={
                (table.letter, measure): whiskers(bars, f"{measure}, {table.name}: {_chart_label(bars)}")
                for table in tables
                for measure, bars in table.bars.items()
            },
            chooser=_markup(
                explanation_page.chooser(
                    "Figure",
                    [table.name.capitalize() for table in tables],
                    list(FIGURES).index(self._output.figure),
                )
            ),
            comparisons={letter: records.comparison_rows(self._output, letter) for letter in FIGURES},
            confidence=confidence,
            resamples=report.options.resamples if report.profile.has_intervals else None,
            choices=choices(report.options, self._scored.signature),
            notes=[shown(plain(note)) for note in report.notes[:_NOTES]],
            more_notes=max(0, len(report.notes) - _NOTES),
            sizes={system: self._evaluations_of(system) for system in self._aligned.systems},
        )

    def _evaluations_of(self, system: str) -> int:
        results = self._output.report.systems[system]
        return len(next(iter(results.values())).scores)

    def _worst(self) -> PageFile:
        by_measure = [
            (measure, list(ranked)) for measure, ranked in groupby(self._rankings, attrgetter("measure"))
        ]
        return self._page(
            "worst.html",
            "Worst evaluations",
            by_measure=by_measure,
            chooser=self._measure_chooser(),
        )

    def _pair(self, pair: Pair) -> PageFile:
        parts = []
        for measure in self._aligned.measures:
            scores = pair_scores(self._aligned, pair, measure, self._output.figure)
            parts.append(
                {
                    "measure": measure,
                    "count": len(scores.points),
                    "summary": summary(scores),
                    "row": self._compared.get((pair, measure)),
                    "losses": self._losses[pair, measure],
                    **_charts(scores),
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
            chooser=self._measure_chooser(),
            before=self._pairs[place - 1] if place else None,
            after=self._pairs[place + 1] if place + 1 < len(self._pairs) else None,
        )

    @cached_property
    def _compared(self) -> dict[tuple[Pair, str], records.ComparisonRow]:
        """The comparisons by the figure of the report, by pair and measure."""
        rows = records.comparison_rows(self._output, self._output.figure)
        return {(row.pair, row.measure): row for row in rows}

    @cached_property
    def _losses(self) -> dict[tuple[tuple[str, str | None], str], Ranking]:
        """The rankings, by system and baseline, and measure."""
        return {((one.system, one.baseline), one.measure): one for one in self._rankings}

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
            reasons=reasons(self._rankings, explanation.evaluation),
            content=_markup(Html("".join(explanation_page.content(explanation)))),
            before=f"{place}.html" if place else None,
            after=f"{place + 2}.html" if place + 1 < len(ids) else None,
        )

    def _measure_chooser(self) -> Any:
        return _markup(explanation_page.chooser("Measure", [*self._aligned.measures, "all"]))

    def _page(
        self, path: str, title: str, *, template: str | None = None, root: str = "", **values: Any
    ) -> PageFile:
        """Return a page; `root` leads from its folder to that of the site."""
        page = self._templates.get_template(template or path)
        text = page.render(title=title, root=root, path=path, **self._common, **values)
        return _text_file(path, text)

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
            "version": __version__,
        }

    @cached_property
    def _templates(self) -> Any:
        jinja2 = load("jinja2", "report", "a report in pages")
        environment = jinja2.Environment(
            loader=jinja2.FunctionLoader(_template),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {
            "named": lambda name: _markup(named(readable(name))),
            "svg": _markup,
            "hundredfold": hundredfold,
            # The table of evaluations has differences of so many decimals.
            "difference": lambda value: hundredfold(round(value, scripts.DECIMALS), "+"),
            "grouped": lambda value: f"{value:,}",
            "readable": readable,
        }
        return environment


def _chart_label(bars: Sequence[records.Bar]) -> str:
    return "; ".join(f"{readable(bar.system)} {bar.cell.value} {bar.cell.interval}".rstrip() for bar in bars)


def _charts(scores: PairScores) -> Mapping[str, Html]:
    system, baseline = map(readable, scores.pair)
    return {
        "scatter": pair_charts.scatter(
            scores,
            f"{scores.measure} of {system} against that of {baseline}, a point for each evaluation",
        ),
        "histogram": pair_charts.histogram(
            scores,
            f"Evaluations by the difference of {scores.measure} of {system} to that of {baseline}",
        ),
    }


def _template(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text("utf-8")


def _markup(html: Html) -> Any:
    """Return HTML that the templates take as it stands; all other text is escaped."""
    return load("markupsafe", "report", "a report in pages").Markup(html)


def _text_file(path: str, text: str) -> PageFile:
    return PageFile(path, text.encode("utf-8", "backslashreplace"))
