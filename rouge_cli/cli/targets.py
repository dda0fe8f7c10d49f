"""The files that a command writes beside one another: a report and a picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from ..errors import OptionError
from ..options import Options
from .terminal import check_output, write_lines


def check_targets(output: str | None, plot: str | None, options: Options | None = None) -> None:
    """Raise `RougeError` for files that cannot be written, before any work is done.

    `options` are those of the run whose measures are drawn, if there is one.
    """
    check_output(output)
    if plot is not None:
        from ..rendering.pictures import check_picture

        check_picture(plot, options or Options())
        check_output(plot)
        if output and os.path.realpath(output) == os.path.realpath(plot):
            raise OptionError(f"--plot and --output are both {plot}; name two files")


def write_targets(
    lines: Iterable[str], output: str | None, plot: str | None, draw: Callable[[str], bytes]
) -> None:
    """Write the lines, and the picture that `draw` returns for its format, if one is wanted: both or none."""
    if plot is None:
        write_lines(lines, output)
        return
    from ..rendering.pictures import format_of
    from ..rendering.whole_file import written_together

    with written_together() as together:
        together.write(plot, draw(format_of(plot)))
        write_lines(lines, output, together)
