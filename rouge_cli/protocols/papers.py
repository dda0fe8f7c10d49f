"""The sentence that tells the readers of a paper what was computed, and with what."""

from __future__ import annotations

from collections.abc import Iterator

from .._version import __version__
from ..options import PROFILES, XLSUM
from .protocol import USUAL_TOKENS, Protocol, traits
from .table import ProtocolTable, Row

_PACKAGES = {
    "rouge-1.5.5": "ROUGE-1.5.5 (Lin, 2004)",
    "rouge-score": "rouge-score 0.1.2",
    "evaluate": "evaluate 0.4.6 (rouge-score 0.1.2)",
    "torchmetrics": "torchmetrics 1.9",
    XLSUM: "multilingual-rouge 0.0.1 (the protocol of XL-Sum)",
}
_TOLD = ("tokens", "stems", "stop words", "limit", "sentences", "models")
"""The aspects of a protocol that a paper spells out; the signature has all."""
_SEVERAL = 2
_REPORTED = {"R": "recall", "P": "precision", "F": "F1"}


def sentence(row: Row, *, several_models: bool) -> str:
    """Return the sentence for a protocol: measures and figure, package and version, command, signature."""
    protocol = row.protocol
    names = list(protocol.columns())
    measures = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) >= _SEVERAL else "".join(names)
    marked = "|sentences:none|" not in row.signature
    told = traits(protocol, several_models=several_models, marked=marked)
    # Readers take the usual tokens for granted.
    choices = ", ".join(told[aspect] for aspect in _TOLD if told.get(aspect, USUAL_TOKENS) != USUAL_TOKENS)
    # No other program has the tokens and stems that are chosen apart from the profile.
    is_own = protocol.options.is_plain or protocol.options.profile == XLSUM
    how = "as computed by" if is_own else "by the rules of"
    whole = ", each summary on one line" if protocol.whole else ""
    return (
        f"We report {measures} {_figure(protocol)} {how} {_PACKAGES[protocol.options.profile]}"
        f" ({choices}), with rouge-eval {__version__}: `{protocol.command}`{whole};"
        f" signature `{row.signature}`."
    )


def written(table: ProtocolTable) -> Iterator[str]:
    """Yield a paragraph for each protocol."""
    for place, row in enumerate(table.rows):
        if place:
            yield "\n"
        yield f"{row.protocol.name}:\n{sentence(row, several_models=table.several_models)}\n"


def _figure(protocol: Protocol) -> str:
    if protocol.figure == "F" and protocol.options.profile == PROFILES[0] and protocol.options.alpha != 0.5:
        return f"F (α = {protocol.options.alpha!s})"
    return _REPORTED[protocol.figure]
