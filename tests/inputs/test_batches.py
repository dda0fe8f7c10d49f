"""Batches of evaluations and of pairs, and streams of files: how many texts are read, when, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest

from rouge_cli import Evaluation, File, InputError, OptionError, Text
from rouge_cli.evaluation import Corpus, Numbered
from rouge_cli.inputs.streams import Batch, Stream, batches_of_pairs, models_of, stream_of, stream_of_files

from ..support.files import write

A, B, C, D, E = (Text.of(name) for name in "abcde")
_SEVERAL = [
    Evaluation("1", {"S": A, "T": B}, (C, D)),
    Evaluation("2", {"T": A}, (C,)),
    Evaluation("3", {"U": E, "T": None, "S": D}, (A, A)),
]


@pytest.mark.parametrize(("size", "sizes"), [(1, [1, 1, 1]), (2, [2, 1]), (3, [3]), (100, [3])])
def test_a_batch_has_so_many_evaluations(size: int, sizes: list[int]) -> None:
    """Only evaluations with one of the systems count."""
    listed = stream_of([*_SEVERAL[:1], Evaluation("x", {"S": None}, (A,)), *_SEVERAL[1:]])
    for stream in (listed, _three()):
        assert [len(batch.ids) for batch in stream.batches({"S", "T", "U"}, size)] == sizes
    evaluations = [Evaluation(str(number), {"S": A}, (B,)) for number in range(1025)]
    assert [len(batch.ids) for batch in stream_of(evaluations).batches({"S"})] == [512, 512, 1]


def test_a_file_is_read_once_and_not_before_it_is_needed() -> None:
    """It may be gone afterwards. The summaries of a system that is not scored are not read at all."""
    shared, own = File("shared", "SPL"), [File(f"own {number}", "SPL") for number in range(4)]
    evaluations = [
        Evaluation("1", {"S": own[0], "T": File("no file", "SPL")}, (shared, own[1])),
        Evaluation("2", {"S": own[2], "T": None}, (shared,)),
        Evaluation("3", {"S": own[3]}, (own[0], own[0])),
    ]
    batches = stream_of(evaluations).batches({"S"}, 1)
    for names in (["shared", "own 0", "own 1"], ["own 2"], ["own 3"]):
        write(Path(), {name: f"{name}\n" for name in names})
        (evaluation,) = next(batches).evaluations
        for name in names:
            Path(name).unlink()
    assert evaluation == ([b"own 0"] * 2, [b"own 3"])


def _three() -> Stream:
    """Return three evaluations that are made as they are asked for."""
    return Stream(lambda: iter(_SEVERAL), ("S", "T", "U"), 3)


def _pairs(pairs: Sequence[Any], ids: Sequence[str] | None = None) -> list[Batch]:
    return list(batches_of_pairs(iter(pairs), "S", ids))


def test_batches_of_pairs_take_512_and_are_numbered_through_unless_they_have_ids() -> None:
    made = _pairs([("p", "m")] * 1025)
    assert [len(batch.evaluations) for batch in made] == [512, 512, 1]
    assert [id for batch in made for id in batch.ids] == list(Numbered(1025))
    ids = [f"id {number}" for number in range(513)]
    assert [batch.ids for batch in _pairs([("p", "m")] * 513, ids)] == [ids[:512], ids[512:]]
    assert _pairs([]) == []


def test_a_pair_without_a_model_is_named() -> None:
    pairs = [("p", "m")] * 1500 + [("p", [])]
    with pytest.raises(InputError, match=r"pair 1,501 has no model; give at least one text"):
        _pairs(pairs)


@pytest.mark.parametrize("models", [None, 3, numpy.int64(3), {"a"}, iter(["a"])])
def test_models_are_a_string_or_a_list(models: Any) -> None:
    """An array is a list, as data frames have them in columns of lists."""
    assert models_of(numpy.array(["a", "b"])) == ["a", "b"]
    with pytest.raises(TypeError, match=r"^models must be a string or a list of texts, not \w+$"):
        models_of(models)
    pairs = [("p", "m")] * 600 + [("p", ["m"]), ("p", models)]
    with pytest.raises(TypeError, match=r"^pair 602: models must be a string or a list of texts, not"):
        _pairs(pairs)


def test_the_texts_of_an_evaluation_take_the_separators_in_turn() -> None:
    """Texts that are no bytes have no separators."""
    texts = [b"a<q>b", b"a<q>b", "a<q>b", b"c|d", [[b"e|f"]], b"g|h\n"]
    (batch,) = _pairs([(texts[1], texts[:1]), (texts[3], texts[2:3]), (texts[5], texts[4])])
    assert [batch._replace(separators=(b"",)).in_lines(0, place) for place in range(2)] == texts[:2]
    batch = batch._replace(separators=(b"<q>", b"|"))
    in_lines = [b"a\nb", b"a<q>b", "a<q>b", b"c\nd", [b"e|f"], b"g\nh\n"]
    assert [batch.in_lines(*place) for place in batch.places()] == in_lines
    rewritten = batch.rewritten(lambda text: [text, text] if isinstance(text, bytes) else text)
    assert rewritten.evaluations[0][0] == [[b"a\nb"] * 2]
    assert (rewritten.summary(0, 0), rewritten.separators) == (Text((b"a\nb",) * 2), (b"\n",))
    assert rewritten.summary(1, 0) == Text((b"a<q>b",))


def _spl(path: str) -> File:
    return File(path, "SPL")


_SEE = File("m/see", "SEE")
_EVALUATIONS = [
    Evaluation("one", {"s": _spl("p/0"), "t": _spl("p/1")}, (_spl("m/0"), _spl("m/1")), ("A", "B")),
    Evaluation("two", {"s": None, "t": _spl("p/2")}, (_spl("m/1"),) * 2, ("A", "A")),
    Evaluation("three", {"t": _SEE}, (_SEE,)),
    Evaluation("four", {"u": _spl("m/0"), "s": _spl("m/1")}, (_spl("m/3"),), ("C",)),
    Evaluation("five", {"s": _spl("p/4")}, (_spl("m/4"),), ("",)),
    Evaluation("six", {"s": None}, (_spl("m/3"),), ("C",)),
]


def test_what_is_known_of_a_system() -> None:
    known = stream_of(_EVALUATIONS)
    assert known.survey(["s"]).missing["s"] == ["two", "three", "six"]
    assert known.survey(["s"]).corpus == Corpus(1, 2, ("SPL",))
    assert known.survey(["t"]).corpus == Corpus(1, 2, ("SEE", "SPL"))
    assert known.survey([]).corpus == Corpus()
    assert known.survey(["u"]).formats == {"SPL": "four"}
    assert known.survey(["t"]).formats == {"SPL": "one", "SEE": "three"}
    assert list(known.survey(["u", "t"]).paths) == ["m/0", "m/1", "p/1", "p/2", "m/see", "m/3"]
    assert list(known.survey([]).paths) == []
    without = stream_of([one._replace(models=(), source=A) for one in _SEVERAL])
    assert (without.survey(["S"]).without_models, known.survey(["S"]).without_models) == ("1", None)


def test_the_sources_of_files_are_files() -> None:
    stream = stream_of_files(_EVALUATIONS, "s/{eval}.txt")
    assert [one.source for one in stream] == [_spl(f"s/{one.id}.txt") for one in _EVALUATIONS]
    assert set(stream.survey(["u"]).paths) == {"s/four.txt", "m/0", "m/3"}
    with pytest.raises(OptionError, match=r"^`source`: 's/eval.txt' must have \{eval\}, for the ID of"):
        stream_of_files(_EVALUATIONS, "s/eval.txt")


def test_an_evaluation_without_a_source_is_named() -> None:
    sources = {"1": A, "3": E}
    stream = stream_of([one._replace(source=sources.get(one.id)) for one in _SEVERAL])
    assert [one.models for one in stream.beside_rouge(["U"], needs_source=True)] == [(E,)]
    assert [one.models for one in stream.beside_rouge(["T"], needs_source=False)] == [(A,), (Text(()),)]
    with pytest.raises(InputError, match=r"^evaluation 2 has no source, which `about` needs; give it one"):
        list(stream.beside_rouge(["T"], needs_source=True))
