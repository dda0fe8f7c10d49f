"""ROUGE-1.5.5 from Python: the same figures, to the last digit.

from rouge_cli import Evaluation, Options, evaluate

report = evaluate("config.xml", Options(max_ngram=2, stem=True))
report.systems["1"]["ROUGE-2"].recall.average

texts = [Evaluation.of_texts("1", {"mine": "A summary."}, ["The reference."])]
evaluate(texts, Options(max_ngram=2))
"""

from ._version import __version__
from .api import evaluate
from .errors import InputError, OptionError, RougeError
from .evaluation import Evaluation, File, Text
from .inputs.file_list import read_file_list
from .inputs.folders import read_folders
from .inputs.json_lines import read_jsonl
from .inputs.lines import read_lines
from .inputs.xml import read_config
from .options import Options
from .outputs import render
from .scoring.comparison import Comparison, Difference, compare
from .scoring.estimates import Estimate
from .scoring.results import Report, Result
from .scoring.scores import Counts, MeasureScores, Score

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
