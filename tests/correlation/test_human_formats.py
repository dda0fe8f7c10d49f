"""Files of scores: each format by name and content, and what is refused, in one line each."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Cell, InputError, OptionError, read_scores

from ..support.files import write
from ..support.tables import table


def _rows(cells: list[Cell]) -> str:
    """Return the cells in short: `system|evaluation|name|score` with `; ` between them."""
    return "; ".join(f"{one.system}|{one.evaluation}|{one.name}|{one.value:g}" for one in cells)


def _read(folder: Path, name: str, text: str, **asked: Any) -> list[Cell]:
    write(folder, {name: text})
    return read_scores(folder / name, **asked)


_FORMATS = {case["title"]: case for case in table(__file__, "formats")}


@pytest.mark.parametrize("title", _FORMATS)
def test_formats_are_told_by_name_and_content(title: str, tmp_path: Path) -> None:
    case = _FORMATS[title]
    cells = _read(tmp_path, case["name"], "header\n" * case.get("header", 0) + case["text"])
    assert _rows(cells) == case["rows"]
    assert {cell.system for cell in cells if cell.is_person} == {*case.get("people", ())}


@pytest.mark.parametrize(("choices", "message"), table(__file__, "odd_choices"))
def test_choices_that_would_change_nothing_are_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_scores("none", **choices)


def test_figures_of_our_reports_and_formats_can_be_named(tmp_path: Path) -> None:
    texts = {title: case["text"] for title, case in _FORMATS.items()}
    lines = _read(tmp_path, "a.jsonl", texts["lines of our report"], figure="R")
    assert _rows(lines) == "1|d|ROUGE-2|0.5"
    cells = _read(tmp_path, "r.csv", "D100 9 17\t9 3 9 4\n", format="duc-2003-responsiveness")
    assert _rows(cells) == "17|D100|responsiveness_1|3; 17|D100|responsiveness_2|4"
    with pytest.raises(
        InputError, match="line 1: 6 columns, where METRIC LP TESTSET SYSTEM SCORE are wanted"
    ):
        _read(tmp_path, "w.txt", "METRIC\tLP\tTESTSET\tSYSTEM\tSCORE\tNOTE\n", format="nlp-williams")
    with pytest.raises(OptionError, match="no format 'xls'; there are: csv"):
        _read(tmp_path, "a.csv", "system,x\ns,1\n", format="xls")
    for names in (3, [3]):
        with pytest.raises(OptionError, match="`names` must be a name or a list of names, not "):
            _read(tmp_path, "a.csv", "system,x\ns,1\n", names=names)


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        *table(__file__, "faults"),
        ("a.jsonl", '{"system": "s1", "x": ' + "9" * 400 + "}", ["line 1, system s1", "finite"]),
        ("a.csv", "system,text,x\ns1," + "x" * 140_000 + ",1\n", ["line 2", "leave out the column of long"]),
    ],
)
def test_faults_are_named_in_one_line(name: str, text: str, parts: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        _read(tmp_path, name, text)
    message = str(raised.value)
    assert "\n" not in message
    assert [part for part in [name, *parts] if part not in message] == [], message


@pytest.mark.parametrize(("name", "text", "columns", "skip", "rows"), table(__file__, "columns"))
def test_any_table_by_its_columns(
    name: str, text: str, columns: str, skip: int, rows: str, tmp_path: Path
) -> None:
    cells = _read(tmp_path, name, text, columns=columns, skip_lines=skip)
    assert (_rows(cells), any(cell.is_person for cell in cells)) == (rows, " yes " in text)


def test_more_lines_can_be_skipped_than_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no score in it"):
        _read(tmp_path, "x", "s1 0.5\n", columns="system=0,x=1", skip_lines=10**13)


@pytest.mark.parametrize(("text", "columns", "message"), table(__file__, "missing_columns"))
def test_columns_that_are_not_there(text: str, columns: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        _read(tmp_path, "x.csv", text, columns=columns)


@pytest.mark.parametrize(("columns", "part"), table(__file__, "odd_columns"))
def test_odd_columns_are_refused(columns: str, part: str) -> None:
    with pytest.raises(OptionError, match=part):
        read_scores("none", columns=columns)


class _Alarm:
    """An object whose pickle would tell that it was loaded."""

    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('loaded')",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(("name", "value"), [("scores.csv", _Alarm()), ("scores.pkl", {"s": 0.5})])
def test_pickles_are_refused_unread(name: str, value: object, protocol: int, tmp_path: Path) -> None:
    write(tmp_path, {name: pickle.dumps(value, protocol)})
    with pytest.raises(InputError, match=rf"{name}: a pickle.* write it as csv"):
        read_scores(tmp_path / name)


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, {"a.seg.score.gz": gzip.compress(b"s\t1\n")})
    assert _rows(read_scores(str(tmp_path / "a.seg.score.gz"))) == "s|1|a|1"


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"PK\x03\x04rest", "no text"),
        (b"\nsystem,x\ns1,\xff\n", "line 3: not UTF-8"),
        (b"", r"a\.csv: empty; a file of scores was expected"),
        (b" \n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (gzip.compress(b"\n", mtime=0), "empty"),
        (gzip.compress(b"system,x\ns,1\n", mtime=0)[:-9], r"a\.csv: cannot be unzipped"),
    ],
)
def test_files_that_are_no_text_are_refused(data: bytes, part: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.csv": data})
    with pytest.raises(InputError, match=part):
        read_scores(tmp_path / "a.csv")


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        read_scores(tmp_path / "none.csv")
    with pytest.raises(InputError, match="a folder; name the file of scores in it"):
        read_scores(tmp_path)


def test_names_are_taken_and_others_not_looked_at(tmp_path: Path) -> None:
    write(tmp_path, {"a.csv": "system,evaluation,comment,x\ns1,d1,nice,0.5\n"})
    for names in ("x", ["x"]):
        assert _rows(read_scores(tmp_path / "a.csv", names)) == "s1|d1|x|0.5"
    with pytest.raises(InputError, match="no score 'p'; there are: comment, x"):
        read_scores(tmp_path / "a.csv", [*"zyxwvutsrqp"])
