"""`evaluate`, as it is used from Python."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from rouge_cli import (
    Counts,
    Evaluation,
    File,
    InputError,
    Options,
    Report,
    Scorer,
    Text,
    compare,
    evaluate,
    explain,
    fragments,
    oracle,
    render,
)
from rouge_cli.text import files as summary_files

from .support.files import write, write_corpus

pytestmark = pytest.mark.usefixtures("kernel")

_TEXTS = Evaluation.of_texts("1", {"b": "a b c", "a": ["a b", "x"]}, ["a b c d", ["a", "y"]])


def test_results_are_by_system_and_by_measure() -> None:
    report = evaluate([_TEXTS], Options(max_ngram=2, resamples=2))
    assert list(report.systems) == ["b", "a"]
    assert list(report.systems["a"]) == ["ROUGE-1", "ROUGE-2", "ROUGE-L"]
    result = report.systems["b"]["ROUGE-1"]
    (score,) = result.scores
    assert (score.evaluation, score.counts, result.counts) == ("1", Counts(6, 6, 4), Counts(6, 6, 4))
    assert (score.recall, score.precision, score.f) == (0.66667, 0.66667, 0.66667)
    assert result.recall.average == pytest.approx(0.66667)
    assert report.options.max_ngram == 2


def test_a_configuration_is_named_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "c.xml", str(tmp_path / "c.xml")):
        assert evaluate(path).systems["S"]["ROUGE-L"].counts == Counts(18, 14, 9)


def test_texts_and_files_score_the_same(tmp_path: Path) -> None:
    texts = {"p": "The cats sat.\n\nHe-he! ", "m": "Cats sat\nthere.\nHe"}
    write(tmp_path, texts)
    files = Evaluation("1", {"S": File(str(tmp_path / "p"), "SPL")}, (File(str(tmp_path / "m"), "SPL"),))
    options = Options(max_ngram=2, weight=1.2, skip_gap=2, skip_both=True, stem=True, byte_limit=14)
    assert (
        evaluate([files], options).systems
        == evaluate([Evaluation.of_texts("1", {"S": texts["p"]}, [texts["m"]])], options).systems
    )


@pytest.mark.parametrize(
    ("systems", "found"),
    [
        *(("10", ["10"]), (None, ["2", "10", "1"]), (["2"], ["2"]), (["10", "1"], ["10", "1"])),
        *((["2", "2"], ["2"]), ([], [])),
    ],
)
def test_systems_are_scored_once_and_in_the_order_given(
    systems: str | list[str] | None, found: list[str]
) -> None:
    evaluation = Evaluation.of_texts("1", dict.fromkeys(["2", "10", "1"], "a"), ["a"])
    report = evaluate([evaluation], systems=systems)
    assert list(report.systems) == found
    assert all(len(results["ROUGE-L"].scores) == 1 for results in report.systems.values())


def test_an_unknown_system_is_an_error_that_lists_the_others() -> None:
    with pytest.raises(InputError, match=r"no evaluation has a system 'c'; there are: a, b"):
        evaluate([_TEXTS], systems=["a", "c"])
    with pytest.raises(InputError, match="there are: none"):
        evaluate([], systems=["c"])
    with pytest.raises(KeyError, match="there are: b, a"):
        evaluate([_TEXTS]).systems["c"]
    with pytest.raises(TypeError, match=r"report.systems\['a'\]"):
        evaluate([_TEXTS])["a"]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="not int"):
        evaluate([_TEXTS]).compare(1)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="its F is `f`"):
        _ = Scorer().score("a", "a")["ROUGE-L"].fmeasure


def test_nothing_to_score_is_no_error() -> None:
    nothing = evaluate([])
    assert (nothing.systems, nothing.notes) == ({}, ("there are no evaluations, so nothing is scored",))
    assert evaluate([_TEXTS], Options(rouge_l=False)).systems == {"a": {}, "b": {}}


def test_a_missing_peer_is_noted_and_left_out_of_the_average() -> None:
    evaluations = [
        Evaluation("1", {"T": None, "S": None}, (Text.of("a"),)),
        Evaluation("2", {"S": Text.of("a")}, (Text.of("a"),)),
        Evaluation("3", {}, (Text.of("a"),)),
    ]
    report = evaluate(evaluations, Options(max_ngram=1))
    result = report.systems["S"]["ROUGE-1"]
    assert ([score.evaluation for score in result.scores], result.recall.average) == (["2"], 1.0)
    nothing = report.systems["T"]["ROUGE-1"]
    assert (nothing.scores, nothing.recall.average, nothing.counts) == ((), 0.0, Counts(0, 0, 0))
    assert report.notes == (
        "system S has 1 of 3 summaries; missing and left out: 1, 3",
        "system T has 0 of 3 summaries; missing and left out: 1, 2, 3",
    )
    assert evaluate(evaluations, systems=["S"]).notes == report.notes[:1]
    # A single summary in the words of the original.
    assert evaluate(evaluations[1:], systems=["S"]).notes == (
        "*ROUGE Warning: test instance for peer S does not exist for evaluation 3",
    )


def test_a_missing_summary_counts_as_an_empty_one_or_is_refused() -> None:
    evaluations = [
        Evaluation.of_texts("1", {"S": "a b", "T": "a"}, ["a b"]),
        Evaluation.of_texts("2", {"S": "a b"}, ["a b"]),
        Evaluation.of_texts("3", {"S": "a b"}, ["a b"]),
    ]
    zero = evaluate(evaluations, Options(max_ngram=1, rouge_l=False, missing="zero"))
    result = zero.systems["T"]["ROUGE-1"]
    assert [(score.evaluation, score.recall, score.counts) for score in result.scores] == [
        ("1", 0.5, Counts(2, 1, 1)),
        ("2", 0.0, Counts(2, 0, 0)),
        ("3", 0.0, Counts(2, 0, 0)),
    ]
    assert zero.notes == ("system T has 1 of 3 summaries; missing and counted as empty: 2, 3",)
    assert "|missing:zero" in zero.signature
    assert "missing" not in evaluate(evaluations).signature
    with pytest.raises(InputError, match=r"^system T has 1 of 3 summaries; .*: 2, 3; give all summaries$"):
        evaluate(evaluations, Options(missing="refuse"))
    assert evaluate(evaluations, Options(missing="refuse"), systems="S").systems.keys() == {"S"}


def test_empty_summaries_score_zero_and_are_noted_once(tmp_path: Path) -> None:
    write(tmp_path, {"empty": "\n \n"})
    empty = File(str(tmp_path / "empty"), "SPL")
    evaluations = [Evaluation(id, {"S": empty}, (Text.of("a"), Text.of("..."))) for id in ("1", "2")]
    report = evaluate(evaluations, Options(max_ngram=1, weight=1.2, skip_gap=1, skip_both=True))
    assert report.notes == (
        "2 models have no word (the first is model of evaluation 1), so nothing can match them",
        f"system S: 2 summaries have no word (the first is {empty.path}), so they score 0",
    )
    assert evaluate(evaluations[:1]).notes == (
        "readText: model of evaluation 1 -> empty text",
        f"readText: {empty.path} -> empty text",
    )
    for result in report.systems["S"].values():
        assert {score.f for score in result.scores} == {0}
    # Texts in other scripts are empty only where a limit may have cut their words off.
    hindi = [Evaluation.of_texts("1", {"S": "हिन्दी"}, ["a"])]
    for options, notes in ((Options(), 1), (Options(word_limit=3), 2), (Options(byte_limit=3), 2)):
        assert len(evaluate(hindi, options).notes) == notes
    elements = evaluate([Evaluation.of_texts("1", {"S": ""}, ["a|b|c"])], Options(basic_elements="H"))
    assert elements.notes == ("readBE: peer of evaluation 1 -> empty text",)


def test_scores_stand_in_the_order_of_the_input() -> None:
    """Whoever zips them with the inputs is right."""
    words = {"b": "x", "10": "a", "1": "a x", "é": "a a a", "2": ""}
    report = evaluate([Evaluation.of_texts(id, {"S": peer}, ["a"]) for id, peer in words.items()])
    scores = report.systems["S"]["ROUGE-L"].scores
    assert [score.evaluation for score in scores] == list(words)
    assert list(scores.precision) == [0, 1, 0.5, 0.33333, 0]
    assert [score.counts for score in scores] == [
        (1, len(peer.split()), "a" in peer) for peer in words.values()
    ]


def test_systems_with_unequally_many_evaluations_are_resampled_apart() -> None:
    def only(id: str, **peers: str) -> Evaluation:
        return Evaluation.of_texts(id, peers, ["a b c"])

    both = evaluate([only("1", S="a", T="a b"), only("2", S="a b"), only("3", S="x", T="c")])
    for system, others in (
        ("S", [only("1", S="a"), only("2", S="a b"), only("3", S="x")]),
        ("T", [only("1", T="a b"), only("3", T="c")]),
    ):
        assert both.systems[system] == evaluate(others).systems[system]


def test_reused_files_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A jackknife sets each human up as a system against the others: files stand in many evaluations."""
    humans = "abcd"
    write(tmp_path, {human: f"{human} x y z\n" for human in humans})
    files = {human: File(str(tmp_path / human), "SPL") for human in humans}
    evaluations = [
        Evaluation(f"{topic}.{human}", {"H": files[human]}, tuple(files[h] for h in humans if h != human))
        for topic in "12"
        for human in humans
    ]
    reads: list[str] = []
    read_bytes = summary_files.read_bytes

    def counting(path: str, **options: bool) -> bytes:
        reads.append(path)
        return read_bytes(path, **options)

    monkeypatch.setattr(summary_files, "read_bytes", counting)
    result = evaluate(evaluations, Options(max_ngram=1)).systems["H"]["ROUGE-1"]
    assert [score.recall for score in result.scores] == [0.75] * 8
    assert sorted(reads) == sorted(file.path for file in files.values())


@pytest.mark.parametrize(
    "change",
    [
        lambda report: report.systems.__setitem__("a", {}),
        lambda report: report.systems["a"].__setitem__("ROUGE-L", None),
        lambda report: setattr(report, "notes", ()),
        lambda report: setattr(report.systems["a"]["ROUGE-L"].scores[0], "f", 1),
        lambda report: setattr(oracle(["a"], ["a"]), "score", 1),
        lambda report: setattr(fragments("a", "a"), "source_length", 2),
    ],
)
def test_reports_and_evaluations_are_immutable(change: Callable[[Report], None]) -> None:
    with pytest.raises((AttributeError, TypeError)):
        change(evaluate([_TEXTS], Options(resamples=1)))


@pytest.mark.parametrize(
    ("read", "message"),
    [
        *((File("p", "SPL"), r"\(missing\)"), (File(".", "SPL"), r"\(a folder\)")),
        *((read, "cannot be read") for read in (File("a\0b", "SPL"), "a\0b", "nowhere.xml")),
    ],
)
def test_what_cannot_be_read_is_an_error(read: File | str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate(read if isinstance(read, str) else [Evaluation("1", {"S": read}, (Text.of("a"),))])


class _Frame(list[str]):
    """A data frame yields the names of its columns."""

    columns = ("a",)


class _Columns(NamedTuple):
    """Two texts in a record, whose field has the name of an attribute of data frames."""

    columns: str
    other: str


def test_a_record_with_columns_is_a_list_of_texts() -> None:
    record = _Columns("a b", "c")
    assert Evaluation.of_texts("1", {"S": record}, record) == Evaluation.of_texts(
        "1", {"S": ["a b", "c"]}, ["a b", "c"]
    )
    assert Scorer().score_batch(record, record).measures == ("ROUGE-1", "ROUGE-2", "ROUGE-L")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evaluate(b"c.xml"), "path of a configuration, or several evaluations, .* not bytes"),
        (lambda: evaluate(3), "is wanted, not int"),
        (lambda: evaluate(_TEXTS), r"is wanted, not one evaluation: \[evaluation\]"),
        (lambda: evaluate(["a peer"], ["a model"]), "options must be Options, not list; models belong to"),
        (lambda: evaluate(["a peer"]), "not a list with str in it; Evaluation.of_texts makes"),
        (lambda: evaluate([_TEXTS], {"stem": True}), "options must be Options, not dict"),
        (lambda: Evaluation.of_texts(1, {"S": "a"}, ["a"]), "IDs of evaluations and systems .* not 1"),
        (lambda: Evaluation.of_texts("1", {2: "a"}, ["a"]), "must be strings, not 2"),
        (lambda: Evaluation.of_texts("1", "a", ["a"]), "peers must map systems to texts, .* not str"),
        (lambda: Evaluation.of_texts("1", {"S": "a"}, "a"), "models is one string; several summaries are"),
        (lambda: Evaluation.of_texts("1", {"S": "a"}, 5), "models must be a list of texts, not int"),
        (lambda: Evaluation.of_texts("1", {"S": "a"}, {"A": "a"}), "must be a list of texts, not dict"),
        *(
            (partial(Evaluation.of_texts, "1", {"S": text}, ["a"]), f"a string or a list .* not {kind}")
            for text, kind in (({"a"}, "set"), ({"a": 1}, "dict"), (_Frame(["a"]), "_Frame"))
        ),
        (lambda: evaluate([_TEXTS], systems=b"1"), "systems must be an ID or several, not bytes"),
        (lambda: evaluate([_TEXTS], systems=1), "systems must be an ID or several, not int"),
        (lambda: evaluate([_TEXTS], systems=[1]), "IDs of systems must be strings, not 1"),
        (lambda: Evaluation.of_texts("1", {"S": None}, ["a"]), "a text must be a string .* not NoneType"),
        (lambda: Evaluation.of_texts("1", {"S": 7}, ["a"]), "a text must be a string .* not int"),
        (lambda: Evaluation.of_texts("1", {"S": "a"}, [["a", 2]]), "not a list with int in it"),
        (lambda: evaluate([Evaluation("1", {"S": "a"}, (Text.of("m"),))]), "1: a summary must be a File "),
        (lambda: evaluate([Evaluation("1", {"S": Text.of("a")}, ("m",))]), "must be a File .* not str"),
        (lambda: evaluate([_TEXTS], executor=5), "executor must be an executor, .* not int"),
        (lambda: explain(_TEXTS, Options()), "an evaluation has models of its own; pass options by name"),
        (lambda: render(None), "report must be a Report, not NoneType"),
        (lambda: compare(5), "report must be a Report, not int"),
    ],
)
def test_a_slip_is_a_type_error_that_says_what_is_wanted(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_reports_can_be_hashed_compared_and_pickled() -> None:
    one, other = evaluate([_TEXTS]), evaluate([_TEXTS])
    assert one == other == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(other)
    assert one != evaluate([_TEXTS], Options(max_ngram=1))
