"""The classes and functions of the package rouge-score, under its names: change the import, keep the code.

from rouge_cli.rouge_score import rouge_scorer, scoring, tokenizers

scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
scorer.score(target, prediction)["rouge1"].fmeasure

Figures, their types, the state of NumPy's generator afterwards and errors are those of rouge-score
0.1.2; scores of many pairs (`score_batch`) are new. Nothing else of this package loads these modules.
"""
