"""What the commands say of themselves: helps, man pages, examples and guides."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import click
import pytest

import rouge_cli
from rouge_cli import kernel
from rouge_cli.cli.flags import Flag, names_of
from rouge_cli.cli.rouge_eval import command
from rouge_cli.cli.tools import COMMANDS, Tool, group
from rouge_cli.cli.tools.setting_up import GUIDES

from ..guides.pages import PAGES
from ..programs import man_pages
from ..support.commands import PROGRAMS, ROOT, rouge_eval, rouge_tools, run_process
from ..support.needs import needs
from ..support.tables import cells

_PAGE = command.page
_FLAGS = [*chain.from_iterable(flags for title, flags in command.groups.items() if title != "Help")]
_NAMES = {name for flag in _FLAGS for name in flag.opts}


def _tool(name: str) -> Tool:
    command = group.get_command(click.Context(group), name)
    assert isinstance(command, Tool)
    return command


# Helps.


def test_the_full_help_says_all_of_the_short_one_and_names_every_flag() -> None:
    short, full = rouge_eval(["-h"]), rouge_eval(["-H"])
    assert (full.stderr, full.status) == (b"", 0)
    text = full.stdout.decode("ascii")
    lines = text.splitlines()
    of_flags = [line for line in short.stdout.decode("ascii").splitlines() if line.startswith("  -")]
    assert set(of_flags) <= set(lines)
    for flag in _FLAGS:
        first, names = (flag.help or "").split()[0], names_of(flag)
        gap = " " if len(names) <= 27 else f"\n{' ' * 30}"
        assert f"\n  {names:<27}{gap}{first} " in text
    assert max(map(len, lines)) <= 79
    assert text.count("The report goes to standard output; ") == text.count("\n\nThe classic run: ") == 1
    first = short.stdout.decode().index("--lines peers.txt models.txt")
    assert 0 < first < short.stdout.decode().index("\nMeasures:\n")
    for more in ("exit status", "ROUGE_EVAL_HOME", "RED_EVAL_HOME", "smart_common_words.txt"):
        assert more in text
    assert rouge_eval(["--full-help"]) == full


def test_help_wins_over_everything_behind_it() -> None:
    assert rouge_eval(["-h", "-n", "x", "nowhere.xml"]) == rouge_eval(["-h"])
    assert rouge_eval(["-H", "nowhere.xml"]) == rouge_eval(["-H"])


def test_version() -> None:
    expected = f"rouge-eval {rouge_cli.__version__} ({kernel.NAME} kernel)\n".encode()
    assert rouge_eval(["--version"]) == (expected, b"", 0)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_groups_and_all_that_is_said_of_its_own_flags(command: str) -> None:
    text, tool = rouge_tools([command, "-H"]).stdout.decode(), _tool(command)
    assert max(map(len, text.splitlines())) <= 79
    words = " ".join(text.split())
    for title, flags in tool.groups.items():
        assert f"\n{title}:\n" in text
        for flag in flags:
            assert f" {flag.opts[0]}" in text
            assert title in tool.page.shared or " ".join(flag.more.split()) in words
            _assert_help_is_true(flag)


def _assert_help_is_true(flag: Flag) -> None:
    """Fail unless the help of a flag names its default and says whether it may be repeated."""
    help, default = flag.help or "", flag.default
    assert "[" not in help or not isinstance(default, str) or help.endswith(f"[{default}]")
    if "--lines" not in flag.opts:
        assert flag.multiple == ("may be repeated" in help or flag.name in ("roots", "jsonl"))


@pytest.mark.parametrize("function", [rouge_cli.correlate, rouge_cli.power])
def test_the_help_names_the_defaults_of_the_library(function: Callable[..., object]) -> None:
    parameters = inspect.signature(function).parameters
    for flag in chain.from_iterable(_tool(function.__name__).groups.values()):
        default = parameters[flag.name].default if flag.name in parameters else None
        if isinstance(default, tuple):
            default = {3: "the first three"}.get(len(default), ",".join(default))
        is_a_value = (
            isinstance(default, int | float | str) and not isinstance(default, bool) and default != ""
        )
        if is_a_value and flag.name not in ("figure", "jobs"):
            assert (flag.help or "").endswith(f"[{default}]")


@pytest.mark.parametrize("words", [None, [], *([command] for command in COMMANDS)], ids=str)
def test_the_short_help_fits_a_screen(words: list[str] | None) -> None:
    output = rouge_eval(["-h"]) if words is None else rouge_tools([*words, "-h"])
    assert (output.stderr, output.status) == (b"", 0)
    lines = output.stdout.decode("ascii").splitlines()
    assert len(lines) <= 48
    heads = [place for place, line in enumerate(lines) if re.match(r"\w[\w ]*:$", line)]
    assert all(lines[place - 1] == "" for place in heads)
    assert max(map(len, lines)) <= 79


def test_without_a_command_the_help_of_the_group_is_printed() -> None:
    output = rouge_tools([])
    assert (output.stdout, output.status) == (b"", 2)
    assert output.stderr == rouge_tools(["-h"]).stdout
    assert output.stderr.startswith(b"Usage: rouge-tools [OPTIONS] COMMAND [ARGS]...\n")
    matrix = rouge_tools(["matrix", "-h"]).stdout
    assert matrix.startswith(b"Usage: rouge-tools matrix [OPTIONS] TEXTS [MODELS]\n")


# Man pages.

_PAGES = man_pages.pages()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the pages, as `make man` writes them."""
    folder = tmp_path_factory.mktemp("man")
    man_pages.write(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(_PAGES)
    return folder


def test_every_flag_and_every_command_is_there() -> None:
    page = _PAGES["rouge-eval.1"].replace("\\", "")
    assert [name for name in _NAMES if f"fB{name}fP" not in page] == []
    assert [name for name in COMMANDS if f".SS {name}\n" not in _PAGES["rouge-tools.1"]] == []
    assert all(_tool(name).page.paragraphs for name in COMMANDS)


@needs("groff")
@pytest.mark.parametrize("name", ["rouge-eval.1", "rouge-tools.1"])
def test_groff_prints_every_word_without_a_warning(name: str, folder: Path) -> None:
    command = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou", "-rLL=80n", folder / name]
    done = subprocess.run(command, capture_output=True)
    assert (done.stderr, done.returncode) == (b"", 0)
    printed = " ".join(done.stdout.decode().split())
    if name == "rouge-eval.1":
        usage = [line.removeprefix("Usage:") for line in _PAGE.usage]
        of_flags = [text for flag in _FLAGS for text in (flag.help or "", flag.more)]
        first, _, *others = _PAGE.paragraphs
        texts = [*of_flags, first, *others, *_PAGE.closing, *usage]
    else:
        texts = [paragraph for name in COMMANDS for paragraph in _tool(name).page.paragraphs]
    assert [text for text in texts if " ".join(text.split()) not in printed] == []


@needs("mandoc")
@pytest.mark.parametrize("name", ["rouge-eval.1", "rouge-tools.1"])
def test_mandoc_has_nothing_to_say_against_them(name: str, folder: Path) -> None:
    done = subprocess.run(["mandoc", "-Tlint", folder / name], capture_output=True, text=True)
    found = [line for line in done.stdout.splitlines() if "missing date" not in line]  # They have none.
    assert not found


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        (".TH is a macro", r"\&.TH is a macro"),
        ("'quoted' a\\b", r"\(aqquoted\(aq a\eb"),
        ("--stem k^W ~/x `y`", r"\-\-stem k\(haW \(ti/x \(gay\(ga"),
    ],
)
def test_what_troff_would_take_for_its_own_is_escaped(text: str, escaped: str) -> None:
    assert man_pages._text(text) == escaped


# Examples: each command runs from an empty folder, as it stands.

_PRINTED = rouge_eval(["--examples"]).stdout.decode().splitlines()


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (0, "short ROUGE-2 Average_F: 0.36344 (95%-conf.int. 0.29268 - 0.42857)"),
        (1, "| short | ROUGE-1 |"),
        (2, "short,rouge1,R,0.6108465608465609,"),
        (3, "0 errors, 0 warnings"),
        (4, "ROUGE-2"),
    ],
)
def test_each_example_has_a_line_on_it_and_runs_from_an_empty_folder(
    place: int, shown: str, tmp_path: Path
) -> None:
    assert (_PRINTED[0::3], len(_PRINTED)) == ([line for line in _PRINTED if line.startswith("# ")], 14)
    program, *arguments = shlex.split(_PRINTED[1::3][place])
    output = PROGRAMS[program](arguments, tmp_path)
    assert output.status == 0, output.stderr
    assert shown in " ".join(output.stdout.decode().split())
    assert b"ROUGE Warning" not in output.stderr
    assert list(tmp_path.iterdir()) == []


def test_paths_of_examples_are_those_of_the_package_and_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "it's a folder"
    folder.mkdir()
    (folder / "rouge_cli").symlink_to(Path(rouge_cli.__file__).parent)
    printed = run_process("--examples", cwd=folder).stdout.decode().splitlines()
    assert shlex.split(printed[1])[-1] == f"{folder}/rouge_cli/examples/config.xml"


# Guides.

_GUIDES = [page for page in PAGES if page.name != "README.md"]


def test_the_list_and_the_readme_name_every_guide_that_there_is() -> None:
    printed = rouge_tools(["guide"])
    assert printed.status == 0
    topics = [topic for topic, _ in cells(printed.stdout.decode())[1:] if topic]
    assert topics == list(GUIDES)
    assert sorted(topics) == sorted(page.stem for page in _GUIDES)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"\(rouge_cli/data/guides/(\w+)\.md\)", readme)) == set(GUIDES)


@pytest.mark.parametrize("topic", GUIDES)
def test_a_guide_is_printed_as_it_is_and_begins_with_its_question(topic: str) -> None:
    text = (Path(rouge_cli.__file__).parent / "data" / "guides" / f"{topic}.md").read_bytes()
    assert rouge_tools(["guide", topic]).stdout == text
    assert re.match(rb"# .*\?$", text, re.MULTILINE)


def test_readme_and_guides_are_short_enough_to_be_read() -> None:
    """The words of the guides, as `wc -w` counts them."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 200
    assert sum(len(page.read_text("utf-8").split()) for page in _GUIDES) <= 9_600
