"""ROUGE-1.5.5 from Python: the same figures, to the last digit.

from rouge_cli import Evaluation, Options, evaluate

report = evaluate("config.xml", Options(max_ngram=2, stem=True))
report.systems["1"]["ROUGE-2"].recall.average

texts = [Evaluation.of_texts("1", {"mine": "A summary."}, ["The reference."])]
evaluate(texts, Options(max_ngram=2))
"""

from typing import TYPE_CHECKING

from ._version import __version__ as __version__
from .api import Report, Result, evaluate
from .errors import InputError, OptionError, RougeError
from .evaluation import Evaluation, File, Text
from .inputs.file_list import read_file_list
from .inputs.xml import read_config
from .options import Options
from .scoring.bootstrap import Estimate
from .scoring.counting import Score
from .scoring.measures import Counts

if TYPE_CHECKING:
    from .inputs.folders import read_folders
    from .inputs.json_lines import read_jsonl
    from .inputs.lines import read_lines
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
    "OptionError",
    "Options",
    "Report",
    "Result",
    "RougeError",
    "Score",
    "Text",
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
    "read_folders": ".inputs.folders",
    "read_jsonl": ".inputs.json_lines",
    "read_lines": ".inputs.lines",
    "render": ".outputs",
}
"""By name, the module of what is loaded when it is asked for."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LAZY[name], __name__), name)
