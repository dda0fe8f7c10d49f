"""The evaluations in which a system of a report does worst."""

from __future__ import annotations

import pytest

from rouge_cli import Evaluation, InputError, OptionError, Options, Report, Worst, evaluate

_OPTIONS = Options(max_ngram=1, rouge_l=False)
_PEERS = {  # The recall of ROUGE-1 is a quarter for each of these letters.
    "t1": {"y": "a b c", "x": "a"},
    "t2": {"x": "a b c", "y": "a"},
    "t3": {"x": "a", "y": "a b"},
    "t4": {"x": "a b c d"},
}


def _report(options: Options = _OPTIONS) -> Report:
    return evaluate([Evaluation.of_texts(id, peers, ["a b c d"]) for id, peers in _PEERS.items()], options)


def _places(worst: list[Worst]) -> list[tuple[str, str, float]]:
    return [(one.evaluation, one.system, one.value) for one in worst]


def test_the_lowest_of_all_systems_in_their_order() -> None:
    worst = _report().worst(4, figure="recall")
    assert _places(worst) == [("t2", "y", 0.25), ("t1", "x", 0.25), ("t3", "x", 0.25), ("t3", "y", 0.5)]
    assert (worst[0].score.recall, worst[0].score.precision, worst[0].other) == (0.25, 1, None)


def test_of_one_system_or_of_several() -> None:
    assert _places(_report().worst(1, figure="R", systems="y")) == [("t2", "y", 0.25)]
    assert len(_report().worst(systems=["x", "y"])) == 7
    assert _report().worst(0) == []


def test_the_greatest_losses_against_another_system() -> None:
    """Where the system wins, ties or is alone there is no loss."""
    worst = _report().worst(figure="recall", against="y")
    assert _places(worst) == [("t1", "x", -0.5), ("t3", "x", -0.25)]
    assert worst[0].other is not None
    assert (worst[0].score.recall, worst[0].other.recall) == (0.25, 0.75)
    assert _places(_report().worst(figure="recall", against="x")) == [("t2", "y", -0.5)]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"count": -1}, OptionError, "`count` must be a whole number from 0 on, not -1"),
        ({"count": 1.5}, OptionError, "`count` must be a whole number from 0 on, not 1.5"),
        ({"measure": "ROUGE-2"}, OptionError, "`measure` must be one of: ROUGE-1"),
        ({"figure": "q"}, OptionError, "`figure` must be recall, precision or f"),
        ({"systems": "z"}, InputError, "no evaluation has a system 'z'; there are: x, y"),
        ({"against": "z"}, InputError, "no evaluation has a system 'z'; there are: x, y"),
        ({"systems": "x", "against": "x"}, InputError, "x cannot be compared with itself"),
    ],
)
def test_what_is_not_there(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        _report().worst(**arguments)  # type: ignore[arg-type]


def test_a_measure_is_named_where_there_are_several() -> None:
    report = _report(Options(max_ngram=1))
    with pytest.raises(OptionError, match="`measure` must be one of: ROUGE-1, ROUGE-L"):
        report.worst()
    assert report.measures == ("ROUGE-1", "ROUGE-L")
    assert len(report.worst(3, "ROUGE-L")) == 3


def test_one_system_alone() -> None:
    report = evaluate([Evaluation.of_texts("1", {"s": "a"}, ["a"])], _OPTIONS)
    with pytest.raises(InputError, match="no other system to compare with s"):
        report.worst(against="s")
