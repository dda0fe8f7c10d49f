"""Options -> the measures of a run, in the order of the report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from ..kernel.plan import Kind, Measure, Reading
from ..options import Options
from ..rouges import BEYOND, Rouge

WHOLE_L, L_OF_SENTENCES = "rougeL", "rougeLsum"
LENGTH, LENGTH_RATIO = "length", "length-ratio"
_UNITS = {0: "words", 1: "unigrams", 2: "bigrams", 3: "trigrams"}


def chosen_measures(rouge: Rouge, options: Options, stems: bool) -> Iterable[Measure]:
    """Return the measures of a run; `stems` says whether both sides are stemmed."""
    match rouge.measures:
        case "flags":
            return _by_flags(options, stems)
        case "types":
            return _by_types(rouge, options, stems)
        case "about":
            return (_beside_rouge(name, Reading(stems, stems), options.about_count) for name in options.about)
        case "none":
            return ()
        case own:
            return cast(Iterable[Measure], own(options))


def _ngrams(name: str, n: int, reading: Reading, kind: Kind = "ngrams") -> Measure:
    return Measure(name, kind, reading, reading, _UNITS.get(n, f"{n}-grams"), n)


def _skip_bigrams(name: str, gap: int, unigrams: bool, model: Reading, peer: Reading) -> Measure:
    units = "skip-bigrams and unigrams" if unigrams else "skip-bigrams"
    return Measure(name, "skip_bigrams", model, peer, units, gap, unigrams)


def _skips(names: Sequence[str], options: Options, model: Reading, peer: Reading) -> Iterator[Measure]:
    """Yield ROUGE-S and ROUGE-SU if they are chosen; their names have `{}` for the gap."""
    if (gap := options.skip_gap) is None:
        return
    suffix = "*" if gap < 0 else str(gap)
    if not options.skip_unigrams:
        yield _skip_bigrams(names[0].format(suffix), gap, False, model, peer)
    if options.skip_unigrams or options.skip_both:
        yield _skip_bigrams(names[1].format(suffix), gap, True, model, peer)


def _by_flags(options: Options, stems: bool) -> Iterator[Measure]:
    """Yield the measures of ROUGE-1.5.5."""
    peer = Reading(stems, stems)
    # ROUGE-1.5.5 quirk: stemming the models alone leaves ROUGE-N unstemmed, and in ROUGE-W it stems the
    # tokens that clip, not the sentences.
    stems_models = stems or options.stem_models
    model = Reading(stems_models, stems_models)
    for n in range(1, options.max_ngram + 1):
        yield _ngrams(f"ROUGE-{n}", n, peer)
    if options.rouge_l and options.basic_elements is None:
        yield Measure("ROUGE-L", "lcs", model, peer, "words")
    if (weight := options.weight) is not None:
        of_model = model._replace(stem_sentences=stems)
        yield Measure(f"ROUGE-W-{weight!s}", "weighted_lcs", of_model, peer, "weight", weight=weight)
    if (weight := options.paper_weight) is not None:
        yield Measure(f"ROUGE-W-paper-{weight!s}", "weighted_length", model, peer, "weight", weight=weight)
    if options.mead:
        yield Measure("ROUGE-MEAD", "longest_lcs", model, peer, "words")
    yield from _skips(("ROUGE-S{}", "ROUGE-SU{}"), options, model, peer)
    if (mode := options.basic_elements) is not None:
        readings = model._replace(elements=mode), peer._replace(elements=mode)
        yield Measure(f"ROUGE-BE-{mode}", "ngrams", *readings, "basic elements", 1)


def _by_types(rouge: Rouge, options: Options, stems: bool) -> Iterator[Measure]:
    """Yield the measures of a package."""
    lines = Reading(stems, stems)
    for name in _types(rouge, options):
        if found := re.fullmatch(BEYOND, name):
            if found["weight"]:
                yield Measure(name, "weighted_lcs", lines, lines, "weight", weight=float(found["weight"]))
            else:
                gap = -1 if found["gap"] == "*" else int(found["gap"])
                yield _skip_bigrams(name, gap, bool(found["unigrams"]), lines, lines)
            continue
        type = rouge.types[name]
        reading = lines._replace(whole=type.whole)
        kind = cast(Kind, type.with_all if options.counts == "all" and type.with_all else type.kind)
        weight = (options.weight or 1) if type.weights else 1
        if weight == 1 and type.weights:
            kind = "lcs"  # py-rouge: runs that end in a clipped word are not lost then.
        units = "weight" if kind == "weighted_lcs" else _UNITS.get(type.number, f"{type.number}-grams")
        yield Measure(name, kind, reading, reading, units, type.number, weight=weight)
    if rouge.further is not None:
        if options.weight is not None:
            name = rouge.further[0].format(options.weight)
            yield Measure(name, "weighted_lcs", lines, lines, "weight", weight=options.weight)
        yield from _skips(rouge.further[1:], options, lines, lines)


def _types(rouge: Rouge, options: Options) -> list[str]:
    """Return the names of the measures of a package, each once."""
    if options.types:
        return list(dict.fromkeys(options.types))
    sequences = [name for name in rouge.default_types if name in rouge.sequences]
    grams = [name for name in rouge.default_types if name in rouge.grams]
    if options.max_ngram:
        grams = list(rouge.grams[: options.max_ngram])
    return [*grams, *(sequences if options.rouge_l else ())]


def _beside_rouge(name: str, reading: Reading, count: str) -> Measure:
    """Return a measure of a summary and its source; `count` says which n-grams count.

    `length-ratio` counts as `length` does: the mean length of the models takes the place of 1 later.
    """
    share, _, n = name.partition("-")
    if share in ("novel", "repeated"):
        return Measure(name, cast(Kind, f"{share}_{count}"), reading, reading, f"{n}-grams", int(n))
    units = "summaries" if share in (LENGTH, "sentences") else "tokens"
    return Measure(name, cast(Kind, share), reading, reading, units)
