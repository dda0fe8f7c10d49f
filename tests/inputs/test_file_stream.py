"""Evaluations of files are held as names and numbers, and score as the evaluations that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, Options, evaluate
from rouge_cli.evaluation import Corpus
from rouge_cli.inputs import file_stream
from rouge_cli.inputs.file_stream import FileStream
from rouge_cli.inputs.streams import stream_of
from rouge_cli.text import files
from rouge_cli.text.files import read_groups

from ..support.evaluations import scored_as_listed
from ..support.files import write

_OPTIONS = Options(max_ngram=1, resamples=10)


@pytest.fixture
def stream() -> FileStream:
    """Evaluations in two formats, with files that several name, a model that stands twice and a gap."""
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


def test_what_is_known_of_a_system(stream: FileStream) -> None:
    assert list(stream.missing("s")) == ["two", "three", "six"]
    assert stream.selection(["s"]).corpus == Corpus(1, 2, ("SPL",))
    assert stream.selection(["t"]).corpus == Corpus(1, 2, ("SEE", "SPL"))
    assert stream.selection([]).corpus == Corpus()
    assert stream.selection(["u"]).formats == {"SPL": "four"}
    assert stream.selection(["t"]).formats == {"SPL": "one", "SEE": "three"}
    assert list(stream.selection(["u", "t"]).paths) == ["m/0", "m/1", "p/1", "p/2", "m/see", "m/3"]
    assert list(stream.selection([]).paths) == []


def test_what_is_known_of_some_of_the_systems_where_none_lacks_a_summary() -> None:
    stream = FileStream()
    stream.add("one", "SPL", "m", [("A", "0")], "p", [("s", "0"), ("t", "1")])
    stream.add("two", "SEE", "m", [("A", "1"), ("B", "2")], "p", [("t", "2")])
    stream.close()
    assert stream.selection(["s"]).corpus == Corpus(1, 1, ("SPL",))
    for systems in (["t"], ["s", "t", "u"]):
        assert stream.selection(systems).corpus == Corpus(1, 2, ("SEE", "SPL"))
    assert list(stream.selection(["s"]).paths) == ["m/0", "p/0"]
    assert list(stream.selection(["t", "s"]).paths) == ["m/0", "p/0", "p/1", "m/1", "m/2", "p/2"]
    assert stream.selection(["s"]).formats == {"SPL": "one"}
    stream.add("three", "SPL", "m", [("A", "3")], "p", [])  # Without a peer no file is needed.
    stream.close()
    assert list(stream.selection(["t", "s"]).paths) == ["m/0", "p/0", "p/1", "m/1", "m/2", "p/2"]


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
        assert read == list(stream.selection(systems).paths)
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
    _, *paths = stream.selection(systems).paths  # The first one was waited for.
    assert sorted(opened) == sorted(paths)


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        (["p/1"], "a summary cannot be read: p/1 (missing); check the configuration"),
        (["m/3", "m/0"], "2 summaries cannot be read: m/0 (missing), m/3 (missing); check the"),
    ],
)
def test_files_are_checked_before_any_is_read(stream: FileStream, gone: Sequence[str], message: str) -> None:
    for path in gone:
        Path(path).unlink()
    for evaluations in (stream, _EVALUATIONS):
        with pytest.raises(InputError) as raised:
            evaluate(evaluations, _OPTIONS)
        assert str(raised.value).startswith(message)


def test_formats_are_checked(stream: FileStream) -> None:
    for evaluations in (stream, _EVALUATIONS):
        with pytest.raises(InputError, match=r"^evaluation one: Unknown input format: SPL for ROUGE-BE-HM "):
            evaluate(evaluations, Options(rouge_l=False, basic_elements="HM"))


def test_a_file_that_is_gone_meanwhile_is_an_error(stream: FileStream) -> None:
    found = stream.batches(["s"], 1)
    next(found)
    Path("m/3").unlink()
    with pytest.raises(InputError, match=r"^m/3: cannot be read \(.*\); check the path$"):
        list(found)
