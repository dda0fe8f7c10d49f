"""What stands behind the options: the configuration, and the system to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import OptionError
from ..evaluation import Evaluation

_NAMING_THEIR_FILES = ("peers", "jsonl")
"""Flags for kinds of input that need no operand."""


def baseline_and_operands(
    operands: tuple[str, ...], flag: Mapping[str, Any]
) -> tuple[str | None, tuple[str, ...]]:
    """The value of `--compare` (`""`: without BASELINE; `None`: not given), and the operands.

    As BASELINE may be left out, an operand can stand in its place: where one is needed and none is
    left, the value is it.
    """
    value: str | None = flag["compare"]
    if value and not operands and all(flag[name] is None for name in _NAMING_THEIR_FILES):
        return "", (value,)
    return value, operands


def config_and_system(operands: Sequence[str]) -> tuple[str, str | None, tuple[str, ...]]:
    """CONFIG, SYSTEM (`None`: not given), and notes on the rest, which the original ignores, too.

    Raises `OptionError` where there is no CONFIG.
    """
    if not operands:
        raise OptionError(
            "CONFIG is missing; name a configuration, or give --peers and --models, --lines or --jsonl"
        )
    config, *more = operands
    return config, *only_system(more, "the configuration")


def only_system(operands: Sequence[str], last: str = "the system") -> tuple[str | None, tuple[str, ...]]:
    """SYSTEM (`None`: not given), and notes on the rest; `last` is what options go before."""
    if not operands:
        return None, ()
    system, *rest = operands
    return system, (f"ignored: {' '.join(rest)} (options go before {last})",) if rest else ()


def chosen_systems(
    evaluations: Sequence[Evaluation], system: str | None, *, all_systems: bool, behind: str
) -> list[str] | None:
    """The systems to score, `None` for all; `behind` is what SYSTEM stands behind.

    Raises `OptionError` for an option there.
    """
    if all_systems or system is None:
        return None
    if system.startswith("-") and not any(system in evaluation.peers for evaluation in evaluations):
        raise OptionError(f"{system} stands behind {behind}; options go before it")
    return [system]
