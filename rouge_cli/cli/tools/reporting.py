"""`rouge-tools report`: a saved report in JSON as pages."""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import click

from ...errors import OptionError, some
from ...inputs.line_files import check_standard_input
from ...rendering.output import FIGURES
from ...rendering.whole_files import check_folder, check_outside, write_folder
from ...site.explained import Texts
from ...site.report_pages import check_site, site
from ...site.saved import read_report
from ...text.files import STANDARD_INPUT, named
from ..commands import tool
from ..console import in_flags
from ..flag_kinds import flags_on, path
from ..flags import explain_worst, input_groups, input_operands
from ..reading import files_of, read, tell_notes
from ..request import explained_of, request_of

_INPUT = input_groups()
_FUNCTIONS = ("tokenizer", "stemmer")
"""The options that can name a function of the user's own."""
_IMPORT = """
--{0} MODULE:FUNCTION  import the {0} that FILE names
    A function that only FILE names is not imported. Without it nothing is explained.
"""


@tool(
    "report",
    "Writes a saved report as pages.",
    {
        "Pages": [
            *flags_on(
                "--figure R|P|F  in charts, pairs and rankings [F]",
                figure={"type": click.Choice(list(FIGURES)), "default": "F"},
            ),
            explain_worst(),
            *chain.from_iterable(flags_on(_IMPORT.format(option)) for option in _FUNCTIONS),
        ],
        **_INPUT,
    },
    click.Argument(["saved"], metavar="FILE", shell_complete=path),
    click.Argument(["folder"], metavar="DIR", shell_complete=path),
    input_operands(),
)
def report(flags: SimpleNamespace) -> None:
    """Writes the pages of rouge-eval --report to the folder DIR, from FILE, which rouge-eval --format
    json -d has written.

    The pages have differences and their significance if FILE was written with --compare, and explain the
    worst evaluations if CONFIG, or flags of rouge-eval in its place, name the texts. SYSTEM is the label
    of a file list. FILE may be - for standard input.

    \b
      rouge-eval -n 2 --compare=1 --format json -d --output scores.json config.xml
      rouge-tools report scores.json pages config.xml
    """
    saved, folder = flags.saved, flags.folder
    check_folder(folder)
    if saved != STANDARD_INPUT:
        check_outside(folder, [saved])
    given = [getattr(flags, flag.name or "") for flag in chain.from_iterable(_INPUT.values())]
    has_texts = flags.operands or any(one not in (None, ()) for one in given)
    if has_texts:
        check_standard_input([saved, *files_of(request_of(flags))])
    functions = {name: getattr(flags, name) for name in _FUNCTIONS}
    scored = read_report(saved, flags.figure, functions.values())
    options = scored.output.report.options
    for option, function in functions.items():
        if function not in (None, getattr(options, option)):
            raise OptionError(f"{named(saved)} was not scored with --{option} {function}; leave it out")
    check_site(options)
    if has_texts:
        input = read(flags)
        if input.systems is not None:
            systems = some(input.systems)
            raise OptionError(
                f"the systems are those of {named(saved)}, not {systems} alone; leave SYSTEM out"
            )
        scored = scored._replace(texts=Texts(input.evaluations, options, explained_of(flags.explain_worst)))
        tell_notes(input.notes)
    write_folder(folder, site(scored.worded(in_flags)))
