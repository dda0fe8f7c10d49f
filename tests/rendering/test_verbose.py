"""The classic text and the trace of -v, as the original prints them; it lists grams in a random order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import Counts, Estimate, Evaluation, Options, Score, Text, evaluate, render

from ..support.commands import rouge_eval
from ..support.files import write
from ..support.reports import COMPARISON, two
from ..support.scoring import literal_result, report_of
from ..support.tables import table
from ..support.texts import MODELS, PEER

pytestmark = pytest.mark.usefixtures("kernel")


@pytest.mark.parametrize(("options", "peer", "models", "trace"), table(__file__, "traces"))
def test_traces(options: dict[str, Any], peer: str, models: list[str], trace: str) -> None:
    evaluations = [Evaluation.of_texts("1", {"S": peer}, models)]
    report = evaluate(evaluations, Options(**options))
    wanted, more, _ = trace.partition("…\n")
    text = render(report, "verbose", evaluations=evaluations)
    if more:
        assert text.startswith(wanted)
    else:
        assert text == wanted + render(report)


def test_a_missing_peer_leaves_only_the_name_of_its_evaluation() -> None:
    peers = {"1": Text.of("a"), "2": None}
    evaluations = [Evaluation(id, {"S": peer}, (Text.of("a"),)) for id, peer in peers.items()]
    report = evaluate(evaluations, Options(max_ngram=1, rouge_l=False))
    text = render(report, "verbose", evaluations=evaluations)
    assert text.endswith(f"\n1.S\n@Eval (2)\n{render(report)}")


def test_bytes_that_are_not_utf_8_are_printed_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, {"p": b"\xff|nil|r\n", "list": "p p\n"})
    output = rouge_eval(["-3", "H", "-v", "-z", "SIMPLE", "list"], cwd=tmp_path)
    assert b"* Match: \xff\n" in output.stdout


@pytest.mark.parametrize(("peer", "flags", "text", "grams"), table(__file__, "scripts"))
def test_texts_and_grams_of_any_script(peer: str, flags: str, text: str, grams: str, tmp_path: Path) -> None:
    row = {"id": "1", "peer": peer, "models": [peer], "system": "S"}
    (tmp_path / "texts.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    output = rouge_eval(["-v", "-n", "1", "-x", *flags.split(), "--jsonl", "texts.jsonl"], tmp_path)
    assert output.stdout.decode().splitlines()[2:4] == [text, grams]


_RULE = "-" * 45 + "\n"


@pytest.mark.parametrize(("flags", "printed"), table(__file__, "reports"))
def test_reports(flags: str, printed: str, tmp_path: Path) -> None:
    """Numbers of labels print as they were typed."""
    other = "on the mat it sat\nthe cat\n"
    peers = {"10": PEER, "2": other, "B": PEER, "a": other, "2b": PEER}
    rows = [{"id": id, "system": "S", "peer": peer, "models": MODELS} for id, peer in peers.items()]
    write(tmp_path, {"rows.jsonl": "".join(f"{json.dumps(row)}\n" for row in rows)})
    output = rouge_eval([*flags.split(), "--jsonl", "rows.jsonl"], tmp_path)
    assert output.stdout.decode() == printed


def test_comparisons_follow_the_report() -> None:
    report = two(Options(confidence=90))
    plain, compared = render(report), render(report, comparisons=[COMPARISON, COMPARISON])
    lines = (
        _RULE + "a ROUGE-1 Difference_R to =b: 0.10000 (90%-conf.int. 0.05000 - 0.15000)"
        " p=1.0e-05 corrected p=2.0e-05 evaluations=7\n"
        "a ROUGE-1 Difference_P to =b: -0.50000 (90%-conf.int. -0.75000 - -0.25000)"
        " p=0.5000 corrected p=NaN evaluations=7\n"
        "a ROUGE-1 Difference_F to =b: -0.01234 (90%-conf.int. -0.03000 - 0.01100)"
        " p=0.0312 corrected p=0.0936 evaluations=7\n"
    )
    assert plain.startswith(_RULE + "a ROUGE-1 Average_R: 0.50000 (90%-conf.int. 0.40000 - 0.60000)\n")
    assert compared == plain + lines * 2
    comparison = COMPARISON._replace(system="a\n", baseline="\x1b")
    assert r"a\n ROUGE-1 Difference_R to \x1b: 0.1" in render(two(), comparisons=[comparison])


def test_details_are_sorted_by_leading_number_where_both_have_one() -> None:
    """All else is sorted by bytes: of the evaluation and the system where numbers are equal."""
    ids = ["b", "D10", "D9", "10x", "9", "010", "-1", "10", "~", "A", "+5", "2004.1"]
    scores = tuple(Score(0, 0, 0, Counts(0, 0, 0), id) for id in ids)
    nothing = Estimate(0, 0, 0)
    report = report_of(Options(), {"S": {"M": literal_result([nothing] * 3, scores)}})
    lines = render(report, details=True).splitlines(keepends=True)
    assert [line.split()[3].removesuffix(".S") for line in lines[5:]] == [
        *("+5", "-1", "9", "010", "10", "10x", "2004.1", "A", "D10", "D9", "b", "~")
    ]


def test_other_profiles_print_figures_that_are_not_rounded() -> None:
    pairs = (("the cat sat", "the cat\nsat on it"), ("a dog", "a cat"))
    evaluations = [
        Evaluation.of_texts(id, {"S": peer}, [model]) for id, (peer, model) in zip("12", pairs, strict=True)
    ]
    report = evaluate(evaluations, Options(profile="torchmetrics", types=("rouge1",)))
    lines = render(report, "verbose", evaluations=evaluations, details=True).splitlines()
    assert "total rouge1-R: 0.6000000238418579" in lines
    assert "S rouge1 Average_R: 0.550000011920929" in lines
    assert "S rouge1 Eval 1.S R:0.6000000238418579 P:1.0 F:0.75" in lines


def test_tokens_between_blanks_are_printed_with_escapes(tmp_path: Path) -> None:
    write(tmp_path, {"p": b"New-York \xff\x1b\n"})
    output = rouge_eval(["--profile", "rouge", "-v", "--lines", "p", "p"], cwd=tmp_path)
    assert output.status == 0
    assert b"\nNew-York \\udcff\\x1b\n" in output.stdout
