"""A file list becomes evaluations; tests/cli/test_bad_input.py has what is wrong with one."""

from __future__ import annotations

from pathlib import Path

from rouge_cli import Evaluation, File, read_file_list

from ..support.files import write


def _spl(*paths: str) -> list[File]:
    return [File(path, "SPL") for path in paths]


def _read(tmp_path: Path, text: str | bytes, format: str = "SPL") -> list[Evaluation]:
    write(tmp_path, {"list": text})
    return read_file_list(str(tmp_path / "list"), format)


def test_each_line_is_a_peer_and_its_models(tmp_path: Path) -> None:
    found = _read(tmp_path, "p1 a b\n \t\n#p m\n/p2\t ./c \r\n\n #p3 d")
    assert found == [
        Evaluation("1", {"X": _spl("p1")[0]}, tuple(_spl("a", "b"))),
        Evaluation("2", {"X": _spl("/p2")[0]}, tuple(_spl("./c"))),
        # Only a line whose first character is `#` is a comment.
        Evaluation("3", {"X": _spl("#p3")[0]}, tuple(_spl("d"))),
    ]


def test_the_format_is_read_in_any_case_and_the_system_is_a_label(tmp_path: Path) -> None:
    write(tmp_path, {"list": "p m\n"})
    (evaluation,) = read_file_list(str(tmp_path / "list"), "Isi", "mine")
    assert evaluation.peers == {"mine": File("p", "ISI")}


def test_names_that_are_not_utf_8_survive(tmp_path: Path) -> None:
    (evaluation,) = _read(tmp_path, b"caf\xc3\xa9 \xe9\n")
    names = [*evaluation.peers.values(), *evaluation.models]
    assert [name.path for name in names if isinstance(name, File)] == [
        b"caf\xc3\xa9".decode("utf-8", "surrogateescape"),
        b"\xe9".decode("utf-8", "surrogateescape"),
    ]
