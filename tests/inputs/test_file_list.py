"""A file list becomes evaluations; tests/cli/test_bad_input.py has what is wrong with one."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rouge_cli import Evaluation, File, InputError, OptionError, read_file_list

from ..support.commands import rouge_eval
from ..support.files import write


def _spl(*paths: str) -> list[File]:
    return [File(path, "SPL") for path in paths]


def _read(tmp_path: Path, text: str | bytes, format: str = "SPL") -> list[Evaluation]:
    write(tmp_path, {"list": text})
    return read_file_list(str(tmp_path / "list"), format)


def test_each_line_is_a_peer_and_its_models(tmp_path: Path) -> None:
    found = _read(tmp_path, "p1 a b\n \t\n#p m\n/p2\t ./c \r\n\n #p3 d")
    assert found == [
        Evaluation("1", {"X": _spl("p1")[0]}, tuple(_spl("a", "b")), ("M.1", "M.2")),
        Evaluation("2", {"X": _spl("/p2")[0]}, tuple(_spl("./c")), ("M.1",)),
        # Only a line whose first character is `#` is a comment.
        Evaluation("3", {"X": _spl("#p3")[0]}, tuple(_spl("d")), ("M.1",)),
    ]


def test_the_format_is_read_in_any_case_and_the_system_is_a_label(tmp_path: Path) -> None:
    write(tmp_path, {"list": "p m\n"})
    (evaluation,) = read_file_list(str(tmp_path / "list"), "Isi", "mine")
    assert evaluation.peers == {"mine": File("p", "ISI")}


def _standard_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_it_may_be_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    _standard_input(monkeypatch, b"p1 a\np2 b\n")
    assert [evaluation.models for evaluation in read_file_list("-", "SPL")] == [
        tuple(_spl("a")),
        tuple(_spl("b")),
    ]
    _standard_input(monkeypatch, b"p1 a\np2\n")
    with pytest.raises(InputError, match=r"^standard input, line 2: only one file is named"):
        read_file_list("-", "SPL")


def test_a_peer_may_be_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its bytes, so that every measure reads the same."""
    _standard_input(monkeypatch, b"the cat\n")
    (evaluation,) = _read(tmp_path, "- a\n")
    assert evaluation.peers == {"X": File("-", "SPL", b"the cat\n")}


def test_a_peer_from_standard_input_is_scored_by_all_measures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _standard_input(monkeypatch, b"the cat\n")
    write(tmp_path, {"a": "the cat\n", "list": "- a\n"})
    output = rouge_eval(["-n", "2", "-z", "SPL", "list"], tmp_path)
    assert (output.status, output.stderr) == (0, b"")
    assert output.stdout.count(b"Average_F: 1.00000") == 3


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ("p a\n- b\n- c\n", r"list, line 3: standard input \(-\) can be read only once; name a file$"),
        ("p a\n- b -\n", r"list, line 2: standard input \(-\) can be a peer, but no model; name a file$"),
        ("p -\n", r"list, line 1: standard input \(-\) can be a peer, but no model; name a file$"),
    ],
)
def test_standard_input_is_one_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: str, message: str
) -> None:
    _standard_input(monkeypatch, b"")
    with pytest.raises(InputError, match=message):
        _read(tmp_path, listed)


def test_a_list_from_standard_input_leaves_none_for_a_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    _standard_input(monkeypatch, b"- a\n")
    with pytest.raises(InputError, match=r"^standard input, line 1: standard input \(-\) can be read only"):
        read_file_list("-", "SPL")


def test_names_that_are_not_utf_8_survive(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, b"caf\xc3\xa9 \xe9\n")
    names = [*evaluation.peers.values(), *evaluation.models]
    assert [name.path for name in names if isinstance(name, File)] == [
        b"caf\xc3\xa9".decode("utf-8", "surrogateescape"),
        b"\xe9".decode("utf-8", "surrogateescape"),
    ]


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ("p m\np\n", r"list, line 2: only one file is named; a line is a peer and its models$"),
        ("\n <R>\n", r"list, line 2: only one .* models; for an XML configuration leave `file_list` out$"),
        ("# p m\n \n", r"list: no line names a peer and its models$"),
        ("", r"list: empty; a configuration or a file list was expected$"),
        (" \n", r"list: empty; a configuration or a file list was expected$"),
    ],
)
def test_what_is_no_file_list_is_an_error(tmp_path: Path, listed: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _read(tmp_path, listed)


def test_an_unknown_format_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"^`file_list`: the format .* SEE, SPL, ISI, SIMPLE, not 'TXT'$"):
        _read(tmp_path, "p m\n", "TXT")
