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
    from .correlation.correlate import correlate
    from .correlation.human import read_scores
    from .correlation.power import power
    from .correlation.power_records import Power
    from .correlation.records import (
        Cell,
        Correlation,
        CorrelationDifference,
        Correlations,
        MeasureCorrelations,
    )
    from .correlation.study import lin_study
    from .correlation.study_records import Study
    from .errors import InputError, OptionError, RougeError
    from .evaluation import Evaluation, File, Text
    from .explanations.notebook import Page, explain
    from .inputs.file_stream import read_file_list
    from .inputs.folders import read_folders
    from .inputs.json_stream import read_jsonl
    from .inputs.line_stream import read_lines
    from .inputs.xml import read_config
    from .measures.scores import Counts, Estimate, MeasureScores, Score, TwoSidedCounts
    from .options import Options
    from .rendering import render
    from .rendering.pictures import Picture
    from .scoring.comparison import Comparison, Comparisons, Difference, compare
    from .scoring.results import Report, Result
    from .scoring.scorer import Scorer, score
    from .scoring.scores import Ranked, Scores
    from .scoring.worst import Worst

__all__ = [
    "Cell",
    "Comparison",
    "Comparisons",
    "Correlation",
    "CorrelationDifference",
    "Correlations",
    "Counts",
    "Difference",
    "Estimate",
    "Evaluation",
    "File",
    "InputError",
    "MeasureCorrelations",
    "MeasureScores",
    "OptionError",
    "Options",
    "Page",
    "Picture",
    "Power",
    "Ranked",
    "Report",
    "Result",
    "RougeError",
    "Score",
    "Scorer",
    "Scores",
    "Study",
    "Text",
    "TwoSidedCounts",
    "Worst",
    "__version__",
    "compare",
    "correlate",
    "evaluate",
    "explain",
    "lin_study",
    "power",
    "read_config",
    "read_file_list",
    "read_folders",
    "read_jsonl",
    "read_lines",
    "read_scores",
    "render",
    "score",
]


_MODULES = {
    "Cell": ".correlation.records",
    "Comparison": ".scoring.comparison",
    "Comparisons": ".scoring.comparison",
    "Correlation": ".correlation.records",
    "CorrelationDifference": ".correlation.records",
    "Correlations": ".correlation.records",
    "Counts": ".measures.scores",
    "Difference": ".scoring.comparison",
    "Estimate": ".measures.scores",
    "Evaluation": ".evaluation",
    "File": ".evaluation",
    "InputError": ".errors",
    "MeasureCorrelations": ".correlation.records",
    "MeasureScores": ".measures.scores",
    "OptionError": ".errors",
    "Options": ".options",
    "Page": ".explanations.notebook",
    "Picture": ".rendering.pictures",
    "Power": ".correlation.power_records",
    "Ranked": ".scoring.scores",
    "Report": ".scoring.results",
    "Result": ".scoring.results",
    "RougeError": ".errors",
    "Score": ".measures.scores",
    "Scorer": ".scoring.scorer",
    "Scores": ".scoring.scores",
    "Study": ".correlation.study_records",
    "Text": ".evaluation",
    "TwoSidedCounts": ".measures.scores",
    "Worst": ".scoring.worst",
    "compare": ".scoring.comparison",
    "correlate": ".correlation.correlate",
    "evaluate": ".api",
    "explain": ".explanations.notebook",
    "lin_study": ".correlation.study",
    "power": ".correlation.power",
    "read_config": ".inputs.xml",
    "read_file_list": ".inputs.file_stream",
    "read_folders": ".inputs.folders",
    "read_jsonl": ".inputs.json_stream",
    "read_lines": ".inputs.line_stream",
    "read_scores": ".correlation.human",
    "render": ".rendering",
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
