"""The classes and functions of the package rouge (PyPI, pltrdy), under its names: change only the import.

from rouge_cli.rouge import Rouge

Rouge().get_scores(hypotheses, references, avg=True)["rouge-l"]["f"]

Figures, types, the order of keys and errors are as in rouge 1.0.1, except that long sentences raise no
RecursionError. Only `rouge_chinese` loads these modules, too.
"""

from .rouge import FilesRouge, Rouge

__version__ = "1.0.1"
__all__ = ["FilesRouge", "Rouge"]
