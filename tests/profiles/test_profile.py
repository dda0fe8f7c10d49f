"""What profiles are equal by, and corners of the one of ROUGE-1.5.5."""

from __future__ import annotations

import pickle
from hashlib import sha256
from math import inf, nan
from pathlib import Path

import pytest

from rouge_cli import Options
from rouge_cli.profiles import profile_of
from rouge_cli.profiles.estimates import f_measure
from rouge_cli.profiles.profile import Profile
from rouge_cli.profiles.signatures import signed_choices

from ..support.evaluations import result
from ..support.files import write

pytestmark = pytest.mark.usefixtures("kernel")


def test_profiles_are_equal_by_their_rouge_and_their_options() -> None:
    profile = profile_of(Options(max_ngram=2))
    assert profile == Profile(Options(max_ngram=2)) == pickle.loads(pickle.dumps(profile))
    assert hash(profile) == hash(Profile(Options(max_ngram=2)))
    assert profile != Profile(Options(max_ngram=3))
    assert profile != Profile(Options(max_ngram=2), profile.rouge._replace(rounding="doubles"))
    assert profile != Options(max_ngram=2)


@pytest.mark.parametrize(("recall", "precision"), [(nan, 0.5), (0.5, nan), (nan, nan)])
def test_f_of_what_is_no_number_is_0(recall: float, precision: float) -> None:
    """ROUGE-1.5.5 asks whether the denominator is above 0, which NaN is not."""
    assert f_measure(recall, precision, 0.5) == 0


def test_f_of_an_infinite_recall_is_no_number() -> None:
    assert str(f_measure(inf, 1.0, 0.5)) == "nan"


@pytest.mark.parametrize(("options", "hit"), [(Options(stem_models=True), 1), (Options(), 0)])
def test_exceptions_stem_the_models_alone_too(options: Options, hit: int) -> None:
    """WordNet has `mice mouse`; Porter's stem of `mice` would be `mice`."""
    assert result("mouse", ["mice"], "ROUGE-L", options).counts.hit == hit


@pytest.mark.parametrize("lines", [1, -1])
def test_the_digest_is_of_the_sorted_words_in_any_order_of_the_lists(lines: int, tmp_path: Path) -> None:
    words, pairs = list("abcdefghijklm"), ["children child", "geese goose", "mice mouse"]
    lists = {f"WordNet-2.0-Exceptions/{part}.exc": "" for part in ("adj", "adv", "verb")}
    lists["WordNet-2.0-Exceptions/noun.exc"] = "\n".join(pairs[::lines])
    write(tmp_path, {**lists, "smart_common_words.txt": "\n".join(words[::lines])})
    profile = profile_of(Options(stem=True, remove_stop_words=True, data=str(tmp_path)))
    digest = sha256("\n".join(["stop", *words, "exceptions", *pairs]).encode()).hexdigest()
    assert signed_choices(profile)["data"] == digest[:12]
