"""Messages and helps: what was understood otherwise than it was typed, and what changes nothing."""

from __future__ import annotations

import json
import pickle
import shlex
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path

import pytest

from rouge_cli import Options
from rouge_cli.cli.console import worded
from rouge_cli.errors import Message

from ..support.commands import Output, rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.tables import table


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path) -> Path:
    """A folder with a configuration `c.xml` of words, `be.xml` of basic elements, and `pairs.jsonl`."""
    write_corpus(tmp_path)
    elements = eval_element(peers='<P ID="S">be</P>', models='<M ID="A">be</M>', format="SIMPLE")
    pair = {"peer": "日本語 a", "models": "日本 a"}
    files = {"be.xml": configuration(elements), "pairs.jsonl": json.dumps(pair), "list": "p m1 m2\n"}
    odd = {"peer": "cat|mat|hat", "models": "cat|mat|hat", "system": "\U00012f90"}  # No font has the letter.
    write(tmp_path, {"be": "a|b|c\n", "odd.jsonl": json.dumps(odd), **files})
    return tmp_path


@pytest.mark.parametrize(("words", "note"), table(__file__, "notes"))
def test_a_note_in_one_line(words: str, note: str, corpus: Path) -> None:
    output = rouge_eval(shlex.split(words), cwd=corpus)
    assert (output.status, b"Average_F: " in output.stdout) == (0, True)
    assert output.stderr.decode() == (f"note: {note}\n" if note else "")


def test_a_file_of_peers_and_models_is_noted(corpus: Path) -> None:
    write(corpus, {"out": "a b\n", "ref": "a\n"})
    same, other = (rouge_eval(["-n", "1", "--lines", "S=out", file], cwd=corpus) for file in ("./out", "ref"))
    note = b"note: out is given for peers and for models; name the file of the models\n"
    assert (same.stderr.count(note), other.stderr.count(b"for models;"), same.status) == (1, 0, 0)


def test_blanks_around_a_number_need_no_note_and_stay_in_labels(corpus: Path) -> None:
    flags = ["-n 1", "-2 4", "-w 1.2 ", "-c 90", "-x", "-r 5", "--paper-weight", "2.0", "-f", "B"]
    output = rouge_eval([*flags, "c.xml"], cwd=corpus)
    assert output.stderr == b""
    parts = [b"S ROUGE-W- 1.2  Average_F", b"S ROUGE-S 4 Average_F", b"( 90%-conf.int. "]
    for part in (*parts, b"S ROUGE-W-paper-2.0 Average_R: "):
        assert part in output.stdout


@pytest.mark.parametrize(
    ("run", "program", "notes", "words"),
    [
        (rouge_eval, [], 2, ["-n2x", "c.xml", "S", "more"]),
        (rouge_tools, ["worst"], 1, ["--jsonl", "pairs.jsonl"]),
        (rouge_tools, ["protocols", "--only", "--protocol", "-s"], 1, ["--plot=p.png", "--jsonl=odd.jsonl"]),
    ],
)
def test_every_command_can_be_quiet_but_for_errors(
    run: Callable[..., Output], program: list[str], notes: int, words: list[str], corpus: Path
) -> None:
    noted = run([*program, *words], corpus)
    assert noted.stderr.count(b"\n") == notes
    assert run([*program, "--quiet", *words], corpus) == (noted.stdout, b"", 0)
    assert b": gone.xml: cannot be read" in run([*program, "--quiet", "gone.xml"], corpus).stderr


@pytest.mark.parametrize("command", [["protocols", "--only", "--papers"], ["worst"], ["explain"]])
def test_every_command_calls_options_by_their_flags(command: list[str], corpus: Path) -> None:
    output = rouge_tools([*command, "--jsonl", "pairs.jsonl"], corpus)
    assert b"--tokenizer" in output.stderr
    assert b"`" not in output.stderr


@pytest.mark.parametrize("words", ["worst", "explain --worst 2 -o d", "explain --eval 1 --eval 2 -o d"])
def test_a_note_on_several_evaluations_is_one_line(words: str, corpus: Path) -> None:
    write(corpus, {"two.jsonl": 2 * (json.dumps({"peer": "<b>a</b>", "models": "a"}) + "\n")})
    output = rouge_tools([*words.split(), "--jsonl", "two.jsonl"], corpus)
    assert (output.status, output.stderr.count(b"note: 2 of 4 texts have"), output.stderr.count(b"note")) == (
        0,
        1,
        1,
    )


@pytest.mark.parametrize(
    "words",
    [
        *("check", "config", "jackknife", "worst", "explain", "differ -m rouge-score"),
        *("protocols --only --papers", "protocols --only --protocol -m --reported ROUGE-L=9"),
    ],
)
def test_every_command_notes_operands_that_it_ignores(words: str, corpus: Path) -> None:
    output = rouge_tools([*words.split(), "-z", "SPL", "list", "X", "more"], corpus)
    note = "note: ignored: more (single letters go before the configuration)"
    assert (output.status, note in output.stderr.decode().splitlines()) == (0, True)


# Messages of the library, in the words of a command.


@pytest.mark.parametrize("name", [field.name for field in fields(Options)])
def test_every_option_has_its_flag(name: str) -> None:
    flag = table(__file__, "letters").get(name, f"--{name.replace('_', '-')}")
    assert worded(Message(f"`{name}` must be other")) == f"{flag} must be other"


@pytest.mark.parametrize(
    ("message", "values", "expected"),
    [
        ("give names by `peer_files` and `model_files`", (), "give names by --peer-files and --model-files"),
        ("`no_such_option` and `Weight`", (), "`no_such_option` and `Weight`"),
        ("%s: give `file_list`", ["no`stem`.xml"], "no`stem`.xml: give -z"),
        ("%r%s", ["`stem`", Message("; drop `stem`")], "'`stem`'; drop -m"),
    ],
)
def test_only_options_of_messages_become_flags(message: str, values: Sequence[object], expected: str) -> None:
    assert worded(Message(message, *values)) == expected


def test_a_message_of_a_worker_keeps_its_options() -> None:
    message = pickle.loads(pickle.dumps(Message("%s: `stem`", "`stem`")))
    assert (message, worded(message)) == ("`stem`: `stem`", "`stem`: -m")


@pytest.mark.parametrize(("command", "words"), [
    (rouge_eval, ["-n1", "--format", "text"]),
    (rouge_tools, ["differ", "rouge-1.5.5", "rouge-score"]),
    (rouge_tools, ["protocols", "--only", "--protocol", "rouge-score"]),
])  # fmt: skip
def test_empty_summaries_have_one_line_a_system_which_files_of_text_have_too(
    command: Callable[..., Output], words: list[str], corpus: Path
) -> None:
    write(corpus, {"A": "a\n\n\n", "B": "a\n\nb\n", "m": "a\nb\nb\n"})
    output = command([*words, "--output", "out.txt", "--lines", "A", "--lines", "B", "m"], cwd=corpus)
    of_several = "system A: 2 summaries have no word (the first is A, line 2), so they score 0"
    assert (output.status, output.stdout) == (0, b"")
    assert output.stderr.decode().splitlines()[:2] == [
        f"note: {of_several}",
        "note: Empty summary: B, line 2",
    ]
    last = (corpus / "out.txt").read_text("utf-8").splitlines()[-2:]
    assert last == [f"- {of_several}", "- Empty summary: B, line 2"]
