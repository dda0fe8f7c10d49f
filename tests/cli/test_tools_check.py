"""The command `rouge-tools check`: streams and exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..support.commands import rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.needs import needs
from ..support.processes import TOOLS, in_terminal


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path) -> Path:
    """A good configuration `c.xml`, one with a warning and one with an error."""
    write_corpus(tmp_path)
    write(
        tmp_path,
        {
            "warning.xml": configuration(eval_element(peers='<P ID="S">p</P><P ID="T"/>')),
            "error.xml": configuration(eval_element(peers='<P ID="S">gone</P>')),
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
        (["error.xml"], 1, "1 error, 0 warnings"),
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


_SIMPLE = eval_element(
    'ID="2"', format="SIMPLE", peers='<P ID="S">m2</P>', models='<M ID="A">q</M><M ID="B">m1</M>'
)
_OTHER_SCRIPTS = {"p": "…\n", "m1": "他来了。她走了。\n", "m2": "Zürich\n", "c.xml": configuration()}


@pytest.mark.parametrize(
    ("files", "flags", "parts"),
    [
        (
            {"p": "\ufeffa b c\n", "q": "a|b|c\n", "m1": "a|b|c\n", "m2": "a b c\n",
             "c.xml": configuration(eval_element(), _SIMPLE)},
            [],
            ["both: -3 takes only SIMPLE,", "Scoring with -3 stops there.", "SEE, ISI or, for -3, SIMPLE.",
             "To compare people with systems use rouge-tools jackknife;", "takes three bytes of -b,"],
        ),
        (_OTHER_SCRIPTS, [], ["Score other scripts with a --tokenizer that", "or name their --language.",
                              "Choose --tokenizer unicode to", "or name the --language of the texts."]),
        (_OTHER_SCRIPTS, ["--tokenizer", "unicode"], ["Choose a --tokenizer that", "name their --language,",
                                                      "list of --stop-words.", "for --split-sentences."]),
    ],
)  # fmt: skip
def test_remedies_name_flags_and_commands(
    corpus: Path, files: dict[str, str], flags: list[str], parts: list[str]
) -> None:
    """The library calls options by their Python names."""
    write(corpus, files)
    text = rouge_tools(["check", *flags, "c.xml"], corpus).stdout.decode()
    assert [part for part in parts if part not in text] == []
    assert "`" not in text


@pytest.mark.slow
@needs("posix")
@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_has_colours_and_wrapped_sentences(corpus: Path, colour: bool) -> None:
    variables = {"COLUMNS": "40"} | ({} if colour else {"NO_COLOR": "1"})
    text = in_terminal(TOOLS, "check", "warning.xml", cwd=corpus, **variables)
    word = "\x1b[33m\x1b[1mwarning\x1b[0m" if colour else "warning"
    assert f"\n{word}: systems that lack evaluations: 1\n" in text
    assert "\n  Their averages are over the other\n  evaluations; " in text


def test_texts_are_judged_by_the_flags_of_words(corpus: Path) -> None:
    write(corpus, {"p": "नदी में पानी है\nऔर बस\n", "m1": "पानी है\nबस\n", "m2": "नदी है\n"})
    plain = rouge_tools(["check", "c.xml"], corpus)
    assert plain.status == 1
    assert "texts without a word: 3" in plain.stdout.decode()
    assert "such as unicode, or name their --language.\n" in plain.stdout.decode()
    hindi = rouge_tools(["check", "--language", "hi", "c.xml"], corpus)
    assert (hindi.stdout.decode().splitlines()[-1], hindi.status) == ("0 errors, 0 warnings", 0)
