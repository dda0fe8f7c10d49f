"""The files that a command is to write beside one another: a report and a picture."""

from __future__ import annotations

import os

from ..errors import OptionError
from ..options import Options
from .terminal import check_output


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
