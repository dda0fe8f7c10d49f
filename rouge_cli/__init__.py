"""ROUGE-1.5.5 from Python: the same figures, to the last digit.

from rouge_cli import Evaluation, Options, Scorer, evaluate, score

score("the peer", "the model")["ROUGE-L"].f
Scorer(Options(max_ngram=2, stem=True)).score_batch(peers, models).report("mine")

report = evaluate("config.xml", Options(max_ngram=2, stem=True))
report.systems["1"]["ROUGE-2"].recall.average

texts = [Evaluation.of_texts("1", {"mine": "A summary."}, ["The reference."])]
evaluate(texts, Options(max_ngram=2))
"""

from ._version import __version__ as __version__

TYPE_CHECKING = False  # Type checkers take it for true; `typing` itself would be loaded for it alone.
if TYPE_CHECKING:
    from .api import evaluate
    from .errors import InputError, OptionError, RougeError
    from .evaluation import Evaluation, File, Text
    from .explanations.notebook import Page, explain
    from .inputs.file_list import read_file_list
    from .inputs.folders import read_folders
    from .inputs.json_lines import read_jsonl
    from .inputs.lines import read_lines
    from .inputs.xml import read_config
    from .measures.scores import Counts, Estimate, MeasureScores, Score, TwoSidedCounts
    from .options import Options
    from .outputs import render
    from .outputs.picture import Picture
    from .scoring.comparison import Comparison, Comparisons, Difference, compare
    from .scoring.results import Report, Result
    from .scoring.scorer import Scorer, score
    from .scoring.scores import Ranked, Scores
    from .scoring.worst import Worst

__all__ = [
    "Comparison",
    "Comparisons",
    "Counts",
    "Difference",
    "Estimate",
    "Evaluation",
    "File",
    "InputError",
    "MeasureScores",
    "OptionError",
    "Options",
    "Page",
    "Picture",
    "Ranked",
    "Report",
    "Result",
    "RougeError",
    "Score",
    "Scorer",
    "Scores",
    "Text",
    "TwoSidedCounts",
    "Worst",
    "__version__",
    "compare",
    "evaluate",
    "explain",
    "read_config",
    "read_file_list",
    "read_folders",
    "read_jsonl",
    "read_lines",
    "render",
    "score",
]


_MODULES = {
    "Comparison": ".scoring.comparison",
    "Comparisons": ".scoring.comparison",
    "Counts": ".measures.scores",
    "Difference": ".scoring.comparison",
    "Estimate": ".measures.scores",
    "Evaluation": ".evaluation",
    "File": ".evaluation",
    "InputError": ".errors",
    "MeasureScores": ".measures.scores",
    "OptionError": ".errors",
    "Options": ".options",
    "Page": ".explanations.notebook",
    "Picture": ".outputs.picture",
    "Ranked": ".scoring.scores",
    "Report": ".scoring.results",
    "Result": ".scoring.results",
    "RougeError": ".errors",
    "Score": ".measures.scores",
    "Scorer": ".scoring.scorer",
    "Scores": ".scoring.scores",
    "Text": ".evaluation",
    "TwoSidedCounts": ".measures.scores",
    "Worst": ".scoring.worst",
    "compare": ".scoring.comparison",
    "evaluate": ".api",
    "explain": ".explanations.notebook",
    "read_config": ".inputs.xml",
    "read_file_list": ".inputs.file_list",
    "read_folders": ".inputs.folders",
    "read_jsonl": ".inputs.json_lines",
    "read_lines": ".inputs.lines",
    "render": ".outputs",
    "score": ".scoring.scorer",
}
"""By name, the module of each public name.

They are loaded when they are asked for, so that the commands have control of a Ctrl-C, or of a
package that is broken, before anything else is imported.
"""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_MODULES[name], __name__), name)
    globals()[name] = value  # The next look finds it at once.
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
