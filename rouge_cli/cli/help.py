"""The help of `rouge-eval`, in short (`-h`) and in full (`-H`)."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .flags.kinds import Flag

_WIDTH = 79
_INDENT = 30

USAGE = (
    "Usage: rouge-eval [OPTIONS] CONFIG [SYSTEM]",
    "       rouge-eval [OPTIONS] --peers DIR --models DIR [SYSTEM]",
    "       rouge-eval [OPTIONS] --lines PEERS MODELS...",
    "       rouge-eval [OPTIONS] --jsonl FILE [SYSTEM]",
)
ABSTRACT = (
    "Scores system summaries (peers) against model summaries with ROUGE, as ROUGE-1.5.5 does."
    " CONFIG is an XML configuration, or with -z a file list. SYSTEM is the ID of the one system"
    " to score; without it, all are. Single letters go before these, long names anywhere."
)
MORE = (
    "The report goes to standard output, notes and errors go to standard error. The exit status"
    " is 0; 1 for input that cannot be read or scored; 2 for a wrong command line; 130 after an"
    " interrupt. Single-letter flags cluster (-am) and take their value attached or apart (-n4,"
    " -n 4); a value may begin with a minus (-2 -1); the last of a repeated option wins.",
    "An evaluation is one topic: the summaries of the systems, and the models they are compared"
    " with. For every measure the report gives average recall, precision and F over the"
    " evaluations, with confidence intervals from bootstrap resampling. Relative roots in an XML"
    " configuration start at the working directory or, if they do not exist there, where the"
    " configuration is.",
    "ROUGE_EVAL_HOME in the environment, or else RED_EVAL_HOME, stands for -e. The inner loops are"
    " compiled where a C compiler was found at installation, and in Python, with the same figures,"
    " elsewhere; ROUGE_EVAL_KERNEL=python forces the latter, ROUGE_EVAL_KERNEL=compiled makes the"
    " lack of the former an error.",
)
CLOSING = "The classic run:  rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config.xml"


def help_text(groups: Mapping[str, Sequence[Flag]], *, full: bool) -> str:
    """Return the help, in short or in full."""
    lines = [*USAGE, "", *textwrap.wrap(ABSTRACT, _WIDTH), ""]
    for group, flags in groups.items():
        lines.append(f"{group}:")
        for flag in flags:
            lines += _entry(flag, full)
        if full:
            lines.append("")
    if full:
        for paragraph in MORE:
            lines += [*textwrap.wrap(paragraph, _WIDTH), ""]
    else:
        lines.append("")
    return "\n".join([*lines, CLOSING, ""])


def _entry(flag: Flag, full: bool) -> list[str]:
    names = ", ".join(flag.opts) + (f" {flag.metavar}" if flag.metavar else "")
    lines = [f"  {names:<{_INDENT - 3}} {flag.help}"]
    if full and flag.more:
        margin = " " * _INDENT
        lines += textwrap.wrap(flag.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
    return lines
