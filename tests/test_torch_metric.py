"""The metric for torch says what it lacks; its figures are compared with torchmetrics in `tests.clients`."""

from __future__ import annotations

import sys

import pytest


def test_what_is_not_installed_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torchmetrics", None)
    monkeypatch.delitem(sys.modules, "rouge_cli.torch_metric", raising=False)
    with pytest.raises(ImportError, match=r"needs torch and torchmetrics .*'rouge-eval\[torch\]'"):
        import rouge_cli.torch_metric  # noqa: F401
