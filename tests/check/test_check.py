"""A check finds what is wrong or suspicious, goes on, and says where, what it means and what to do."""

from __future__ import annotations

import re
import tempfile
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rouge_cli import Evaluation, InputError, Options, evaluate, read_config, read_file_list, read_folders
from rouge_cli.check import ERROR, PROBLEMS, WARNING, Findings, check_config, check_evaluations, lines
from rouge_cli.evaluation import FORMATS
from rouge_cli.inputs.streams import stream_of

from ..support.commands import rouge_tools
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.tables import table
from ..support.texts import MODELS, PEER

_SEE_TEXT = """<html>
<head><title>two words</title></head>
<body>
<a name="1">[1]</a> <a href="#1" id=1>Police killed him.</a>
<a name="2">[2]</a> <a href="#2" id=2>He died.</a>
</body>
</html>
"""
_ISI_TEXT = '<DOC>\n<S SNTNO="1">Police killed him.</S>\n<S SNTNO="2">He died.</S>\n</DOC>\n'


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with a configuration `c.xml` in which nothing is suspicious."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _found(found: Findings) -> dict[str, list[str]]:
    return {problem: places for problem, _, places in found}


def _of_config(corpus: Path, *evals: str) -> dict[str, list[str]]:
    write(corpus, {"c.xml": configuration(*evals)})
    return _found(check_config("c.xml"))


def _of_text(corpus: Path, format: str, text: str | bytes) -> dict[str, list[str]]:
    """Return the findings about a peer in a format; its models have none."""
    models = {"SPL": "a b\nc\n", "SEE": _SEE_TEXT, "ISI": _ISI_TEXT, "SIMPLE": "a|b|c\n"}
    model = models[format].replace("him", "a man")
    write(corpus, {"p": text, "m1": model})
    return _of_config(corpus, eval_element(format=format, models='<M ID="A">m1</M>'))


def test_nothing_is_found_where_nothing_is_wrong(corpus: Path) -> None:
    found = check_config("c.xml")
    assert _found(found) == {}
    assert " ".join(f"{noun}: {count}" for noun, count in found.extent.items()) == (
        "evaluations: 1 systems: 1 peers: 1 models: 2 files: 3 texts: 0 sentences: 5 words: 25"
    )


class TestTexts:
    @pytest.mark.parametrize("row", table(__file__, "problems"))
    def test_this_is_found(self, corpus: Path, row: list[str]) -> None:
        format, problem, text, encoding = [*row, "utf-8"][:4]
        text = text.format(see=_SEE_TEXT, isi=_ISI_TEXT)
        found = _of_text(corpus, format, text.encode(encoding))
        (place,) = found.pop(problem)
        assert "./p" in place
        assert "the peer of S in 1" in place
        assert not found

    @pytest.mark.parametrize(
        ("format", "text"),
        [
            *table(__file__, "nothing"),
            ("SEE", _SEE_TEXT.replace('name="1"', 'size="1" name="1"').replace("</a>\n", "\n")),
        ],
    )
    def test_nothing_is_found(self, corpus: Path, format: str, text: str) -> None:
        assert _of_text(corpus, format, text) == {}

    @pytest.mark.parametrize(
        ("format", "text", "problem", "seen"),
        [
            ("SEE", "Police killed him.\nHe died.\n", "NOTHING_READ", "read as SEE; 5 words are there"),
            ("SEE", "Police\n", "NOTHING_READ", "read as SEE; 1 word is there"),
            ("SPL", "a b\nin Zürich or Genève\n", "SPLIT_WORDS", "Zürich"),
            ("SPL", "a b\n<u> c </s> d <t>", "TAGS", "</s>"),
            ("SPL", "it ended. Then it began. So it ended.", "ONE_LINE", "3 sentences, it seems"),
        ],
    )
    def test_the_place_says_what_was_seen(
        self, corpus: Path, format: str, text: str, problem: str, seen: str
    ) -> None:
        assert _of_text(corpus, format, text)[problem] == [f"./p (the peer of S in 1): {seen}"]

    def test_a_byte_order_mark_alone_is_an_empty_text(self, corpus: Path) -> None:
        place = "./p (the peer of S in 1)"
        assert _of_text(corpus, "SPL", "\ufeff") == {"EMPTY": [place], "BOM": [place]}

    @pytest.mark.parametrize("name", ["gone", "folder", "a/b"])
    def test_files_that_cannot_be_read(self, corpus: Path, name: str) -> None:
        (corpus / "folder").mkdir()
        reason = "a folder" if name == "folder" else "missing"
        evals = eval_element(models=f'<M ID="A">{name}</M><M ID="B">m1</M>')
        write(corpus, {"p": "a b\nc\n", "m1": "d\ne f\n", "c.xml": configuration(evals)})
        found = check_config("c.xml")
        assert _found(found) == {"UNREADABLE": [f"./{name} (a model of 1): {reason}"]}
        assert (found.extent["sentences"], found.extent["words"]) == (4, 6)

    def test_a_file_is_judged_once(self, corpus: Path) -> None:
        write(corpus, {"m1": ""})
        found = _of_config(
            corpus,
            eval_element(),
            eval_element('ID="2"', peers='<P ID="S">m2</P>', models='<M ID="A">m1</M><M ID="B">p</M>'),
        )
        assert found == {"EMPTY": ["./m1 (a model of 1)"]}

    def test_equal_texts_in_memory_count_each_time(self, corpus: Path) -> None:
        write(corpus, {"p": "a b\n\n\n\n", "m": "a c\nb\nc\nd\n"})
        output = rouge_tools(["check", "--lines", "p", "m"], cwd=corpus)
        assert b"\nwarning: empty summaries: 3\n  - p, line 2 (the peer of p in 2)\n" in output.stdout
        assert b"\n  8 texts, 5 sentences, 7 words\n" in output.stdout

    def test_tokens_are_no_texts(self) -> None:
        for models, unit in ((["a", "b"], "model"), ([["a", "b"]], "sentence")):
            found = _found(check_evaluations([Evaluation.of_texts("1", {"S": ["a", "c"]}, models)]))
            assert found["TOKENS"] == [f"1: each word is a {unit}"]

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_utf_16_is_found_without_any_nul(self, corpus: Path, encoding: str) -> None:
        assert [*_of_text(corpus, "SPL", "\ufeff警察".encode(encoding))] == ["NO_WORDS", "UTF_16"]

    @given(st.sampled_from(FORMATS), st.binary() | st.text("aZü.|<> \n\r[]/1", max_size=60).map(str.encode))
    def test_no_file_stops_it(self, format: str, text: bytes) -> None:
        """Whatever a file has in it, the check finds an error, or as many words as scoring counts."""
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            config = configuration(eval_element(root=name, format=format, models='<M ID="A">p</M>'))
            write(directory, {"p": text, "c.xml": config})
            found = check_config(str(directory / "c.xml"))
            assert found.extent["files"] == 1
            if format == "SIMPLE":
                assert ("NO_ELEMENTS" in _found(found)) or found.extent["words"] == found.extent["sentences"]
            else:
                (score,) = evaluate(read_config(str(directory / "c.xml"))).systems["S"]["ROUGE-L"].scores
                assert found.extent["words"] == score.counts.model


def _elements(tag: str, paths: str) -> str:
    """Return elements of `ID:path` each: `A:m1 B:m2`."""
    pairs = (pair.partition(":") for pair in paths.split())
    return "".join(f'<{tag} ID="{id}">{path}</{tag}>' for id, _, path in pairs)


def _eval(peers: str = "S:p", models: str = "A:m1 B:m2", id: str = "1", format: str = "SPL") -> str:
    return eval_element(f'ID="{id}"', ".", format, _elements("P", peers), _elements("M", models))


_NUMBERED = {f"n{number}": f"model {number}\nof many\n" for number in range(4)}
_FOUR_MODELS = "A:n0 B:n1 C:n2 D:n3"
_LACKING = [
    *("U: 3 of 4 evaluations (2, 3, 4)", "V: 3 of 4 evaluations (2, 3, 4)"),
    *("S: 3 of 4 evaluations (1, 3, 4)", "T: 3 of 4 evaluations (1, 3, 4)"),
    *("W: 2 of 4 evaluations (1, 2)", "X: 2 of 4 evaluations (1, 2)"),
]
_PAIRS = {"1": "U:p1 V:p1", "2": "S:p2 T:p2", "3": "W:p3 X:p3", "4": "X:p3 W:p3"}
_EMPTY_PEERS = ["./p (the peer of S in 1)", "./q (the peer of T in 1)"]
_IN_SEE = {name: _SEE_TEXT * times for times, name in enumerate(("q", "q1", "q2"), 1)}
_IN_ELEMENTS = {name: "a|b|c\n" * times for times, name in enumerate(("q", "q1", "q2"), 1)}
_OTHER = {"q": "other words\nhere\n"}


class TestEvaluations:
    @pytest.mark.parametrize(
        ("files", "evals", "found"),
        [
            (_OTHER, [_eval("S:p T: U:"), _eval("S:p T:q", id="2")],
             {"MISSING": ["T: 1 of 2 evaluations (1)", "U: 2 of 2 evaluations (1, 2)"]}),
            ({}, [_eval("S:p T:"), *(_eval(id=str(number)) for number in range(2, 14))],
             {"MISSING": ["T: 13 of 13 evaluations (1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more)"]}),
            # Very unequal numbers of models.
            (_NUMBERED, [_eval(models=_FOUR_MODELS[:9]), _eval(models=_FOUR_MODELS[:9], id="2")], {}),
            (_NUMBERED, [_eval(models=_FOUR_MODELS[:9]), _eval(models=_FOUR_MODELS[:14], id="2")], {}),
            (_NUMBERED, [_eval(models=_FOUR_MODELS[:4]), _eval(models=_FOUR_MODELS[:9], id="2")],
             {"MODELS_VARY": ["1 model: 1 of 2 evaluations (1)", "2 models: 1 of 2 evaluations (2)"]}),
            (_NUMBERED, [_eval(models=_FOUR_MODELS), _eval(models=_FOUR_MODELS[:9], id="2")],
             {"MODELS_VARY": ["2 models: 1 of 2 evaluations (2)", "4 models: 1 of 2 evaluations (1)"]}),
            # Mixed formats.
            *(
                (files, [_eval(models="A:m1 B:m2"[:length]), _eval("S:q", "A:q1 B:q2"[:length], "2", format)],
                 {problem: ["SPL: 1 of 2 evaluations (1)", f"{format}: 1 of 2 evaluations (2)"]})
                for files, format, problem in [
                    (_IN_SEE, "SEE", "MIXED_FORMATS"),
                    (_IN_ELEMENTS, "SIMPLE", "TEXTS_AND_ELEMENTS"),
                ]
                for length in (4, 9)
            ),
            # Equal texts.
            ({"q": MODELS[1].upper()}, [_eval("S:p T:q")],
             {"PEER_IS_MODEL": ["1: the peer of T: ./q = ./m2"]}),
            ({}, [_eval("S:p T:m2")], {"PEER_IS_MODEL": ["1: the peer of T: ./m2"]}),
            ({"q": MODELS[0]}, [_eval(models="A:m1 B:p C:q D:p")],
             {"EQUAL_MODELS": ["1: models 1 and 3: ./m1 = ./q", "1: models 2 and 4: ./p"],
              "PEER_IS_MODEL": ["1: the peer of S: ./p"]}),
            ({}, [_eval("S:lost", "A:gone B:m1 C:gone")],
             {"UNREADABLE": ["./gone (a model of 1): missing", "./lost (the peer of S in 1): missing"],
              "EQUAL_MODELS": ["1: models 1 and 3: ./gone"]}),
            ({"q": PEER, "r": "other words\nhere\n"},
             [_eval("S:p T:q U:r"), _eval("S:p T:q U:q", id="2"), _eval("T:q S:p U:r", id="3")],
             {"EQUAL_PEERS": ["S, T: 2 of 3 evaluations (1, 3)", "S, T, U: 1 of 3 evaluations (2)"]}),
            ({"p1": "one text\n", "p2": "other words\n", "p3": "a third text\n"},
             [_eval(peers, id=id) for id, peers in _PAIRS.items()],
             {"MISSING": _LACKING,
              "EQUAL_PEERS": [
                  "W, X: 2 of 4 evaluations (3, 4)",
                  "S, T: 1 of 4 evaluations (2)",
                  "U, V: 1 of 4 evaluations (1)",
              ]}),
            # Words with one stem, basic elements of two relations and texts without a word are not equal.
            ({"p": "the cats\nsat\n", "m1": "the cat\nsat\n"}, [_eval(models="A:m1")], {}),
            ({"p": "a|b|subj\n", "q": "a|b|obj\n", "m1": "a|b|mod\n"},
             [_eval("S:p T:q", "A:m1", format="SIMPLE")], {}),
            ({"p": "", "q": "", "m1": ""}, [_eval("S:p T:q", "A:m1 B:m2")],
             {"EMPTY": ["./m1 (a model of 1)", *_EMPTY_PEERS]}),
        ],
    )  # fmt: skip
    def test_this_is_found(
        self, corpus: Path, files: dict[str, str], evals: list[str], found: dict[str, list[str]]
    ) -> None:
        write(corpus, files)
        assert _of_config(corpus, *evals) == found

    def test_a_file_list_is_checked_with_what_its_reader_passed_over(self, corpus: Path) -> None:
        write(corpus, {"list": "p m1 m2\n# no\np gone p\n"})
        stream = stream_of(read_file_list("list", "spl"))
        stream.passed_over = ["x.txt fits no name", "y.txt neither"]
        assert _found(check_evaluations(stream)) == {
            "PASSED_OVER": stream.passed_over,
            "UNREADABLE": ["gone (a model of 2): missing"],
            "PEER_IS_MODEL": ["2: the peer of X: p"],
        }


class TestConfiguration:
    def test_repeated_ids(self, corpus: Path) -> None:
        write(corpus, {"q": "other words\nhere\n"})
        again = '<EVAL ID="1"><MODELS><M ID="A">q</M></MODELS></EVAL>\n'
        found = _of_config(
            corpus,
            eval_element(peers='<P ID="S">q</P>\n<P ID="S">p</P>'),
            eval_element('ID="2"', models='<M ID="A">m1</M><M ID="B">m2</M><M ID="A">q</M>'),
            again,
        )
        assert found == {
            "REPEATED_PEER": ["c.xml, line 7: P S again in EVAL 1; the first is in line 6"],
            "REPEATED_MODEL": ["c.xml, line 15: M A again in EVAL 2; the first is in line 15"],
            "REPEATED_EVAL": ["c.xml, line 17: EVAL 1 again; the first is in line 2"],
            # The last file of a repeated M counts for each mention.
            "EQUAL_MODELS": ["1: models 1 and 3: ./q", "2: models 1 and 3: ./q"],
        }

    def test_every_malformed_element_is_found_and_the_others_are_checked(self, corpus: Path) -> None:
        found = _of_config(
            corpus,
            eval_element(""),
            eval_element('ID="2"', format="X"),
            eval_element('ID="3"', peers="<P>p</P>"),
            '<EVAL ID="4"></EVAL>\n',
            eval_element('ID="5"', peers='<P ID="S">gone</P>'),
        )
        first, second, third, fourth = found.pop("MALFORMED")
        assert "c.xml, line 2" in first
        assert "EVAL 2: unknown input format 'X'" in second
        assert "c.xml, line 20: P without ID" in third
        assert "EVAL 4 has no INPUT-FORMAT" in fourth
        assert found == {"UNREADABLE": ["./gone (the peer of S in 5): missing"]}
        assert [*_of_config(corpus, eval_element(""))] == ["MALFORMED"]

    def test_roots_of_another_machine_are_replaced(self, corpus: Path) -> None:
        old = configuration(eval_element(root="/old/duc"))
        write(corpus, {"c.xml": old, "d.xml": configuration("<EVAL/>")})
        found, wrong, without = (
            rouge_tools(["check", "--roots", roots, config], corpus)
            for roots, config in (("/old/duc=.", "c.xml"), ("/x=.", "c.xml"), ("/x=.", "d.xml"))
        )
        assert (found.stderr, found.status) == (b"", 0)
        assert b"  3 files, 5 sentences, 25 words\n" in found.stdout
        assert b"c.xml: no root begins with '/x'; the first is '/old/duc'" in wrong.stderr
        assert b"  0 files, 0 sentences, 0 words\n" in without.stdout
        assert b"EVAL elements that cannot be read: 1\n" in without.stdout

    @pytest.mark.parametrize("text", ["", "<R>", "<R/>", "p m1\n"])
    def test_what_is_no_configuration_is_refused(self, corpus: Path, text: str) -> None:
        write(corpus, {"c.xml": text})
        with pytest.raises(InputError, match=r"^c\.xml"):
            check_config("c.xml")


class TestReport:
    def test_a_few_places_of_a_kind_are_kept_and_all_are_counted(self) -> None:
        findings = check_config("c.xml")
        for number in range(10 + 1234):
            findings.add("EMPTY", f"place {number}")
        for length in (300, 301):
            findings.add("UNREADABLE", "x" * length)
        assert (findings.count(ERROR), findings.count(WARNING)) == (2, 10 + 1234)
        text = "".join(lines("c.xml", findings, 400, colour=False))
        assert "  - place 9\n  - and 1,234 more\n  An empty peer" in text
        assert "place 10\n" not in text
        assert f"  - {'x' * 300}\n  - {'x' * 300}…\n" in text

    def test_sentences_are_wrapped_and_levels_styled(self, corpus: Path) -> None:
        write(corpus, {"p": ""})
        text = "".join(lines("c.xml", check_config("c.xml"), 24, colour=True))
        assert (
            "\n\x1b[33m\x1b[1mwarning\x1b[0m: empty summaries: 1\n  - ./p (the peer of S\n    in 1)\n" in text
        )
        assert ")\n  An empty peer scores 0\n  and stays in its\n  system's average. " in text

    def test_options_are_named_as_in_python(self) -> None:
        """No text has the name of a flag or a command, and every option in a text exists."""
        names = (
            {field.name for field in fields(Options)}
            | {"jackknife"}
            | {*signature(read_folders).parameters, *signature(read_config).parameters}
        )
        for problem in PROBLEMS.values():
            text = f"{problem['title']} {problem['meaning']} {problem['remedy']}"
            assert {*re.findall("`(.*?)`", text)} <= names
            assert not re.search(r"rouge-|(?<!\S)-[a-z0-9]", text)

    def test_errors_come_first(self) -> None:
        levels = [problem["level"] for problem in PROBLEMS.values()]
        assert levels == sorted(levels)
