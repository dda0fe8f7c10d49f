"""The flags of `rouge-tools correlate` and `rouge-tools power`."""

from __future__ import annotations

from ..correlation.outcomes import CHOICES
from ..correlation.score_files import FORMATS
from ..rendering import FIGURES
from .flag_kinds import NATURAL, REAL, WHOLE, Several, choice, groups_on, path
from .flags import OUTPUT_FILE, TABLE_FORMAT, TABLES, groups_without

SCORING = groups_without("confidence", "resamples", "seed", "details", "verbose", "quiet")
"""The flags of rouge-eval that choose texts and scores, without its own flags of resamples and output."""


_SEVERAL = {"levels": 2, "coefficients": 3}
"""The options that take several words, with the number of words that are their default."""

CORRELATE = groups_on(
    f"""
    Human scores:
    --human FILE  the human scores; may be repeated
        Csv or tsv with the columns system, evaluation and one for each score (and person: yes or no); JSON
        Lines with these fields; files of SacreROUGE, SummEval, RoSE, MTME, nlp-williams, DUC and TAC. The
        name and the content of FILE tell its format. FILE may be gzipped; - is standard input. Scores without
        evaluations are scores of whole systems. Pickles are never read.
    --human-field=human_fields NAME  the score to take of several; may be repeated
    --human-format NAME  format of --human, if the file does not tell it
        One of {", ".join(FORMATS)}.
    --columns LIST  columns of another table: system=model,evaluation=doc,x=rating
        Columns have names in the header of a csv or tsv. Without a header they have numbers from 0, as in
        system=1,evaluation=0,x=9; tabs separate them, or commas in a file *.csv, or blanks. evaluation=0+2
        joins two columns. evaluation=doc,systems=rating is for a column for each system, whose scores are
        called rating.
    --skip-lines N  with --columns: lines to skip at the start [0]
    --annotators=average_annotators mean  average several human scores of a summary
        Without it, two human scores of the same name for one summary are an error.
    --ignore-case  ignore the case of the IDs of evaluations
    --person=persons ID  this system is a person; may be repeated
        These people are known without it: people in tables of DUC and TAC and in files of SacreROUGE, systems
        that a column person marks and, in a run on CONFIG, a system whose ID is a capital letter and also the
        ID of a model, as rouge-tools jackknife writes them.
    Scores of measures:
    --scores FILE  scores of measures, FILE or NAME=FILE; may be repeated
        Csv, tsv or JSON Lines with the columns system, evaluation and one for each measure, the report of
        rouge-eval --format jsonl, or any format that --human takes. With --scores, CONFIG can be left out.
        NAME=FILE puts NAME before the name of each measure.
    --scores-format NAME  format of --scores, if the file does not tell it
    --scores-columns LIST  columns of the tables of --scores, as in --columns
    Correlations:
    --level=levels LIST  system, summary, global [system,summary]
        system: over the means of systems. summary: over the systems in each evaluation, then the mean over
        evaluations. global: over all summaries.
    --coefficient=coefficients LIST  pearson, spearman, kendall, accuracy [the first three]
        kendall is tau-b. accuracy is the share of pairs that measure and people order alike: for summaries
        also with calibrated ties, for systems also the soft accuracy.
    --interval KIND  both, inputs, systems, fisher or none [both]
        Bootstrap of systems and evaluations, of evaluations or of systems, or Fisher's transformation, which
        does not apply to the summary level.
    -c --confidence PERCENT  level of the intervals, 0 to 100 [95]
    -r --resamples N  bootstrap resamples, and permutations, 1 or more [1000]
    --compare [MEASURE]  compare measures, with MEASURE or one another
        Over the summaries that all of them have: the difference of the correlations, its two-sided p, and p
        corrected by Holm's method. If CONFIG is missing, MEASURE is taken for it.
    --test KIND  test for --compare: permutation, williams ... [permutation]
        permutation: swaps the scores of each summary, standardised (Perm-Both); permutation-systems,
        permutation-inputs: swap all scores of a system, of an evaluation; williams: Williams' test; none.
    --seed N  seed of the random draws [0]
    --figure R|P|F  recall, precision or F of the measures [F]
    --reference ID  score by this reference alone [all]
        References without IDs are numbered from 1: --reference 1 takes the first.
    --measure=measures NAME  only this measure; may be repeated
    --lower-is-better MEASURE  change the sign of this measure; may be repeated
    --people WHICH  people as systems: without, with or only [without]
        Mixed with systems, people usually raise correlations, as they are far better.
    --undefined skip|zero  evaluations without a coefficient [skip]
        Where all systems have the same score, there is no coefficient: the mean leaves the evaluation out, or
        takes 0. A note counts these evaluations.
    --complete  only evaluations that all systems have
    --metric-inputs judged|all  evaluations in the means of a measure [judged]
        all: evaluations that nobody judged count in a measure's means at the system level, too.
    Output:
    {TABLES}
    {OUTPUT_FILE}
    --plot FILE  draw systems and coefficients: .svg, .png or .pdf
    """,
    human={"multiple": True, "required": True},
    human_fields={"multiple": True},
    human_format=choice(FORMATS),
    skip_lines={"type": NATURAL},
    average_annotators=choice(["mean"]),
    persons={"multiple": True},
    scores={"multiple": True},
    scores_format=choice(FORMATS),
    **{name: {"type": Several(CHOICES[name]), "default": CHOICES[name][:n]} for name, n in _SEVERAL.items()},
    confidence={"type": REAL, "default": 95},
    resamples={"type": WHOLE, "default": 1000},
    compare={"is_flag": False, "flag_value": "", "shell_complete": path},  # CONFIG may stand in its place.
    seed={"type": NATURAL, "default": 0},
    figure=choice(FIGURES, default="F"),
    measures={"multiple": True},
    lower_is_better={"multiple": True},
    **{name: choice(words, default=words[0]) for name, words in CHOICES.items() if name not in _SEVERAL},
    format=TABLE_FORMAT,
)
"""The flags of `correlate` alone, by the groups of its help."""

(FIGURE,) = (flag for flag in CORRELATE["Correlations"] if flag.name == "figure")
