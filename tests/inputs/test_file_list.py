"""A file list becomes evaluations, and messages say what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Evaluation, File, InputError, OptionError, read_file_list

from ..support.commands import rouge_eval
from ..support.files import write
from ..support.tables import table


def _spl(path: str) -> File:
    return File(path, "SPL")


def _read(text: str | bytes, format: str = "SPL", system: str = "X") -> list[Evaluation]:
    write(Path(), {"list": text})
    return read_file_list("list", format, system)


def test_each_line_is_a_peer_and_its_models() -> None:
    assert _read("p1 a b\n \t\n#p m\n/p2\t ./c \r\n\n #p3 d") == [
        Evaluation("1", {"X": _spl("p1")}, (_spl("a"), _spl("b")), ("M.1", "M.2")),
        Evaluation("2", {"X": _spl("/p2")}, (_spl("./c"),), ("M.1",)),
        # Only a line whose first character is `#` is a comment.
        Evaluation("3", {"X": _spl("#p3")}, (_spl("d"),), ("M.1",)),
    ]


def test_the_format_is_read_in_any_case_and_the_system_is_a_label() -> None:
    assert _read("p m\n", "Isi", "mine")[0].peers == {"mine": File("p", "ISI")}


def test_names_that_are_not_utf_8_survive() -> None:
    (one,) = _read(b"caf\xc3\xa9 \xe9\n")
    names = [source.name for source in (*one.peers.values(), *one.models) if source]
    assert names == [name.decode("utf-8", "surrogateescape") for name in (b"caf\xc3\xa9", b"\xe9")]


def test_it_may_be_standard_input(standard_input: Callable[[bytes], None]) -> None:
    standard_input(b"p1 a\np2 b\n")
    assert [one.models for one in read_file_list("-", "SPL")] == [(_spl("a"),), (_spl("b"),)]


def test_a_peer_may_be_standard_input(standard_input: Callable[[bytes], None]) -> None:
    """The file has its bytes, so that all measures read the same text."""
    standard_input(b"the cat\n")
    assert _read("- a\n")[0].peers == {"X": File("-", "SPL", b"the cat\n")}
    standard_input(b"the cat\n")
    write(Path(), {"a": "the cat\n"})
    output = rouge_eval(["-n", "2", "-z", "SPL", "list"], Path.cwd())
    assert (output.status, output.stderr) == (0, b"")
    assert output.stdout.count(b"Average_F: 1.00000") == 3


@pytest.mark.parametrize(("listed", "message"), table(__file__, "wrong"))
def test_what_is_no_file_list(listed: str, message: str, standard_input: Callable[[bytes], None]) -> None:
    standard_input(b"")
    with pytest.raises(InputError, match=message):
        _read(listed)


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        (b"p1 a\np2\n", "line 2: only one file is named"),
        (b"- a\n", r"line 1: standard input \(-\) can be read only"),  # The list leaves none for a peer.
    ],
)
def test_what_is_no_file_list_on_standard_input(
    listed: bytes, message: str, standard_input: Callable[[bytes], None]
) -> None:
    standard_input(listed)
    with pytest.raises(InputError, match=f"^standard input, {message}"):
        read_file_list("-", "SPL")


def test_an_unknown_format_is_an_error() -> None:
    formats: list[Any] = ["TXT", None]
    for format in formats:
        wrong = rf"^`file_list`: the format .* SEE, SPL, ISI, SIMPLE, not {format!r}$"
        with pytest.raises(OptionError, match=wrong):
            _read("p m\n", format)
