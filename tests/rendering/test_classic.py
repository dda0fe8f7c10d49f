"""The classic text, as the original prints it for two small models."""

from __future__ import annotations

from rouge_cli import Counts, Estimate, Evaluation, Options, Score, evaluate, render
from rouge_cli.options import RealAsTyped, WholeAsTyped
from rouge_cli.profiles import Profile
from rouge_cli.rendering.classic import block, classic

from ..support.reports import COMPARISON, two
from ..support.scoring import literal_result
from ..support.texts import MODELS, PEER

_OTHER_PEER = "on the mat it sat\nthe cat\n"
_EVALUATIONS = [
    Evaluation.of_texts(id, {"S": peer}, MODELS)
    for id, peer in (("10", PEER), ("2", _OTHER_PEER), ("B", PEER), ("a", _OTHER_PEER), ("2b", PEER))
]
_RULE, _DOTS = "-" * 45 + "\n", "." * 45 + "\n"


def _printed(options: Options, details: bool = False) -> str:
    return "".join(classic(evaluate(_EVALUATIONS, options), details=details))


def test_averages_and_details() -> None:
    options = Options(max_ngram=1, rouge_l=False, resamples=20)
    assert _printed(options, details=True) == (
        _RULE + "S ROUGE-1 Average_R: 0.54000 (95%-conf.int. 0.50000 - 0.57778)\n"
        "S ROUGE-1 Average_P: 0.69429 (95%-conf.int. 0.64286 - 0.74286)\n"
        "S ROUGE-1 Average_F: 0.60750 (95%-conf.int. 0.56250 - 0.65000)\n"
        + _DOTS
        + "S ROUGE-1 Eval 2.S R:0.61111 P:0.78571 F:0.68750\n"
        "S ROUGE-1 Eval 2b.S R:0.50000 P:0.64286 F:0.56250\n"
        "S ROUGE-1 Eval 10.S R:0.50000 P:0.64286 F:0.56250\n"
        "S ROUGE-1 Eval B.S R:0.50000 P:0.64286 F:0.56250\n"
        "S ROUGE-1 Eval a.S R:0.61111 P:0.78571 F:0.68750\n"
    )


def test_pooled_counts_with_details() -> None:
    options = Options(weight=RealAsTyped("1.20"), rouge_l=False, resamples=20, counting=1)
    assert _printed(options, details=True) == (
        _RULE + "S ROUGE-W-1.20 Average_R: 0.26372 (95%-conf.int. 0.25966 - 0.26755)\n"
        "S ROUGE-W-1.20 Average_P: 0.51986 (95%-conf.int. 0.51186 - 0.52742)\n"
        "S ROUGE-W-1.20 Average_F: 0.34993 (95%-conf.int. 0.34454 - 0.35501)\n"
        + _DOTS
        + "S ROUGE-W-1.20 Eval 2.S R:40.7277147952852 P:20.6608242623237 F:11.0345895288406\n"
        "S ROUGE-W-1.20 Eval 2b.S R:40.7277147952852 P:20.6608242623237 F:10.5754283530856\n"
        "S ROUGE-W-1.20 Eval 10.S R:40.7277147952852 P:20.6608242623237 F:10.5754283530856\n"
        "S ROUGE-W-1.20 Eval B.S R:40.7277147952852 P:20.6608242623237 F:10.5754283530856\n"
        "S ROUGE-W-1.20 Eval a.S R:40.7277147952852 P:20.6608242623237 F:11.0345895288406\n"
    )


def test_printed_counts() -> None:
    options = Options(skip_gap=WholeAsTyped("04"), skip_both=True, counting=2)
    assert _printed(options) == (
        _RULE + "S ROUGE-L M_count: 90 P_count: 70 H_count: 47\n"
        + _RULE + "S ROUGE-S04 M_count: 300 P_count: 200 H_count: 59\n"
        + _RULE + "S ROUGE-SU04 M_count: 380 P_count: 260 H_count: 93\n"
    )  # fmt: skip


def test_the_confidence_level_prints_as_typed() -> None:
    for confidence, printed in ((RealAsTyped("095.0"), "095.0"), (RealAsTyped("9e1"), "9e1"), (90, "90")):
        assert f"({printed}%-conf.int. " in _printed(Options(confidence=confidence))


def test_systems_and_measures_follow_one_another() -> None:
    evaluations = [Evaluation.of_texts("1", {"2": "a", "10": "b", "é": "c"}, ["a"])]
    lines = list(classic(evaluate(evaluations, Options(max_ngram=2, counting=2))))
    assert [line.split()[:2] for line in lines if line != _RULE] == [
        [system, measure] for system in ("10", "2", "é") for measure in ("ROUGE-1", "ROUGE-2", "ROUGE-L")
    ]


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
    lines = list(block("S", "M", literal_result([nothing] * 3, scores), Profile(Options()), details=True))
    assert [line.split()[3].removesuffix(".S") for line in lines[5:]] == [
        *("+5", "-1", "9", "010", "10", "10x", "2004.1", "A", "D10", "D9", "b", "~")
    ]
