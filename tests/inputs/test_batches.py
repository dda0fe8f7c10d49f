"""Batches of evaluations and pairs, and streams of files: where texts stand, and how often they are read."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, InputError, OptionError
from rouge_cli.evaluation import Corpus, Numbered, Source, Text
from rouge_cli.inputs import file_stream
from rouge_cli.inputs import streams as module
from rouge_cli.inputs.batches import Batch, batch_of_texts, batches_of_pairs, models_of
from rouge_cli.inputs.file_stream import FileStream
from rouge_cli.inputs.streams import Stream, stream_of
from rouge_cli.text import files
from rouge_cli.text.files import read_groups

from ..support.evaluations import scored_as_listed
from ..support.files import write

A, B, C, D, E = (Text.of(name) for name in "abcde")


_Layout = dict[str, tuple[list[bytes], list[bytes]]]


def _laid_out(batch: Batch) -> _Layout:
    """Return the models and the peers of each evaluation, as texts."""
    texts = [b"\n".join(text) for text in batch.texts]  # type: ignore[arg-type]
    return {one.id: ([texts[at] for at in one.models], [texts[at] for at in one.peers]) for one in batch}


def _of_rows(batch: Batch) -> list[tuple[str, str, bytes]]:
    """Return the system, the evaluation and the peer's text of each row of the columns."""
    names = [(system, id) for system, evaluations in batch.systems.items() for id in evaluations]
    peers: list[Any] = [None] * len(batch.rows)
    for row, place in zip(batch.rows, batch.peers, strict=True):
        peers[row] = b"\n".join(batch.texts[place])  # type: ignore[arg-type]
    return [(*name, peer) for name, peer in zip(names, peers, strict=True)]


_SEVERAL = [
    Evaluation("1", {"S": A, "T": B}, (C, D)),
    Evaluation("2", {"T": A}, (C,)),
    Evaluation("3", {"U": E, "T": None, "S": D}, (A, A)),
]
_LISTED = stream_of(_SEVERAL)
_FIRST: _Layout = {"1": ([b"c", b"d"], [b"a", b"b"])}
_SECOND: _Layout = {"2": ([b"c"], [b"a"])}
_THIRD: _Layout = {"3": ([b"a", b"a"], [b"e", b"d"])}


def test_texts_stand_once_in_the_order_of_their_first_use_models_before_peers() -> None:
    (batch,) = _LISTED.batches({"S", "T", "U"})
    assert batch.texts == [(b"c",), (b"d",), (b"a",), (b"b",), (b"e",)]
    assert list(batch.sources) == [C, D, A, B, E]
    assert batch.evaluations == ["1", "2", "3"]
    assert _laid_out(batch) == _FIRST | _SECOND | _THIRD
    for places in (batch.models, batch.model_ends, batch.peers, batch.peer_ends, batch.rows):
        assert isinstance(places, array)
        assert places.typecode == "i"


def test_rows_stand_system_after_system() -> None:
    (batch,) = _LISTED.batches({"S", "T", "U"})
    assert batch.systems == {"S": ["1", "3"], "T": ["1", "2"], "U": ["3"]}
    assert list(batch.systems) == ["S", "T", "U"]
    assert _of_rows(batch) == [
        *(("S", "1", b"a"), ("S", "3", b"d")),
        *(("T", "1", b"b"), ("T", "2", b"a")),
        ("U", "3", b"e"),
    ]
    (alone,) = _LISTED.batches({"T"})
    assert _of_rows(alone) == [("T", "1", b"b"), ("T", "2", b"a")]


def test_evaluations_without_any_of_the_systems_are_left_out_with_their_texts() -> None:
    (batch,) = _LISTED.batches({"U"})
    assert _laid_out(batch) == {"3": ([b"a", b"a"], [b"e"])}
    assert batch.texts == [(b"a",), (b"e",)]
    assert list(_LISTED.batches({"X"})) == []
    assert list(stream_of([]).batches({"S"})) == []


@pytest.mark.parametrize(("size", "sizes"), [(1, [1, 1, 1]), (2, [2, 1]), (3, [3]), (100, [3])])
def test_a_batch_has_so_many_evaluations(size: int, sizes: list[int]) -> None:
    """Only evaluations with one of the systems count."""
    listed = stream_of([*_SEVERAL[:1], Evaluation("x", {"S": None}, (A,)), *_SEVERAL[1:]])
    for stream in (listed, _Three()):
        assert [len(batch.evaluations) for batch in stream.batches({"S", "T", "U"}, size)] == sizes
    evaluations = [Evaluation(str(number), {"S": A}, (B,)) for number in range(1025)]
    assert [len(batch.evaluations) for batch in stream_of(evaluations).batches({"S"})] == [512, 512, 1]


_TAG = (
    b'<html>\n<a name="1">[1]</a> <a href="#1" id=1>one</a>\n<a name="2">[2]</a> <a href="#2" id=2>two</a>\n'
)


def test_files_become_what_the_kernel_takes(tmp_path: Path) -> None:
    """The bytes of lines as they stand, and the sentences of marked texts."""
    write(tmp_path, {"see": _TAG, "isi": b'<S SNTNO="1">one</S>\n', "spl": b"one\ntwo\n"})
    peers = {format: File(str(tmp_path / format.lower()), format) for format in ("SEE", "ISI", "SPL")}
    (batch,) = stream_of([Evaluation("1", peers, (Text.of("m\nn"),))]).batches(set(peers))
    see, isi = ([s.rstrip() for s in batch.texts[place]] for place in (1, 2))  # type: ignore[union-attr]
    assert (see, isi) == ([b"one", b"two"], [b"one"])
    assert (batch.texts[0], batch.texts[3]) == ((b"m", b"n"), b"one\ntwo")
    assert [source.data for source in batch.sources if isinstance(source, File)] == [
        *(_TAG, b'<S SNTNO="1">one</S>\n', b"one\ntwo\n"),
    ]


def _loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the name of every file that is loaded."""
    loaded: list[str] = []

    def load(source: Source) -> Source:
        loaded.append(source.name)
        return Text.of(source.name)

    monkeypatch.setattr(module, "load", load)
    return loaded


def test_a_file_is_dropped_after_its_last_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read once, when it is needed; the summaries of T are not read at all."""
    loaded = _loads(monkeypatch)
    shared, own = File("shared", "SPL"), [File(f"own {number}", "SPL") for number in range(6)]
    evaluations = [
        Evaluation("1", {"S": own[0], "T": own[1]}, (shared, own[2])),
        Evaluation("2", {"S": own[3], "T": None}, (shared,)),
        Evaluation("3", {"S": None, "T": own[4]}, (shared,)),
        Evaluation("4", {"S": own[5]}, (own[0], own[0])),
    ]
    made: Any = stream_of(evaluations).batches({"S"}, 1)
    assert loaded == []
    assert [(len(loaded), len(made.gi_frame.f_locals["kept"])) for _ in made] == [(3, 2), (4, 1), (5, 0)]
    assert loaded == ["shared", "own 2", "own 0", "own 3", "own 5"]


def test_a_stream_loads_a_summary_once_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = _loads(monkeypatch)
    of_files = [
        one.map(lambda source: File(source.sentences[0].decode(), "SPL"))  # type: ignore[union-attr]
        for one in _SEVERAL
    ]
    list(_Three(of_files).batches({"S", "T", "U"}, 2))
    assert "".join(loaded) == "cdab" + "aed"


class _Three(Stream):
    """Three evaluations, with the defaults of a stream."""

    systems = ("S", "T", "U")

    def __init__(self, evaluations: Sequence[Evaluation] = _SEVERAL) -> None:
        self._evaluations = evaluations

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[Evaluation]:
        return iter(self._evaluations)


@pytest.mark.parametrize("stream", [_LISTED, _Three()], ids=["list", "stream"])
def test_what_a_stream_knows(stream: Stream) -> None:
    assert stream_of(stream) is stream
    assert list(stream.systems) == ["S", "T", "U"]
    missing = {system: "".join(ids) for system, ids in stream.survey("STUX").missing.items()}
    assert missing == {"S": "2", "T": "3", "U": "12", "X": "123"}
    (batch,) = stream.batches({"S", "U"})
    assert _of_rows(batch) == [("S", "1", b"a"), ("S", "3", b"d"), ("U", "3", b"e")]


def _pairs(pairs: Sequence[Any], ids: Sequence[str] | None = None) -> tuple[list[Batch], set[int]]:
    numbers: set[int] = set()
    return list(batches_of_pairs(iter(pairs), "S", ids, numbers)), numbers


_ONE_EACH = ([0, 2, 4], [1, 2, 3], [1, 3, 5], [1, 2, 3], [0, 1, 2])


@pytest.mark.parametrize(
    ("pairs", "texts", "places", "numbers"),
    [
        # A string is one model, a list has several; texts are strings, bytes or lists of sentences.
        ([("p1", "m1"), ("p2", "m2"), ("p3", "m3")], ["m1", "p1", "m2", "p2", "m3", "p3"], _ONE_EACH, {1}),
        ([("p1", ["m1"]), ("p2", "m2"), ("p3", ("m3",))], ["m1", "p1", "m2", "p2", "m3", "p3"], _ONE_EACH,
         {1}),
        ([("p1", ["a", b"b", ["c", "d"]]), (["p", "2"], b"m"), ("p3", ("e",))],
         ["a", b"b", ["c", "d"], "p1", b"m", ["p", "2"], "e", "p3"],
         ([0, 1, 2, 4, 6], [3, 4, 5], [3, 5, 7], [1, 2, 3], [0, 1, 2]), {1, 3}),
    ],
)  # fmt: skip
def test_pairs_are_evaluations_of_one_system(
    pairs: list[Any], texts: list[Any], places: tuple[list[int], ...], numbers: set[int]
) -> None:
    (batch,), found = _pairs(pairs)
    assert (batch.texts, found) == (texts, numbers)
    of_batch = (batch.models, batch.model_ends, batch.peers, batch.peer_ends, batch.rows)
    assert tuple(map(list, of_batch)) == places
    assert (batch.evaluations, batch.systems) == (["1", "2", "3"], {"S": ["1", "2", "3"]})
    assert isinstance(batch.evaluations, Numbered)


def test_the_sources_of_pairs_are_made_when_they_are_looked_at() -> None:
    (batch,), _ = _pairs([("é\nf\n\n", [["g", "h"], b"i"])])
    assert len(batch.sources) == 3
    assert list(batch.sources) == [Text((b"g", b"h")), Text((b"i",)), Text(("é".encode(), b"f"))]
    assert batch.sources[-2:] == [Text((b"i",)), Text(("é".encode(), b"f"))]


def test_batches_of_pairs_take_512_and_are_numbered_through_unless_they_have_ids() -> None:
    made, _ = _pairs([("p", "m")] * 1025)
    assert [len(batch.rows) for batch in made] == [512, 512, 1]
    assert [id for batch in made for id in batch.evaluations] == list(Numbered(1025))
    ids = [f"id {number}" for number in range(513)]
    made, _ = _pairs([("p", "m")] * 513, ids)
    assert [list(batch.evaluations) for batch in made] == [ids[:512], ids[512:]]
    assert made[1].systems == {"S": ["id 512"]}
    assert _pairs([]) == ([], set())


def test_a_pair_without_a_model_is_named() -> None:
    pairs = [("p", "m")] * 1500 + [("p", [])]
    with pytest.raises(InputError, match=r"pair 1,501 has no model; give at least one text"):
        _pairs(pairs)


@pytest.mark.parametrize("models", [None, 3, {"a"}, iter(["a"])])
def test_models_are_a_string_or_a_list(models: Any) -> None:
    with pytest.raises(TypeError, match=r"^models must be a string or a list of texts, not \w+$"):
        models_of(models)
    pairs = [("p", "m")] * 600 + [("p", ["m"]), ("p", models)]
    with pytest.raises(TypeError, match=r"^pair 602: models must be a string or a list of texts, not"):
        _pairs(pairs)


class _Array:
    """An array, as data frames have them in columns of lists."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[str]:
        return iter("ab")

    def tolist(self) -> list[str]:
        return list(self)


def test_models_may_be_an_array() -> None:
    assert models_of(_Array()) == ["a", "b"]


def test_separators_are_those_of_columns() -> None:
    """Texts take them in turn; texts that are no bytes have no separators."""
    texts = [b"a<q>b", b"a<q>b", "a<q>b", b"c|d", [[b"e|f"]], b"g|h\n"]
    (batch,), _ = _pairs(list(zip(texts[1::2], texts[::2], strict=True)))
    batch = replace(batch, separators=(b"<q>", b"", b"|"))
    in_lines = [b"a\nb", b"a<q>b", "a<q>b", b"c|d", [b"e|f"], b"g\nh\n"]
    assert list(map(batch.in_lines, range(6))) == in_lines
    rewritten = batch.rewritten(lambda text: [text, text] if isinstance(text, bytes) else text)
    assert rewritten.texts[0] == [b"a\nb"] * 2
    assert (rewritten.sources[0], rewritten.separators) == (Text((b"a\nb",) * 2), (b"\n",))
    assert rewritten.sources[2] == Text((b"a<q>b",))


def test_texts_alone_are_evaluations_without_models() -> None:
    batch = batch_of_texts(["a", "b"], 7)
    assert [(one.id, *map(list, (one.models, one.peers, one.rows))) for one in batch] == [
        *(("7", [], [0], [0]), ("8", [], [1], [1]))
    ]


@pytest.fixture
def stream() -> FileStream:
    """Evaluations in two formats, with shared files, a repeated model and a missing summary."""
    lines = {f"{folder}/{number}": f"a word {number}\n{folder}\n" for folder in "pm" for number in range(5)}
    write(Path(), {**lines, "p/4": "", "m/see": '<a name="1">[1]</a> <a href="#1" id=1>a word</a>\n'})
    stream = FileStream()
    stream.add("one", "SPL", "m", [("A", "0"), ("B", "1")], "p", [("s", "0"), ("t", "1")])
    stream.add("two", "SPL", "m", [("A", "1"), ("A", "1")], "p", [("s", ""), ("t", "2")])
    stream.add("three", "SEE", "m", [(None, "see")], "m", [("t", "see")])
    stream.add("four", "SPL", "m", [("C", "3")], "m", [("u", "0"), ("s", "1")])
    stream.add("five", "SPL", "m", [("", "4")], "p", [("s", "4")])
    stream.add("six", "SPL", "m", [("C", "3")], "p", [("s", "")])
    return stream.close()


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


def test_the_evaluations_come_out_as_they_were_added(stream: FileStream) -> None:
    assert list(stream) == _EVALUATIONS
    assert (len(stream), stream.systems) == (6, ("s", "t", "u"))
    assert (stream.waits_for_files, stream_of(_EVALUATIONS).waits_for_files) == (True, False)


@pytest.mark.parametrize("systems", [None, ["s"], ["u", "t"], []])
def test_a_stream_scores_as_its_evaluations_do(stream: FileStream, systems: list[str] | None) -> None:
    scored_as_listed(stream, systems)


@pytest.mark.parametrize("is_listed", [False, True])
def test_what_is_known_of_a_system(stream: FileStream, *, is_listed: bool) -> None:
    known = stream_of(_EVALUATIONS) if is_listed else stream
    assert known.survey(["s"]).missing["s"] == ["two", "three", "six"]
    assert known.survey(["s"]).corpus == Corpus(1, 2, ("SPL",))
    assert known.survey(["t"]).corpus == Corpus(1, 2, ("SEE", "SPL"))
    assert known.survey([]).corpus == Corpus()
    assert known.survey(["u"]).formats == {"SPL": "four"}
    assert known.survey(["t"]).formats == {"SPL": "one", "SEE": "three"}
    assert list(known.survey(["u", "t"]).paths) == ["m/0", "m/1", "p/1", "p/2", "m/see", "m/3"]
    assert list(known.survey([]).paths) == []


def test_the_sources_of_files_are_files(stream: FileStream) -> None:
    """They are checked before summaries, in evaluations that have one of the systems."""
    stream.source_files = "s/{eval}.txt"
    assert [one.source for one in stream] == [_spl(f"s/{one.id}.txt") for one in _EVALUATIONS]
    assert list(stream.survey(["u"]).paths) == ["s/four.txt", "m/0", "m/3"]
    stream.source_files = "s/eval.txt"
    with pytest.raises(OptionError, match=r"^`source`: 's/eval.txt' must have \{eval\}, for the ID of"):
        list(stream)


def test_an_evaluation_without_a_source_is_named() -> None:
    sources = {"1": A, "3": E}
    stream = stream_of([one._replace(source=sources.get(one.id)) for one in _SEVERAL])
    assert [one.models for one in stream.beside_rouge(["U"], needs_source=True)] == [(E,)]
    assert [one.models for one in stream.beside_rouge(["T"], needs_source=False)] == [(A,), (Text(()),)]
    with pytest.raises(InputError, match=r"^evaluation 2 has no source, which `about` needs; give it one"):
        list(stream.beside_rouge(["T"], needs_source=True))


@pytest.mark.parametrize("size", [1, 2, 512])
def test_a_file_with_several_uses_is_read_once(
    stream: FileStream, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading(groups: Iterable[Sequence[str]]) -> Iterator[list[bytes]]:
        for paths in groups:
            read.extend(paths)
            yield from read_groups([paths])

    monkeypatch.setattr(file_stream, "read_groups", reading)
    for systems in (["s", "t", "u"], ["s"]):
        read.clear()
        found = list(stream.batches(systems, size))
        assert read == list(stream.survey(systems).paths)
        assert max(len(batch.evaluations) for batch in found) <= size
        for batch in found:
            assert [source.name for source in batch.sources] == [
                file.path for file in batch.sources if isinstance(file, File) and file.data is not None
            ]


@pytest.mark.parametrize("size", [1, 2, 3, 512])
@pytest.mark.parametrize("systems", [["s", "t", "u"], ["s"], ["u", "t"]])
def test_files_that_threads_read_ahead_are_those_of_their_batch(
    stream: FileStream, systems: list[str], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("_MOST_WAITED", 0), ("_WAITED", -1.0), ("_SHARE", 2)):
        monkeypatch.setattr(files, name, value)
    opened: list[str] = []
    read = files._read

    def reading(paths: Sequence[str]) -> list[bytes]:
        opened.extend(paths)
        return read(paths)

    monkeypatch.setattr(files, "_read", reading)
    found = list(stream.batches(systems, size))
    sources = [source for batch in found for source in batch.sources if isinstance(source, File)]
    assert [source.data for source in sources] == [Path(source.path).read_bytes() for source in sources]
    _, *paths = stream.survey(systems).paths  # The first one was waited for.
    assert sorted(opened) == sorted(paths)


def test_a_file_that_is_gone_meanwhile_is_an_error(stream: FileStream) -> None:
    found = stream.batches(["s"], 1)
    next(found)
    Path("m/3").unlink()
    with pytest.raises(InputError, match=r"^m/3: cannot be read \(.*\); check the path$"):
        list(found)
