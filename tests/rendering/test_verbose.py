"""The classic text and the trace of -v, as the original prints them; it lists grams in a random order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rouge_cli import Counts, Estimate, Evaluation, Options, Score, Text, evaluate, render
from rouge_cli.numbers import RealAsTyped, WholeAsTyped

from ..support.commands import rouge_eval
from ..support.files import write, write_corpus
from ..support.reports import COMPARISON, two
from ..support.scoring import literal_result, report_of
from ..support.texts import MODELS, PEER

pytestmark = pytest.mark.usefixtures("kernel")


def _trace(options: Options, evaluations: Sequence[Evaluation]) -> list[str]:
    """The lines before the block of the report."""
    report = evaluate(evaluations, options)
    text = render(report, "verbose", evaluations=evaluations)
    trace, rule, block = text.rpartition("-" * 45 + "\n")
    assert rule + block == render(report)
    return trace.splitlines()


def _texts(peer: str = PEER, models: Sequence[str] = MODELS) -> list[Evaluation]:
    return [Evaluation.of_texts("1", {"S": peer}, models)]


def test_ngrams() -> None:
    assert _trace(Options(max_ngram=1, rouge_l=False, stem=True, resamples=1), _texts()) == [
        "@Eval (1)",
        "***P text in memory",
        "the cats sat happily on the mat",
        "_cn_|7|cat|1|happili|1|mat|1|on|1|sat|1|the|2",
        "the cat sat on the mat it was happy",
        "_cn_|9|cat|1|happi|1|it|1|mat|1|on|1|sat|1|the|2|was|1",
        "***M text in memory",
        "a cat is on a mat happy cats sat",
        "_cn_|9|a|2|cat|2|happi|1|is|1|mat|1|on|1|sat|1",
        "***M text in memory",
        "total 1-gram model count: 18",
        "total 1-gram peer count: 14",
        "total 1-gram hit: 10",
        "total ROUGE-1-R: 0.55556",
        "total ROUGE-1-P: 0.71429",
        "total ROUGE-1-F: 0.62500",
        "1.S",
    ]


_SENTENCES = [
    "***P text in memory",
    "the cats sat happily on the mat",
    "0: the|cat|sat|happili|on|the|mat",
    "{}: the cat sat on the mat",
    "{}: -",
    "***M text in memory",
    "the cat sat on the mat",
    "it was happy",
    "0: the|cat|sat|on|the|mat",
    "1: it|was|happi",
    "{}: cat on mat",
    "{}: sat",
    "***M text in memory",
    "a cat is on a mat",
    "happy cats sat",
    "0: a|cat|is|on|a|mat",
    "1: happi|cat|sat",
]


def test_lcs() -> None:
    assert _trace(Options(stem=True), _texts()) == [
        *(line.replace("{}", "LCS") for line in _SENTENCES),
        "total ROUGE-L model count: 18",
        "total ROUGE-L peer count: 14",
        "total ROUGE-L hit: 10",
        "total ROUGE-L-R score: 0.55556",
        "total ROUGE-L-P: 0.71429",
        "total ROUGE-L-F: 0.62500",
        "1.S",
    ]


def test_weighted_lcs() -> None:
    assert _trace(Options(rouge_l=False, weight=1.2, stem=True), _texts()) == [
        *(line.replace("{}", "ROUGE-W") for line in _SENTENCES),
        "total ROUGE-W-1.2 model count: 40.7277147952852",
        "total ROUGE-W-1.2 peer count: 20.6608242623237",
        "total ROUGE-W-1.2 hit: 12.5858144866315",
        "total ROUGE-W-1.2-R score: 0.37583",
        "total ROUGE-W-1.2-P score: 0.66162",
        "total ROUGE-W-1.2-F score: 0.47936",
        "1.S",
    ]


def test_skip_bigrams_and_unigrams() -> None:
    """The original names SU like S here, and shows recall three times."""
    options = Options(rouge_l=False, skip_gap=0, skip_unigrams=True, stem=True)
    trace = _trace(options, _texts(models=MODELS[:1]))
    assert trace[:5] == [
        "***P text in memory",
        "the cats sat happily on the mat",
        "_cn_|12|cat|1|cat sat|1|happili|1|happili on|1|on|1|on the|1|sat|1|sat happili|1|the|2"
        "|the cat|1|the mat|1",
        "the cat sat on the mat it was happy",
        "_cn_|16|cat|1|cat sat|1|it|1|it was|1|mat|1|mat it|1|on|1|on the|1|sat|1|sat on|1|the|2"
        "|the cat|1|the mat|1|was|1|was happi|1",
    ]
    assert trace[6:] == [
        "total ROUGE-S0 model count: 16",
        "total ROUGE-S0 peer count: 12",
        "total ROUGE-S0 hit: 9",
        *(f"total ROUGE-S0-{letter}: 0.56250" for letter in "RPF"),
        "1.S",
    ]
    trace = _trace(Options(rouge_l=False, skip_gap=-1), _texts("a b c", ["c a b"]))
    assert trace[2:5] == ["_cn_|3|a b|1|a c|1|b c|1", "c a b", "_cn_|3|a b|1|c a|1|c b|1"]
    assert "total ROUGE-S-1 hit: 1" in trace


def test_basic_elements() -> None:
    texts = _texts("b|nil|x\na|nil|x\nb|nil|x\n", ["b|nil|r\na|nil|r\nc|nil|r"])
    assert _trace(Options(basic_elements="H"), texts) == [
        "***P text in memory",
        "_cn_#3#a#1#b#2",
        "_cn_#3#a#1#b#1#c#1",
        "* Match: a",
        "* Match: b",
        "***M text in memory",
        "total BE-H model count: 3",
        "total BE-H peer count: 3",
        "total BE-H hit: 2",
        *(f"total ROUGE-BE-H-{letter}: 0.66667" for letter in "RPF"),
        "1.S",
    ]
    assert _trace(Options(basic_elements="H"), _texts("", [""]))[:4] == [
        *("***P text in memory", "---empty text---", "---empty text---", "***M text in memory")
    ]


@pytest.mark.parametrize(
    ("options", "peer", "shown"),
    [
        (Options(max_ngram=1, rouge_l=False), "", ["", "_cn_|0", "a"]),
        # Empty texts are called so under a limit, which may also leave sentences empty.
        (Options(max_ngram=1, rouge_l=False, word_limit=5), "", ["---empty text---", "a"]),
        (Options(max_ngram=1, rouge_l=False, word_limit=1), "a b\nc d", ["a", "_cn_|1|a|1", "a"]),
    ],
)
def test_empty_texts(options: Options, peer: str, shown: list[str]) -> None:
    trace = _trace(options, _texts(peer, ["a"]))
    assert trace[: 2 + len(shown)] == ["@Eval (1)", "***P text in memory", *shown]


def test_an_empty_text_has_no_sentences() -> None:
    assert _trace(Options(), _texts("", ["a"]))[:3] == ["***P text in memory", "", "LCS: -"]


def test_a_missing_peer_leaves_only_the_name_of_its_evaluation() -> None:
    evaluations = [*_texts(), Evaluation("2", {"S": None}, (Text.of("a"),))]
    trace = _trace(Options(max_ngram=1, rouge_l=False), evaluations)
    assert trace[-2:] == ["1.S", "@Eval (2)"]


def test_the_command_prints_it_before_each_block(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    plain = rouge_eval(["-n", "1", "-d", "c.xml"], cwd=tmp_path)
    verbose = rouge_eval(["-n", "1", "-d", "-v", "c.xml"], cwd=tmp_path)
    assert verbose.status == plain.status == 0
    traces = verbose.stdout.split(b"-" * 45 + b"\n")
    blocks = plain.stdout.split(b"-" * 45 + b"\n")
    assert len(traces) == len(blocks) == 3
    assert traces[0].startswith(b"@Eval (1)\n***P ./p\n")
    assert all(trace.startswith(block) for trace, block in zip(traces[1:], blocks[1:], strict=True))


def test_bytes_that_are_not_utf_8_are_printed_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, {"p": b"\xff|nil|r\n", "list": "p p\n"})
    output = rouge_eval(["-3", "H", "-v", "-z", "SIMPLE", "list"], cwd=tmp_path)
    assert b"* Match: \xff\n" in output.stdout


@pytest.mark.parametrize(
    ("peer", "flags", "text", "grams"),
    [
        ("Straße: STRASSE", ["--tokenizer", "unicode"], "strasse strasse", "_cn_|2|strasse|2"),
        ("他来了。", ["--language", "zh", "-l", "2"], "他 来", "_cn_|2|他|1|来|1"),
        ("他来了。", ["--language", "zh", "-b", "8"], "他 来", "_cn_|2|他|1|来|1"),
        ("हिन्दी", ["--tokenizer", "character"], "हि न्दी", "_cn_|2|न्दी|1|हि|1"),
        ("Ab, c", ["--tokenizer", "whitespace"], "Ab, c", "Ab,|1|_cn_|2|c|1"),
        ("die Häuser", ["--language", "de", "--stop-words", "de"], "die häuser", "_cn_|1|haus|1"),
        # Control characters are escaped, because a terminal would obey them.
        ("a\x1b[2Jb", ["--tokenizer", "whitespace"], r"a\x1b[2Jb", r"_cn_|1|a\x1b[2Jb|1"),
        # A joiner belongs to the word.
        ("می\u200cروم", ["--tokenizer", "whitespace"], "می\u200cروم", "_cn_|1|می\u200cروم|1"),
    ],
)
def test_texts_and_grams_of_any_script(
    tmp_path: Path, peer: str, flags: list[str], text: str, grams: str
) -> None:
    row = {"id": "1", "peer": peer, "models": [peer], "system": "S"}
    (tmp_path / "texts.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    output = rouge_eval(["-v", "-n", "1", "-x", *flags, "--jsonl", "texts.jsonl"], tmp_path)
    assert output.stdout.decode().splitlines()[2:4] == [text, grams]


_OTHER_PEER = "on the mat it sat\nthe cat\n"
_EVALUATIONS = [
    Evaluation.of_texts(id, {"S": peer}, MODELS)
    for id, peer in (("10", PEER), ("2", _OTHER_PEER), ("B", PEER), ("a", _OTHER_PEER), ("2b", PEER))
]
_RULE, _DOTS = "-" * 45 + "\n", "." * 45 + "\n"


def _printed(options: Options, details: bool = False) -> str:
    return render(evaluate(_EVALUATIONS, options), details=details)


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
    lines = render(evaluate(evaluations, Options(max_ngram=2, counting=2))).splitlines(keepends=True)
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
