"""`rouge-tools shim` and `run`: what programs import, what is counted, and what stays the command's own."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rouge_cli import shim

from ..support.commands import ROOT, assert_refused, rouge_tools
from ..support.files import write
from ..support.needs import needs
from ..support.tables import table

pytestmark = pytest.mark.slow

_posix = needs("posix")

_SCORE = """
from rouge_score import rouge_scorer
scorer = rouge_scorer.RougeScorer(["rouge1"])
"""
_TOOLS = "from rouge_cli.__main__ import run_tools as run; run()"
_WAITING = "echo ready; for _ in $(seq 200); do sleep 0.05; done"
_NESTED = [sys.executable, "-c", _TOOLS, "run", "--"]
_REAL = {
    "rouge_score/__init__.py": "newer = 3",
    "rouge_score/scoring.py": "",
    "rouge_score/test_util.py": "from rouge_score import scoring\nserved = scoring.__file__",
    "rouge_score/rouge_scorer.py": "from .scoring import fmeasure\ndef newer(): return fmeasure(1, 1)",
    "rouge_score-9.9.dist-info/METADATA": "Metadata-Version: 2.1\nName: rouge-score\nVersion: 9.9\n",
    "evaluate/__init__.py": "from .loading import load",
    "evaluate/loading.py": "def load(path, *rest, **choices): 'Loads.'; return path, rest, choices",
}
"""Packages that are installed, as far as it takes to see that they are used."""


def _run(
    *command: str, path: Path | None = None, cwd: Path = ROOT, before: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run `rouge-tools` in a process of its own, on whose path a folder may stand, after other code."""
    paths = [str(ROOT), *([str(path)] if path else [])]
    return subprocess.run(
        [sys.executable, "-c", f"{before}\n{_TOOLS}", *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **variables},
        cwd=cwd,
        input="standard input",
        capture_output=True,
        text=True,
        timeout=60,
    )


def _printed(code: str, path: Path | None = None, cwd: Path = ROOT) -> str:
    """Return what Python code prints under `rouge-tools run`."""
    done = _run("run", "--quiet", "--", sys.executable, "-c", code, path=path, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.rstrip("\n")


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A folder of packages that are installed."""
    write(tmp_path / "real", _REAL)
    return tmp_path / "real"


def test_a_folder_serves_its_packages(tmp_path: Path) -> None:
    folder = tmp_path / "it's a shim"
    folder.mkdir()
    served = f'{folder} serves rouge_score, rouge, rouge_chinese and evaluate.load("rouge")'
    for _ in range(2):  # An empty folder is taken, and a shim is replaced.
        assert rouge_tools(["shim", str(folder)]) == (b"", f"note: PYTHONPATH={served}\n".encode(), 0)
    code = f"{_SCORE}print(scorer.score('a b', 'a')['rouge1'].recall, rouge_scorer.__file__)"
    variables = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == f"0.5 {folder / 'rouge_score' / 'rouge_scorer.py'}\n", done.stderr


@pytest.mark.parametrize("name", [*shim.PACKAGES])
def test_all_names_of_the_drop_ins_are_served(name: str) -> None:
    code = f"""
from importlib import import_module
from importlib.metadata import version
from rouge_cli.shim import PACKAGES
package = PACKAGES[{name!r}]
for module in ({name!r}, *({name!r} + "." + below for below in package.modules)):
    theirs = import_module(module)
    for key, value in vars(import_module("rouge_cli." + module)).items():
        assert key.startswith("__") and key != "__version__" or getattr(theirs, key) is value, key
print(*(version(name) for name in (package.distribution, {name!r})))
"""
    expected = shim.PACKAGES[name].version
    assert _printed(code) == f"{expected} {expected}"


@pytest.mark.parametrize(("name", "code", "printed"), table(__file__, "pairs"))
def test_pairs_of_other_packages_are_counted(name: str, code: str, printed: str) -> None:
    done = _run("run", "--", sys.executable, "-c", code)
    assert done.stdout == f"{printed}\n"
    assert done.stderr == f"rouge-tools: served {name}: 2 pairs\n"


def test_a_shim_with_a_file_of_the_users_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "shim"
    assert rouge_tools(["shim", str(folder)]).status == 0
    write(folder, {"rouge_score-0.0.1.dist-info/METADATA": "", "rouge/__pycache__/rouge.pyc": ""})
    for name in ("notes.txt", *(os.path.join(of, "notes.txt") for of in ("rouge_score", "six-1.dist-info"))):
        write(folder, {name: "mine"})
        assert_refused(rouge_tools(["shim", str(folder)]), 1, f"has {name} beside", program="rouge-tools")
        (folder / name).unlink()
    assert rouge_tools(["shim", str(folder)]).status == 0
    assert not (folder / "rouge_score-0.0.1.dist-info").exists()


def test_a_folder_that_cannot_stand_on_pythonpath_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / f"a{os.pathsep}b"
    assert_refused(rouge_tools(["shim", str(folder)]), 1, str(folder), "PYTHONPATH", program="rouge-tools")
    assert not folder.exists()
    folder.mkdir()
    done = _run("run", "--", sys.executable, "-c", "print('started')", TMPDIR=str(folder))
    assert (done.stdout, done.returncode, list(folder.iterdir())) == ("", 1, [])
    assert "PYTHONPATH" in done.stderr


def test_the_real_package_has_what_the_drop_in_lacks(real: Path) -> None:
    code = f"""{_SCORE}
import pickle
from importlib.metadata import version
from rouge_score import scoring, test_util
from rouge_score.rouge_scorer import newer
assert pickle.loads(pickle.dumps(newer)) is newer
assert test_util.served == scoring.__file__
import rouge_score
print(version("rouge_score"), newer(), hasattr(rouge_scorer, "__path__"), rouge_score.newer)
"""
    assert _printed(code, real) == "9.9 1.0 False 3"


@pytest.mark.parametrize(("statement", "message"), table(__file__, "nobodys"))
@pytest.mark.parametrize("is_installed", [False, True])
def test_one_line_names_what_nobody_has(statement: str, message: str, is_installed: bool, real: Path) -> None:
    path = real if is_installed else None
    done = _run("run", "--", sys.executable, "-c", statement, path=path)
    *_, error, _served = done.stderr.splitlines()
    assert error.startswith(message)
    assert "newest" in error
    assert error.endswith("pip install rouge-score") or "rouge-eval" not in message
    assert done.returncode == 1


def test_programs_may_look_for_modules_and_put_anything_on_the_path(tmp_path: Path) -> None:
    code = """
import importlib.util, pathlib, sys
sys.path += [None, b"/tmp", pathlib.Path("/tmp")]
from rouge_score import rouge_scorer
print(importlib.util.find_spec("rouge_score.newest"))
"""
    assert _printed(code) == "None"


@_posix
def test_a_shim_takes_the_place_of_no_pipe_and_of_no_working_directory(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for target, within in (("pipe", "."), (".", "folder")):
        output = rouge_tools(["shim", target], tmp_path / within)
        assert_refused(output, 1, f"{target}: cannot be", program="rouge-tools")
    assert os.listdir(tmp_path / "folder") == []
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


@pytest.mark.parametrize(("files", "code", "printed"), table(__file__, "modules"))
def test_modules_of_the_users_are_theirs(
    files: dict[str, str], code: str, printed: str, tmp_path: Path
) -> None:
    write(tmp_path, files)
    assert _printed(code, tmp_path) == printed


def test_the_metric_of_evaluate_is_served(real: Path, tmp_path: Path) -> None:
    code = """
import evaluate
from evaluate.loading import load
from rouge_cli.evaluate_metric import path
for one in (evaluate.load, load):
    assert one("rouge", None, seed=1) == (path, (None,), {"seed": 1})
assert load("bleu") == ("bleu", (), {})
assert (load.__name__, load.__doc__) == ("load", "Loads.")
"""
    done = _run("run", "--", sys.executable, "-c", code, path=real)
    assert done.stderr == 'rouge-tools: served evaluate.load("rouge"): 2 times\n'
    code = "import evaluate; print(evaluate.load('rouge')[0].rpartition(os.sep)[2])"
    for file, loaded in (("notes.txt", "evaluate_script.py"), ("rouge.py", "rouge")):
        write(tmp_path, {f"rouge/{file}": ""})
        assert _printed(f"import os; {code}", real, tmp_path) == loaded
    failed = _run("run", "--", sys.executable, "-c", "import evaluate")
    assert "ModuleNotFoundError: No module named 'evaluate'" in failed.stderr


def test_the_full_name_of_the_metric_is_served(real: Path) -> None:
    code = "import evaluate; print(*(evaluate.load(f'evaluate-metric/{name}')[0] for name in ('rouge', 'x')))"
    loaded, other = _printed(code, real).rsplit(maxsplit=1)
    assert (Path(loaded).name, other) == ("evaluate_script.py", "evaluate-metric/x")


@_posix
def test_a_run_counts_what_a_run_within_it_serves() -> None:
    code = f"{_SCORE}scorer.score('a', 'a')"
    done = _run("run", "--", *_NESTED, sys.executable, "-c", code)
    assert done.stderr == "rouge-tools: served rouge_score: 1 pair\n" * 2


@_posix
def test_a_script_without_an_interpreter_is_run_by_sh(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("echo hi $1\n")
    script.chmod(0o755)
    assert _run("run", "--quiet", "--", str(script), "you").stdout == "hi you\n"


def test_a_shim_hides_no_other_shim(real: Path) -> None:
    code = "import evaluate; print(evaluate.load('bleu')[0])"
    done = _run("run", "--", *_NESTED, sys.executable, "-c", code, path=real)
    assert done.stdout == "bleu\n", done.stderr


_WORKERS = """
import multiprocessing, os, sys
def score(text): return scorer.score(text, text)["rouge1"].fmeasure
if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map(score, ["a b"] * 5) == [1.0] * 5
    scorer.score_multi(["a", "b"], "a")
    scorer.score_batch(["a", ["b", "c"]], ["a", "b"])
    rouge_scorer._score_lcs(["a"], ["a"])
"""


@pytest.mark.parametrize("method", ["spawn", pytest.param("fork", marks=_posix)])
def test_pairs_of_all_processes_are_counted(method: str, tmp_path: Path) -> None:
    write(tmp_path, {"program.py": _SCORE + _WORKERS})
    done = _run("run", "--", sys.executable, str(tmp_path / "program.py"), method)
    assert (done.stderr, done.returncode) == ("rouge-tools: served rouge_score: 11 pairs\n", 0)


@_posix
@pytest.mark.parametrize("separator", [[], ["--"]])
def test_streams_and_exit_status_are_those_of_the_command(separator: list[str]) -> None:
    done = _run("run", *separator, "sh", "-c", 'cat; echo "$@" >&2; exit 7', "-", "--quiet")
    nothing = "rouge-tools: served nothing, as no Python of the command scored with it\n"
    assert (done.stdout, done.stderr, done.returncode) == ("standard input", f"--quiet\n{nothing}", 7)


@_posix
@pytest.mark.parametrize(("script", "told"), table(__file__, "missing_records"))
def test_records_that_are_missing_change_no_exit_status(script: str, told: str) -> None:
    done = _run("run", "--", "sh", "-c", script, "-", sys.executable)
    assert done.returncode == 7
    assert done.stderr.startswith(f"rouge-tools: {told}")
    assert done.stderr.count("\n") == 1


@_posix
def test_the_room_of_records_is_taken_before_pairs_are_counted() -> None:
    code = """
import rouge_score, os, sys
folder = os.path.join(os.environ["PYTHONPATH"].split(os.pathsep)[0], "served")
(record,) = os.scandir(folder)
print(record.stat().st_blocks > 0)
"""
    assert _printed(code) == "True"


@_posix
@pytest.mark.parametrize(
    ("before", "script"),
    [
        ("import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)", ""),
        # What this process ignores, as under nohup, the command ignores, too.
        ("import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)", "kill -HUP $$; "),
        # A signal that cannot be passed on ends no run.
        *(
            (f"import os\ndef kill(*_): raise {error}\nos.kill = kill", "kill -USR1 $PPID; sleep 0.3; ")
            for error in ("ProcessLookupError", "PermissionError")
        ),
    ],
)
def test_odd_signals_change_no_exit_status(before: str, script: str) -> None:
    assert _run("run", "--", "sh", "-c", f"{script}exit 7", before=before).returncode == 7


@_posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGPIPE, signal.SIGINT])
def test_a_signal_that_ends_the_command_ends_the_run(number: signal.Signals) -> None:
    done = _run("run", "--quiet", "--", "sh", "-c", f"kill -{number.value} $$")
    assert (done.returncode, done.stdout + done.stderr) == (-number, "")


@_posix
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGHUP, signal.SIGALRM]
)
def test_signals_reach_the_command(number: signal.Signals) -> None:
    script = f"trap 'echo caught; exit 3' {number.value}; {_WAITING}"
    # A signal that a process is started with ignored, as under nohup, stays ignored.
    code = f"import signal; signal.signal({number.value}, signal.SIG_DFL)\n{_TOOLS}"
    with subprocess.Popen(
        [sys.executable, "-c", code, "run", "--quiet", "--", "sh", "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # In the foreground of a terminal, Ctrl-C reaches the command by itself.
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.stdout.read() == "caught\n"
    assert process.returncode == 3


@_posix
def test_what_a_terminal_sends_to_the_command_is_not_passed_on() -> None:
    """In its foreground, Ctrl-C reaches the command by itself; all other signals are passed on."""
    import pty  # Windows does not have it.

    script = f"trap 'echo INT' INT; trap 'echo TERM; exit 3' TERM; {_WAITING}"
    command = [sys.executable, "-c", _TOOLS, "run", "--quiet", "--", "sh", "-c", script]
    process, terminal = pty.fork()
    if not process:
        os.execve(command[0], command, {**os.environ, "PYTHONPATH": str(ROOT)})
    for number, told in ((0, "ready"), (signal.SIGINT, ""), (signal.SIGTERM, "TERM")):
        os.kill(process, number)
        assert not told or os.read(terminal, 99).decode() == f"{told}\r\n"
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 3


@pytest.mark.parametrize(("name", "status", "part"), table(__file__, "unstartable"))
@_posix
def test_a_command_that_cannot_be_started_is_named(name: str, status: int, part: str) -> None:
    done = _run("run", "--", name)
    assert (done.stdout, done.returncode) == ("", status)
    assert done.stderr.startswith("rouge-tools: ")
    assert part in done.stderr
    assert done.stderr.count("\n") == 1


def test_nothing_stays_behind(tmp_path: Path) -> None:
    code = f"import os; os.environ['TMPDIR'] = {str(tmp_path)!r}; from rouge_cli.shim.relay import run; "
    for command in ([sys.executable, "-c", "import rouge_score"], ["no-such-command"]):
        subprocess.run([sys.executable, "-c", f"{code}run({command}, quiet=True)"], cwd=ROOT, timeout=60)
        assert list(tmp_path.iterdir()) == []
