"""Random XML configurations and file lists are read as the original reads them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from rouge_cli import Evaluation, File, InputError, read_config

from ..support.commands import rouge_eval
from ..support.needs import needs
from . import original

pytestmark = needs("original")

_settings = settings(
    deadline=None,
    derandomize=False,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

# How many words a file has tells which it is: the words of several models are added up, and those of
# a peer are counted once for each of its models.
_PEERS = {str(number): number for number in range(1, 7)}
_MODELS = {"a": 1, "b": 10, "c": 100, "d": 1000}
_FOLDERS = {"t": 1, "u": 7}
_FLAGS = ["-n", "1", "-x", "-t", "1", "-d", "-r", "1"]
_LINE = re.compile(rb"ROUGE-1 Eval (\S+) R:(\d+) P:(\d+) ")


class Score(NamedTuple):
    """The counts of words of an evaluation, which is called after its system, too."""

    evaluation: str
    model_words: int
    peer_words: int


def _write_texts(directory: Path) -> None:
    for folder, times in _FOLDERS.items():
        (directory / folder).mkdir()
        for name, words in (_PEERS | _MODELS).items():
            (directory / folder / name).write_text("word " * (words * times))


def _of_the_original(arguments: Sequence[str], directory: Path) -> list[Score]:
    """Return what the original scores; a case that makes it die is no case."""
    output = original.run([*_FLAGS, *arguments], directory)
    note(output.stderr.decode(errors="replace"))
    assume(not output.status)
    return sorted(Score(id.decode(), int(r), int(p)) for id, r, p in _LINE.findall(output.stdout))


def _of_ours(evaluations: Sequence[Evaluation], directory: Path) -> list[Score]:
    def words(source: object) -> int:
        assert isinstance(source, File)
        return (directory / source.path).read_text().count("word")

    return sorted(
        Score(f"{each.id}.{system}", sum(map(words, each.models)), words(peer) * len(each.models))
        for each in evaluations
        for system, peer in each.peers.items()
        if peer
    )


# XML: elements in any order and at any depth, parts within parts, names in pieces.


def _element(name: str, attributes: str = "") -> Callable[[str], str]:
    return lambda content: f"<{name}{attributes}>{content}</{name}>"


def _text(names: Sequence[str]) -> st.SearchStrategy[str]:
    """A name among blanks, or pieces of text that elements and instructions split."""
    piece = st.sampled_from(names)
    blanks = st.sampled_from(["", "", " ", "\n ", "\u00a0", "&#32;"])
    named = st.tuples(blanks, piece, blanks).map("".join)
    splitting = st.sampled_from(["<x/>", "<x>1</x>", "<?pi 1?>", "<x><P ID='s'>2</P></x>"])
    split = st.lists(st.tuples(named | st.just(""), splitting).map("".join), min_size=1, max_size=3)
    return st.one_of(named, named, st.tuples(split.map("".join), named | st.just("")).map("".join))


_ROOTS = _text(list(_FOLDERS))
_IDS = st.sampled_from(["s", "t", "u"])
_P = st.tuples(_IDS, _text(list(_PEERS)) | st.just("")).map(lambda p: f'<P ID="{p[0]}">{p[1]}</P>')
_M = st.tuples(_IDS, _text(list(_MODELS))).map(lambda m: f'<M ID="{m[0]}">{m[1]}</M>')
_STRAY = st.sampled_from(['<x ID="s">1</x>', "<!-- 1 -->", "text", '<g><P ID="t">1</P><M ID="t">a</M></g>'])


def _part(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A part of an EVAL; `inner` may stand in it, and is then none."""

    def listed(name: str, entry: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        entries = st.lists(st.one_of(entry, entry, entry, _STRAY, inner), min_size=1, max_size=4)
        return entries.map("".join).map(_element(name))

    return st.one_of(
        _ROOTS.map(_element("PEER-ROOT")),
        _ROOTS.map(_element("Model-Root")),
        st.one_of(st.just(""), inner).map(_element("INPUT-FORMAT", ' TYPE="spl"')),
        listed("PEERS", _P),
        listed("models", _M),
    )


def _eval(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An EVAL that has each part at least once, among others."""
    needed = "<PEER-ROOT>t</PEER-ROOT><MODEL-ROOT>t</MODEL-ROOT><INPUT-FORMAT TYPE='SPL'/>"
    lists = st.tuples(_P, _M).map(lambda both: f"<PEERS>{both[0]}</PEERS><MODELS>{both[1]}</MODELS>")
    grouped = inner.map(_element("group"))
    more = st.lists(st.one_of(_part(inner), _STRAY, inner, grouped), max_size=4)
    return st.tuples(st.integers(1, 4), lists, st.permutations(["needed", "lists", "more"]), more).map(
        lambda drawn: _element("EVAL", f' ID="e{drawn[0]}"')(
            "".join(
                {"needed": needed, "lists": drawn[1], "more": "".join(drawn[3])}[place] for place in drawn[2]
            )
        )
    )


_EVALS = st.recursive(_eval(st.just("")), _eval, max_leaves=4)
_XML = st.lists(_EVALS, min_size=1, max_size=3).map("".join).map(_element("ROUGE-EVAL"))


def _read(config: Path) -> list[Evaluation]:
    """Return the evaluations; none where a name is blank, which to the original is an empty text."""
    try:
        return read_config(str(config))
    except InputError as error:
        if "names nothing" in str(error):
            return []
        raise


def test_random_configurations_are_read_alike() -> None:
    compared = 0

    @_settings
    @given(_XML)
    def run(xml: str) -> None:
        nonlocal compared
        note(xml)
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            _write_texts(directory)
            config = directory / "c.xml"
            config.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}', encoding="utf-8")
            evaluations = _read(config)
            assume(evaluations)
            scores = _of_ours(evaluations, directory)
            assert scores == _of_the_original(["-a", "c.xml"], directory)
            compared += len(scores)

    run()
    assert compared >= 15, "too few peers were compared"  # Most draws give 100 or more.


# Standard input.


@pytest.mark.parametrize(
    ("listed", "arguments", "standard_input"),
    [
        ("", ["-z", "SPL", "-"], b"t/1 t/a\n# t/2 t/a\nt/3 t/b t/a"),
        ("- t/a t/b\nt/2 t/b\n", ["-z", "SPL", "list"], b"word word word\n\nword"),
        ("t/2 t/b\n- t/a\n", ["-z", "SPL", "list", "name"], b""),
    ],
)
def test_standard_input_is_read_alike(
    listed: str, arguments: list[str], standard_input: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_texts(tmp_path)
    (tmp_path / "list").write_text(listed)
    command = ["perl", original.SCRIPT, "-e", original.DATA, *_FLAGS, *arguments]
    expected = subprocess.run(command, cwd=tmp_path, input=standard_input, capture_output=True, check=True)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(standard_input)))
    output = rouge_eval([*_FLAGS, *arguments], tmp_path)
    assert (output.stdout, output.status) == (expected.stdout, 0)
    assert output.stdout.count(b" Eval ") == 2


def test_standard_input_is_no_model(tmp_path: Path) -> None:
    _write_texts(tmp_path)
    (tmp_path / "list").write_text("t/1 -\n")
    expected = original.run([*_FLAGS, "-z", "SPL", "list"], tmp_path)
    assert b"Cannot find model summary: -" in expected.stderr
    assert rouge_eval([*_FLAGS, "-z", "SPL", "list"], tmp_path).status == 1 != expected.status
