"""A review and a jackknife read a configuration once, a review each summary once, and all of it is judged."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rouge_cli.inputs import xml
from rouge_cli.review import review
from rouge_cli.review.findings import Problem
from rouge_cli.text import sentences as formats

from ..support.files import configuration, eval_element, write, write_corpus


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a configuration `c.xml` about which nothing is suspicious."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _found(*evals: str) -> dict[Problem, list[str]]:
    write(Path(), {"c.xml": configuration(*evals)})
    return {problem: places for problem, _, places in review("c.xml").findings}


def test_a_configuration_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = xml._parse

    def counting(path: str) -> Any:
        parsed.append(path)
        return parse(path)

    monkeypatch.setattr(xml, "_parse", counting)
    review("c.xml")
    assert parsed == ["c.xml"]


@pytest.mark.parametrize("format", ["SPL", "SIMPLE"])
def test_a_review_reads_each_summary_once(corpus: Path, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(corpus, {name: f"{name}|b|c\n" for name in ("p", "m1", "m2")})
    write(
        corpus, {"c.xml": configuration(eval_element(format=format), eval_element('ID="2"', format=format))}
    )
    read: Counter[str] = Counter()
    read_bytes = formats.read_bytes

    def counting(path: str) -> bytes:
        read[path] += 1
        return read_bytes(path)

    monkeypatch.setattr(formats, "read_bytes", counting)
    assert review("c.xml").extent.files == 3
    assert read == {"./p": 1, "./m1": 1, "./m2": 1}


def test_an_evaluation_of_one_model_has_a_format(corpus: Path) -> None:
    anchor = '<a name="1">[1]</a> <a href="#1" id=1>the man sat</a>\n'
    write(corpus, {"q": anchor, "m3": anchor.replace("sat", "stood")})
    see = eval_element('ID="2"', format="SEE", peers='<P ID="S">q</P>', models='<M ID="A">m3</M>')
    assert _found(eval_element(models='<M ID="A">m1</M>'), see) == {
        Problem.MIXED_FORMATS: ["SPL: 1 of 2 evaluations (1)", "SEE: 1 of 2 evaluations (2)"]
    }


def test_ids_of_other_elements_are_not_repeated(corpus: Path) -> None:
    """Neither an element of another name right below PEERS nor a P deeper in it is a system."""
    peers = '<P ID="S">p</P><other ID="S">x</other><group><P ID="S">x</P></group>'
    assert _found(eval_element(peers=peers)) == {}


def test_an_evaluation_within_another_repeats_no_id(corpus: Path) -> None:
    write(corpus, {"q": "another peer\nof two lines\n"})
    inner = eval_element('ID="2"', peers='<P ID="S">q</P>')
    outer = eval_element().replace("</EVAL>", f"{inner}</EVAL>")
    assert _found(outer) == {}


def test_where_all_evaluations_are_refused_each_is_told_and_no_more() -> None:
    assert _found(eval_element(format="X"), eval_element('ID="2"', root="")) == {
        Problem.MALFORMED: [
            "c.xml, line 2: EVAL 1: unknown input format 'X'; one of SEE, SPL, ISI, SIMPLE is wanted",
            "c.xml, line 10: PEER-ROOT names nothing; write the name in it",
        ]
    }
