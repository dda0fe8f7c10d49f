"""The classes and functions of the package rouge_chinese, under its names: change only the import.

from rouge_cli.rouge_chinese import Rouge

Rouge().get_scores(" ".join(jieba.cut(hypothesis)), " ".join(jieba.cut(reference)))

Figures, types, the order of keys and errors are the same as in rouge_chinese 1.0.3. Blanks separate words.
"""

from .rouge import FilesRouge, Rouge

__version__ = "1.0.3"
__all__ = ["FilesRouge", "Rouge"]
