"""Files with a summary on each line become evaluations; they are read twice, in pieces of any size."""

from __future__ import annotations

import gc
import gzip
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Text, evaluate, read_jsonl, read_lines
from rouge_cli.inputs.json_stream import JsonStream
from rouge_cli.inputs.line_files import AT_ONCE, LineFile, LineStream
from rouge_cli.inputs.streams import stream_of

from ..support.commands import assert_refused, rouge_eval, rouge_tools, run_python
from ..support.evaluations import scored_as_listed, unnamed
from ..support.files import write
from ..support.needs import needs
from ..support.tables import table


def test_line_i_of_each_file_is_of_evaluation_i() -> None:
    write(Path(), {"a": "1\n2\n", "b": "3\n4\n", "m": "5\n6\n", "n": "7\n8\n"})
    assert unnamed(read_lines({"A": "a", "B": Path("b")}, ["m", Path("n")])) == [
        Evaluation.of_texts("1", {"A": "1", "B": "3"}, ["5", "7"]),
        Evaluation.of_texts("2", {"A": "2", "B": "4"}, ["6", "8"]),
    ]


@pytest.mark.parametrize(
    ("content", "separator", "marks", "expected"),
    [
        # Line ends.
        ("a\r\n\r\nb\rc", None, "none", [(b"a",), (), (b"b\rc",)]),
        # An empty line is an empty summary, the last one, too.
        ("a\n\n\nb\n\n", None, "none", [(b"a",), (), (), (b"b",), ()]),
        # Only a line feed ends a line.
        ("a\x0bb\x0c\x85\u2028c\n", None, "none", [("a\x0bb\x0c\x85\u2028c".encode(),)]),
        # Sentences.
        ("a b. c.\n", None, "none", [(b"a b. c.",)]),
        ("a<q>b\nc\n", None, "<q>", [(b"a", b"b"), (b"c",)]),
        ("a\\nb\nc\n", None, "\\n", [(b"a", b"b"), (b"c",)]),
        ("a<b \\q\n", None, "none", [(b"a<b \\q",)]),
        ("a <q> b <q>\n<q><q>\n", None, "<q>", [(b"a ", b" b "), ()]),
        ("a<q>b\n\\nabla\n", None, "<q>", [(b"a", b"b"), (b"\\nabla",)]),
        ("a<q>b\\nc || d\n", " || ", " || ", [(b"a<q>b\\nc", b"d")]),
        ("a<q>b\\nc\n", "", "none", [(b"a<q>b\\nc",)]),
        ("a\tb\n", "\t", "\t", [(b"a", b"b")]),
        ("aéb\n", "é", "é", [(b"a", b"b")]),
        # Text is bytes.
        (b"\xff\x00\xc3\n", None, "none", [(b"\xff\x00\xc3",)]),
    ],
)
def test_lines(
    content: str | bytes, separator: str | None, marks: str, expected: list[tuple[bytes, ...]]
) -> None:
    """Each file has its own separator; the models are in a file without any."""
    write(Path(), {"p": content, "m": "x\n" * len(expected)})
    evaluations = read_lines({"s": "p"}, ["m"], sentence_separator=separator)
    for number, (one, sentences) in enumerate(zip(evaluations, expected, strict=True), 1):
        assert one.peers == {"s": Text(sentences, f"p, line {number}", marks)}
        assert one.models == (Text((b"x",), f"m, line {number}", separator or "none"),)
        assert (one.id, one.model_ids) == (str(number), ())


@pytest.mark.parametrize(("text", "separator", "note"), table(__file__, "backslashes"))
def test_a_backslash_and_n_may_begin_a_command_or_a_path(text: str, separator: str, note: str) -> None:
    write(Path(), {"p": f"{text}\n", "m": "x\n"})
    stream = LineStream({"s": "p"}, ["m"])
    (evaluation,) = stream
    sentences = tuple(part.encode() for part in text.split(separator))
    assert evaluation.peers["s"] == Text(sentences, "p, line 1", separator)
    assert stream.notes == ((f"p: {note}",) if note else ())
    assert evaluate(read_lines({"s": "p"}, ["m"])).notes[: len(stream.notes)] == stream.notes
    assert LineStream({"s": "p"}, ["m"], sentence_separator=r"\n").notes == ()


def test_a_file_of_models_may_be_called_like_a_flag() -> None:
    write(Path(), {"p": "a\n", "-x": "a\n", "m": "b\n"})
    assert b"p ROUGE-L Average_R: 0.50000" in rouge_eval(["--lines", "p", "m", "-x"], Path.cwd()).stdout


@pytest.mark.parametrize("content", [b"a text\n", gzip.compress(b"a text\n")], ids=["plain", "compressed"])
@pytest.mark.parametrize(("lines", "model", "label"), [("-", "m.txt", b"stdin"), ("m.txt", "-", b"m")])
def test_standard_input(
    lines: str, model: str, label: bytes, content: bytes, standard_input: Callable[[bytes], None]
) -> None:
    write(Path(), {"m.txt": "a text\n"})
    standard_input(content)
    output = rouge_eval(["--quiet", "--lines", lines, model], cwd=Path.cwd())
    assert (output.stderr, output.status) == (b"", 0)
    assert label + b" ROUGE-L Average_R: 1.00000" in output.stdout


@pytest.mark.parametrize(
    ("peers", "systems"),
    [
        (["a/out.txt", "bart=b/out.txt"], ["out", "bart"]),
        (["é t=a/out.txt"], ["é t"]),
        # The name ends at the first equals sign, and a file that is called so is that file.
        (["x=lr=1.txt", "lr=1.txt"], ["x", "lr=1"]),
        (["=.txt"], ["="]),
    ],
)
def test_systems_are_told_apart(peers: list[str], systems: list[str]) -> None:
    write(Path(), dict.fromkeys(["a/out.txt", "b/out.txt", "lr=1.txt", "=.txt", "m"], "a\n"))
    lines = [argument for peer in peers for argument in ("--lines", peer)]
    output = rouge_eval(["--format", "json", *lines, "m"], Path.cwd())
    assert list(json.loads(output.stdout)["systems"]) == systems


def test_what_is_noted() -> None:
    """Empty texts, which score zero, are noted with their lines, and UTF-16 once for each file."""
    write(Path(), {"p": "a b\n\n", "m": "a b\n\n", "utf16": "a\nb\n".encode("utf-16-be")})
    output = rouge_eval(["-n1", "-d", "--lines", "p", "m"], cwd=Path.cwd())
    assert output.stderr.splitlines() == [
        *(b"note: Empty summary: m, line 2", b"note: Empty summary: p, line 2"),
        b"note: 1 system, 1 model, 2 evaluations",
    ]
    assert [b"Eval 1.p R:1.00000" in output.stdout, b"Eval 2.p R:0.00000" in output.stdout] == [True, True]
    for run, words in ((rouge_eval, []), (rouge_tools, ["check"])):
        output = run([*words, "--lines", "utf16", "m"], cwd=Path.cwd())
        assert (output.status, b"passed over" in output.stdout) == (0, False)
        assert output.stderr.count(b"utf16: read as UTF-16; write it in UTF-8") == 1
    write(Path(), {"nul": "a\0b\nc\n"})
    output = rouge_eval(["--lines", "nul", "m"], cwd=Path.cwd())
    assert output.stderr.count(b"nul: there are NULs in it, as in UTF-16") == 1
    assert b"m: there" not in output.stderr
    assert LineStream({"s": "m"}, ["m"]).notes == ()
    write(Path(), {"rows": '{"peer": "a", "models": "a"}'.encode("utf-16-be")})
    assert evaluate(read_jsonl("rows")).notes == ("rows: read as UTF-16; write it in UTF-8",)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize(
    ("letters", "is_wide"),
    [("abcdef日本語中", True), ("abcde日本語中文", False), ("abcdefghijĀ", True), ("abcdefghiĀ", False)],
)
def test_wide_encodings_without_their_mark_are_known_by_nuls(
    letters: str, is_wide: bool, encoding: str
) -> None:
    """Most letters are Latin, and few have a NUL in place of their lower byte."""
    text = "".join(letter * 2 for letter in letters)
    write(Path(), {"p": text.encode(encoding)})
    (one,) = read_lines({}, ["p"])
    assert one.models == (Text((text.encode("utf-8" if is_wide else encoding),), "p, line 1", "none"),)


def test_standard_input_of_other_length_or_none_is_an_error(
    standard_input: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(Path(), {"m": "a\n"})
    standard_input(b"a\nb\n")
    assert_refused(rouge_eval(["--lines", "m", "-"], Path.cwd()), 1, "(m: 1, standard input: 2)")
    monkeypatch.setattr(sys, "stdin", None)
    assert_refused(rouge_eval(["--lines", "-", "m"], Path.cwd()), 1, "standard input: cannot be read")


def _many(lines: int) -> LineStream:
    """Return two systems and two models in files with different separators and some empty texts."""
    texts = ["" if line % 7 == 3 else f"a word {line} of line {line % 10}" for line in range(lines)]
    write(
        Path(),
        {
            "a": "\r\n".join(texts) + "\r\n",
            "b": "\n".join(text.replace(" of", "<q>of") for text in reversed(texts)),
            "m": "\n".join(text.replace(" of", "\\n of") for text in texts) + "\n",
            "n": "\n".join(f"{text}." for text in texts) + "\n",
        },
    )
    return LineStream({"A": "a", "B": "b"}, ["m", "n"])


@pytest.mark.slow
@pytest.mark.parametrize("systems", [None, ["B"], ["B", "A"], []])
def test_a_stream_scores_as_its_evaluations_do(systems: list[str] | None) -> None:
    report = scored_as_listed(_many(1200), systems)
    for measures in report.systems.values():
        for result in measures.values():
            assert list(result.scores.evaluations) == [str(number) for number in range(1, 1201)]


def test_beside_rouge_the_sources_are_the_models() -> None:
    """A stream of files gives the same texts as its evaluations in a list."""
    write(Path(), {"p": "a\nb\n", "q": "x\ny\n", "m": "c\nd\n", "s": "e<q>f\ng\n"})
    files = LineStream({"S": "p", "T": "q"}, ["m"], source="s")
    sources = [Text((b"e", b"f"), "s, line 1", "<q>"), Text((b"g",), "s, line 2", "<q>")]
    assert [one.source for one in files] == sources
    assert [one.source for one in read_lines({"S": "p"}, ["m"])] == [None, None]
    for stream in (files, stream_of(list(files))):
        beside = stream.beside_rouge(["S"], needs_source=True)
        assert beside.systems == ("S", "(models)0")
        (batch,) = beside.batches(beside.systems)
        assert (batch.ids, batch.systems) == (["1", "2"], ["S", "(models)0"] * 2)
        assert [batch.summary(*place).name for place in batch.places()] == [
            f"{name}, line {line}" for line in (1, 2) for name in "spm"
        ]
        assert [batch.summary(evaluation, 0) for evaluation in range(2)] == sources


def test_progress_ends_with_the_size_of_the_files() -> None:
    """The last lines of `m` and `rows` have no end; the second of `rows` is longer than a reading."""
    row = '{"peer": "%s", "models": "b"}'
    write(Path(), {"p": "a\n", "m": "b", "rows": f"\ufeff{row % 'a'}\n{row % ('a' * 262_144)}"})
    seen: list[tuple[int, int]] = []
    LineStream({"s": "p"}, ["m"], progress=lambda *progress: seen.append(progress))
    JsonStream("rows", progress=lambda *progress: seen.append(progress))
    assert seen == [(3, 2), (3, 3), (262_200, 29), (262_200, 262_200)]


@pytest.mark.parametrize(("systems", "sizes"), [(1, [512, 1]), (3, [256, 256, 1]), (100, [32] * 16 + [1])])
def test_batches_of_many_systems_have_fewer_evaluations(systems: int, sizes: list[int]) -> None:
    """The first reading ends before line 512."""
    write(Path(), {"f": f"{'a' * 512}\n" * 513})
    names = [str(number) for number in range(systems)]
    batches = LineStream(dict.fromkeys(names, "f"), ["f"]).batches(names)
    assert [len(batch.evaluations) for batch in batches] == sizes


def test_a_file_that_changes_while_it_is_scored_is_an_error() -> None:
    stream = _many(1200)
    with Path("m").open("r+b") as file:
        file.write(b"no line\nmore\n\n\n")
    with pytest.raises(InputError, match=r"^m: has changed while it was read; score it when"):
        evaluate(stream)


@pytest.mark.parametrize("at", [262_142, 262_143, 262_144])
@pytest.mark.parametrize("separator", ["<q>", "\\n"])
def test_a_separator_is_found_wherever_it_stands(separator: str, at: int) -> None:
    write(Path(), {"f": f"{'a' * at}{separator}b\n"})
    (evaluation,) = read_lines({}, ["f"])
    assert evaluation.models[0].sentence_marks == separator
    assert [len(one.sentences) for one in evaluation.models if isinstance(one, Text)] == [2]
    write(Path(), {"f": f"\\nabla\n{'a' * at}<q>b\n"})
    assert LineStream({}, ["f"]).notes == ()


@pytest.mark.parametrize(("before", "separators"), [(4095, [b""]), (4096, [b"\\n"])])
def test_commands_are_looked_for_in_the_first_four_megabytes(before: int, separators: list[bytes]) -> None:
    line = f"a\\nb{'c' * 1019}\n"
    write(Path(), {"f": line * before + line.replace("c" * 7, "\\nabla ", 1)})
    (batch, *_) = LineStream({"S": "f"}, []).batches(["S"])
    assert batch.separators == separators


def test_paths_of_the_wrong_kind_are_an_error() -> None:
    with pytest.raises(OptionError, match="only once"):
        read_lines({"s": "-"}, ["-"])
    one: Any
    for one in ("one", Path("one")):
        with pytest.raises(TypeError, match=r"models must be a list of paths; .*: \[path\]"):
            read_lines({"s": "one"}, one)
    for one in ("one", Path("one"), ["one"]):
        with pytest.raises(TypeError, match=r"peers must map systems to paths, \{name: path\}, not"):
            read_lines(one, ["one"])


@pytest.mark.parametrize(("paths", "names"), table(__file__, "systems"))
def test_systems_are_called_after_their_files(paths: list[str], names: list[str]) -> None:
    content = {path: gzip.compress(b"a\n") if path.endswith(".gz") else "a\n" for path in (*paths, "models")}
    write(Path("here"), content)
    flags = [word for path in paths for word in ("--lines", path)]
    output = rouge_eval(["--format", "json", *flags, "models"], cwd=Path("here"))
    assert list(json.loads(output.stdout)["systems"]) == names


def _lines(file: LineFile, at_once: int = AT_ONCE) -> list[bytes]:
    return [line for some in file.lines(at_once) for line in some]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"a\nbc\n", [b"a", b"bc"]),
        (b"a\nbc", [b"a", b"bc"]),
        (b"\n\nabc\n\n", [b"", b"", b"abc", b""]),
        (b"\nabc\n", [b"", b"abc"]),
        (b"\n", [b""]),
        (b"\r", [b""]),
        (b"ab\r\n\r\nc\rd\r\r\ne\r", [b"ab", b"", b"c\rd\r", b"e"]),
        (b"\xef\xbb\xbfab\nc", [b"ab", b"c"]),
        (b"ab\n\xef\xbb\xbfc\n", [b"ab", b"\xef\xbb\xbfc"]),
        (b"abcdefghijklmnopqrstuvwxyz\n", [b"abcdefghijklmnopqrstuvwxyz"]),
    ],
)
@pytest.mark.parametrize("compressed", [False, True])
def test_lines_in_pieces_of_any_size(content: bytes, lines: list[bytes], *, compressed: bool) -> None:
    write(Path(), {"f": gzip.compress(content) if compressed else content})
    for at_once in (1, 2, 3, 5, 1000):
        file = LineFile("f")
        assert _lines(file, at_once) == lines
        assert _lines(file) == lines
    assert file.size == len(content.removeprefix(b"\xef\xbb\xbf"))


@contextmanager
def _pipe(content: bytes) -> Iterator[str]:
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    yield f"/dev/fd/{reading}"
    os.close(reading)


@pytest.mark.parametrize(
    "content", [b"a line\nanother\n", gzip.compress(b"a line\n") + gzip.compress(b"another")], ids=len
)
@pytest.mark.parametrize("source", [_pipe, lambda content: nullcontext("-")], ids=["pipe", "stdin"])
def test_what_can_be_read_once_is_kept(content: bytes, source: Any, standard_input: Any) -> None:
    standard_input(content)
    with source(content) as path:
        file = LineFile(path)
    assert [_lines(file, at_once) for at_once in (3, 1000)] == [[b"a line", b"another"]] * 2


def test_a_temporary_file_is_closed_with_its_last_reader(standard_input: Callable[[bytes], None]) -> None:
    """Otherwise Python would warn of it. Smaller inputs are kept in memory."""
    standard_input(b"a line\n" * 1_000_000)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        file = LineFile("-")
        assert (file.size, file.read(6_999_993, 10)) == (7_000_000, b"a line\n")
        del file
        gc.collect()
    assert [str(one.message) for one in caught if one.category is ResourceWarning] == []


@needs("linux")
def test_files_that_the_system_makes_up_have_no_size() -> None:
    path = "/proc/self/cmdline"
    assert Path(path).stat().st_size == 0
    file = LineFile(path)
    assert _lines(file) == _lines(file) == Path(path).read_bytes().split(b"\n")


@pytest.mark.parametrize("change", ["shorter", "longer", "written over", "replaced", "gone"])
def test_a_file_that_is_no_longer_what_it_was_is_an_error(change: str) -> None:
    write(Path(), {"f": "a\nb\n", "g": "a\nb\n"})
    file = LineFile("f")
    message = "^f: has changed while it was read; score it when nothing writes to it any more$"
    if change == "shorter":
        write(Path(), {"f": "a\n"})
    elif change == "longer":
        write(Path(), {"f": "a\nb\nc\n"})
    elif change == "written over":
        write(Path(), {"f": "c\nd\n"})
        os.utime("f", ns=(1, 1))  # Both may be written in one tick of the clock.
    elif change == "replaced":
        Path("g").replace("f")
    else:
        Path("f").unlink()
        message = "^f: cannot be read .*; check the path$"
    with pytest.raises(InputError, match=message):
        _lines(file)


def test_what_cannot_be_unpacked_is_refused() -> None:
    """Checksums are compared."""
    packed = gzip.compress(b"a line\n")
    others = (head + b"\x00\x01\n" for head in (b"\x28\xb5\x2f\xfd", b"\xfd7zX", b"PK\x03\x04"))
    refused = dict.fromkeys(others, "compressed, but not by gzip; decompress it first")
    refused[packed[:-8] + bytes(4) + packed[-4:]] = (
        "cannot be decompressed (CRC check failed); compress it anew"
    )
    refused[b"PAR1\n"] = "a Parquet file, which only `jsonl` reads, uncompressed and from a path"
    for content, message in refused.items():
        write(Path(), {"f": content})
        with pytest.raises(InputError) as raised:
            LineFile("f")
        assert str(raised.value) == f"f: {message}"
    Path("f").rename("f.gz")
    with pytest.raises(InputError, match=r"^f\.gz: cannot be decompressed \(Not a gzipped file"):
        LineFile("f.gz")


@pytest.mark.slow
def test_a_full_disk_is_told_in_a_line() -> None:
    write(Path(), {"f": gzip.compress(b"a line\n" * 1_000_000), "m": b"a line\n" * 1_000_000})
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"
        " from rouge_cli.cli.rouge_eval import main; sys.exit(main(['--lines', 'f', 'm']))"
    )
    message = (
        "f: cannot be kept in a temporary file (File too large); make room for it, name a folder that has"
        " room by TMPDIR, or give a plain file\n"
    )
    assert_refused(run_python("-c", script, cwd=Path.cwd()), 1, message)
