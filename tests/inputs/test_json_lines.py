"""JSON Lines and Parquet become evaluations; columns are scored like lists."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import sys
from array import array
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from rouge_cli import Evaluation, InputError, RougeError, Scorer, Text, evaluate, kernel, read_jsonl
from rouge_cli.evaluation import Corpus, Numbered
from rouge_cli.inputs.json_rows import row_of
from rouge_cli.inputs.json_stream import Fields, JsonStream

from ..support.commands import assert_refused, rouge_eval
from ..support.evaluations import scored_as_listed, unnamed
from ..support.files import write
from ..support.needs import needs
from ..support.tables import table


def _lines(*rows: Any) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _read(*rows: Any, **fields: str) -> list[Evaluation]:
    write(Path(), {"rows.jsonl": _lines(*rows)})
    return unnamed(read_jsonl("rows.jsonl", **fields))


def test_rows_of_an_evaluation_belong_together() -> None:
    """The models are given once, or each time; the order is that of the first rows."""
    assert _read(
        {"id": "b", "system": 1, "peer": "b1"},
        {"id": "a", "system": 1, "peer": ["a1"], "models": "m"},
        {"id": "b", "system": "2", "peer": "b2", "models": ["n"]},
        {"id": "a", "system": "2", "peer": None, "models": ["m"]},
        {"id": "b", "system": "3", "peer": None, "models": None},
    ) == [
        Evaluation("b", {"1": Text((b"b1",)), "2": Text((b"b2",)), "3": None}, (Text((b"n",)),)),
        Evaluation("a", {"1": Text((b"a1",)), "2": None}, (Text((b"m",)),)),
    ]


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ("one", [(b"one",)]),
        ("one\ntwo\n\n", [(b"one", b"two")]),
        (["one", "two"], [(b"one",), (b"two",)]),
        ([["one", "two"]], [(b"one", b"two")]),
        ([["one\ntwo", "", "three\r\n"], "four"], [(b"one", b"two", b"three\r"), (b"four",)]),
        ([[]], [()]),
        ("", [()]),
        ([""], [()]),
        ("é \ud800 \0", [b"\xc3\xa9 ? \0".split(b"\n")]),
    ],
)
def test_models(models: Any, expected: list[Any]) -> None:
    (evaluation,) = _read({"peer": "", "models": models})
    assert evaluation.models == tuple(Text(tuple(sentences)) for sentences in expected)


def test_lines_of_blanks_are_passed_over() -> None:
    """Python knows more blanks than JSON does. A name that stands twice in an unread field does no harm."""
    row = '{"peer": "a", "models": ["b"], "meta": {"k": 1, "k": 2}}\n'
    write(Path(), {"rows.jsonl": f"\n{row}\f\n{row} \v\n\n"})
    assert [each.id for each in read_jsonl("rows.jsonl")] == ["2", "4"]


def test_texts_are_named_after_their_line_and_field() -> None:
    """Models have no IDs, and lines are sentences."""
    rows = _lines({"peer": "a", "models": ["b", "c"]}, {"peer": "d", "models": "e"})
    write(Path(), {"rows.jsonl": f"\n{rows}"})
    first, second = read_jsonl("rows.jsonl")
    texts = [text for text in (*first.peers.values(), *first.models, *second.models) if text]
    places = ["2, peer", "2, models 1", "2, models 2", "3, models"]
    assert [text.name for text in texts] == [f"rows.jsonl, line {place}" for place in places]
    assert (first.model_ids, {text.sentence_marks for text in texts}) == ((), {"lines"})


def test_a_source_is_given_once_or_agrees() -> None:
    """Then an evaluation needs no models. A field that nobody named, even NUL, is no source."""
    rows: list[dict[str, Any]] = [
        {"id": 1, "system": "s", "peer": "p", "\0": "x"},
        {"id": 1, "system": "t", "peer": "q", "text": ["a", "", "b"]},
        {"id": 1, "system": "u", "peer": "r", "text": "a\nb\n"},
        {"id": 2, "system": "s", "peer": "p", "models": "m", "text": None, "\0": "x"},
        {"id": 2, "system": "t", "peer": "p", "models": "m"},
    ]
    write(Path(), {"rows": _lines(*rows)})
    first, second = read_jsonl("rows", source_field="text")
    assert (first.source, first.models) == (Text((b"a", b"b"), "rows, line 2, text"), ())
    assert (second.source, second.models) == (None, (Text((b"m",), "rows, line 4, models"),))
    assert _read(rows[3])[0].source is None
    for text, message in (
        ("a b", "other texts than line 2, which is of the same evaluation 1; make them agree, or give"),
        (1, "a number where a string or a list of strings is wanted$"),
    ):
        rows[2]["text"] = text
        write(Path(), {"rows": _lines(*rows)})
        with pytest.raises(InputError, match=f"^rows, line 3: field 'text' has {message}"):
            read_jsonl("rows", source_field="text")


_USUAL = {
    "peer": 'Long enough for words of eight bytes\n“b” é 😀 "',
    "models": ["x", ["\t/", ""], json.loads("[" * 15 + "]" * 15)],
    "id": 1 - 10**18,
    "system": "@\x7f\x80\xaf\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff",  # the ends of each length
    "score": -1.5e-30,
    "is": True,
    "more": [1e30],
}


@pytest.mark.skipif(kernel.NAME == "Python", reason="the Python kernel scans no rows")
def test_the_compiled_kernel_scans_rows_as_json_does() -> None:
    """Whichever bytes are changed, it finds the same values or leaves the row to Python."""
    names = ("id", "system", "peer", "models", "models")
    encoded = tuple(name.encode() for name in names)
    random = Random(23)
    scanned = 0
    for number in range(12_000):
        text = json.dumps(_USUAL, ensure_ascii=number % 2 == 0, separators=(" ,", "\t:\r"))
        row = bytearray(text.replace("@", "\\u0040").encode())
        for _ in range(number % 3):
            row[random.randrange(len(row))] = random.choice(
                b'"\\,:[]{}0123456789-+.eEudn \x00\x1f\x80\xc3\xed\xff'
            )
        (found,), starts = kernel.body.scan_rows(bytes(row), 7, encoded)
        assert list(array("q", starts)) == [7, len(row) + 8]
        if found is not None:
            scanned += 1
            wanted = row_of(bytes(row), "rows", 1).fields
            assert found == [_in_bytes(wanted.get(name, ...)) for name in names]
    assert scanned > 4_200
    for wrong in (encoded[1:], (*encoded, b"x"), ("id", *encoded[1:]), (*encoded[1:], "models")):
        with pytest.raises(TypeError, match=r"five names of bytes expected|must be bytes, not str"):
            kernel.body.scan_rows(b"{}", 0, wrong)


@pytest.mark.skipif(kernel.NAME == "Python", reason="the Python kernel scans no rows")
def test_a_peer_and_a_model_alone_become_a_pair() -> None:
    def scanned(**fields: object) -> Any:
        row = b"\n%b\n" % json.dumps(fields).encode()
        ((_, found, _), _) = kernel.body.scan_rows(row, 0, (b"id", b"system", b"peer", b"models", b"text"))
        return found

    assert scanned(peer="é", models="b") == ("é".encode(), b"b")
    assert scanned(more=1, models=["b"], peer=["a"]) == (b"a", b"b")
    assert scanned(**dict.fromkeys(map(str, range(30)), 1), peer="a", models="a b") == (b"a", b"a b")
    assert scanned(peer="", models="") == (b"", b"")
    assert scanned(peer="a", models=["b", "c"]) == [..., ..., b"a", [b"b", b"c"], ...]
    assert scanned(peer=["a", "b"], models="c") == [..., ..., [b"a", b"b"], b"c", ...]
    assert scanned(peer="a", models=[["b"]]) == [..., ..., b"a", [[b"b"]], ...]
    assert scanned(peer=None, models="b") == [..., ..., None, b"b", ...]
    assert scanned(peer="a", models=[]) == [..., ..., b"a", [], ...]
    assert scanned(peer="a", models="b", id=1) == [1, ..., b"a", b"b", ...]
    assert scanned(peer="a", models="b", system=None) == [..., None, b"a", b"b", ...]
    assert scanned(peer="a", models="b", text="") == [..., ..., b"a", b"b", b""]
    assert scanned(peer="a") == [..., ..., b"a", ..., ...]


def _in_bytes(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_in_bytes, value))
    return value.encode() if isinstance(value, str) else value


@pytest.mark.parametrize(
    "row",
    [b"{}", b'{"id": 01}', b'{"id": 1.5}', b'{"id": true}', b'{"peer": "\\ud800"}', b'{"id": [1',
     b'{"peer": "\xed\xa0\x80"}', b'{"peer": "x", "peer": "y"}', b'{"pe\\u0065r": "x"}', b'{"peer": "x"} x',
     b'{"id": 1234567890123456789}', b'{"more": {}}', b'{"id": 1,}', b'{"id": 1', b'{"id": "',
     b'{"id": "\\u12', b'{"id": "a\nb"}', b'{"id": ' + b"[" * 17 + b"]" * 17 + b"}", b'{"id": 1, "id":',
     b'{"id": "\x80"}', b'{"id": "\\udc00"}', b'{"id": "\\ud800\\ue000"}', b'{"id": "}', b'{"1}',
     b"{" + b",".join(b'"%d": 1' % number for number in range(33)) + b"}"],
)  # fmt: skip
def test_what_is_rare_or_wrong_is_left_to_python(row: bytes) -> None:
    assert {*kernel.body.scan_rows(row, 0, (b"id", b"", b"peer", b"models", b""))[0]} == {None}


@pytest.mark.parametrize(
    ("rows", "systems"),
    [("2b 2a 10b 10a 1b 1a", "ba"), ("bx ay bz ax", "xzy")],  # That need not be the order of the rows.
)
def test_systems_are_in_the_order_of_the_evaluations(rows: str, systems: str) -> None:
    pairs = [(row[:-1], row[-1]) for row in rows.split()]
    found = _read(*({"id": id, "system": system, "peer": "p", "models": "m"} for id, system in pairs))
    assert "".join(JsonStream("rows.jsonl").systems) == systems
    assert [(one.id, "".join(one.peers)) for one in found] == [
        (id, "".join(system for other, system in pairs if other == id)) for id in dict.fromkeys(dict(pairs))
    ]


@pytest.fixture
def stream() -> JsonStream:
    """A stream whose rows stand system after system, in a file that is larger than a reading."""
    rows = [
        {
            "id": f"e{number}",
            "system": system,
            "peer": None if number % 5 == place else f"a word {number} of {'many ' * 30}{system}",
            "models": ["a word", f"word {number} of"][: 1 + number % 2] if place else None,
        }
        for place, system in enumerate("abc")
        for number in range(1000)
    ]
    write(Path(), {"rows": _lines(*rows)})
    return JsonStream("rows")


@pytest.mark.slow
@pytest.mark.parametrize("systems", [None, ["b"], ["c", "a"], []])
def test_a_stream_scores_as_its_evaluations_do(stream: JsonStream, systems: list[str] | None) -> None:
    report = scored_as_listed(stream, systems)
    scored = {system: len(measures["ROUGE-1"].scores) for system, measures in report.systems.items()}
    assert scored == dict.fromkeys(systems if systems is not None else "abc", 800)
    assert len(report.notes) == len(scored)


def test_a_stream_knows_its_evaluations(stream: JsonStream) -> None:
    assert (len(stream), stream.systems) == (1000, ("a", "b", "c"))
    assert stream.survey(["b"]).missing["b"] == [f"e{number}" for number in range(1000) if number % 5 == 1]
    assert stream.survey(["a"]).corpus == Corpus(1, 2, ("lines",))
    assert stream.survey([]).corpus == Corpus()
    write(Path(), {"numbered": "\n" + _lines({"peer": None, "models": "m"}, {"peer": "p", "models": "m"})})
    assert JsonStream("numbered").survey(["numbered"]).missing == {"numbered": ["2"]}
    write(Path(), {"few": _lines(*({"peer": "p", "models": models, "of": "s"} for models in ("m", [], [])))})
    assert JsonStream("few", Fields(source_field="of")).survey(["few"]).without_models == "2"


def test_rows_that_change_while_they_are_scored_are_an_error(stream: JsonStream) -> None:
    path = Path("rows")
    content = path.read_bytes()
    others = [content.replace(b'"peer"', b'"pear"'), content.replace(b'"models"', b'"modest"')]
    for changed in (*others, content[:-1000]):
        path.write_bytes(changed)
        with pytest.raises(InputError, match=r"^rows: has changed while it was read; score it when"):
            evaluate(stream)


@pytest.mark.parametrize("field", ["peer", "models"])
def test_pairs_that_change_while_they_are_scored_are_an_error(field: str) -> None:
    """Even if neither size nor time tells it, as in one tick of the clock."""
    rows = _lines(*[{"peer": "text", "models": "text"}] * 3)
    for source_field in (None, field):
        write(Path(), {"rows": rows})
        os.utime("rows", ns=(1, 1))
        stream = JsonStream("rows", Fields(source_field=source_field))
        write(Path(), {"rows": rows.replace(f'"{field}": "text"', f'"{field}": null  ')})
        os.utime("rows", ns=(1, 1))
        with pytest.raises(InputError, match=r"^rows: has changed while it was read; score it when"):
            list(stream if source_field else stream.batches(["rows"]))


def test_lines_are_numbered_where_there_are_no_ids() -> None:
    content = b'\xef\xbb\xbf{"peer": "a", "models": "b", "of": {}}\r\n \n{"peer": "c", "models": "d"}\n'
    write(Path(), {"bart.jsonl.gz": gzip.compress(content)})
    assert unnamed(read_jsonl(Path("bart.jsonl.gz"))) == [
        Evaluation.of_texts("1", {"bart": "a"}, ["b"]),
        Evaluation.of_texts("3", {"bart": "c"}, ["d"]),
    ]


@pytest.mark.parametrize(
    ("rows", "are_numbers"),
    [
        ([{"peer": "a", "models": "b"}] * 3, True),
        ([{"peer": "a", "models": "b"}, {"peer": None, "models": "b"}, {"peer": "a", "models": "b"}], False),
        ([{"system": str(n), "peer": "a", "models": "b"} for n in range(3)], False),
        ([{"id": n, "peer": "a", "models": "b"} for n in range(3)], False),
        ([{"peer": "a" * 250_000, "models": models} for models in ("b", ["c", "d"], "e")], True),
    ],
    ids=["all", "a peer is missing", "several systems", "IDs", "one row in each reading"],
)
def test_a_batch_of_one_system_without_ids_has_numbers(rows: list[Any], are_numbers: bool) -> None:
    write(Path(), {"rows.jsonl": _lines(*rows)})
    stream = JsonStream("rows.jsonl")
    (batch,) = stream.batches(stream.systems)
    wanted = [one.id for one in stream if one.present(stream.systems)]
    assert list(batch.ids) == wanted
    assert isinstance(batch.ids, Numbered) == are_numbers
    assert stream.survey([]).corpus == Corpus()
    assert batch.systems == [system for one in stream for system in one.present(stream.systems)]
    # Their names have the lines.
    present = [(*one.models, *one.present(stream.systems).values()) for one in stream]
    small = list(stream.batches(stream.systems, 2))
    assert [one.summary(*place) for one in small for place in one.places()] == [
        text for texts in present if texts[1:] for text in texts
    ]


def test_fields_have_the_names_that_are_asked_for(standard_input: Callable[[bytes], None]) -> None:
    row = {"topic": 7, "run": "s", "summary": "x", "references": "x", "id": [], "system": {}, "peer": 1}
    names = {"eval": "topic", "system": "run", "peer": "summary", "models": "references"}
    fields = {f"{name}_field": field for name, field in names.items()}
    assert _read(row, **fields) == [Evaluation.of_texts("7", {"s": "x"}, ["x"])]
    standard_input(_lines(row).encode())
    flags = [f"--{name}-field={field}" for name, field in names.items()]
    output = rouge_eval(["-d", *flags, "--jsonl", "-"], cwd=Path.cwd())
    assert (output.stderr, output.status) == (b"", 0)
    assert b"s ROUGE-L Eval 7.s R:1.00000" in output.stdout
    output = rouge_eval(["--peer-field", "x\ny", "--jsonl", "rows.jsonl"], cwd=Path.cwd())
    assert_refused(output, 1, "rows.jsonl, line 1: no field 'x\\ny'")
    for option in ("eval_field", "system_field"):
        with pytest.raises(InputError, match=f"line 1: no field 'x'; add it, or .* by `{option}`$"):
            _read({"peer": "a", "models": "b"}, **{option: "x"})


def test_a_field_may_stand_in_an_object_within_the_object() -> None:
    """As in what evaluation harnesses write. A field that has the name with its dot comes first."""
    row = {"doc": {"id": 7, "to": {"models": ["x"]}}, "peer": "x", "doc.source": "s"}
    fields = {"eval_field": "doc.id", "models_field": "doc.to.models", "source_field": "doc.source"}
    wanted = Evaluation.of_texts("7", {"rows": "x"}, ["x"], source="s")
    assert _read(row, **fields) == [wanted._replace(source=Text((b"s",), "rows.jsonl, line 1, doc.source"))]
    with pytest.raises(
        InputError,
        match=r"line 1: no field 'doc\.to\.none'; .*; there are: doc\.id, doc\.to\.models, doc\.source$",
    ):
        _read(row, models_field="doc.to.none")
    assert _read({"": "s", "peer": "x", "models": "x"})[0].source is None


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        *table(__file__, "wrong_rows"),
        (b'{"id": "\xe9"}\n', ["rows, line 1: not UTF-8 (byte 9)"]),
        ("[" * 100_000, ["rows, line 1: JSON that cannot be read"]),
        ('{"id": ' + "9" * 5000 + "}", ["rows, line 1: JSON that cannot be read"]),
        (gzip.compress(b"PAR1"), ["rows: a Parquet file, which only --jsonl reads, uncompressed and from"]),
    ],
    ids=count(),
)
def test_what_is_wrong_with_a_row_is_said(content: str | bytes, parts: list[str]) -> None:
    write(Path(), {"rows": content})
    assert_refused(rouge_eval(["--jsonl", "rows"], cwd=Path.cwd()), 1, *parts)


_PEERS = ["the cat’s — sat", "a dog ran"]
_MODELS: list[Any] = [["the cat’s sat down", "a cat"], ["the dog ran"]]
_ROWS = [
    {"id": id, "peer": peer, "models": models, "source": None}
    for id, peer, models in zip("ab", _PEERS, _MODELS, strict=True)
]


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    importlib.import_module("pyarrow.parquet").write_table(
        importlib.import_module("pyarrow").Table.from_pylist(rows), path
    )


@needs("pyarrow")
class TestParquet:
    """`--parquet`, which is `--jsonl`, and `read_jsonl`."""

    def test_rows_are_those_of_json_lines(self, tmp_path: Path) -> None:
        rows = [row | {"day": date(2004, 7, 25)} for row in _ROWS] * 1100
        rows = [row | {"id": f"{number}"} for number, row in enumerate(rows)]
        _write(tmp_path / "rows.parquet", rows)
        lines = [json.dumps({name: row[name] for name in row if name != "day"}) for row in rows]
        tmp_path.joinpath("rows.jsonl").write_text("\n".join(lines))

        def plain(name: str) -> list[Any]:
            """Return IDs and sentences, without the names of texts, which have the name of the file."""
            return [
                (one.id, *([*cast("Text", text).sentences] for text in (one.peers["rows"], *one.models)))
                for one in read_jsonl(tmp_path / name)
            ]

        assert plain("rows.parquet") == plain("rows.jsonl")

    @pytest.mark.parametrize(
        ("rows", "parts"),
        [
            ([{"peer": "x"}], ["rows.parquet, line 1: no field 'models'", "--models-field"]),
            ([{"peer": "x", "models": 1.5}], ["rows.parquet, line 1: field 'models' has a number"]),
            ([{"peer": b"x", "models": "y"}], ["rows.parquet: Object of type bytes", "must have strings"]),
            ([], ["rows.parquet: empty"]),
        ],
    )
    def test_what_is_wrong_is_said(
        self, tmp_path: Path, rows: list[dict[str, Any]], parts: list[str]
    ) -> None:
        _write(tmp_path / "rows.parquet", rows)
        assert_refused(rouge_eval(["--parquet", "rows.parquet"], tmp_path), 1, *parts)

    def test_a_broken_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "x").write_bytes(b"PAR1\x15\0")
        assert_refused(rouge_eval(["--jsonl", "x"], tmp_path), 1, "x: cannot be read as Parquet (")
        assert_refused(
            rouge_eval(["--lines", "x", "x"], tmp_path), 1, "x: a Parquet file, which only --jsonl"
        )


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_bytes(b"PAR1\x15\0")
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(RougeError, match=r"x, a Parquet file, needs pyarrow .*pip install pyarrow$"):
        read_jsonl(tmp_path / "x")


def _polars(values: list[Any]) -> Any:
    return importlib.import_module("polars").Series(values)


def _arrow(values: list[Any]) -> Any:
    return importlib.import_module("pyarrow").chunked_array([values[:1], values[1:]])


def _pandas(values: list[Any]) -> Any:
    return importlib.import_module("pandas").Series(values, index=[7, 5])


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(_polars, marks=needs("polars")),
        pytest.param(_arrow, marks=needs("pyarrow")),
        pytest.param(_pandas, marks=needs("pandas")),
    ],
)
def test_columns_are_scored_like_lists(column: Any) -> None:
    scorer = Scorer()
    wanted = scorer.score_batch(_PEERS, _MODELS, ids=["a", "b"])
    found = scorer.score_batch(column(_PEERS), column(_MODELS), ids=column(["a", "b"]))
    assert found.to_dict() == wanted.to_dict()
    assert scorer.matrix(column(_PEERS)).tolist() == scorer.matrix(_PEERS).tolist()
    texts = scorer.prepare([])
    texts.extend(column(_PEERS))
    assert len(texts) == 2
    assert [*scorer.score_group(column(_PEERS), "a cat")] == [*scorer.score_group(_PEERS, "a cat")]
