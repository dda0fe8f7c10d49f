"""The flags for what the papers on ROUGE describe and ROUGE-1.5.5 does not have."""

from __future__ import annotations

from ...options import RATIO
from .kinds import REAL, REAL_OR_RATIO, one_of, switch, value

PAPERS = {
    "As the papers describe it": [
        value(
            "--paper-weight",
            type=REAL,
            metavar="WEIGHT",
            help="ROUGE-W as the paper defines it, not ROUGE-1.5.5",
            more="Equations 13 to 15 of ROUGE's working note: the whole text as one sequence, runs"
            " broken by a gap on either side, the power applied once. It cannot pool: with"
            " several models it needs -f B. Not with -t 1 or 2.",
        ),
        switch(
            "--mead",
            help="MEAD's LCS, normalised pairwise, as ROUGE-MEAD",
            more="Equation 8 of the note: each sentence's longest LCS with any sentence of the other"
            " text, of models (R), of peers (P), of both (F). F weighs them alike: -p and --beta have"
            " no effect on it.",
        ),
        switch(
            "--jackknife",
            help="mean over the sets of models without one author",
            more="Each author of models is left out in turn, the others are combined by -f; a score is"
            " the mean of these. Models of one ID are one author's; those without IDs have one each."
            " With one author the score is the usual one. Not with -t 1 or 2.",
        ),
        value(
            "--beta",
            type=REAL_OR_RATIO,
            metavar="BETA",
            shell_complete=one_of(RATIO),
            help="weight of recall in F, for -p: 0 or more, or ratio",
            more="ALPHA is then 1/(1+BETA^2). ratio: BETA is P/R in each evaluation, of the rounded"
            " figures (with -t 1: of the pooled ones); where R is 0, so is F. Not with -p.",
        ),
    ],
}
