"""Small configurations and texts for the unit tests."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rouge_cli import Evaluation, Options, Result, Text, evaluate
from rouge_cli.evaluation import Source
from rouge_cli.kernel.document import Document

from .. import ROOT, Output

PEER = "the cats sat happily on the mat\n"
MODELS = ("the cat sat on the mat\nit was happy\n", "a cat is on a mat\nhappy cats sat\n")


def eval_element(
    id: str = 'ID="1"',
    root: str = ".",
    format: str = "SPL",
    peers: str = '<P ID="S">p</P>',
    models: str = '<M ID="A">m1</M><M ID="B">m2</M>',
) -> str:
    """An EVAL of seven lines; `P` stands in the fifth and `M` in the sixth."""
    return (
        f"<EVAL {id}>\n<PEER-ROOT>{root}</PEER-ROOT>\n<MODEL-ROOT>{root}</MODEL-ROOT>\n"
        f'<INPUT-FORMAT TYPE="{format}"/>\n<PEERS>{peers}</PEERS>\n<MODELS>{models}</MODELS>\n</EVAL>\n'
    )


def configuration(*evals: str, head: str = "") -> str:
    """A configuration of EVAL elements, which begin on the second line; by default one."""
    return f'{head}<ROUGE-EVAL version="1.5.5">\n{"".join(evals or [eval_element()])}</ROUGE-EVAL>\n'


def write(directory: Path, files: Mapping[str, str | bytes]) -> None:
    """Writes files below a directory, with line ends as they stand."""
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def write_corpus(directory: Path, config: str | bytes | None = None) -> None:
    """A peer, two models and `c.xml`, which names them."""
    write(directory, {"p": PEER, "m1": MODELS[0], "m2": MODELS[1], "c.xml": config or configuration()})


def document(sentences: Sequence[Sequence[int]], tokens: Sequence[int] | None = None) -> Document:
    """The document of sentences of token numbers; `tokens` where those that are counted are others."""
    words = array("i", [word for sentence in sentences for word in sentence])
    ends = array("i")
    for sentence in sentences:
        ends.append((ends[-1] if ends else 0) + len(sentence))
    return Document(words if tokens is None else array("i", tokens), words, ends)


def result(
    peer: str | Sequence[str],
    models: Sequence[str | Sequence[str]],
    measure: str,
    options: Options | None = None,
) -> Result:
    """What a text scores by a measure."""
    evaluation = Evaluation.of_texts("1", {"S": peer}, models)
    return evaluate([evaluation], options).systems["S"][measure]


def command(*arguments: str) -> list[str]:
    """The command line that runs rouge-eval in a process of its own."""
    return [sys.executable, "-m", "rouge_cli", *arguments]


def environment(**variables: str) -> dict[str, str]:
    """The variables of a process that finds this rouge_cli and no data directory."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("_EVAL_HOME")}
    return inherited | {"PYTHONPATH": str(ROOT)} | variables


def run_process(*arguments: str, cwd: Path = ROOT, **variables: str) -> Output:
    """Runs the command in a process of its own."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
    return Output(done.stdout, done.stderr, done.returncode)


def assert_refused(output: Output, status: int, *parts: str, program: str = "rouge-eval") -> None:
    """Fails unless there is one line that begins with the name of the command and has all the parts."""
    message = output.stderr.decode()
    assert output.stdout == b""
    assert message.startswith(f"{program}: ")
    assert message.count("\n") == 1
    assert message.endswith("\n")
    assert len(message.splitlines()) == 1
    for part in parts:
        assert part in message
    assert output.status == status


def unnamed(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """The evaluations with texts that have no names of their own, as `Evaluation.of_texts` makes them."""

    def text(source: Source | None) -> Source | None:
        return Text(source.sentences) if isinstance(source, Text) else source

    return [
        one._replace(
            peers={system: text(peer) for system, peer in one.peers.items()},
            models=tuple(filter(None, map(text, one.models))),
        )
        for one in evaluations
    ]
