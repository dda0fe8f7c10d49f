"""Long names may follow the operands, single letters may not; and what is said to a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..oracle import original
from ..support.commands import Output, assert_refused, rouge_eval
from ..support.files import configuration, eval_element, write, write_corpus
from ..support.needs import needs

_ORIGINAL = needs("original")


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path) -> Path:
    """A folder with a configuration `c.xml` of the system `S`, and files of lines."""
    write_corpus(tmp_path)
    write(
        tmp_path,
        {
            "hyp.txt": "the cats sat\n",
            "ref 1.txt": "the cat sat\n",
            "ref2.txt": "a cat sat\n",
            "peers/1.S.txt": "the cats sat\n",
            "models/1.A.txt": "the cat sat\n",
        },
    )
    return tmp_path


class TestLongNames:
    @pytest.mark.parametrize(
        "words",
        [
            ["c.xml", "--max-ngram", "2", "--stem"],
            ["c.xml", "--max-ngram=2", "--stem"],
            ["c.xml", "S", "--max-ngram", "2", "--stem"],
            ["c.xml", "--stem", "S", "--max-ngram", "2"],
            ["-m", "c.xml", "--max-ngram=2", "--", "S"],
            ["-n2", "c.xml", "--stem"],
        ],
    )
    def test_they_follow_the_operands(self, words: list[str], corpus: Path) -> None:
        expected = rouge_eval(["-n", "2", "-m", "c.xml"], cwd=corpus)
        assert b"S ROUGE-2 Average_R: " in expected.stdout
        assert rouge_eval(words, cwd=corpus) == expected

    def test_one_with_a_value_takes_it_and_no_operand(self, corpus: Path) -> None:
        output = rouge_eval(["c.xml", "--output", "report", "S"], cwd=corpus)
        assert output == Output(b"", b"", 0)
        assert (corpus / "report").read_bytes() == rouge_eval(["c.xml", "S"], cwd=corpus).stdout

    def test_systems_of_lines_may_follow_the_models(self, corpus: Path) -> None:
        words = ["--quiet", "--lines", "hyp.txt", "ref 1.txt", "--lines", "ref2.txt"]
        expected = rouge_eval(
            ["--quiet", "--lines", "hyp.txt", "--lines", "ref2.txt", "ref 1.txt"], cwd=corpus
        )
        assert expected.stdout.count(b"Average_F") == 2
        assert rouge_eval(words, cwd=corpus) == expected

    def test_help_and_version_are_among_them(self, corpus: Path) -> None:
        assert rouge_eval(["c.xml", "--help"], cwd=corpus) == rouge_eval(["-h"], cwd=corpus)
        assert rouge_eval(["c.xml", "--version"], cwd=corpus).stdout.startswith(b"rouge-eval ")

    def test_two_dashes_end_them(self, corpus: Path) -> None:
        write_corpus(corpus, configuration(eval_element(peers='<P ID="--stem">p</P>')))
        output = rouge_eval(["c.xml", "--", "--stem"], cwd=corpus)
        assert output.stdout.startswith(b"-" * 45 + b"\n--stem ROUGE-L ")
        assert_refused(rouge_eval(["c.xml", "--", "--quiet"], cwd=corpus), 1, "--quiet")


class TestSingleLetters:
    @_ORIGINAL
    @pytest.mark.parametrize("words", [["S", "-m"], ["S", "-n", "4", "-a"], ["S", "-x"]])
    def test_behind_the_system_the_original_ignores_them_too(self, words: list[str], corpus: Path) -> None:
        output = rouge_eval(["c.xml", *words], cwd=corpus)
        assert output.stdout == original.run(["c.xml", *words], corpus).stdout != b""
        assert (
            f"rouge-eval: ignored: {' '.join(words[1:])} (single letters go before" in output.stderr.decode()
        )


def test_broken_markup_is_a_configuration(corpus: Path) -> None:
    write(corpus, {"c.xml": "\ufeff\n<ROUGE-EVAL>\n<EVAL>\n", "S": "a file called as the system"})
    assert_refused(rouge_eval(["c.xml", "S"], cwd=corpus), 1, "c.xml, line ", "cannot be read as XML")
