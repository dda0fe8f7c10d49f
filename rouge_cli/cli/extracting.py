"""The rows ORACLE and LEAD-k: extracts of articles, as systems beside those of the input."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from ..api.extracts import greedy, lead, plain_name
from ..api.scorer import Scorer
from ..errors import InputError, OptionError, some
from ..evaluation import Evaluation, Source, Text
from ..inputs.line_files import LineFile
from ..inputs.streams import stream_of
from ..options import Options
from ..profiles import profile_of
from ..text.sentences import load, read_sentences
from .request import Input

_MOST = 3
"""The most sentences of an oracle, as in most papers."""
_MEASURES = ("ROUGE-1", "ROUGE-2")


def with_extracts(input: Input, flags: SimpleNamespace, options: Options) -> Input:
    """Return the input with the systems that `--oracle` and `--lead` ask for.

    Raises `OptionError` for systems of these names, and for `--lead` alone, and `InputError` for articles
    that are not as many as the evaluations.
    """
    if flags.oracle is None:
        if flags.lead is not None:
            raise OptionError("--lead goes with --oracle, which names the articles; give that, too")
        return input
    names = ["ORACLE", *([] if flags.lead is None else [f"LEAD-{int(flags.lead)}"])]
    for name in names:
        if name in input.evaluations.systems:
            raise OptionError(f"the input has a system {name}; rename it, or leave --oracle out")
    articles = [line for lines in LineFile(flags.oracle).lines() for line in lines]
    if len(articles) != len(input.evaluations):
        raise InputError(
            f"{flags.oracle} has {len(articles):,} articles for {len(input.evaluations):,} evaluations;"
            " write the article of each on a line, in their order"
        )
    searched = with_bigrams(replace(options, about=()))
    if lacking := _lacking(searched):
        raise OptionError(f"--oracle searches by ROUGE-1 and ROUGE-2; choose {some(lacking)}, too")
    scorer, extended = Scorer(searched), list[Evaluation]()
    for evaluation, article in zip(input.evaluations, articles, strict=True):
        sentences = parted(article, flags.sentence_separator)
        models = [_sentences(model) for model in evaluation.models]
        found = [greedy(sentences, models, _MOST, _MEASURES, scorer)[0]]
        if flags.lead is not None:
            found.append(lead(sentences, int(flags.lead)))
        marks = {model.sentence_marks for model in evaluation.models if isinstance(model, Text)} or {"lines"}
        peers = {
            name: Text(
                tuple(sentences[place].encode("utf-8", "surrogateescape") for place in places),
                f"{flags.oracle}, {name} of evaluation {evaluation.id}",
                min(marks),
            )
            for name, places in zip(names, found, strict=True)
        }
        extended.append(evaluation._replace(peers={**evaluation.peers, **peers}))
    return input._replace(
        evaluations=stream_of(extended),
        systems=None if input.systems is None else (*input.systems, *names),
        paths=(*input.paths, flags.oracle),
    )


def _sentences(source: Source) -> list[str]:
    if not isinstance(source, Text) and source.format == "SIMPLE":
        raise InputError(
            f"{source.path} has basic elements, of which --oracle makes no extract; leave it out"
        )
    return [sentence.decode("utf-8", "replace") for sentence in read_sentences(load(source))]


def parted(line: bytes, separator: str | None) -> list[str]:
    """Return the sentences of a line, which `separator` parts, by default `<q>`; "": nothing does."""
    text = line.decode("utf-8", "surrogateescape")
    parts = text.split("<q>" if separator is None else separator) if separator != "" else [text]
    return [sentence for part in parts if (sentence := part.strip())]


def with_bigrams(options: Options) -> Options:
    """Return the options with ROUGE-1 and ROUGE-2 among the measures, unless the profile has its own."""
    lacking = _lacking(options)
    if lacking and options.types:
        return replace(options, types=(*options.types, *map(plain_name, lacking)))
    has_types = any(measure.name.startswith("rouge") for measure in profile_of(options).measures)
    return replace(options, max_ngram=2) if lacking and not has_types else options


def _lacking(options: Options) -> list[str]:
    names = {plain_name(measure.name) for measure in profile_of(options).measures}
    return [name for name in _MEASURES if plain_name(name) not in names]
