"""The classes and functions of the package rouge-score, under its names: change the import, keep the code.

from rouge_cli.rouge_score import rouge_scorer, scoring, tokenizers

scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
scorer.score(target, prediction)["rouge1"].fmeasure

Figures, their types, errors and the state of NumPy's generator afterwards are as in rouge-score 0.1.2.
`score_batch`, which scores many pairs, is new. No other module of this package loads these modules.
"""
