"""The command: flags, operands, environment, streams and exit status."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from errno import EBADF, ENOSPC
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, Options, Report, RougeError
from rouge_cli.__main__ import run, run_tools
from rouge_cli.cli import rouge_eval as cli
from rouge_cli.cli import tools
from rouge_cli.cli.console import status_of

from ..oracle import original
from ..support.commands import ROOT, command, environment, rouge_eval, run_process
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.needs import needs
from ..support.processes import start
from ..support.scoring import report_of
from ..support.tables import table


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a configuration `c.xml` of one system and a file list `list`."""
    write_corpus(tmp_path)
    write(tmp_path, {"list": "p m1 m2\n"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _asked(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Options, Any]:
    calls: list[tuple[Options, Any]] = []

    def evaluate(evaluations: list[Evaluation], options: Options, systems: Any, **_: Any) -> Report:
        calls.append((options, systems))
        return report_of(options, {})

    monkeypatch.setattr(cli, "score_evaluations", evaluate)
    assert cli.main(arguments) == 0
    (call,) = calls
    return call


_SPELLINGS: list[tuple[list[str], dict[str, Any]]] = [
    *(
        (arguments, changed)
        for short, long, value, changed in table(__file__, "values")
        for arguments in ([short, value], [short + value], [long, value], [f"{long}={value}"])
    ),
    *(([name], changed) for *names, changed in table(__file__, "switches") for name in names),
    *((words.split(), changed) for words, changed in table(__file__, "commands")),
]


@pytest.mark.parametrize(("arguments", "changed"), _SPELLINGS, ids=str)
def test_flags_become_options(
    arguments: list[str], changed: dict[str, Any], corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, _ = _asked([*arguments, "c.xml"], monkeypatch)
    assert options == Options(**changed)


@pytest.mark.parametrize(
    ("operands", "systems"),
    [
        (["c.xml"], None),
        (["c.xml", "S"], ("S",)),
        (["-a", "c.xml", "S"], None),
        (["-a", "c.xml", "unknown"], None),
        (["--", "c.xml", "S"], ("S",)),
    ],
)
def test_operands_choose_systems(
    operands: list[str], systems: tuple[str, ...] | None, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _asked(operands, monkeypatch)[1] == systems


@pytest.mark.parametrize("spelling", [["-z", "SPL"], ["-zspl"], ["--file-list", "Spl"], ["--file-list=SPL"]])
@pytest.mark.parametrize(("operand", "label"), [([], b"X"), (["mine"], b"mine"), ([""], b"")])
def test_a_file_list_takes_the_system_as_a_label(
    corpus: Path, spelling: list[str], operand: list[str], label: bytes
) -> None:
    output = rouge_eval([*spelling, "-a", "-t", "2", "list", *operand], cwd=corpus)
    assert (output.stdout, output.status) == (
        b"-" * 45 + b"\n" + label + b" ROUGE-L M_count: 18 P_count: 14 H_count: 9\n",
        0,
    )


@pytest.mark.parametrize(("name", "words"), [("-m", ["-m"]), ("--stem", ["--", "--stem"])])
def test_a_system_may_be_called_like_an_option(name: str, words: list[str], corpus: Path) -> None:
    """Behind two dashes there are operands alone."""
    write_corpus(corpus, configuration(eval_element(peers=f'<P ID="{name}">p</P>')))
    expected = f"{'-' * 45}\n{name} ROUGE-L ".encode()
    assert rouge_eval(["c.xml", *words], cwd=corpus).stdout.startswith(expected)


@needs("original")
@pytest.mark.parametrize("words", [["S", "-m"], ["S", "-n", "4", "-a"], ["S", "-x"]])
def test_letters_behind_the_system_are_ignored_as_by_the_original(words: list[str], corpus: Path) -> None:
    output = rouge_eval(["c.xml", *words], cwd=corpus)
    assert output.stdout == original.run(["c.xml", *words], corpus).stdout != b""
    note = f"note: ignored: {' '.join(words[1:])} (single letters go before"
    assert output.stderr.decode().startswith(note)


@pytest.mark.parametrize(
    "words",
    [
        ["c.xml", "--max-ngram", "2", "--stem"],
        ["c.xml", "--max-ngram=2", "--stem"],
        ["c.xml", "S", "--max-ngram", "2", "--stem"],
        ["c.xml", "--stem", "S", "--max-ngram", "2"],
        ["-m", "c.xml", "--max-ngram=2", "--", "S"],
        ["-n2", "c.xml", "--stem"],
    ],
)
def test_long_names_follow_the_operands(words: list[str], corpus: Path) -> None:
    expected = rouge_eval(["-n", "2", "-m", "c.xml"], cwd=corpus)
    assert b"S ROUGE-2 Average_R: " in expected.stdout
    assert rouge_eval(words, cwd=corpus) == expected


def test_a_long_name_with_a_value_takes_no_operand(corpus: Path) -> None:
    assert rouge_eval(["c.xml", "--output", "report", "S"], cwd=corpus) == (b"", b"", 0)
    assert (corpus / "report").read_bytes() == rouge_eval(["c.xml", "S"], cwd=corpus).stdout
    write(corpus, dict.fromkeys("abc", "one line\n"))
    systems = rouge_eval(["--quiet", "--lines", "a", "--lines", "b", "c"], cwd=corpus)
    assert systems.stdout.count(b"Average_F") == 2
    assert rouge_eval(["--quiet", "--lines", "a", "c", "--lines", "b"], cwd=corpus) == systems


@pytest.mark.parametrize(("flags", "variables", "data"), table(__file__, "homes"))
def test_the_environment_stands_for_the_data_directory(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, flags: str, variables: dict[str, str], data: str
) -> None:
    for home in ("ROUGE_EVAL_HOME", "RED_EVAL_HOME"):
        monkeypatch.delenv(home, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert _asked([*flags.split(), "c.xml"], monkeypatch)[0].data == (data or None)


# Notes on what was understood.


@pytest.mark.parametrize(
    ("arguments", "note"),
    [
        (["--lines", "a", "b", "c"], b"1 system, 2 models, 3 evaluations"),
        (["--lines", "a", "--lines", "b", "c"], b"2 systems, 1 model, 3 evaluations"),
        (["--lines", "one", "first"], b"1 system, 1 model, 1 evaluation"),
        (["--lines", "many", "much"], b"1 system, 1 model, 1,500 evaluations"),
    ],
)
def test_files_of_lines_are_said_as_they_are_understood(
    corpus: Path, arguments: list[str], note: bytes
) -> None:
    """`--lines a b refs` makes b a second model, which may not be what was meant."""
    write(corpus, {**dict.fromkeys("abc", "x\ny\nz\n"), **dict.fromkeys(("one", "first"), "x\n")})
    write(corpus, dict.fromkeys(("many", "much"), "x\n" * 1500))
    output = rouge_eval(["-n1", "-r", "1", *arguments], cwd=corpus)
    assert (output.stderr, output.status) == (b"note: " + note + b"\n", 0)
    assert rouge_eval(["--quiet", "-n1", "-r", "1", *arguments], cwd=corpus) == (output.stdout, b"", 0)
    alone = rouge_eval(["-r", "1", *arguments], cwd=corpus).stderr.decode().splitlines()[1]
    assert alone == "note: ROUGE-L alone is scored; -n 2 adds ROUGE-1 and ROUGE-2"


# Streams and exit status.


def test_notes_go_to_standard_error(corpus: Path) -> None:
    peers = '<P ID="1">p</P><P ID="2"></P><P ID="3">empty</P>'
    write_corpus(corpus, configuration(eval_element(peers=peers)))
    write(corpus, {"empty": ""})
    output = rouge_eval(["c.xml"], cwd=corpus)
    assert output.status == 0
    assert output.stderr == (b"note: System 2 has no summary in evaluation 1\nnote: Empty summary: ./empty\n")
    assert output.stdout.count(b" 0.00000 ") >= 2
    assert b"note" not in output.stdout


@pytest.mark.slow
def test_ids_are_printed_as_utf_8_whatever_the_locale(corpus: Path) -> None:
    write_corpus(corpus, configuration(eval_element('ID="é"', peers='<P ID="日本">p</P>')))
    done = run_process("-d", "c.xml", cwd=corpus, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.status == 0
    assert "日本 ROUGE-L Eval é.日本 R:".encode() in done.stdout


@pytest.mark.parametrize("flags", [[], ["-d"], ["-v"]])
def test_a_name_forges_no_line_of_the_report(flags: list[str], corpus: Path) -> None:
    """The other names of the world stay as they are."""
    rows = [
        {"id": id, "system": system, "peer": "a", "models": "a"}
        for system, id in (
            ("a\n---\x1b[2J\u2028\u202e\x85", "1\rx"),
            ("\u6771\u4eac\xa0\u200d\te\u0301", "2"),
        )
    ]
    write(corpus, {"j": "".join(f"{json.dumps(row)}\n" for row in rows)})
    output = rouge_eval(["--quiet", *flags, "--jsonl", "j"], cwd=corpus).stdout.decode()
    assert {*"\x1b\r\x85\u2028\u202e"}.isdisjoint(output)
    assert "a\\n---\\x1b[2J\\u2028\\u202e\\x85 ROUGE-L Average_R: " in output
    assert "\u6771\u4eac\xa0\u200d\te\u0301 ROUGE-L Average_R: " in output


@pytest.mark.slow
def test_the_module_runs_like_the_command(corpus: Path) -> None:
    assert run_process("-n", "2", "c.xml", cwd=corpus) == rouge_eval(["-n", "2", "c.xml"], cwd=corpus)
    failing = ["-n", "x", "c.xml"]
    assert run_process(*failing, cwd=corpus) == rouge_eval(failing, cwd=corpus)


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """The end of a pipe that nobody reads."""
    read, written = os.pipe()
    os.close(read)
    yield written
    os.close(written)


def _status_and_errors(
    *words: str, cwd: Path = ROOT, stdout: int | None = None, pass_fds: tuple[int, ...] = ()
) -> tuple[int, str]:
    """Run the command into a file, or without standard output."""
    script = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    before = [sys.executable, "-c", script] if stdout is None else command()[:1]
    done = subprocess.run(
        [*before, *command(*words)[1:]],
        cwd=cwd,
        env=environment(),
        stdout=stdout,
        stderr=subprocess.PIPE,
        pass_fds=pass_fds,
        timeout=60,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.slow
class TestClosedStreams:
    @pytest.mark.parametrize("arguments", [["-d", "c.xml"], ["-v", "c.xml"], ["-h"], ["--version"]])
    def test_a_closed_pipe_ends_the_run_quietly(
        self, corpus: Path, arguments: list[str], closed_pipe: int
    ) -> None:
        """As under `| head`: who reads has seen enough, which is no error to complain about."""
        assert _status_and_errors(*arguments, cwd=corpus, stdout=closed_pipe) == (141, "")

    @needs("linux")
    def test_a_full_disk_is_an_error(self, corpus: Path) -> None:
        with open("/dev/full", "wb") as full:
            status, errors = _status_and_errors("c.xml", cwd=corpus, stdout=full.fileno())
        assert (status, errors) == (1, f"rouge-eval: standard output: {os.strerror(ENOSPC)}\n")

    @needs("linux")
    @pytest.mark.parametrize("closed", [False, True])
    def test_a_note_that_nobody_hears_does_not_cost_the_report(
        self, corpus: Path, closed: bool, closed_pipe: int
    ) -> None:
        """On standard error, which is a full disk or a closed pipe."""
        write(corpus, {"c.xml": configuration(eval_element(peers='<P ID="S">p</P><P ID="T"/>'))})
        written = closed_pipe if closed else os.open("/dev/full", os.O_WRONLY)
        for arguments, status in ((["c.xml"], 0), (["nowhere"], 1), (["-n"], 2)):
            done = subprocess.run(
                command(*arguments), env=environment(), stdout=subprocess.PIPE, stderr=written, timeout=60
            )
            heard = run_process(*arguments, cwd=corpus)
            assert (done.stdout, done.returncode) == (heard.stdout, heard.status) == (heard.stdout, status)
            assert heard.stderr

    @needs("posix")
    def test_a_closed_pipe_by_name_without_standard_output(self, corpus: Path, closed_pipe: int) -> None:
        words = ["--output", f"/dev/fd/{closed_pipe}", "c.xml"]
        assert _status_and_errors(*words, cwd=corpus, pass_fds=(closed_pipe,)) == (141, "")

    @pytest.mark.parametrize(
        ("program", "words"),
        [
            *((cli, word) for word in ("-h", "-H", "--version", "c.xml")),
            *((tools, words) for words in ("-h", "--version", "check -h", "check c.xml")),
        ],
    )
    def test_no_standard_output_is_an_error(self, program: Any, words: str, corpus: Path) -> None:
        """Python has no `sys.stdout` under `>&-`."""
        errors = io.StringIO()
        with redirect_stdout(None), redirect_stderr(errors):
            status = program.main(words.split())
        name = "rouge-eval" if program is cli else "rouge-tools"
        assert (status, errors.getvalue()) == (1, f"{name}: standard output: {os.strerror(EBADF)}\n")

    @needs("posix")
    def test_nor_is_it_passed_over_by_a_process(self) -> None:
        expected = f"rouge-eval: standard output: {os.strerror(EBADF)}\n"
        assert _status_and_errors("-h") == (1, expected)

    def test_no_standard_error_is_none(self, corpus: Path) -> None:
        with redirect_stderr(None):
            assert cli.main(["nowhere.xml"]) == 1


@pytest.mark.slow
class TestInterrupt:
    def test_both_commands_begin_there(self) -> None:
        """Before anything is imported that takes long."""
        scripts = entry_points(group="console_scripts")
        assert scripts["rouge-eval"].load() is scripts["ROUGE-1.5.5.pl"].load() is run
        assert scripts["rouge-tools"].load() is run_tools

    @needs("posix")
    @pytest.mark.parametrize("words", [["c.xml"], ["--jobs", "2", "two.xml"]])
    def test_a_signal_leaves_no_traceback_and_waits_for_no_file(self, words: list[str], corpus: Path) -> None:
        """A pipe that holds nothing is the configuration, or a summary that a thread reads ahead."""
        write(corpus, {"two.xml": configuration(eval_element(), eval_element('ID="2"'))})
        fifo = corpus / ("p" if "two.xml" in words else "c.xml")
        fifo.unlink()
        os.mkfifo(fifo)
        process = start(command(*words), cwd=corpus)
        with open(fifo, "wb"):  # Waits until the process has opened it for reading.
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
        assert (stdout, stderr, process.returncode) == (b"", b"", 130)


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (RougeError("what and where; what to do"), 1, "rouge-eval: what and where; what to do\n"),
        (MemoryError(), 1, "rouge-eval: out of memory;"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_errors_are_no_tracebacks(error: BaseException, status: int, message: str) -> None:
    def fail() -> None:
        raise error

    errors = io.TextIOWrapper(io.BytesIO())
    with redirect_stderr(errors):
        assert status_of("rouge-eval", [], fail) == status
    told = errors.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert told.startswith(message)
    assert told.count("\n") == bool(message)


def test_that_no_measure_is_chosen_is_said() -> None:
    """The original prints nothing either, but a user should know why."""
    output = rouge_eval(["-x", "-a", "-s", "--split-sentences", "config_examples/see.xml"])
    assert (output.stdout, output.status) == (b"", 0)
    assert output.stderr == b"note: no measure is chosen; give -n, -w, -2 or -3, or leave ROUGE-L on\n"
