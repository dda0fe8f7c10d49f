"""An `Explanation` -> one page of HTML, which can be read without scripts and without a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from ..measures.base import Measure
from ..measures.scores import AnyCounts
from ..measures.spelling import fixed, short
from ..profiles import profile_of
from . import steps, wording
from .explanation import Explanation, MeasureExplanation, SystemExplanation
from .markup import Html, joined, named, table, tag
from .pair import pair_view
from .shown import readable, shown


def page(explanation: Explanation) -> str:
    """Return the page; it declares UTF-8 as its encoding."""
    title = f"ROUGE of evaluation {readable(explanation.evaluation)}"
    return document(title, chooser_rules(len(_measures(explanation))), *content(explanation))


def content(explanation: Explanation) -> tuple[Html, Html]:
    """Return what stands on the page: its header and its main part."""
    names = [measure.name for measure in _measures(explanation)]
    main = tag("main", chooser("Measure", [*names, "all"]), _overview(explanation), *_systems(explanation))
    return _header(explanation), main


def document(title: str, rules: str, *content: Html) -> str:
    """Return a page of this content, with the style and the script of all pages, and further `rules`."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Html(asset("page.css") + rules)),
    )
    body = tag(
        "body",
        tag("a", "Skip to the texts", href="#texts", class_="skip"),
        *content,
        tag("script", Html(asset("page.js"))),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def asset(name: str) -> str:
    """Return the style sheet (`page.css`) or the script (`page.js`) of all pages."""
    return files(__package__).joinpath(name).read_text("utf-8")


def _measures(explanation: Explanation) -> list[Measure]:
    return [measure for measure, _ in next(iter(explanation.figures.values()))]


def _header(explanation: Explanation) -> Html:
    return tag(
        "header",
        tag("h1", "Evaluation ", named(explanation.evaluation)),
        tag("p", "How ROUGE compares the peer, a system’s summary, with the models, the references."),
        tag("ul", *(tag("li", choice) for choice in wording.choices(explanation.options)), class_="choices"),
        *(tag("p", shown(wording.plain(note)), class_="note") for note in explanation.notes),
    )


def chooser(legend: str, names: Sequence[str], first: int = 0) -> Html:
    """Return radio buttons, of which one is chosen at first; the rules of `chooser_rules` hide the others."""
    choices = [
        joined(
            tag("input", type="radio", name="measure", id=f"show-{place}", checked=place == first),
            tag("label", shown(name), for_=f"show-{place}"),
        )
        for place, name in enumerate(names)
    ]
    return tag("fieldset", tag("legend", legend), *choices, class_="chooser")


def chooser_rules(count: int) -> str:
    """Return the rules that hide all of `count` choices but the one that is chosen."""
    rules = (
        f"body:has(#show-{place}:checked) .measure:not(.m{place}){{display:none}}" for place in range(count)
    )
    return f"@supports selector(:has(a)){{{''.join(rules)}}}"


def _overview(explanation: Explanation) -> Html:
    """Return the table of all figures; with several systems it shows the chosen measure."""
    several = len(explanation.figures) > 1
    explained_systems = [system.id for system in explanation.systems]
    rows = [
        tag(
            "tr",
            tag("th", _link(system, explained_systems), scope="row") if several else "",
            tag("th", shown(measure.name), scope="row") if not several else tag("td", shown(measure.name)),
            *(tag("td", figure) for figure in wording.printed(score, explanation.options)),
            *(tag("td", short(count)) for count in (score.counts.hit, score.counts.model, score.counts.peer)),
            class_=f"measure m{place}" if several else "",
        )
        for system, scores in explanation.figures.items()
        for place, (measure, score) in enumerate(scores)
    ]
    heads = [*(["System"] if several else []), "Measure"]
    heads += ["Recall", "Precision", "F", "Hits", "Of the models", "Of the peer"]
    left_out = wording.left_out(explanation)
    return tag(
        "section",
        tag("h2", "Figures", id="figures"),
        table("Recall, precision and F, and the counts behind them", heads, rows),
        tag("p", left_out, class_="note") if left_out else "",
        aria_labelledby="figures",
    )


def _link(system: str, explained_systems: Sequence[str]) -> Html:
    if system not in explained_systems:
        return named(system)
    return tag("a", named(system), href=f"#system-{explained_systems.index(system)}")


def _systems(explanation: Explanation) -> Iterator[Html]:
    for place, system in enumerate(explanation.systems):
        yield tag(
            "section",
            tag("h2", "System ", named(system.id), id=f"system-{place}"),
            *_articles(explanation, system),
            id="texts" if place == 0 else "",
            aria_labelledby=f"system-{place}",
        )


def _articles(explanation: Explanation, system: SystemExplanation) -> Iterator[Html]:
    for place, of_measure in enumerate(system.measures):
        yield article(explanation, system, of_measure, f"measure m{place}")


def article(
    explanation: Explanation, system: SystemExplanation, of_measure: MeasureExplanation, classes: str
) -> Html:
    """Return the figures of a system by a measure, the steps to them, and the texts with their matches."""
    measure = of_measure.measure
    figures = [
        tag(
            "div",
            tag("dt", figure.name),
            tag("dd", tag("strong", figure.value), tag("span", figure.steps)),
            class_="figure",
        )
        for figure in steps.figures(of_measure, explanation.options)
    ]
    # One pair is unfolded at first: that of the best model or, if all are pooled, of the first.
    opened = of_measure.best or 0
    return tag(
        "article",
        tag("h3", shown(measure.name)),
        tag("dl", *figures, class_="figures"),
        *(tag("p", sentence) for sentence in measure.about()),
        tag("p", wording.combination(of_measure, explanation.options)),
        tag("ul", *(tag("li", line) for line in wording.with_sets(of_measure))) if of_measure.sets else "",
        _models(explanation, of_measure) if len(of_measure.pairs) > 1 else "",
        *(
            pair_view(explanation, system, of_measure, model, opened=model == opened)
            for model in range(len(of_measure.pairs))
        ),
        class_=classes,
    )


def _models(explanation: Explanation, of_measure: MeasureExplanation) -> Html:
    """Return the table of the counts with each model, which marks the model that is kept."""
    measure, total = of_measure.measure, of_measure.score.counts
    profile = profile_of(explanation.options)

    def cells(counts: AnyCounts) -> list[Html]:
        chosen_by = measure.ratio(counts.hit, counts.model)
        if profile.chosen_by == "F":
            chosen_by = profile.figures(measure, counts).f
        shown_counts = map(short, (counts.hit, counts.model, counts.peer))
        return [tag("td", text) for text in (*shown_counts, fixed(chosen_by, profile.decimals))]

    rows = [
        tag(
            "tr",
            tag(
                "th",
                f"{place + 1}: ",
                named(name),
                " (kept)" if place == of_measure.best else "",
                scope="row",
            ),
            *cells(pair.counts),
        )
        for place, (name, pair) in enumerate(zip(explanation.models, of_measure.pairs, strict=True))
    ]
    if not of_measure.sets:
        rows.append(tag("tr", tag("th", "counted", scope="row"), *cells(total), class_="total"))
    caption = f"{shown(measure.name)}, model by model: {measure.units}"
    chosen_by = profile.chosen_by.capitalize()
    return table(caption, ["Model", "Hits", "Of the model", "Of the peer", chosen_by], rows)
