"""The pages for users: their commands, Python and recipes run, and print what the pages show."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy
import pytest

from rouge_cli.rouges import PROFILES

from ..support.commands import PROGRAMS, ROOT, environment, rouge_eval, rouge_tools
from ..support.needs import lacking, needs
from .pages import PAGES, Block, blocks, lay_out

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which the examples of a page run one after the other, as a reader would try them."""
    folder = tmp_path
    lay_out(folder)
    for name, module in [("rouge-eval", "run"), ("rouge-tools", "run_tools")]:
        script = f"import sys; from rouge_cli.__main__ import {module}; sys.exit({module}())"
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{script}" "$@"\n', "utf-8")
        path.chmod(0o755)
    (folder / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder / "bin"), os.environ["PATH"]]))
    return folder


# Commands.

_OTHERS = (
    *("python3", "python", "pip", "make", "eval", "man"),
    *("pyrouge_set_rouge_path", "git", "head", "export"),
)
"""Programs whose lines are not run here: they install, build, or are of the user's shell."""


class _Example(NamedTuple):
    """A command, and what a page shows of its output; `None`: nothing is shown."""

    page: str
    place: str
    command: str
    output: str | None


def _examples() -> Iterator[_Example]:
    for block in blocks("sh", "console"):
        shows_output = block.text.startswith("$ ") or "\n$ " in block.text
        text = block.text if shows_output else re.sub(r"^(?=[^\s#])", "$ ", block.text, flags=re.MULTILINE)
        for number, example in enumerate(re.split(r"^\$ ", text, flags=re.MULTILINE)[1:], 1):
            command, _, output = example.replace("\\\n", "").partition("\n")
            shown = output if shows_output and output.strip() else None
            yield _Example(block.page.name, f"{block.place} ({number})", command, shown)


_EXAMPLES = list(_examples())
_RUN = [example for example in _EXAMPLES if example.command.split()[0] in PROGRAMS]


def test_every_line_is_a_command_that_is_known() -> None:
    assert {example.command.split()[0] for example in _EXAMPLES} <= {*PROGRAMS, *_OTHERS}
    assert len(_RUN) > 30
    assert len(_SESSIONS) > 5
    assert _SCRIPTS


def _run(command: str, folder: Path) -> tuple[str, str, int]:
    """Run a command; one with pipes or redirections in a shell."""
    words = shlex.split(command, comments=True)
    if not {"|", ">", "2>/dev/null", "&&"} & set(words):
        printed = PROGRAMS[words[0]](words[1:], folder)
        return printed.stdout.decode(), printed.stderr.decode(), printed.status
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment(PATH=path), capture_output=True, timeout=120
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


@pytest.mark.parametrize("page", sorted({example.page for example in _RUN}))
def test_commands_print_what_the_page_shows(page: str, folder: Path) -> None:
    for example in _RUN:
        if example.page == page:
            _assert_prints(example, folder)


def _assert_prints(example: _Example, folder: Path) -> None:
    stdout, stderr, status = _run(example.command, folder)
    if example.output is None:
        assert status == 0, (example.place, stderr)
        return
    lines = example.output.rstrip("\n").splitlines()
    expected = "".join(".*" if line in ("…", "...") else f"{re.escape(line)}\n" for line in lines)
    text = (stdout or stderr).replace(str(folder), "/home/me").replace(str(ROOT), "/home/me")
    assert re.fullmatch(expected, text, re.DOTALL), (example.place, text)


# Examples in Python.


_NEEDED = {"to_pandas": "pandas", "to_arrow": "pyarrow", "plot": "matplotlib"}
"""The packages that methods load where they are called."""
_SESSIONS = [block for block in blocks("python") if block.text.startswith(">>>")]
"""Sessions with prompts, whose output is compared."""
_SCRIPTS = [
    block
    for block in blocks("python")
    if not block.text.startswith(">>>") and block.page.stem != "clusters" and block.file is None
]
"""Programs; `tests/programs/clusters` runs those of clusters, and the recipes below those that are files."""
_LEFT_OUT = {name for name in ("pandas", "pyarrow") if lacking(name)}
"""The packages whose sessions are left out, as they are in none that `make test` installs."""


def _source(block: Block) -> str:
    """Return what is run."""
    if block in _SCRIPTS:
        return block.text
    return "".join(example.source for example in DocTestParser().get_examples(block.text))


def _packages(block: Block) -> set[str]:
    """Return the packages that an example needs, beside those of Python."""
    packages = set()
    for node in ast.walk(ast.parse(_source(block))):
        if isinstance(node, ast.Import):
            packages |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            packages.add(node.module or "")
        elif isinstance(node, ast.Attribute) and node.attr in _NEEDED:
            packages.add(_NEEDED[node.attr])
    return packages


def _param(block: Block) -> Any:
    """Return the parameter for an example, marked with the packages that it needs."""
    marks = needs(*_packages(block) & {"pandas", "pyarrow"})
    return pytest.param(block, id=block.place, marks=marks)


@pytest.mark.parametrize("page", sorted({block.page.name for block in _SESSIONS}))
def test_sessions_print_what_they_show(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of a session can be used in those after it."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    for block in _SESSIONS:
        if block.page.name == page and not _packages(block) & _LEFT_OUT:
            test = DocTestParser().get_doctest(block.text, names, page, page, block.line - 1)
            output: list[str] = []
            result = DocTestRunner(optionflags=ELLIPSIS).run(test, out=output.append, clear_globs=False)
            names.update(test.globs)
            assert result.attempted > 0
            assert not result.failed, "".join(output)


@pytest.mark.parametrize("block", [*map(_param, _SCRIPTS)])
def test_a_script_runs(block: Block, folder: Path) -> None:
    (folder / "script.py").write_text(block.text, "utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment(), capture_output=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, b"")


# Recipes that are more than a command: they do what they promise.


def _only(language: str) -> str:
    (block,) = [block for block in blocks(language) if block.page.stem == "recipes"]
    return block.text


@pytest.mark.skipif(sys.platform == "win32", reason="bash")
def test_parts_are_scored_once_and_come_to_one_report(folder: Path) -> None:
    written = []
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-ec", _only("bash")], cwd=folder, env=environment(), capture_output=True, timeout=120
        )
        assert done.stdout == rouge_eval(["-n", "2", "-m", "--jsonl", "pairs.jsonl"], folder).stdout
        written.append([path.stat().st_mtime_ns for path in sorted(folder.rglob("*.npz"))])
    assert written[0] == written[1] != []  # Nothing is scored again.


@pytest.mark.skipif(sys.platform == "win32", reason="cron")
def test_a_job_writes_its_file_and_mails_nothing(folder: Path) -> None:
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(folder / "bin")
    *times, command = _only("crontab").strip().split(" ", 5)
    assert len(times) == 5
    assert "%" not in command  # It would be a line end to cron.
    set_by_cron = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["sh", "-c", command], env=set_by_cron, capture_output=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (folder / "scores.csv").read_text("utf-8").startswith("system,measure,")


@pytest.mark.usefixtures("folder")
def test_lemmas_match(folder: Path) -> None:
    (folder / "one.jsonl").write_text('{"peer": "broken", "models": "broke"}', "utf-8")
    flags = ["-n", "1", "-x", "--tokenizer", "unicode", "--jsonl", "one.jsonl", "--format", "csv"]
    assert b"ROUGE-1,R,0.0," in rouge_eval(flags, folder).stdout
    assert b"ROUGE-1,R,1.0," in rouge_eval([*flags, "--stemmer", "my:lemma"], folder).stdout


def test_a_trainer_gets_f(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    from metrics import compute_metrics  # type: ignore[import-not-found]

    words = ["", "the", "cat", "sat", "lay"]
    tokenizer = SimpleNamespace(
        pad_token_id=0,
        batch_decode=lambda ids, skip_special_tokens: [" ".join(words[one] for one in row) for row in ids],
    )
    found = SimpleNamespace(predictions=numpy.array([[1, 2, 3, 0]]), label_ids=numpy.array([[1, 2, 4, -100]]))
    figures = compute_metrics(found, tokenizer)
    assert {name: round(figure, 2) for name, figure in figures.items()} == {
        "rouge1": 66.67,
        "rouge2": 50.0,
        "rougeL": 66.67,
    }


def test_one_pair_under_every_rouge(tmp_path: Path) -> None:
    """The guide's table has every ROUGE but those that need packages, with the figures that they print."""
    page = next(page for page in PAGES if page.name == "differences.md").read_text("utf-8")
    (pair,) = re.findall(r"```json\n(.*)\n```", page)
    (tmp_path / "pair.jsonl").write_text(f"{pair}\n", "utf-8")
    shown = {
        protocol: [cell.strip(" *") for cell in cells.split("|")]
        for protocol, cells in re.findall(r"^\| `([^`]+)` \|((?:[ *.\d]*\|){3})$", page, re.MULTILINE)
    }
    flags = [flag for protocol in shown for flag in ("--protocol", protocol)]
    command = ["protocols", "--quiet", "--only", *flags, "--format", "json", "--jsonl", "pair.jsonl"]
    found = {
        protocol["name"]: [
            "".join(f"{100 * one['figure']:.2f}" for one in of.get(name, {"systems": {}})["systems"].values())
            for of in [protocol["measures"]]
            for name in ("ROUGE-1", "ROUGE-2", "ROUGE-L")
        ]
        for protocol in json.loads(rouge_tools(command, tmp_path).stdout)["protocols"]
    }
    assert {name: cells[:3] for name, cells in shown.items()} == {name: found[name] for name in shown}
    assert set(PROFILES) - {name.split()[0] for name in shown} == {"evaluate", "xlsum"}
