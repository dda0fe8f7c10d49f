"""Options -> the measures of a run, in the order of the report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

from ..kernel.plan import Reading
from ..measures.base import Measure
from ..measures.beside_rouge import BesideRouge
from ..measures.grams import BasicElements, DistinctNGram, NGram, SkipBigram, SkipBigramUnigram
from ..measures.lcs import DistinctLcs, Lcs, LcsOfPairs, Mead, PaperWeightedLcs, WeightedLcs, WholeLcs
from ..options import Options
from ..rouges import BEYOND, Rouge

WHOLE_L, L_OF_SENTENCES = "rougeL", "rougeLsum"


def chosen_measures(rouge: Rouge, options: Options, stems: bool) -> Iterable[Measure]:
    """Return the measures of a run; `stems` says whether both sides are stemmed."""
    match rouge.measures:
        case "flags":
            return _by_flags(options, stems)
        case "types":
            return _by_types(rouge, options, stems)
        case "sets" | "sets_of_grams":
            return _by_sets(rouge, options)
        case "about":
            return (BesideRouge(name, Reading(stems, stems), options.about_count) for name in options.about)
        case "none":
            return ()
        case own:
            return cast(Iterable[Measure], own(options))


def _by_flags(options: Options, stems: bool) -> Iterator[Measure]:
    """Yield the measures of ROUGE-1.5.5."""
    peer = Reading(stems, stems)
    # ROUGE-1.5.5 quirk: stemming the models alone leaves ROUGE-N unstemmed, and in ROUGE-W it stems the
    # tokens that clip, not the sentences.
    stems_models = stems or options.stem_models
    model = Reading(stems_models, stems_models)
    for n in range(1, options.max_ngram + 1):
        yield NGram(f"ROUGE-{n}", peer, peer, n)
    if options.rouge_l and options.basic_elements is None:
        yield Lcs("ROUGE-L", model, peer)
    if (weight := options.weight) is not None:
        yield WeightedLcs(f"ROUGE-W-{weight!s}", model._replace(stem_sentences=stems), peer, weight)
    if (weight := options.paper_weight) is not None:
        yield PaperWeightedLcs(f"ROUGE-W-paper-{weight!s}", model, peer, weight)
    if options.mead:
        yield Mead("ROUGE-MEAD", model, peer)
    if (gap := options.skip_gap) is not None:
        suffix = "*" if gap < 0 else str(gap)
        if not options.skip_unigrams:
            yield SkipBigram(f"ROUGE-S{suffix}", model, peer, gap)
        if options.skip_unigrams or options.skip_both:
            yield SkipBigramUnigram(f"ROUGE-SU{suffix}", model, peer, gap)
    if (mode := options.basic_elements) is not None:
        readings = model._replace(elements=mode), peer._replace(elements=mode)
        yield BasicElements(f"ROUGE-BE-{mode}", *readings)


def _by_types(rouge: Rouge, options: Options, stems: bool) -> Iterator[Measure]:
    """Yield the measures of a Python package."""
    lines = Reading(stems, stems)
    whole = lines._replace(whole=True)
    for name in _types(rouge, options):
        if name == WHOLE_L:
            yield WholeLcs(name, whole, whole)
        elif name == L_OF_SENTENCES:
            yield Lcs(name, lines, lines)
        elif found := re.fullmatch(BEYOND, name):
            if found["weight"]:
                yield WeightedLcs(name, lines, lines, float(found["weight"]))
                continue
            skipping = SkipBigramUnigram if found["unigrams"] else SkipBigram
            yield skipping(name, lines, lines, -1 if found["gap"] == "*" else int(found["gap"]))
        else:
            yield NGram(name, lines, lines, int(name.removeprefix("rouge")))


def _by_sets(rouge: Rouge, options: Options) -> Iterator[Measure]:
    """Yield the measures of the packages rouge and rouge_chinese."""
    reading = Reading(False, False)
    whole = reading._replace(whole=True)
    are_sets = options.counts != "all"
    for name in _types(rouge, options):
        if name in rouge.grams:
            n = rouge.grams.index(name) + 1
            yield (DistinctNGram if are_sets else NGram)(name, reading, reading, n)
        elif rouge.measures == "sets_of_grams":
            yield WholeLcs(name, whole, whole)
        else:
            yield (DistinctLcs if are_sets else LcsOfPairs)(name, reading, reading)


def _types(rouge: Rouge, options: Options) -> list[str]:
    """Return the names of the measures of a Python package, each once."""
    if options.types:
        return list(dict.fromkeys(options.types))
    sequences = [name for name in rouge.default_types if name not in rouge.grams]
    grams = [name for name in rouge.default_types if name in rouge.grams]
    if options.max_ngram:
        grams = list(rouge.grams[: options.max_ngram])
    return [*grams, *(sequences if options.rouge_l else ())]
