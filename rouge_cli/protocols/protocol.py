"""A protocol: a profile, its options, and which of its figures a paper reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import several
from ..evaluation import Source, Text
from ..explanations.phrases import OWN_SENTENCES
from ..languages.stemmers import PORTER_ROUGE
from ..options import RATIO, Options
from ..profiles import profile_of
from ..profiles.profile import Profile
from ..rendering.output import FIGURES
from ..rouges import PROFILES, ROUGES, has_option
from ..text.sentences import read_sentences

if TYPE_CHECKING:
    from ..languages.rules import Rules

USUAL_TOKENS = "tokens of a-z and 0-9"
"""The words for the tokens of all profiles but xlsum."""
_STEMS = {PORTER_ROUGE: "ROUGE-1.5.5 with WordNet's irregular forms", "porter-nltk": "NLTK"}
"""The words for the stemmers of profiles; others are called by their signatures."""
_REGULAR = "ROUGE-1.5.5 without irregular forms, as files2rouge ships it"
"""The words for `porter-1.5.5` with an empty database of irregular forms."""
_CLASSIC = PROFILES[0]
_SENTENCES = "rougeLsum"
_OWN_LCS = {
    "rouge": "ROUGE-L of the words in the LCS of any two sentences",
    "rouge-chinese": "ROUGE-L of whole texts",
}


class Protocol(NamedTuple):
    """The choices behind the figures of a paper."""

    name: str
    """The name by which tables call it."""
    options: Options
    command: str
    """The command that prints its figures, for papers."""
    figure: str = "F"
    """The letter of the figure that is reported."""
    lcs: str = "ROUGE-L"
    """The name of the measure that it calls ROUGE-L."""
    whole: bool = False
    """True: each summary is taken as one sentence, as where lines are not kept apart."""

    @property
    def field(self) -> str:
        """The name of the figure in results and scores."""
        return FIGURES[self.figure]

    def columns(self) -> dict[str, str]:
        """Return the names of its measures, by the names of ROUGE-1.5.5 under which they are compared."""
        names = [measure.name for measure in profile_of(self.options).measures]
        if self.options.profile == _CLASSIC:
            return {name: name for name in names}
        columns = {f"ROUGE-{name[-1]}": name for name in names if name[-1].isdigit()}
        return columns | ({"ROUGE-L": self.lcs} if self.lcs in names else {})

    def read(self, source: Source) -> Source:
        """Return a summary as the protocol takes it. Raises `InputError` where it cannot be read."""
        if not self.whole:
            return source
        return Text((b" ".join(read_sentences(source)),), source.name, "none")


def traits(protocol: Protocol, *, several_models: bool, marked: bool = True) -> Mapping[str, str]:
    """Return what the figures of a protocol depend on, in words and by aspect.

    How models are combined is an aspect only where an evaluation has several. `marked` is False where each
    text of the input is one line, so that no sentences are marked.
    """
    options = protocol.options
    classic = options.profile == _CLASSIC
    profile = profile_of(options)
    rules = profile.rules
    found = {
        "figure": f"{'F' if protocol.figure == 'F' else protocol.field} is reported",
        "tokens": _tokens(profile, rules),
        "stems": _stems(profile),
        "stop words": _stop_words(options, rules),
        "limit": _limit(options, rules),
        "sentences": _sentences(protocol, rules, marked),
        "F": "β = P/R" if options.beta == RATIO else f"α = {options.alpha!s}",
        "rounding": _ROUNDINGS[str(profile.rouge.rounding)],
        "average": _average(profile),
    }
    if has_option(options.profile, "counts") and options.counts != "all":
        found["units"] = "each n-gram of a text counted once"
    if several_models:
        found["models"] = _models(options)
    if not classic and protocol.lcs in (names := [one.name for one in profile.measures]):
        found["draws"] = f"ROUGE-L resampled as measure {names.index(protocol.lcs) + 1}"
    return found


def reasons(protocol: Protocol, base: Protocol, *, several_models: bool) -> tuple[str, ...]:
    """Return what makes the difference of a protocol to another, in words."""
    own = traits(protocol, several_models=several_models)
    others = traits(base, several_models=several_models)
    has_no_draws = not profile_of(protocol.options).rouge.has_intervals
    if "draws" in own and (own["average"] != others["average"] or has_no_draws):
        own = {aspect: phrase for aspect, phrase in own.items() if aspect != "draws"}
    return tuple(
        phrase
        for aspect, phrase in own.items()
        if aspect != "draws" or aspect in others
        if phrase != others.get(aspect)
    )


def _tokens(profile: Profile, rules: Rules | None) -> str:
    if profile.rouge.lowering == "none":
        return "tokens between blanks, as they are"
    return USUAL_TOKENS if rules is None or rules.is_rouge else f"tokens of {rules.tokenizer.signature}"


def _stems(profile: Profile) -> str:
    options, rules = profile.options, profile.rules
    if options.stem_models:
        return "models alone stemmed"
    if not (rules.stems if rules else options.stem):
        return "no stems"
    stemmer = rules.stemmer if rules else options.own_stemmer
    usual = _STEMS.get(stemmer)
    if usual is None and rules is not None:
        return f"stems of {rules.stem_signature()}"
    regular = stemmer == PORTER_ROUGE and not profile.word_lists().exceptions
    return f"stems of {_REGULAR if regular else usual}"


def _stop_words(options: Options, rules: Rules | None) -> str:
    stop_list = rules.stop_list() if rules else None
    if stop_list is not None:
        return f"the stop words of {stop_list.signature} left out"
    removed = rules.stop_words if rules else options.remove_stop_words
    return "stop words left out" if removed else "stop words kept"


def _limit(options: Options, rules: Rules | None) -> str:
    if options.word_limit:
        units = "word" if rules is None or rules.is_rouge else "token"
        return f"the first {several(options.word_limit, units)}"
    return f"the first {several(options.byte_limit, 'byte')}" if options.byte_limit else "whole summaries"


def _sentences(protocol: Protocol, rules: Rules | None, marked: bool) -> str:
    options = protocol.options
    own = OWN_SENTENCES.get(ROUGES[options.profile].sentences)
    if own is not None:
        return own if protocol.lcs == "ROUGE-L" else f"{own}, {_OWN_LCS[options.profile]}"
    if protocol.lcs == "rougeL":
        return "ROUGE-L of whole texts"
    if rules is not None and rules.splitter is not None:
        return f"ROUGE-L sentence by sentence, those of single lines by {rules.splitter.signature}"
    if protocol.lcs == _SENTENCES and (options.profile == "torchmetrics" or options.split_summaries):
        return "ROUGE-L of NLTK's sentences"
    return "ROUGE-L sentence by sentence" if marked and not protocol.whole else "ROUGE-L of whole texts"


def _models(options: Options) -> str:
    if options.profile == _CLASSIC:
        combined = "the model of the highest recall" if options.best_model else "models pooled"
        return f"{combined}, each left out in turn" if options.jackknife else combined
    return "the mean over models" if options.accumulate == "avg" else "the model of the highest F"


_ROUNDINGS = {
    "decimals": "figures rounded to five decimals",
    "floats": "figures in 32-bit floats",
    "doubles": "figures not rounded",
    "smoothed": "figures not rounded, F = 2·P·R / (P + R + 10⁻⁸)",
}


def _average(profile: Profile) -> str:
    if not profile.rouge.has_intervals:
        return "a plain mean"
    if profile.rouge.draws == "drand48":
        return "the mean of drand48's resamples"
    return f"the median of NumPy's resamples (seed {int(profile.options.seed or 0)})"
