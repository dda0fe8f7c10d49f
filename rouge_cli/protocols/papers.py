"""The sentence that tells the readers of a paper what was computed, and with what."""

from __future__ import annotations

from collections.abc import Iterator

from .._version import __version__
from ..options import PROFILES
from .protocol import Protocol, traits
from .table import ProtocolTable, Row

_PACKAGES = {
    "rouge-1.5.5": "ROUGE-1.5.5 (Lin, 2004)",
    "rouge-score": "rouge-score 0.1.2",
    "evaluate": "evaluate 0.4.6 (rouge-score 0.1.2)",
    "torchmetrics": "torchmetrics 1.9",
}
_TOLD = ("stems", "stop words", "limit", "sentences", "models")
"""The aspects of a protocol that a paper spells out; the signature has all."""
_SEVERAL = 2
_REPORTED = {"R": "recall", "P": "precision", "F": "F1"}


def sentence(row: Row, *, several_models: bool) -> str:
    """Return the sentence for a protocol: measures and figure, package and version, command, signature."""
    protocol = row.protocol
    names = list(protocol.columns())
    measures = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) >= _SEVERAL else "".join(names)
    told = traits(protocol, several_models=several_models)
    choices = ", ".join(told[aspect] for aspect in _TOLD if aspect in told)
    whole = ", each summary on one line" if protocol.whole else ""
    return (
        f"We report {measures} {_figure(protocol)} as computed by {_PACKAGES[protocol.options.profile]}"
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
