"""The flags that choose another meaning of "ROUGE" than that of ROUGE-1.5.5."""

from __future__ import annotations

import click

from ...options import ACCUMULATIONS, PROFILES
from .kinds import WHOLE, switch, value

OTHER_ROUGES = {
    "Other ROUGEs": [
        value(
            "--profile",
            type=click.Choice(list(PROFILES)),
            default=PROFILES[0],
            metavar="NAME",
            help="rouge-score, evaluate or torchmetrics",
            more="Or rouge-1.5.5, the default. The figures of these Python packages to the last bit:"
            " rouge-score 0.1.2, the metric rouge of evaluate 0.4.6 (Hugging Face), torchmetrics 1.9."
            " They have the measures rouge1 ... rouge9 (-n MAX, up to 9), rougeL and rougeLsum (-x"
            " leaves both out), the stemmer of NLTK (-m) and the flags below, rouge-score also -c and -r."
            " Any other flag of measures, texts and scores is an error. By default they compute rouge1,"
            " rouge2 and rougeL, evaluate and torchmetrics rougeLsum, too. The average of rouge-score and"
            " evaluate is the median of the resamples; that of torchmetrics is a plain mean, without an"
            " interval. Figures are printed in full.",
        ),
        value(
            "--types",
            metavar="LIST",
            help="measures, as in rouge1,rougeLsum",
            more="In place of -n and -x, with other profiles than rouge-1.5.5. As in these packages, each"
            " measure is resampled after those before it, so that the order changes figures.",
        ),
        value(
            "--seed",
            type=WHOLE,
            metavar="N",
            help="rouge-score, evaluate: seed of NumPy [0]",
            more="The resamples are those after numpy.random.seed(N), without NumPy. Without a seed the"
            " packages print other figures in each run; here it is 0 then, and in the signature.",
        ),
        switch(
            "--split-summaries",
            help="rouge-score: sentences found by NLTK",
            more="For rougeLsum, in place of lines; torchmetrics always does so. It needs NLTK's model"
            " punkt_tab: python -m nltk.downloader punkt_tab.",
        ),
        value(
            "--accumulate",
            type=click.Choice(list(ACCUMULATIONS)),
            metavar="best|avg",
            help="torchmetrics: several models [best]",
            more="best: for each measure the model with the highest F, as in the other packages. avg: the"
            " means of the figures with each model.",
        ),
    ],
}
