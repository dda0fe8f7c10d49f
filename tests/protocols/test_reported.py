"""Which protocol a paper used: `rouge-tools protocols --reported`.

The figures are those that ROUGE-1.5.5 printed for the same summaries (`golden_outputs`).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rouge_cli.errors import OptionError
from rouge_cli.protocols.reported import reported_figures

from ..support.commands import rouge_tools

_INPUT = ("config_examples/spl.xml", "10")


def _candidates(reported: str, *words: str) -> list[dict[str, Any]]:
    output = rouge_tools(["protocols", "--quiet", "--format", "json", "--reported", reported, *words])
    assert (output.stderr, output.status) == (b"", 0)
    found: list[dict[str, Any]] = json.loads(output.stdout)["candidates"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reported", "protocols"),
    [
        ("48.99,16.23,42.03", ["rouge-1.5.5 -m"]),  # spl-classic-m.out: 0.48993, 0.16228, 0.42025
        ("0.48993,0.16228,0.42025", ["rouge-1.5.5 -m"]),
        ("ROUGE-L=42.025,rouge-2=16.228", ["rouge-1.5.5 -m"]),
    ],
)
def test_the_protocol_of_published_figures_is_found(reported: str, protocols: list[str]) -> None:
    found = _candidates(reported, *_INPUT)
    assert [one["protocol"] for one in found if one["fits"]] == protocols
    assert found[0]["command"] == "rouge-eval -n 2 -m"
    assert (found[0]["distance"], found[0]["system"]) == (0, "10")
    distances = [one["distance"] for one in found]
    assert distances == sorted(distances)


@pytest.mark.slow
def test_rounding_decides_how_many_fit() -> None:
    assert len([one for one in _candidates("49", *_INPUT) if one["fits"]]) > 1
    assert len([one for one in _candidates("48.993,16.228,42.025", *_INPUT) if one["fits"]]) == 1
    # A figure that is rounded twice, to five decimals and then to four, may come out one higher.
    assert _candidates("48.993", *_INPUT)[0]["fits"]
    assert not _candidates("48.995", *_INPUT)[0]["fits"]
    # The system is found, too.
    assert _candidates("48.993,16.228,42.025", _INPUT[0])[0]["system"] == "10"


@pytest.mark.slow
def test_a_protocol_has_all_measures() -> None:
    found = _candidates("ROUGE-1=48.99,ROUGE-3=5.81", "--base", "-n 3 -m", *_INPUT)
    assert [(one["protocol"], one["fits"]) for one in found] == [("rouge-1.5.5 -n 3 -m", True)]


@pytest.mark.slow
def test_text_says_when_none_fits() -> None:
    output = rouge_tools(["protocols", "--reported", "12.3,4.5,6.7", *_INPUT]).stdout.decode()
    assert output.startswith("Reported: ROUGE-1 12.3, ROUGE-2 4.5, ROUGE-L 6.7. None of ")
    assert "\nThe nearest candidates; distance: " in output
    assert "R is recall and P precision" in output
    for figures, is_swapped in (("16.23,48.99", True), ("40.0,40.0", False)):
        lines = rouge_tools(["protocols", "--reported", figures, *_INPUT]).stdout.decode()
        assert ("check the order" in lines) is is_swapped
    output = rouge_tools(["protocols", "--reported", "48.99,16.23,42.03", *_INPUT]).stdout.decode()
    assert "1 of 60 candidates round" in output
    assert "\nCommand of the first: rouge-eval -n 2 -m\n" in output


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("43.1", [("ROUGE-1", 0.431, 0.0005)]),
        ("43", [("ROUGE-1", 0.43, 0.005)]),
        ("1.0", [("ROUGE-1", 1.0, 0.05)]),
        ("0.43,0.2", [("ROUGE-1", 0.43, 0.005), ("ROUGE-2", 0.2, 0.05)]),
        ("ROUGE-L=40.00", [("ROUGE-L", 0.4, 0.00005)]),
    ],
)
def test_figures_and_their_rounding(text: str, figures: list[tuple[str, float, float]]) -> None:
    found = [(one.measure, one.value, one.rounding) for one in reported_figures(text)]
    assert found == [(name, pytest.approx(value), pytest.approx(half)) for name, value, half in figures]


@pytest.mark.parametrize(
    "text",
    [
        *("", "43,1,20,2", "48,99", "0,48", "x", "-1", "101", "ROUGE-1=43,20", "nan", "43.1;20", "1e1"),
        *("=43", "ROUGE-1=40,rouge-1=41"),
    ],
)
def test_other_lists_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="--reported"):
        reported_figures(text)
