"""Numbers as the original, and reports of ours, spell them."""

from __future__ import annotations

from math import inf, nan

from rouge_cli import Estimate
from rouge_cli.numbers import fixed, interval, number, plain, probability, short, truncated


def test_spelling() -> None:
    for spell, value, text in [
        (fixed, 0.5, "0.50000"),
        (fixed, 0.000005, "0.00001"),  # As C's printf rounds: the double is a little above.
        (fixed, 12.0, "12.00000"),
        (fixed, inf, "    Inf"),  # With `-w 1e308`, say; `%7.5f` pads what is no number.
        (fixed, nan, "    NaN"),
        (number, 7, "7"),
        (number, 7.0, "7"),
        (number, 7.5, "7.5"),
        (number, 2**53, "9007199254740992"),
        (number, 2.0**53, "9.00719925474099e+15"),
        (number, 2.0**53 - 1, "9007199254740991"),
        (number, 2**64 - 1, "18446744073709551615"),
        (number, 2**64, "1.84467440737096e+19"),
        (number, 0.1 + 0.2, "0.3"),
        (number, 40.72771479528523, "40.7277147952852"),
        (number, 1e-5, "1e-05"),
        (number, 1.5e300, "1.5e+300"),
        (number, inf, "Inf"),
        (number, nan, "NaN"),
        (truncated, 7.9, "7"),
        (truncated, 2.0**63, "9223372036854775808"),
        (truncated, 2.0**64, "1.84467440737096e+19"),
        (truncated, inf, "Inf"),
        (truncated, nan, "NaN"),
        (short, 4.0, "4"),
        (short, 4.567, "4.57"),
        (short, 4.5, "4.5"),
        (plain, 1.2, "1.2"),
        (plain, 2, "2"),
        (plain, 10.0, "10"),
        (probability, 1.0, "1.0000"),
        (probability, 0.05, "0.0500"),
        (probability, 0.0001, "0.0001"),
        (probability, 0.00009, "9.0e-05"),
        (probability, nan, "NaN"),
    ]:
        assert spell(value) == text


def test_an_interval_names_its_level_as_it_was_typed() -> None:
    assert interval(Estimate(0.5, 0.25, 0.75), 95) == "0.50000 (95%-conf.int. 0.25000 - 0.75000)"
