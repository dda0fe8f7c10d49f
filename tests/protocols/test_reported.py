"""Which protocol a paper used: `rouge-tools protocols --reported`.

The figures are those that ROUGE-1.5.5 printed for the same summaries (`golden_outputs`).
"""

from __future__ import annotations

import csv
import json
import math
import random
import re
import shlex
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy
import pytest
from scipy.stats import chi2

from rouge_cli.errors import OptionError
from rouge_cli.protocols.reported import reported_figures
from rouge_cli.rouge_score.rouge_scorer import RougeScorer
from rouge_cli.rouge_score.scoring import BootstrapAggregator

from ..support.commands import rouge_eval, rouge_tools
from ..support.pairs import write_rows
from ..support.tables import table

_INPUT = ("config_examples/spl.xml", "10")


def _candidates(reported: str, *words: str) -> list[dict[str, Any]]:
    output = rouge_tools(["protocols", "--quiet", "--format", "json", "--reported", reported, *words])
    assert (output.stderr, output.status) == (b"", 0)
    found: list[dict[str, Any]] = json.loads(output.stdout)["candidates"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "reported", ["48.99,16.23,42.03", "0.48993,0.16228,0.42025", "ROUGE-L=42.025,rouge-2=16.228"]
)
def test_the_protocol_of_published_figures_is_found(reported: str) -> None:
    """The figures stand in spl-classic-m.out: 0.48993, 0.16228, 0.42025."""
    found = _candidates(reported, *_INPUT)
    assert [one["protocol"] for one in found if one["fits"]] == ["rouge-1.5.5 -m"]
    assert found[0]["command"] == "rouge-eval -n 2 -m"
    assert (found[0]["distance"], found[0]["system"]) == (0, "10")
    distances = [one["distance"] for one in found]
    assert distances == sorted(distances)


_LINES = ("--lines", "config_examples/lines/1.txt", "config_examples/lines/A.txt")


@pytest.mark.parametrize(("reported", "protocol"), table(__file__, "packages"))
def test_figures_of_other_packages_are_found(reported: str, protocol: str) -> None:
    """The packages print these figures of the ten lines, with sentences at <q>."""
    every = _candidates(reported, *_LINES)
    found = [one["protocol"] for one in every if one["fits"] and one["rank"] == 1]
    assert protocol in found
    assert found[0].split()[0] == protocol.split()[0]
    # Recall and precision are tried, too, but no rule for several models.
    names = [one["protocol"] for one in every]
    assert ("rouge-score -m P" in names, "rouge-metric -f B" in names) == (True, False)


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
    assert output.startswith(
        "Reported: ROUGE-1 12.3, ROUGE-2 4.5, ROUGE-L 6.7. No protocol: these figures are\nof other"
    )
    assert "\nThe nearest candidates; distance: " in output
    assert "R is recall and P precision" in output
    for figures, is_swapped in (("16.23,48.99", True), ("40.0,40.0", False)):
        lines = rouge_tools(["protocols", "--reported", figures, *_INPUT]).stdout.decode()
        assert ("check the order" in lines) is is_swapped
    output = rouge_tools(["protocols", "--reported", "48.99,16.23,42.03", *_INPUT]).stdout.decode()
    assert ". Fits rouge-1.5.5 -m.\n" in output
    assert re.search(r"\n1 of \d+ candidates fit these figures\.\n", output)
    assert "\nCommand of the first: rouge-eval -n 2 -m\n" in output


@pytest.mark.parametrize(("text", "figures"), table(__file__, "figures"))
def test_figures_and_their_rounding(text: str, figures: list[tuple[str, float, float]]) -> None:
    found = [(one.measure, one.value, one.rounding) for one in reported_figures(text)]
    assert found == [(name, pytest.approx(value), pytest.approx(half)) for name, value, half in figures]


@pytest.mark.parametrize("text", table(__file__, "refused"))
def test_other_lists_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="--reported"):
        reported_figures(text)


@cache
def _drawn() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return rows of forty pairs, and the figures that papers report of them, by the way they are made."""
    draw = random.Random(4)
    words = [
        f"{word}{end}" for word in ("walk", "talk", "jump", "rain", "snow") for end in ("", "s", "ed", "ing")
    ]
    models = ["\n".join(" ".join(draw.choices(words, k=8)) for _ in range(2)) for _ in range(40)]
    # Words in between are left out or replaced, so that sentences, stems, recall and precision matter.
    peers = [
        "\n".join(
            " ".join(
                word if draw.random() < 0.6 else draw.choice(words)
                for word in line.split()
                if draw.random() < 0.8
            )
            for line in reversed(model.split("\n"))
        )
        for model in models
    ]
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    scores = [scorer.score(model, peer) for model, peer in zip(models, peers, strict=True)]
    reported = {"mean": [fmean(one[name].fmeasure for one in scores) for name in scorer.rouge_types]}
    for seed in (1, 2, 3):
        numpy.random.seed(seed)
        aggregator = BootstrapAggregator()
        for one in scores:
            aggregator.add_scores(one)
        found = aggregator.aggregate()
        reported[f"seed {seed}"] = [found[name].mid.fmeasure for name in scorer.rouge_types]
    rows = [
        {"id": str(n), "peer": peer, "models": [model]}
        for n, (peer, model) in enumerate(zip(peers, models, strict=True))
    ]
    return rows, {name: ",".join(f"{100 * one:.2f}" for one in figures) for name, figures in reported.items()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_medians_without_a_seed_fit_within_their_noise(seed: int, tmp_path: Path) -> None:
    """The package prints other figures in each run, and so does evaluate."""
    rows, reported = _drawn()
    write_rows(tmp_path, *rows)
    output = rouge_tools(
        ["protocols", "--reported", reported[f"seed {seed}"], "--jsonl", "pairs.jsonl"], tmp_path
    )
    text = " ".join(output.stdout.decode().split())
    noise = "within the noise of their unseeded bootstraps"
    assert f"Fit equally: rouge-score -m; evaluate -m, {noise}" in text
    assert "±: the range of 99.5% of bootstraps without a seed." in text


def test_the_noise_of_a_median_has_its_centre_below_the_mean_of_skewed_scores(tmp_path: Path) -> None:
    """The scores are 1, 0, 0, 0: mean 1/4, variance 3/16, third central moment 3/32."""
    write_rows(tmp_path, *({"id": peer, "peer": peer, "models": ["a"]} for peer in "abcd"))
    found = _candidates("ROUGE-1=25.0", "--jsonl", f"{tmp_path}/pairs.jsonl")
    ranges = {one["protocol"]: one["ranges"].get("ROUGE-1") for one in found}
    centre, deviation = 1 / 4 - (3 / 32) / (3 / 16) / (6 * 4), (math.pi / 2 * (3 / 16) / 4 / 1000) ** 0.5
    assert ranges["rouge-score"] == pytest.approx([centre - 2.807 * deviation, centre + 2.807 * deviation])
    assert ranges["rouge-1.5.5"] is None


@pytest.mark.parametrize(("bigrams", "chance", "verdict"), table(__file__, "equal_draws"))
def test_draws_that_are_all_equal_fit_or_do_not(
    bigrams: str, chance: int, verdict: str, tmp_path: Path
) -> None:
    """A draw of a single evaluation is this evaluation. Recall of packages comes last."""
    lacking = {"id": "1", "peer": None, "models": "a b d", "system": "A"}
    write_rows(tmp_path, lacking, {"id": "1", "peer": "a b c", "models": "a b d", "system": "B"})
    protocols = ("--base", "rouge-score -m R", "--protocol", "evaluate -m", "--protocol", "rouge-1.5.5 -m R")
    words = ("--only", *protocols, "--jsonl", "pairs.jsonl", "--format", "json", "--reported")
    document = json.loads(rouge_tools(["protocols", *words, f"66.67,{bigrams},66.67"], tmp_path).stdout)
    assert document["verdict"].startswith(verdict)
    evaluate, _, rouge_score = document["candidates"]
    for one in (evaluate, rouge_score):
        assert one["ranges"] == {name: [value] * 2 for name, value in one["figures"].items()}
        assert (one["probability"], one["fits"]) == (chance, bool(chance))


def test_protocols_that_cannot_be_tried_are_named_once(tmp_path: Path) -> None:
    write_rows(tmp_path, {"peer": "a b", "models": "a c d"})
    untried = ("--protocol", "--tokenizer gone:words", "--protocol", "--tokenizer gone:words R")
    words = ("--reported", "40", "--only", *untried, "--jsonl", "pairs.jsonl")
    text = " ".join(rouge_tools(["protocols", *words], tmp_path).stdout.decode().split())
    assert text.startswith("Reported: ROUGE-1 40. Fits rouge-1.5.5 -m. Protocol System ROUGE-1 Prob")
    assert "Not tried: rouge-1.5.5 --tokenizer gone:words (the module gone cannot be imported" in text
    assert not re.search("gone:words R|More decimals", text)


def test_the_probability_is_that_of_the_distances_in_deviations(tmp_path: Path) -> None:
    """Each figure lies 1.5 deviations beyond its rounding; a range reaches 2.807 deviations to both sides."""
    write_rows(tmp_path, *_drawn()[0])
    protocols = ("--only", "--base", "rouge-score -n 5 -m", "--protocol", "rouge-1.5.5 -n 5")

    def found(figures: dict[str, str]) -> Any:
        reported = ",".join(map("=".join, figures.items()))
        every = _candidates(reported, *protocols, "--jsonl", f"{tmp_path}/pairs.jsonl")
        return next(one for one in every if one["ranges"])

    names = [*(f"ROUGE-{n}" for n in range(1, 6)), "ROUGE-L"]
    ranges = found(dict.fromkeys(names, "50"))["ranges"]
    means = {name: sum(ranges[name]) / 2 for name in names}
    deviations = {name: (ranges[name][1] - ranges[name][0]) / 2 / 2.807 for name in names}
    for count in (1, 2, 5, 6):
        figures = {name: f"{100 * (means[name] + 1.5 * deviations[name]):.5f}" for name in names[:count]}
        assert found(figures)["probability"] == pytest.approx(chi2.sf(count * 1.5**2, count), rel=0.1)


def test_plain_means_of_packages_are_found_and_can_be_asked_for(tmp_path: Path) -> None:
    rows, reported = _drawn()
    write_rows(tmp_path, *rows)
    command = ["protocols", "--reported", reported["mean"], "--jsonl", "pairs.jsonl", "--format"]
    document = json.loads(rouge_tools([*command, "json"], tmp_path).stdout)
    lines = csv.DictReader(rouge_tools([*command, "csv"], tmp_path).stdout.decode().splitlines())
    assert [(line["distance"], line["probability"], line["fits"], line["command"]) for line in lines] == [
        (str(one["distance"]), str(one["probability"]), str(int(one["fits"])), one["command"])
        for one in document["candidates"]
    ]
    equal = "Fit equally: rouge-score -m, plain mean; torchmetrics -m; less surely "
    assert document["verdict"].startswith(equal)
    first, second, third = document["candidates"][:3]
    assert [one["rank"] for one in (first, second, third)] == [1, 1, 3]
    assert (first["protocol"], first["fits"], first["ranges"]) == ("rouge-score -m --mean plain", True, {})
    words = [*shlex.split(first["command"])[1:], "--format", "csv", "--jsonl", "pairs.jsonl"]
    rows = [*csv.DictReader(rouge_eval(words, tmp_path).stdout.decode().splitlines())]
    averages = [float(row["value"]) for row in rows if row["statistic"] == "F"]
    assert ",".join(f"{100 * one:.2f}" for one in averages) == reported["mean"]
    assert {row["low"] for row in rows} == {""}
    words = ["--profile", "evaluate", "--mean", "plain", "--format", "json", "--jsonl", "pairs.jsonl"]
    assert "|aggregator:mean|models:1|" in json.loads(rouge_eval(words, tmp_path).stdout)["signature"]


@pytest.mark.parametrize(("reported", "verdict"), table(__file__, "nothing_fits"))
def test_what_fits_nothing_is_near_or_of_other_summaries(reported: str, verdict: str) -> None:
    output = rouge_tools(["protocols", "--quiet", "--format", "json", "--reported", reported, *_INPUT])
    assert json.loads(output.stdout)["verdict"] == verdict
