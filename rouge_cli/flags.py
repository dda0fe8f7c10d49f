"""The flags of `rouge-eval`, in groups, with the help in short (`-h`) and in full (`-H`)."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from . import __version__
from .errors import OptionError
from .options import RealAsTyped, WholeAsTyped

_WIDTH = 79
_INDENT = 30

_USAGE = "Usage: rouge-eval [OPTIONS] CONFIG [SYSTEM]"
_ABSTRACT = (
    "Scores system summaries (peers) against model summaries with ROUGE, as ROUGE-1.5.5 does."
    " CONFIG is an XML configuration, or with -z a file list. SYSTEM is the ID of the one system"
    " to score; without it, all are. Options go before CONFIG."
)
_CLOSING = "The classic run:  rouge-eval -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a config.xml"
_MORE = (
    "The report goes to standard output, notes and errors go to standard error. The exit status"
    " is 0; 1 for input that cannot be read or scored; 2 for a wrong command line; 130 after an"
    " interrupt. Single-letter flags cluster (-am) and take their value attached or apart (-n4,"
    " -n 4); a value may begin with a minus (-2 -1); the last of a repeated option wins.",
    "An evaluation is one topic: the summaries of the systems, and the models they are compared"
    " with. For every measure the report gives average recall, precision and F over the"
    " evaluations, with confidence intervals from bootstrap resampling. Relative roots in an XML"
    " configuration start at the working directory or, if they do not exist there, where the"
    " configuration is.",
    "ROUGE_EVAL_HOME in the environment, or else RED_EVAL_HOME, stands for -e.",
)


class _Number(click.ParamType):  # type: ignore[type-arg]
    """A number that prints as it was typed."""

    def __init__(self, name: str, convert: Callable[[str], WholeAsTyped | RealAsTyped]) -> None:
        self.name = name
        self._convert = convert

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._convert(value)
        except OptionError as error:
            self.fail(str(error), param, ctx)


_WHOLE = _Number("whole number", WholeAsTyped)
_REAL = _Number("number", RealAsTyped)
# A weight typed as a whole number is one: the original then counts in whole numbers.
_WEIGHT = _Number("number", lambda typed: (WholeAsTyped if typed.isdecimal() else RealAsTyped)(typed))


class Flag(click.Option):
    """An option that belongs to a group of the help and has more to say in the full one."""

    def __init__(self, *arguments: Any, group: str, more: str = "", **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.group = group
        self.more = more


def _flag(group: str, *names: str, help: str, more: str = "", **settings: Any) -> Callable[..., Any]:
    return click.option(*names, cls=Flag, group=group, help=help, more=more, **settings)


def _show_help(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(help_text(ctx.command, full="-H" in param.opts), nl=False)
        ctx.exit()


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"rouge-eval {__version__}")
        ctx.exit()


_FLAGS = [
    _flag(
        "Measures",
        *("-n", "--max-ngram"),
        type=_WHOLE,
        default=0,
        metavar="MAX",
        help="ROUGE-1 ... ROUGE-MAX",
        more="Overlap of n-grams of tokens, for each n up to MAX.",
    ),
    _flag(
        "Measures",
        *("-x", "--no-lcs"),
        is_flag=True,
        help="no ROUGE-L (which is on by default)",
        more="ROUGE-L takes the union of the longest common subsequences of each model sentence"
        " with all peer sentences.",
    ),
    _flag(
        "Measures",
        *("-w", "--weight"),
        type=_WEIGHT,
        metavar="WEIGHT",
        help="ROUGE-W, runs of k count k^WEIGHT (1.2)",
        more="A longest common subsequence in which a run of k consecutive matches counts k^WEIGHT;"
        " WEIGHT is above 0, usually 1.2.",
    ),
    _flag(
        "Measures",
        *("-2", "--skip-gap"),
        type=_WHOLE,
        metavar="GAP",
        help="ROUGE-S, at most GAP words skipped; -1: any",
        more="Pairs of tokens in the order of the text with at most GAP others between them; a"
        " negative GAP sets no limit.",
    ),
    _flag(
        "Measures",
        *("-u", "--skip-unigrams"),
        is_flag=True,
        help="with -2: ROUGE-SU instead of ROUGE-S",
        more="ROUGE-SU counts every token but the last beside the pairs.",
    ),
    _flag(
        "Measures",
        *("-U", "--skip-both"),
        is_flag=True,
        help="with -2: ROUGE-S and ROUGE-SU",
        more="Where -u is given as well, it wins.",
    ),
    _flag(
        "Measures",
        *("-3", "--basic-elements"),
        metavar="MODE",
        help="ROUGE-BE: H, HM, HMR, HM1, HMR1 or HMR2",
        more="For summaries in the format SIMPLE, head|modifier|relation on each line. H: heads"
        " without modifier; HM, HMR: pairs with a modifier, triples with a relation; HM1, HMR1:"
        " all pairs, triples with a modifier; HMR2: all triples. Switches ROUGE-L off.",
    ),
    _flag(
        "Text",
        *("-m", "--stem"),
        is_flag=True,
        help="stem peers and models (Porter)",
        more="Tokens of more than three letters; irregular forms by WordNet's exceptions.",
    ),
    _flag(
        "Text",
        *("-M", "--stem-models"),
        is_flag=True,
        help="stem the models only",
        more="As the original does it: not in ROUGE-N, and in ROUGE-W only where tokens are counted.",
    ),
    _flag(
        "Text",
        *("-s", "--remove-stop-words"),
        is_flag=True,
        help="leave stop words out (SMART's list)",
    ),
    _flag(
        "Text",
        *("-l", "--word-limit"),
        type=_WHOLE,
        default=0,
        metavar="N",
        help="only the first N words of every summary",
        more="Of models, too. Not with -b. 0: no limit.",
    ),
    _flag(
        "Text",
        *("-b", "--byte-limit"),
        type=_WHOLE,
        default=0,
        metavar="N",
        help="only the first N bytes of every summary",
        more="Of models, too. Not with -l. 0: no limit.",
    ),
    _flag(
        "Text",
        *("-e", "--data"),
        metavar="DIR",
        help="word lists from DIR, not the built-in ones",
        more="DIR/smart_common_words.txt and DIR/WordNet-2.0-Exceptions/*.exc; a built-in list"
        " stands in for one that is not there.",
    ),
    _flag(
        "Scores",
        *("-f", "--formula"),
        default="A",
        metavar="A|B",
        help="several models: A pool, B keep the best [A]",
        more="B keeps the model with the highest recall, the first of equals; anything else acts as A.",
    ),
    _flag(
        "Scores",
        *("-p", "--alpha"),
        type=_REAL,
        default=0.5,
        metavar="ALPHA",
        help="weight of precision in F, 0 to 1 [0.5]",
        more="0 makes F recall, 1 makes it precision.",
    ),
    _flag(
        "Scores",
        *("-t", "--counting"),
        type=_REAL,
        default=0,
        metavar="0|1|2",
        help="0 average, 1 pool, 2 print pooled counts [0]",
        more="0: the average over evaluations. 1: figures of the counts pooled over the corpus."
        " 2: these counts themselves. Any other number acts as 0.",
    ),
    _flag(
        "Scores",
        *("-c", "--confidence"),
        type=_REAL,
        default=95,
        metavar="PERCENT",
        help="confidence level, 0 to 100 [95]",
    ),
    _flag(
        "Scores",
        *("-r", "--resamples"),
        type=_WHOLE,
        default=1000,
        metavar="N",
        help="bootstrap resamples, 1 or more [1000]",
    ),
    _flag(
        "Input and output",
        *("-z", "--file-list"),
        metavar="FORMAT",
        help="CONFIG lists files: SEE, SPL, ISI or SIMPLE",
        more="One evaluation a line: the peer's file, then the models'. Lines that begin with # and"
        " blank ones are skipped. SYSTEM is a label here, X by default; -a has no effect.",
    ),
    _flag(
        "Input and output",
        *("-a", "--all", "all_systems"),
        is_flag=True,
        help="all systems, even if SYSTEM is given",
    ),
    _flag(
        "Input and output",
        *("-d", "--details"),
        is_flag=True,
        help="print the score of every evaluation, too",
        more="With -t 1 or 2: the counts of the model, of the peer and of the hits as R, P and F.",
    ),
    _flag(
        "Input and output",
        *("-v", "--verbose"),
        is_flag=True,
        help="print texts, tokens, matches and counts, too",
    ),
    _flag(
        "Input and output",
        *("-h", "--help"),
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="this help",
    ),
    _flag(
        "Input and output",
        *("-H", "--full-help"),
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="this help in full",
    ),
    _flag(
        "Input and output",
        "--version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help="the version",
    ),
]


def flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a command with all flags, in the order of the help."""
    return reduce(lambda decorated, flag: flag(decorated), reversed(_FLAGS), command)


def help_text(command: click.Command, *, full: bool) -> str:
    """The help of a command made of `Flag`s, in short or in full."""
    lines = [_USAGE, "", *textwrap.wrap(_ABSTRACT, _WIDTH)]
    group = ""
    for option in command.params:
        if not isinstance(option, Flag):
            continue
        if option.group != group:
            group = option.group
            lines += ["", f"{group}:"] if full else [f"{group}:"]
        lines += _entry(option, full)
    if full:
        for paragraph in _MORE:
            lines += ["", *textwrap.wrap(paragraph, _WIDTH)]
    return "\n".join([*lines, "", _CLOSING, ""])


def _entry(option: Flag, full: bool) -> list[str]:
    names = ", ".join(option.opts) + (f" {option.metavar}" if option.metavar else "")
    lines = [f"  {names:<{_INDENT - 3}} {option.help}"]
    if full and option.more:
        margin = " " * _INDENT
        lines += textwrap.wrap(option.more, _WIDTH, initial_indent=margin, subsequent_indent=margin)
    return lines
