"""Folders, line files, JSON Lines and XML of the same content print the same bytes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..support.commands import rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, write
from ..support.golden import GOLDEN, Golden, read_manifest

_SPL_REPORTS = [
    golden
    for golden in read_manifest()
    if golden.arguments[-1] == "config_examples/spl.xml" and "-v" not in golden.arguments
]


@pytest.mark.slow
@pytest.mark.parametrize("golden", _SPL_REPORTS, ids=lambda golden: golden.name)
def test_the_examples_in_json_lines_print_what_the_original_prints(golden: Golden) -> None:
    output = rouge_eval([*golden.arguments[:-1], "--jsonl", "config_examples/spl.jsonl"])
    assert output.status == 0
    assert output.stdout == golden.stored, GOLDEN


_FLAGS = ["", "-n 4 -w 1.2 -2 -1 -U", "-n 2 -m -s", "-n 2 -w 1.2 -2 4 -u -l 20", "-n 2 -w 1.2 -2 4 -u -b 75",
          "-n 1 -f B -M -t 1", "-n 2 -t 2 -p 0.2", "--profile rouge-score --types rougeLsum"]  # fmt: skip


class _Corpus(NamedTuple):
    """Evaluations, each with a summary or None of every system, and with equal numbers of models."""

    peers: list[list[list[str] | None]]
    models: list[list[list[str]]]


_TEXT = "the cat cats sat on mat mats A. it's x-ray 1st running été “q” \\x < & |"
_WORDS = [*_TEXT.split(), "", "\r", "\t"]
_SENTENCES = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=6).map(" ".join)
_SUMMARIES = st.lists(_SENTENCES, max_size=4)


@st.composite
def _corpora(draw: st.DrawFn) -> _Corpus:
    evaluations, systems, models = (draw(st.integers(1, 3)) for _ in range(3))
    peer = draw(st.sampled_from([_SUMMARIES, _SUMMARIES, _SUMMARIES | st.none()]))
    peers = [[draw(peer) for _ in range(systems)] for _ in range(evaluations)]
    # Folders do not know a system that is missing everywhere.
    peers[0] = [["the cat"] if summary is None else summary for summary in peers[0]]
    return _Corpus(peers, [[draw(_SUMMARIES) for _ in range(models)] for _ in range(evaluations)])


def _content(summary: list[str]) -> str:
    """Return the summary as the content of a file."""
    return "".join(f"{sentence}\n" for sentence in summary)


def _write_folders(corpus: _Corpus, directory: Path) -> None:
    for number, (peers, models) in enumerate(zip(*corpus, strict=True), 1):
        for system, peer in enumerate(peers):
            if peer is not None:
                write(directory, {f"p/{number}.s{system}.txt": _content(peer)})
        write(directory, {f"m/{number}.M{model}.txt": _content(text) for model, text in enumerate(models)})


def _xml(corpus: _Corpus) -> str:
    evals = []
    for number, (peers, models) in enumerate(zip(*corpus, strict=True), 1):
        files = ["" if peer is None else f"p/{number}.s{system}.txt" for system, peer in enumerate(peers)]
        of_peers = "".join(f'<P ID="s{system}">{file}</P>' for system, file in enumerate(files))
        of_models = "".join(f'<M ID="{place}">m/{number}.M{place}.txt</M>' for place in range(len(models)))
        evals.append(eval_element(f'ID="{number}"', peers=of_peers, models=of_models))
    return configuration(*evals)


def _json_lines(corpus: _Corpus, *, as_lists: bool) -> str:
    rows = []
    for number, (peers, models) in enumerate(zip(*corpus, strict=True), 1):
        for system, peer in enumerate(peers):
            texts = [text if text is None or as_lists else _content(text) for text in (peer, *models)]
            row = {"id": number, "system": f"s{system}", "peer": texts[0]}
            rows.append(json.dumps(row | {"models": None if system else texts[1:]}))
    return "".join(f"{row}\n" for row in rows)


def _write_lines(corpus: _Corpus, directory: Path) -> list[str]:
    """Write the files, and return the arguments that name them."""
    arguments = []
    for kind, columns in (("s", zip(*corpus.peers, strict=True)), ("M", zip(*corpus.models, strict=True))):
        for place, column in enumerate(columns):
            name = f"lines/{kind}{place}.txt"
            write(directory, {name: _content(["<q>".join(text or []) for text in column])})
            arguments += ["--lines", name] if kind == "s" else [name]
    return arguments


@pytest.mark.slow
@settings(max_examples=60)
@given(corpus=_corpora(), flags=st.sampled_from(_FLAGS), as_lists=st.booleans())
def test_all_inputs_of_the_same_content_print_the_same(corpus: _Corpus, flags: str, as_lists: bool) -> None:
    common = [*flags.split(), "-d", "-r", "7"]
    folders = ["--peers", "p", "--models", "m"]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        _write_folders(corpus, directory)
        write(directory, {"c.xml": _xml(corpus), "c.jsonl": _json_lines(corpus, as_lists=as_lists)})
        of_lines = _write_lines(corpus, directory)
        written = rouge_tools(["config", *folders, "-o", "written.xml"], directory)
        inputs = [["--jsonl", "c.jsonl"], ["-a", "written.xml"], folders]
        if not any(peer is None for peers in corpus.peers for peer in peers):
            inputs.append(of_lines)
        expected = rouge_eval([*common, "-a", "c.xml"], directory)
        outputs = [rouge_eval([*common, *arguments], directory) for arguments in inputs]
    assert (written.status, expected.status) == (0, 0)
    assert expected.stdout.startswith(b"-----")
    for arguments, output in zip(inputs, outputs, strict=True):
        assert (arguments, output.stdout) == (arguments, expected.stdout)
