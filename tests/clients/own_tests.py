"""rouge-score's own tests, over itself and over ours: `python -m tests.clients.own_tests FOLDER`.

Its source distribution, which pip installs with them, lacks the texts that some of them read. Texts of
our own stand in their places, so that the others can run; what the former then fail with must be the
same, to the last digit of the figures in their messages.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import rouge_score

_TESTS = ("rouge_scorer_test", "scoring_test", "tokenize_test", "tokenizers_test")
_LINES = {
    "target": "police killed the gunman\nthe cats were sitting on a mat\n",
    "prediction": "police kill the gunman\na cat sat on the mats\n",
}
_RUN = """
import json, sys, unittest
class Result(unittest.TestResult):
    outcomes = {}
    def addSuccess(self, test): self.outcomes[test.id()] = "passed"
    def addError(self, test, error): self.outcomes[test.id()] = error[0].__name__
    def addFailure(self, test, error): self.outcomes[test.id()] = str(error[1])
unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]).run(Result())
print(json.dumps(Result.outcomes))
"""


def prepare(folder: Path, package: str) -> None:
    """Put the tests into a folder, unchanged but for the package that they import, with texts to read."""
    source = Path(str(rouge_score.__file__)).parent
    data = folder / "testdata"
    data.mkdir(parents=True)
    for name in (*_TESTS, "test_util"):
        text = (source / f"{name}.py").read_text(encoding="utf-8")
        text = re.sub("^from rouge_score import test_util$", "import test_util", text, flags=re.M)
        text = re.sub("^from rouge_score import", f"from {package} import", text, flags=re.M)
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for name, lines in _LINES.items():
        for path in (data / f"{name}.txt", data / f"{name}_large.txt"):
            path.write_text(lines, encoding="utf-8")


def outcomes(folder: Path) -> dict[str, str]:
    """Return what became of each test."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *_TESTS],
        cwd=folder,
        env={"PYTHONPATH": f"{folder}:{Path.cwd()}", "PATH": ""},
        capture_output=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    results = {}
    for package in ("rouge_score", "rouge_cli.rouge_score"):
        folder = Path(sys.argv[1], package)
        prepare(folder, package)
        results[package] = outcomes(folder)
    print(json.dumps(results))
