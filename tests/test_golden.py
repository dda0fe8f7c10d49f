"""Every stored report of the original comes out the same, byte for byte."""

from __future__ import annotations

import pytest

from tests.support.commands import rouge_eval

from .support.golden import GOLDEN, Golden, read_manifest

MANIFEST = read_manifest()


@pytest.mark.parametrize("golden", MANIFEST, ids=lambda golden: golden.name)
def test_report_is_the_stored_one(golden: Golden) -> None:
    output = rouge_eval(golden.arguments)
    assert output.status == 0, output.stderr
    assert output.stdout.splitlines() == golden.stored.splitlines()
    assert output.stdout == golden.stored


def test_manifest_names_every_stored_report_once() -> None:
    names = [golden.name for golden in MANIFEST]
    assert sorted(names) == sorted(path.name for path in GOLDEN.glob("*.out"))
