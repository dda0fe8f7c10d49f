"""The commands of rouge-tools take every kind of input that rouge-eval takes; what `check` says of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..support.commands import PROGRAMS, assert_refused, rouge_eval, rouge_tools
from ..support.files import configuration, eval_element, vanish_when_read, write, write_corpus
from ..support.tables import table

_KINDS = {kind: words.split() for kind, words in table(__file__, "kinds").items()}


@pytest.mark.parametrize(("kind", "extent"), table(__file__, "extents").items())
def test_check(kind: str, extent: list[str]) -> None:
    output = rouge_tools(["check", *_KINDS[kind]])
    assert (output.stderr, output.status) == (b"", 0)
    assert [line.strip() for line in output.stdout.decode().splitlines()[1:3]] == extent


def test_check_says_what_is_wrong_with_lines(tmp_path: Path) -> None:
    write(tmp_path, {"peers": "One is. Two are.\n\nthe same\n", "models": "a <head>\nb\nthe same\n"})
    output = rouge_tools(["check", "--lines", "peers", "models"], tmp_path)
    assert output.status == 0
    listed = [line for line in output.stdout.decode().splitlines() if line.startswith(("  -", "warning"))]
    assert listed == [
        "warning: empty summaries: 1",
        "  - peers, line 2 (the peer of peers in 2)",
        "warning: texts of several sentences on one line: 1",
        "  - peers, line 1 (the peer of peers in 1): 2 sentences, it seems",
        "warning: peers equal to a model: 1",
        "  - 3: the peer of peers: peers, line 3 = models, line 3",
    ]


def test_check_takes_elements_in_memory_for_what_they_are(tmp_path: Path) -> None:
    write(tmp_path, {"be.jsonl": '{"peer": "a|b|c", "models": "d|e|f"}\n'})
    assert rouge_tools(["check", "--jsonl", "be.jsonl"], tmp_path).stdout.endswith(b"0 errors, 0 warnings\n")


@pytest.mark.parametrize("kind", _KINDS)
def test_a_configuration_scores_as_its_input_does(kind: str, tmp_path: Path) -> None:
    texts = ["--texts", str(tmp_path / "texts")] if kind in ("lines", "json lines") else []
    path = str(tmp_path / "c.xml")
    written = rouge_tools(["config", *_KINDS[kind], *texts, "-o", path])
    assert (written.stdout, written.stderr, written.status) == (b"", b"", 0)
    options = ["-n", "2", "-w", "1.2", "-2", "4", "-U", "-b", "80", "-d", "-r", "20"]
    direct = rouge_eval([*options, *_KINDS[kind]])
    assert direct.status == 0
    assert rouge_eval([*options, path]).stdout == direct.stdout


def test_a_system_is_written_alone() -> None:
    output = rouge_tools(["config", "config_examples/spl.xml", "10"])
    assert output.stdout.count(b"<P ID=") == output.stdout.count(b'<P ID="10">') == 6


@pytest.mark.parametrize(
    ("id", "part"),
    [
        ("x" * 300, f"the ID {'x' * 300} is too long for the name of a file; shorten it"),
        ("a\0b", "XML cannot carry"),
    ],
)
@pytest.mark.parametrize("is_there", [True, False])
def test_no_texts_are_left_where_there_is_no_configuration(
    id: str, part: str, is_there: bool, tmp_path: Path
) -> None:
    rows = [json.dumps({"id": id, "system": "s", "peer": "one", "models": ["m"]}) for id in ("1", id)]
    write(tmp_path, {"t.jsonl": "\n".join(rows)})
    if is_there:
        (tmp_path / "new").mkdir()
    output = rouge_tools(["config", "--jsonl", "t.jsonl", "--texts", "new", "-o", "c.xml"], tmp_path)
    assert_refused(output, 1, part, program="rouge-tools")
    assert [path.name for path in tmp_path.rglob("*")] == (["t.jsonl", "new"] if is_there else ["t.jsonl"])


@pytest.mark.parametrize("kind", _KINDS)
def test_worst_and_explain(kind: str) -> None:
    """The first of the list is the lowest score that the report has, and can be explained."""
    lowest = rouge_tools(["worst", "-n", "1", "-x", "--most", "1", *_KINDS[kind]])
    row = lowest.stdout.decode().splitlines()[4].split()
    details = rouge_eval(["-n", "1", "-x", "-d", *_KINDS[kind]]).stdout.decode().splitlines()
    scores = [line.split() for line in details if " Eval " in line]
    f, name = min((float(words[6].removeprefix("F:")), words[3]) for words in scores)
    assert [row[1], row[3]] == [name.partition(".")[0], f"{100 * f:.2f}"]
    explained = rouge_tools(["explain", "--eval", row[1], "--format", "terminal", *_KINDS[kind]])
    assert explained.stdout.startswith(f"Evaluation {row[1]}\n".encode())


@pytest.mark.parametrize("flags", ["-n 2 -w 1.2 -2 4 -U -M", "-3 HM"])
@pytest.mark.parametrize("command", ["rouge-eval -v", "rouge-tools explain", "rouge-tools explain -o page"])
def test_each_summary_is_read_once_and_may_vanish_then(
    command: str, flags: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scoring and traces read the same bytes, by whichever measure and however often a file is named."""
    format = "SIMPLE" if "-3" in flags else "SPL"
    write_corpus(tmp_path, configuration(eval_element(format=format), eval_element('ID="2"', format=format)))
    if format == "SIMPLE":
        write(tmp_path, {name: f"{name}|b|c\n" for name in ("p", "m1", "m2")})
    program, *words = f"{command} {flags} c.xml".split()
    words += ["--eval", "1"] if "explain" in words else []
    expected = PROGRAMS[program](words, tmp_path)
    assert expected.status == 0
    read = vanish_when_read(monkeypatch)
    assert PROGRAMS[program](words, tmp_path) == expected
    assert read == {"./p": 1, "./m1": 1, "./m2": 1}


@pytest.mark.parametrize(
    "command",
    ["rouge-eval -v c.xml S", "rouge-tools explain --system S c.xml", "rouge-tools explain c.xml S"],
)
def test_files_of_systems_that_are_not_asked_for_need_not_be_there(command: str, tmp_path: Path) -> None:
    program, *words = command.split()
    write_corpus(tmp_path, configuration(eval_element(peers='<P ID="S">p</P><P ID="T">gone</P>')))
    output = PROGRAMS[program](words, tmp_path)
    write_corpus(tmp_path)
    assert output == PROGRAMS[program](words, tmp_path)
    assert output.status == 0


def test_all_systems_are_correlated_even_if_one_is_named() -> None:
    """`refusals.txt` has the error without -a."""
    flags = ["--human", "config_examples/human.csv", "-n", "1", "-x", "-r", "10", "config_examples/spl.xml"]
    expected = rouge_tools(["correlate", *flags])
    assert expected.status == 0
    assert rouge_tools(["correlate", "-a", *flags, "lead"]) == expected


def test_folders_named_as_at_a_conference(tmp_path: Path) -> None:
    write(tmp_path, {"p/D1.M.100.T.1": "a b\n", "m/D1.M.100.T.A": "a\n", "m/D1.M.100.T.B": "b\n"})
    output = rouge_tools(["config", "--peers", "p", "--models", "m", "--naming", "duc"], tmp_path)
    assert (output.stderr, output.status) == (b"", 0)
    assert b'<EVAL ID="D1">' in output.stdout


# What `check` says, its streams and its status.


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A good configuration `c.xml`, one with a warning and one with an error, too."""
    write_corpus(tmp_path)
    write(
        tmp_path,
        {
            "warning.xml": configuration(eval_element(peers='<P ID="S">p</P><P ID="T"/>')),
            "error.xml": configuration(eval_element(peers='<P ID="S">gone</P><P ID="T"/>')),
            "list": "p m1 m2\n",
        },
    )
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status", "last"),
    [
        (["c.xml"], 0, "0 errors, 0 warnings"),
        (["--strict", "c.xml"], 0, "0 errors, 0 warnings"),
        (["warning.xml"], 0, "0 errors, 1 warning"),
        (["warning.xml", "--strict"], 1, "0 errors, 1 warning"),
        (["error.xml"], 1, "1 error, 1 warning"),
        (["error.xml", "--strict"], 1, "1 error, 1 warning"),
        (["-z", "SPL", "list"], 0, "0 errors, 0 warnings"),
        (["-z", "SPL", "list", "label"], 0, "0 errors, 0 warnings"),
        (["--file-list=see", "list"], 1, "3 errors, 0 warnings"),
    ],
)
def test_the_status_is_for_scripts(corpus: Path, arguments: list[str], status: int, last: str) -> None:
    output = rouge_tools(["check", *arguments], corpus)
    assert output.stderr == b""
    assert output.status == status
    assert output.stdout.decode().splitlines()[-1] == last


def test_what_would_steer_a_terminal_is_escaped(corpus: Path) -> None:
    write(corpus, {"list": b"p gone\x1b[2J\x9b\xff\n"})
    output = rouge_tools(["check", "-z", "SPL", "list"], corpus)
    assert r"  - gone\x1b[2J" in output.stdout.decode()
    assert b"\x1b" not in output.stdout
    assert b"\x9b" not in output.stdout


@pytest.mark.parametrize("case", table(__file__, "remedies"))
def test_remedies_name_flags_and_commands(case: dict[str, Any], corpus: Path) -> None:
    """The library calls options by their Python names."""
    simple = eval_element(
        'ID="2"', format="SIMPLE", peers='<P ID="S">m2</P>', models='<M ID="A">q</M><M ID="B">m1</M>'
    )
    files = case["files"]
    write(corpus, {**files, "c.xml": configuration(eval_element(), *([simple] if "q" in files else []))})
    text = rouge_tools(["check", *case["flags"].split(), "c.xml"], corpus).stdout.decode()
    assert [part for part in case["parts"] if part not in text] == []
    assert "`" not in text


def test_texts_are_judged_by_the_flags_of_words(corpus: Path) -> None:
    write(corpus, {"p": "नदी में पानी है\nऔर बस\n", "m1": "पानी है\nबस\n", "m2": "नदी है\n"})
    plain = rouge_tools(["check", "c.xml"], corpus)
    assert plain.status == 1
    assert "texts without a word: 3" in plain.stdout.decode()
    assert "The texts look like Hindi: use --language hi.\n" in plain.stdout.decode()
    hindi = rouge_tools(["check", "--language", "hi", "c.xml"], corpus)
    assert (hindi.stdout.decode().splitlines()[-1], hindi.status) == ("0 errors, 0 warnings", 0)
