"""`rouge-tools correlate` and `power`: how measures agree with people, and how many evaluations it takes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from types import SimpleNamespace
from typing import Any

import click

from ...correlation.agreement_writers import Shown, power_presentation, presentation
from ...correlation.correlate import correlate as correlations_of
from ...correlation.correlate import load_packages
from ...correlation.outcomes import CHOICES
from ...correlation.power import power as powers
from ...errors import OptionError
from ...explanations.phrases import plain
from ...rendering import FIGURES
from ...rendering.presentation import write
from ..commands import tool
from ..console import columns_of, tell_all, tell_notes
from ..correlation_flags import (
    CORRELATE,
    FIGURE,
    SCORING,
    AskedScores,
    human_scores,
    is_given,
    measure_scores,
)
from ..flag_kinds import NATURAL, REAL, choice, groups_on, path
from ..flags import OUTPUT_FILE
from ..targets import check_targets, write_targets

_OPERANDS = click.Argument(["operands"], nargs=-1, metavar="[CONFIG | MODELS...]", shell_complete=path)


@tool(
    "correlate",
    "Correlates measures with human scores.",
    "",
    _OPERANDS,
    groups={**CORRELATE, **SCORING},
    first_screen={
        "Human scores": "--human --human-field --columns --annotators",
        "Scores of measures": "--scores",
        "Correlations": "--level --coefficient --interval --compare --test --figure --measure --people",
        "Output": "--format --output --plot",
    },
)
def correlate(flags: SimpleNamespace) -> None:
    """Says how well measures agree with human scores: Pearson, Spearman, Kendall and pairwise accuracy, over
    systems and summaries, with confidence intervals and tests of which measure agrees better.

    The IDs of systems and evaluations join human scores with the scores of a run of rouge-eval, whose
    inputs and flags all work here, or with the scores in files:

    \b
      rouge-tools correlate --human people.csv -n 2 -m config.xml
      rouge-tools correlate --human people.csv --human-field relevance \\
          --scores metrics.csv --compare ROUGE-2

    A cell counts if both people and the measure scored it; a note counts and names all others. The mean of
    a system is the plain mean of the scores of its summaries.

    The name and content of a file give its format, or --human-format does:

    \b
      csv, tsv        columns system, evaluation and a column for each score
      jsonl           {"system": ..., "evaluation": ..., NAME: score} a line,
                      or what rouge-eval --format jsonl writes
      sacrerouge      metrics.jsonl
      summeval        model_annotations.aligned.jsonl: expert_relevance ...
      rose            annotations with acu, normalized_acu ...
      mtme            *.seg.score, *.sys.score
      nlp-williams    METRIC LP TESTSET SYSTEM SCORE
      tac-2008-peer, tac-2008-model   manual.peer, manual.model
      tac-peer, tac-model             manual.peer.A ... of 2009 to 2011
      duc-table, duc-quality          *.table of 2005 to 2007
      duc-pyramid                     200N_modified_scores.txt
      duc-2002, duc-2003, duc-2004    tables of SEE, by their columns
      duc-2003-responsiveness

    Any other table is read with --columns. Pickles are never read, since loading one can run any code;
    convert those that you trust.
    """
    output, plot = flags.output, flags.plot
    check_targets(output, plot)
    load_packages("rouge-tools correlate")
    human = human_scores(flags)
    scores = measure_scores(flags, (output, plot), human)
    choices: dict[str, Any] = {name: getattr(flags, name) for name in CHOICES}
    choices |= {name: getattr(flags, name) for name in ("confidence", "complete", "lower_is_better")}
    choices |= {name: int(getattr(flags, name)) for name in ("resamples", "seed", "jobs")}
    compare = False if scores.baseline is None else scores.baseline or True
    average = flags.average_annotators is not None
    found = correlations_of(scores.cells, human.cells, compare=compare, average_annotators=average, **choices)
    of_run = () if scores.run is None else (scores.run.signature, FIGURES[flags.figure])
    shown = Shown(found, human.paths, scores.paths, *of_run)
    _tell(scores, found.notes)
    if flags.compare is None and is_given("test"):
        tell_notes(["nothing is compared, and --test has no effect; give --compare, too"])

    def draw(format: str) -> bytes:
        from ...correlation.agreement_pictures import picture

        return picture(found, format)

    write_targets(write(presentation(shown), flags.format, columns_of(output)), output, plot, draw)


def _tell(scores: AskedScores, notes: Iterable[str]) -> None:
    """Write the notes on the scores, then the notes on the result."""
    if scores.run is not None:
        tell_all(map(plain, scores.run.notes))
    tell_notes((*scores.notes, *notes))
    flags = chain.from_iterable(SCORING.values())
    given = [flag.opts[0] for flag in flags if flag.name != "jobs" and is_given(flag.name)]
    if scores.run is None and given:
        changes = f"{', '.join(given)} changes nothing"
        tell_notes([f"there is nothing to score but the scores of files: {changes}"])


def _whole_numbers(given: str | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers between commas. Raises `click.BadParameter` for other words."""
    words = given.split(",") if isinstance(given, str) else ()
    for word in words:
        if not (word.isascii() and word.strip().isdigit()):
            raise click.BadParameter(f"{word!r} is no whole number")
    return tuple(map(int, words))


@tool(
    "power",
    "Says how many evaluations two systems need.",
    "",
    _OPERANDS,
    groups={
        "Scores of measures": [*CORRELATE["Scores of measures"], FIGURE],
        **groups_on(
            f"""
    Experiments:
    --measure NAME  the measure; needed where there are several
    --system ID  the system; needed where there are more than two
    --baseline ID  the system that it is compared with
    --difference D  the difference to find [the pilot's]
    --significance=level P  the p at which a difference counts as found [0.05]
    --target POWER  the power that is wanted, 0 to 1 [0.8]
    --evaluations LIST  numbers of evaluations to report, as in 50,100,200
    --simulations N  experiments simulated for each number [5000]
    --seed N  seed of the random draws [0]
    Output:
    --format WORD  of the answer: text, json [text]
    {OUTPUT_FILE}
    --plot FILE  draw the power: .svg, .png or .pdf
    """,
            difference={"type": REAL},
            level={"type": REAL, "default": 0.05},
            target={"type": REAL, "default": 0.8},
            evaluations={"type": _whole_numbers, "default": ()},
            simulations={"type": NATURAL, "default": 5000},
            seed={"type": NATURAL, "default": 0},
            format=choice(["text", "json"], default="text"),
        ),
        **SCORING,
    },
)
def power(flags: SimpleNamespace) -> None:
    """Says how often a paired test with n evaluations finds a difference between two systems, and how
    many evaluations find it in 80 per cent of experiments.

    The scores of a pilot, a run of rouge-eval or --scores, say how much the differences vary from
    evaluation to evaluation. Experiments are simulated: n of these differences are drawn with
    replacement, shifted to the mean that is to be found, and tested.

    \b
      rouge-tools power -n 2 --measure ROUGE-2 --system new --baseline old \\
          --difference 0.01 pilot.xml
    """
    check_targets(flags.output, flags.plot)
    load_packages("rouge-tools power")
    flags.measures = () if flags.measure is None else (flags.measure,)
    scores = measure_scores(flags, (flags.output, flags.plot))

    choices: dict[str, Any] = {
        name: getattr(flags, name) for name in ("measure", "system", "baseline", "evaluations")
    }
    choices |= {name: float(getattr(flags, name)) for name in ("level", "target")}
    choices |= {name: int(getattr(flags, name)) for name in ("simulations", "seed")}
    difference = None if flags.difference is None else float(flags.difference)
    if abs(difference or 0) > 1 and all(0 <= cell.value <= 1 for cell in scores.cells):
        raise OptionError(f"--difference {difference:g}: scores are 0 to 1; give a number such as 0.01")
    found = powers(scores.cells, difference=difference, **choices)
    _tell(scores, found.notes)

    def draw(format: str) -> bytes:
        from ...correlation.agreement_pictures import power_picture

        return power_picture(found, format)

    lines = write(power_presentation(found), flags.format, columns_of(flags.output))
    write_targets(lines, flags.output, flags.plot, draw)
