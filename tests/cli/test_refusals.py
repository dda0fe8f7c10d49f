"""Whatever is wrong with a command line or a file: one clear line, the right status, and nothing written."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shlex
import sys
from errno import EACCES
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..support.commands import PROGRAMS, ROOT, Output, assert_refused, rouge_eval, rouge_tools, run_process
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.tables import table

_USAGE, _INPUT = 2, 1

_ROWS = [
    row
    for row in Path(__file__).with_name("refusals.txt").read_text("utf-8").splitlines()
    if row and not row.startswith("#")
]
"""`STATUS: COMMAND -> PARTS OF THE MESSAGE`; `{root}` is the root of the project, `{escape}` is 0x1B."""

_CELLS = [
    (f"s{system}", f"d{place}", (system * 7 + place * 3) % 5) for system in range(4) for place in range(5)
]
_PEERS = {
    "x": {"t1": "alpha one two three", "t2": "alpha beta gamma delta", "t<3>": "seven alpha beta eight"},
    "y": {"t1": "alpha beta gamma four", "t2": "alpha beta five six", "t<3>": "alpha beta gamma delta"},
}
_POOL = ["the cat sat on the mat", "a dog barks", "the cat sat on a mat", "the cat sat on the mat today"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind that are good, and some that are not."""
    folder = tmp_path_factory.mktemp("refusals")
    compressed = gzip.compress(b"a\nb\n" * 100)
    two = eval_element(), eval_element('ID="topic 2"', peers='<P ID="T">p</P>')
    rows = [
        {"id": id, "system": system, "peer": peer, "models": ["alpha beta gamma delta"]}
        for system, peers in _PEERS.items()
        for id, peer in peers.items()
    ]
    write_corpus(folder)
    write(
        folder,
        {
            "two.xml": configuration(*two),
            "list": "p m1 m2\n",
            "empty": "",
            "file": "",
            "data in the way/data": "",
            "folder/file": "",
            "hyp.txt": "the cats sat\n",
            "ref 1.txt": "the cat sat\n",
            "ref2.txt": "a cat sat\n",
            "peers/1.S.txt": "the cats sat\n",
            "models/1.A.txt": "the cat sat\n",
            **dict.fromkeys(("articles/1.txt", "articles/1.svg"), "on monday the cat sat down\n"),
            "j": "".join(f"{json.dumps(row)}\n" for row in rows),
            "human.csv": "".join(f"{s},{d},{x}\n" for s, d, x in [("system", "evaluation", "x"), *_CELLS]),
            "scores.csv": "system,evaluation,m1,m2\n"
            + "".join(f"{s},{d},{x},{place % 7}\n" for place, (s, d, x) in enumerate(_CELLS)),
            "broken.csv": "system,evaluation,x\ns1,d1,much\n",
            "twice.csv": "system,evaluation,h\na,1,2\na,1,3\n",
            "documents.csv": "system,document,x\na,1,2\na,2,3\n",
            "rouge.csv": "system,evaluation,ROUGE-1\nx,t1,1\n",
            "be": "bad.be good.be\n",
            "bad.be": "a|b|c\nno fields\n",
            "good.be": "a|b|c\n",
            "few.csv": "system,evaluation,m\na,1,1\nb,1,2\na,2,2\nb,2,4\n",
            "pool.txt": "".join(f"{text}\n" for text in _POOL),
            "pool.jsonl": "".join(f"{json.dumps({'instruction': text})}\n" for text in _POOL),
            "documents.txt": "the cat sat <q> a dog barked at the cat <q> nothing else\none <q> two\n",
            "references.txt": "a dog barked loudly\nTwo\n",
            "articles.jsonl": '{"document": ["a b", "c d\\ne"], "reference": "x\\nc d"}\n',
            **dict.fromkeys(("two.txt", "s=t"), "a\nb\n"),
            "three.txt": "a\nb\nc\n",
            "f/two.txt.gz": compressed,
            "empty.gz": gzip.compress(b""),
            "cut.gz": compressed[:-9],
            "damaged": compressed[:12] + b"\xff\xff" + compressed[14:],
            **dict.fromkeys(("plain.gz", "–f"), "no gzip\n"),
            "table.csv": "peer,models\nx,y\n",
            "rows": '{"id": 1, "system": "s", "peer": "x", "models": ["y"]}\n',
            **dict.fromkeys(("fp/a.1.txt", "fq/a.\x07.txt", "elements/a.1.txt"), "a peer\n"),
            **dict.fromkeys(("fm/a.A.txt", "other/b", "tac/D0801-A.M.100.A.B"), "a model\n"),
            **dict.fromkeys(("duc/D30001.M.100.T.1", "part/D30001.M.100.T.1", "part/b"), "a b\n"),
            "old.xml": "old",
            "broken.xml": "\ufeff\n<ROUGE-EVAL>\n<EVAL>\n",
            "Q": "a file called as the system",
            "null.jsonl": '{"text": null}\n',
            "one.list": "p m1\n\n# c\n p\n",
            "gone.list": "p gone\n",
            "nul.list": "p\0q m1\n",
            "in/smart_common_words.txt": "the\n",
            **{f"in/WordNet-2.0-Exceptions/{part}.exc": "" for part in ("adj", "adv", "noun", "verb")},
            "long.list": f"p {'x' * 5000}\n",
        },
    )
    (folder / "hollow").mkdir()
    (folder / "lists/WordNet-2.0-Exceptions/adj.exc").mkdir(parents=True)
    for name in ("one", "copy"):
        rouge_eval(["-n", "2", "-r", "1", "--jsonl", "j", "--save-scores", f"{name}.npz"], folder)
    return folder


@pytest.mark.parametrize("row", _ROWS)
def test_one_line_says_what_is_wrong(row: str, folder: Path) -> None:
    status, command, parts = row.partition(": ")[0], *row.partition(": ")[2].split(" -> ")
    program, *words = shlex.split(command.replace("{root}", ROOT.as_posix()).replace("{escape}", "\x1b"))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    output = PROGRAMS[program](words, folder)
    assert_refused(output, int(status), *parts.split(" | "), program=program)
    assert not re.search(r"`|\\n", output.stderr.decode()), "options are flags, and choices in one line"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A directory with a good configuration `c.xml` and some files to go wrong with."""
    write_corpus(tmp_path)
    write(tmp_path, {"list": "p m1 m2\n", "secret.txt": "p", "secret.dtd": '<!ENTITY name "p">'})
    (tmp_path / "folder").mkdir()
    return tmp_path


# What `refusals.txt` cannot hold.


@pytest.mark.parametrize(
    ("words", "status", "parts"),
    [
        (["-xyz\nSPL", "c.xml"], _USAGE, ["-y"]),
        (["--no\nsuch", "c.xml"], _USAGE, ["--no"]),
        (["--plot", "\n.x", "c.xml"], _USAGE, ["must end in"]),
        (["no`stem`.xml"], _INPUT, [": no`stem`.xml: "]),
        (["--output", "a\nb/x", "gone.xml"], _INPUT, ["a\\nb/x"]),
        (["--lines", "`stem`", "c.xml"], _INPUT, ["`stem`: "]),
        (["--numbering", "`stem`", "--peers", ".", "--models", "."], _USAGE, ["--numbering", "'`stem`'"]),
        *(
            ([flag, "9" * 5000, "c.xml"], _USAGE, [flag])
            for flag in ("-n", "-2", "-l", "-b", "-p", "-c", "-r")
        ),
        *(
            ([*flags, name], _INPUT, ["cannot be read"])
            for flags in ([], ["-z", "SPL"])
            for name in ("x" * 5000, "no\nsuch\r\x1b[2J.xml")
        ),
    ],
    ids=count(),
)
def test_odd_words(corpus: Path, words: list[str], status: int, parts: list[str]) -> None:
    assert_refused(rouge_eval(words, cwd=corpus), status, *parts)


def _declared(entities: str, peer: str) -> str:
    head = f"<!DOCTYPE c [{entities}]>\n"
    return configuration(eval_element(peers=f'<P ID="S">{peer}</P>'), head=head)


def _peers(peers: str) -> str:
    return configuration(eval_element(peers=peers))


_BOMB = '<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{previous};" * 20}">'
    for previous, name in zip("abcdefghijkl", "bcdefghijklm", strict=True)
)
_BIG_ENTITY = f'<!ENTITY name "{"a" * 100000}">'


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        *table(__file__, "configurations"),
        (b"\xef\xbb\xbf", ["c.xml"]),
        (b"\x1f\x8b\x08\x00", ["c.xml, line 1"]),
        (b"<R>\n\xe9</R>", ["c.xml, line 2"]),
        ("<R>" + "<x>" * 5000 + "</x>" * 5000 + "</R>", ["c.xml, line 1"]),
        *((_declared(*written), parts) for *written, parts in table(__file__, "entities")),
        (_declared(_BOMB, "&m;"), ["c.xml, line ", "entit"]),
        (_declared(_BIG_ENTITY, "&name;" * 100000), ["c.xml, line ", "entit"]),
        # What does not go with the measures; tests/scoring/test_check.py has more, and missing summaries.
        (configuration(eval_element(format="SIMPLE")), ["evaluation 1", "SIMPLE", "-3"]),
        # Summaries.
        (_peers('<P ID="S">p/q</P>'), ["./p/q ("]),
        (_peers('<P ID="S">a\nb</P>'), ["a summary cannot be read"]),
        (_peers('<P ID="S">é 日本</P>'), ["./é 日本 (missing)"]),
        (_peers(f'<P ID="S">{"x" * 5000}</P>'), ["a summary cannot be read"]),
        # IDs that would break the line.
        *(
            (configuration(eval_element(f'ID="{id}"', format="FOO")), ["FOO"])
            for id in ("a&#10;b", "a&#13;b", "a\u2028b", "a\u0085b")
        ),
    ],
    ids=count(),
)
def test_a_wrong_configuration(corpus: Path, content: str | bytes, parts: list[str]) -> None:
    write(corpus, {"c.xml": content})
    output = rouge_eval(["c.xml"], cwd=corpus)
    assert_refused(output, _INPUT, *parts)
    if "ENTITY" in str(content):  # It is well-formed, but too big, or not in the file.
        assert b"not well-formed" not in output.stderr
        assert b"-z" not in output.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (["caf\udce9.xml"], b"rouge-eval: caf"),
        (["-z", "SPL", "list"], b"rouge-eval: a summary cannot be read: caf"),
    ],
)
def test_a_name_that_is_not_utf_8(corpus: Path, arguments: list[str], beginning: bytes) -> None:
    write(corpus, {"list": b"p caf\xe9\n"})
    done = run_process(*arguments, cwd=corpus)
    assert done.stderr.startswith(beginning)
    assert (done.stderr.count(b"\n"), done.stdout, done.status) == (1, b"", 1)


def _refuse_to_open(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse files whose names end so: to the superuser every file is readable."""
    system_open = os.open

    def refusing(path: Any, *arguments: Any) -> int:
        if str(path).endswith(end):
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        return system_open(path, *arguments)

    monkeypatch.setattr(os, "open", refusing)


def test_a_configuration_that_may_not_be_read(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _refuse_to_open("c.xml", monkeypatch)
    assert_refused(rouge_eval(["c.xml"], cwd=corpus), _INPUT, "c.xml", "Permission denied")


@pytest.mark.slow
@pytest.mark.parametrize(
    "flags", [[], ["-v"], ["--output", "new"], ["--report", "new"], ["--tokenizer", "unicode"]], ids=str
)
def test_a_summary_of_a_listed_folder_that_may_not_be_read(
    corpus: Path, flags: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of folders with many files a list tells what is there, so that this is found when it is read."""
    texts = {f"{name}{place}": "a b\n" for name in "pm" for place in range(1200)}
    write(corpus / "texts", texts)
    elements = [
        eval_element(
            f'ID="{place}"', "texts", peers=f'<P ID="S">p{place}</P>', models=f'<M ID="A">m{place}</M>'
        )
        for place in range(1200)
    ]
    write(corpus, {"many.xml": configuration(*elements)})
    before = sorted(os.listdir(corpus))
    _refuse_to_open("m1100", monkeypatch)
    refused = rouge_eval(["-n", "1", *flags, "many.xml"], cwd=corpus)
    assert_refused(refused, _INPUT, "texts/m1100: cannot be read (Permission denied); check the path")
    assert sorted(os.listdir(corpus)) == before


def test_an_id_does_not_break_the_line_of_a_warning(corpus: Path) -> None:
    write(corpus, {"c.xml": configuration(eval_element(peers='<P ID="a&#10;b"/><P ID="S">p</P>'))})
    output = rouge_eval(["c.xml", "S"], cwd=corpus)
    assert (output.stderr, output.status) == (b"", 0)
    assert rouge_eval(["c.xml"], cwd=corpus).stderr.count(b"\n") == 1


@pytest.mark.parametrize("flag", ["-s", "-m"])
@pytest.mark.parametrize(
    "forbidden", ["lists", "lists/smart_common_words.txt", "lists/WordNet-2.0-Exceptions"]
)
def test_lists_that_may_not_be_looked_at_are_an_error(
    corpus: Path, flag: str, forbidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To say that they are not there, and take the built-in ones, would print other figures than meant."""
    write(corpus, {"lists/smart_common_words.txt": "the\n"})
    write(corpus, {f"lists/WordNet-2.0-Exceptions/{part}.exc": "" for part in ("adj", "adv", "noun", "verb")})
    system_stat = os.stat

    def refusing(path: Any, *arguments: Any, **keywords: Any) -> os.stat_result:
        if str(path).startswith(forbidden):
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        return system_stat(path, *arguments, **keywords)

    monkeypatch.setattr(os, "stat", refusing)
    output = rouge_eval(["-e", "lists", flag, "c.xml"], cwd=corpus)
    used = {"-s": "lists/smart_common_words.txt", "-m": "lists/WordNet-2.0-Exceptions/adj.exc"}[flag]
    if used.startswith(forbidden):
        assert_refused(output, _INPUT, "-e: lists", "cannot be read (Permission denied)", "another folder")
    else:
        assert (output.stderr, output.status) == (b"", 0)


# What is no error.


@pytest.mark.slow
@pytest.mark.parametrize(
    "summary",
    [
        b"",
        b"\n\n",
        b" \n\t",
        b"\xfe\xe9\x80 \xc3\n",
        b"the\x00cat\x00sat\n",
        b"the cat sat " * 20000,
        b"x" * 1_000_000,
        b"- . , | < > &\n",
        "\ufeffthe cat\u2028sat\n".encode(),
        b"the cat\rsat\r\n",
    ],
    ids=count(),
)
@pytest.mark.parametrize("role", ["p", "m1"])
def test_any_bytes_are_a_summary(corpus: Path, role: str, summary: bytes) -> None:
    write(corpus, {role: summary})
    flags = ["-n", "2", "-w", "1.2", "-2", "4", "-U", "-m", "-s", "-d", "-r", "2"]
    output = rouge_eval([*flags, "-l", "100", "c.xml"], cwd=corpus)
    assert output.status == 0
    assert output.stdout.count(b" Average_F: ") == 6
    assert b"rouge-eval:" not in output.stderr


_XML, _JSON = table(__file__, "xml"), table(__file__, "json")
_CLASSIC, _FLAGS, _TOOLS = ([*table(__file__, name).split(), ""] for name in ("classic", "flags", "tools"))
_in_one_directory = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@_in_one_directory
@given(st.lists(st.sampled_from(_XML), max_size=10))
def test_a_configuration_of_any_pieces_scores_or_is_refused(corpus: Path, pieces: list[str]) -> None:
    body = "".join(pieces)
    for text in (f"<R>{body}</R>", f"<R><EVAL ID='1'>{body}</EVAL></R>", body):
        write(corpus, {"c.xml": text})
        output = rouge_eval(["-r", "1", "c.xml"], cwd=corpus)
        if output.status:
            assert_refused(output, _INPUT, "c.xml" if "./x" not in output.stderr.decode() else "./x")
        else:
            assert b"ROUGE-L Average_F: " in output.stdout


# Inputs of other kinds, outputs in other formats, and the other command.


@pytest.fixture
def files(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What the corpus has, and what must stay in it."""
    write(corpus, {"j": '{"peer": "a cat", "models": "the cat"}\n', "one.txt": "a\n"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"the cat\n")))
    return {path.name: path.read_bytes() for path in corpus.iterdir() if path.is_file()}


def _assert_result_or_line(corpus: Path, files: dict[str, bytes], output: Output, program: str) -> None:
    """A wrong call writes one line and nothing else; no call changes what was there before."""
    assert output.status in (0, _INPUT, _USAGE)
    if output.status and output.stderr and not output.stderr.startswith(b"Usage: "):
        assert_refused(output, output.status, program=program)
    assert {name: (corpus / name).read_bytes() for name in files} == files
    assert not [path for path in corpus.iterdir() if path.suffix == ".tmp"]


@pytest.mark.slow
@_in_one_directory
@given(
    st.lists(st.sampled_from(_FLAGS), max_size=8) | st.lists(st.sampled_from(_CLASSIC), max_size=7),
    st.sampled_from(["c.xml", "m1", "--", "S"]),
)
def test_any_flags_give_a_report_or_one_line(
    corpus: Path, files: dict[str, bytes], arguments: list[str], last: str
) -> None:
    output = rouge_eval([*arguments, last], cwd=corpus)
    _assert_result_or_line(corpus, files, output, "rouge-eval")
    assert output.status or output.stdout or output.stderr or {"--output=out", "--quiet"} & {*arguments}


@pytest.mark.slow
@_in_one_directory
@given(st.sampled_from(_TOOLS[:6]), st.lists(st.sampled_from(_TOOLS), max_size=6))
def test_any_call_of_the_tools_gives_a_result_or_one_line(
    corpus: Path, files: dict[str, bytes], command: str, arguments: list[str]
) -> None:
    _assert_result_or_line(corpus, files, rouge_tools([command, *arguments], cwd=corpus), "rouge-tools")


@pytest.mark.slow
@_in_one_directory
@given(st.lists(st.sampled_from(_JSON), max_size=8) | st.lists(st.binary(max_size=8)))
def test_a_file_of_any_pieces_scores_or_is_refused(
    corpus: Path, files: dict[str, bytes], pieces: list[str] | list[bytes]
) -> None:
    text = b"".join(piece.encode() if isinstance(piece, str) else piece for piece in pieces)
    write(corpus, {"any": text, "any.gz": text})
    for arguments in (
        ["--jsonl", "any"],
        ["--lines", "any", "any"],
        ["--lines", "j", "any.gz"],
        ["-zSPL", "any"],
    ):
        output = rouge_eval(["-r1", "--format", "json", *arguments], cwd=corpus)
        _assert_result_or_line(corpus, files, output, "rouge-eval")
        if output.status == 0:
            assert b'"ROUGE-L"' in output.stdout
