"""`rouge-tools languages`, `guide` and `completion`: lists, pages and scripts of the package."""

from __future__ import annotations

import json
import os
from types import SimpleNamespace

import click
from click.shell_completion import get_completion_class

from ..._version import __version__
from ...errors import InputError, OptionError, nearest
from ...rendering.presentation import Table, text_table
from ...text.files import read_bytes
from ...text.languages.language_table import LANGUAGES, PACKAGES, packages_of
from ...text.languages.rules import stop_words_of_language
from ...text.word_lists import BUILT_IN
from ..commands import tool
from ..console import columns_of, print_lines
from ..flag_kinds import choice
from ..flags import OUTPUT_FILE
from ..rouge_eval import command as rouge_eval
from ..targets import write_lines

GUIDES = {
    "formats": "inputs, outputs, pictures; checking and explaining; pipelines that call ROUGE-1.5.5.pl",
    "recipes": "a trainer, a reward, a million pairs in parts, lemmas, LaTeX, cron",
    "flags": "where flags go, exit statuses, completion and man pages",
    "differences": "why figures differ; the figures of rouge-score, evaluate and torchmetrics; the original",
    "published": "which published figures come out again, and how to repeat them",
    "languages": "tokens, stems, stop words and sentences in languages other than English",
    "statistics": "comparisons, measures beside ROUGE and of the papers, people as systems",
    "correlation": "agreement with human scores, Lin's table, sample sizes",
    "python": "scorers, scores, reports, notebooks, pools of texts",
    "frameworks": "lm-eval, ragas, MLflow and the like on this engine",
    "clusters": "Dask and Spark, and the cost of a billion pairs",
    "speed": "times beside the original, other packages and a bare C++ program",
    "developing": "how the project is tested and released",
}
"""The topics, each with what it is about."""

_HEAD = ("code", "name", "tokenizer", "stemmer", "sentences", "stop words", "missing")


@tool(
    "languages",
    "Lists the languages, and the packages that each needs.",
    f"""
    Output:
    --format WORD  text or json [text]
    {OUTPUT_FILE}
    """,
    format=choice(["text", "json"], default="text"),
)
def languages(flags: SimpleNamespace) -> None:
    """Lists the languages of --language, each with its tokenizer, its stemmer, the rules of
    --split-sentences, the length of the list of --stop-words, and the packages that are missing.

    Sentences end at the full stops of all scripts, but not at abbreviations. A language with rules of
    its own has its own abbreviations; general rules have English ones. Thai has no full stops, so
    its texts must mark their sentences.

    A second table has all packages, with the installed version and the command that installs them.
    """
    installed = {package: package.installed() for package in PACKAGES}
    rows = []
    for language in LANGUAGES.values():
        needed = packages_of(language)
        try:
            stop_words = len(stop_words_of_language(language.code)[1])
        except InputError:  # The package of the lists is missing.
            stop_words = None
        missing = [one.name for one in needed if installed[one] is None]
        own = {"stop_words": stop_words, "needed": [one.name for one in needed], "missing": missing}
        rows.append({**language._asdict(), **own})
    if flags.format == "json":
        packages = [
            {"name": one.name, "version": installed[one], "purpose": one.purpose, "install": one.install}
            for one in PACKAGES
        ]
        document = {"version": __version__, "languages": rows, "packages": packages}
        write_lines([json.dumps(document, indent=1) + "\n"], flags.output)
        return
    cells = []
    for row in rows:
        words = "?" if row["stop_words"] is None else str(row["stop_words"] or "none")
        cells.append([*(row[name] for name in _HEAD[:5]), words, ", ".join(row["missing"]) or "nothing"])
    head = ("package", "version", "for", "installed by")
    below = [(one.name, installed[one] or "missing", one.purpose, one.install) for one in PACKAGES]
    tables = Table("", _HEAD, cells, len(_HEAD)), Table("", head, below, len(head))
    width = columns_of(flags.output)
    lines = [*text_table(tables[0], width), "", *text_table(tables[1], width)]
    write_lines((f"{line}\n" for line in lines), flags.output)


def _topics(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return [topic for topic in GUIDES if topic.startswith(incomplete)]


@tool(
    "guide",
    "Prints the guide on TOPIC, or the list of topics.",
    "",
    click.Argument(["topic"], metavar="[TOPIC]", required=False, shell_complete=_topics),
)
def guide(flags: SimpleNamespace) -> None:
    """Prints the guide on TOPIC, in Markdown; without TOPIC the list of topics.

    The guides go beyond the README, with examples, tables and definitions. Read them in a pager:

    \b
      rouge-tools guide statistics | less
    """
    topic = flags.topic
    if topic is None:
        topics = text_table(Table("", ["topic", "about"], [*GUIDES.items()], 2), columns_of(None))
        print_lines(f"{line}\n" for line in topics)
        return
    if topic not in GUIDES:
        near = nearest(topic.lower(), GUIDES)
        hint = f"; did you mean {near}?" if near else ""
        raise OptionError(f"there is no guide on {topic!r}; there are {', '.join(GUIDES)}{hint}")
    print_lines([read_bytes(os.path.join(BUILT_IN, "guides", f"{topic}.md")).decode()])


@tool(
    "completion",
    "Prints the script that lets a shell complete both commands.",
    "",
    click.Argument(["shell"], metavar="SHELL", type=click.Choice(["bash", "zsh", "fish"])),
)
def completion(flags: SimpleNamespace) -> None:
    """Prints the script that lets SHELL (bash, zsh or fish) complete rouge-eval and rouge-tools.

    Put the line of your shell into its start-up file:

    \b
      ~/.bashrc                    eval "$(rouge-tools completion bash)"
      ~/.zshrc                     eval "$(rouge-tools completion zsh)"
      ~/.config/fish/config.fish   rouge-tools completion fish | source

    In ~/.zshrc it goes below `autoload -Uz compinit && compinit`.
    """
    rouge_tools = click.get_current_context().find_root().command
    shell = get_completion_class(flags.shell)
    assert shell is not None, "click completes these shells"
    for program, cli in (("rouge-eval", rouge_eval), ("rouge-tools", rouge_tools)):
        variable = f"_{program.replace('-', '_')}_COMPLETE".upper()  # click expects this name.
        source = shell(cli, {}, program, variable).source()
        # click's script for fish ends a help at its first comma.
        print_lines([source.replace('(string split "," $', '(string split --max 1 "," $')])
