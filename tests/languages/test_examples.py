"""The examples in `config_examples/languages`: a text for each language of the table."""

from __future__ import annotations

import re

import pytest

from rouge_cli.languages.language_table import LANGUAGES

from ..support.commands import ROOT, Output, rouge_eval
from .tables import language_params

_EXAMPLES = ROOT / "config_examples" / "languages"
_BIGRAMS = {
    # The bigrams of the model, and how many of them the summary in another order has.
    "ar": (9, 6),
    "az": (8, 3),
    "bn": (9, 4),
    "da": (11, 6),
    "de": (14, 9),
    "el": (12, 7),
    "en": (14, 10),
    "es": (13, 8),
    "fa": (11, 6),
    "fi": (10, 5),
    "fr": (14, 10),
    "he": (9, 3),
    "hi": (13, 8),
    "id": (12, 8),
    "it": (14, 10),
    "ja": (23, 18),
    "ko": (9, 3),
    "nb": (11, 6),
    "nl": (14, 9),
    "pl": (11, 6),
    "pt": (13, 9),
    "ru": (9, 5),
    "sv": (11, 6),
    "ta": (8, 4),
    "th": (14, 10),
    "tr": (9, 4),
    "uk": (9, 5),
    "ur": (13, 8),
    "vi": (15, 11),
    "zh": (16, 12),
}


_PARTED = ("ja", "vi", "zh")


def test_every_language_has_an_example() -> None:
    assert sorted(path.name for path in _EXAMPLES.iterdir()) == [f"{code}.jsonl" for code in LANGUAGES]
    assert list(_BIGRAMS) == list(LANGUAGES)


def _recalls(code: str, *flags: str) -> dict[str, dict[str, str]]:
    """Return the recall of each system by each measure, as the report has it."""
    output = _report(code, *flags)
    assert output.stderr == b""
    return _recalls_in(output)


def _report(code: str, *flags: str) -> Output:
    words = ["-n", "2", "-a", "--language", code, *flags]
    output = rouge_eval([*words, "--jsonl", str(_EXAMPLES / f"{code}.jsonl")])
    assert output.status == 0
    return output


def _recalls_in(output: Output) -> dict[str, dict[str, str]]:
    recalls: dict[str, dict[str, str]] = {}
    for system, measure, recall in re.findall(
        r"(\w+) (ROUGE-.) Average_R: ([0-9.]+)", output.stdout.decode()
    ):
        recalls.setdefault(system, {})[measure] = recall
    return recalls


@pytest.mark.slow
@pytest.mark.parametrize("code", language_params())
def test_equal_texts_score_1_others_0_and_reordered_ones_between(code: str) -> None:
    of_model, hits = _BIGRAMS[code]
    recalls = _recalls(code, "--split-sentences")
    assert recalls["equal"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "1.00000")
    assert recalls["other"] == dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), "0.00000")
    assert recalls["reordered"]["ROUGE-2"] == f"{hits / of_model:.5f}"
    assert 0 < float(recalls["reordered"]["ROUGE-L"]) < 1


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code not in ("az", "ta", "th")])
def test_stop_words_of_the_language_are_left_out(code: str) -> None:
    output = _report(code, "--split-sentences", "--stop-words", code)
    # Most of these lists are of words that UAX #29 parts; that is said.
    assert output.stderr.startswith(b"words of several tokens stay in the texts: ") == (code in _PARTED)
    recalls = _recalls_in(output)
    assert (recalls["equal"]["ROUGE-1"], recalls["other"]["ROUGE-1"]) == ("1.00000", "0.00000")
