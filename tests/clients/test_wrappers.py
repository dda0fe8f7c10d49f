"""pyrouge 0.1.3, and files2rouge's way of calling it, get what the original gives them."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

from tests.oracle import original
from tests.support.commands import ROOT, rouge_tools
from tests.support.environments import WRAPPERS, answer_of
from tests.support.files import write
from tests.support.needs import needs

pytestmark = needs("wrappers", "original")

# Two measures of LCS, four of n-grams, two of skip-bigrams; recall, precision, F; average, low, high.
_CLASSIC_FIGURES = 8 * 3 * 3


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A home of rouge-eval, and one of the original, whose script can be run."""
    ours, theirs = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("original") / "home"
    assert rouge_tools(["home", str(ours)]).status == 0
    shutil.copytree(original.HOME, theirs)
    (theirs / "ROUGE-1.5.5.pl").chmod(0o755)
    return ours, theirs


def _same(name: str, homes: tuple[Path, Path], directory: Path, *arguments: str) -> dict[str, float]:
    """Return what a function of `calls.py` returns with either home, which must be the same.

    `directory` is the home of the user, where pyrouge keeps its settings.
    """
    path = os.pathsep.join((str(WRAPPERS.python.parent), os.environ["PATH"]))
    variables = {"HOME": str(directory), "TMPDIR": str(directory), "PATH": path}
    ours, expected = (
        answer_of(
            WRAPPERS.run(
                Path(__file__).with_name("calls.py"),
                name,
                home,
                *(word.replace("HOME", str(home)) for word in arguments),
                cwd=directory,
                variables=variables,
                timeout=120,
            )
        )
        for home in homes
    )
    assert ours[1] == expected[1]
    assert ours[0] == expected[0]
    found: dict[str, float] = ours[1]
    return found


def test_pyrouge_as_it_is(homes: tuple[Path, Path], tmp_path: Path) -> None:
    scores = _same("evaluate", homes, tmp_path)
    assert len(scores) == _CLASSIC_FIGURES
    assert 0 < scores["rouge_su*_f_score_cb"] < scores["rouge_su*_f_score"] < 1


@pytest.mark.parametrize(
    "arguments",
    [
        "-e HOME/data -a -c 95 -m -n 2 -b 665",
        "-e HOME/data -n 2 -2 4 -u -x -s -l 50 -f B -p 0.3 -r 200 -a",
        "-c 95 -r 500 -n 1 -d -a -e HOME/data",
    ],
)
def test_pyrouge_with_arguments(arguments: str, homes: tuple[Path, Path], tmp_path: Path) -> None:
    assert _same("evaluate", homes, tmp_path, *arguments.split())


@pytest.mark.parametrize("settings", ["given", "saved"])
def test_pyrouge_with_plain_texts(settings: str, homes: tuple[Path, Path], tmp_path: Path) -> None:
    assert len(_same("convert_and_evaluate", homes, tmp_path, settings)) == _CLASSIC_FIGURES


@pytest.mark.parametrize("arguments", ["-c 95 -r 1000 -n 2 -a", "-c 95 -2 4 -U -n 4 -w 1.2 -m -a"])
def test_files2rouge(arguments: str, homes: tuple[Path, Path], tmp_path: Path) -> None:
    names = ("flood", "bridge", "storm")
    for side, file in (("peers", "{}.10.txt"), ("models", "{}.A.txt")):
        folder = ROOT / "config_examples" / "spl" / side
        texts = [(folder / file.format(name)).read_text(encoding="utf-8") for name in names]
        write(tmp_path, {side: "".join(" . ".join(text.splitlines()) + "\n" for text in texts)})
    scores = _same("files2rouge", homes, tmp_path, "peers", "models", arguments)
    assert 0 < scores["rouge_2_recall"] < 1


def test_the_command_of_the_original_name_serves_as_well(homes: tuple[Path, Path], tmp_path: Path) -> None:
    """A folder of the user's own with a link to it and some `data`, say that of an old installation."""
    command = Path(sysconfig.get_path("scripts")) / "ROUGE-1.5.5.pl"
    (tmp_path / "own").mkdir()
    os.symlink(command, tmp_path / "own" / "ROUGE-1.5.5.pl")
    os.symlink(homes[1] / "data", tmp_path / "own" / "data")
    assert _same("convert_and_evaluate", (tmp_path / "own", homes[1]), tmp_path, "given")
