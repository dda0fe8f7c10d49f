"""ROUGE-1.5.5 from Python: the same figures, to the last digit.

from rouge_cli import Evaluation, Options, evaluate

report = evaluate("config.xml", Options(max_ngram=2, stem=True))
report.systems["1"]["ROUGE-2"].recall.average

texts = [Evaluation.of_texts("1", {"mine": "A summary."}, ["The reference."])]
evaluate(texts, Options(max_ngram=2))
"""

from typing import TYPE_CHECKING

from ._version import __version__
from .api import evaluate
from .errors import InputError, OptionError, RougeError
from .evaluation import Evaluation, File, Text
from .options import Options
from .scoring.estimates import Estimate
from .scoring.results import Report, Result
from .scoring.scores import Counts, MeasureScores, Score

if TYPE_CHECKING:
    from .inputs.file_list import read_file_list
    from .inputs.folders import read_folders
    from .inputs.json_lines import read_jsonl
    from .inputs.lines import read_lines
    from .inputs.xml import read_config
    from .outputs import render
    from .scoring.comparison import Comparison, Difference, compare

__all__ = [
    "Comparison",
    "Counts",
    "Difference",
    "Estimate",
    "Evaluation",
    "File",
    "InputError",
    "MeasureScores",
    "OptionError",
    "Options",
    "Report",
    "Result",
    "RougeError",
    "Score",
    "Text",
    "__version__",
    "compare",
    "evaluate",
    "read_config",
    "read_file_list",
    "read_folders",
    "read_jsonl",
    "read_lines",
    "render",
]

_LAZY = {
    "Comparison": ".scoring.comparison",
    "Difference": ".scoring.comparison",
    "compare": ".scoring.comparison",
    "read_config": ".inputs.xml",
    "read_file_list": ".inputs.file_list",
    "read_folders": ".inputs.folders",
    "read_jsonl": ".inputs.json_lines",
    "read_lines": ".inputs.lines",
    "render": ".outputs",
}
"""By name, the module of what is loaded when it is first asked for: readers and formats are many."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LAZY[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
