"""The files that commands write: checks of them, pictures, and results in any format."""

import os
from collections.abc import Callable, Iterable
from itertools import combinations
from types import SimpleNamespace

from ..errors import OptionError
from ..options import Options
from ..rendering import TABLE_FORMATS, check_caption, format_by_name
from ..rendering.pictures import check_drawable, format_of
from ..rendering.presentation import WRITERS, Presentation
from ..rendering.whole_files import check_target, write_whole
from .console import columns_of, write_lines


def check_targets(flags: SimpleNamespace, options: Options | None = None) -> None:
    """Raise `RougeError` for files that cannot be written, before hours of work.

    `options` are the options of the run in the picture, if any.
    """
    files = {"--plot": flags.plot, "--output": flags.output}
    files["--save-scores"] = scores = getattr(flags, "save_scores", None)
    if flags.plot is not None:
        format_of(flags.plot)
        check_drawable(options or Options())
    if scores == "-":
        raise OptionError("--save-scores - is not a file; name a file")
    named = [(flag, file) for flag, file in files.items() if file is not None]
    for _, file in named:
        check_target(file)
    for (flag, file), (other, same) in combinations(named, 2):
        if os.path.realpath(file) == os.path.realpath(same):
            raise OptionError(f"{flag} and {other} are both {file}; name two files")


def check_shown(flags: SimpleNamespace, options: Options | None = None) -> None:
    """Raise `RougeError` for a caption that the format cannot show, and as `check_targets` does.

    Without `--format` the name of the file sets the format, if tables have it.
    """
    if flags.format is None:
        flags.format = format_by_name(flags.output, TABLE_FORMATS)
    check_caption(flags.format, flags.caption, flags.label)
    check_targets(flags, options)


def write_picture(path: str | None, draw: Callable[[str], bytes]) -> None:
    """Write to `path`, unless it is None, the picture that `draw` returns in the format of its ending."""
    if path is not None:
        write_whole(path, draw(format_of(path)))


def write_shown(shown: Presentation, flags: SimpleNamespace, notes: Iterable[str]) -> None:
    """Write what is shown as `--format`, `--caption`, `--label` and `--output` say.

    Notes follow text in a file.
    """
    titled = shown._replace(
        tables=lambda marked: (
            table._replace(subject=str(number) if number > 1 else "")
            for number, table in enumerate(shown.tables(marked), 1)
        ),
        title=flags.caption or "",
        label=flags.label,
        width=columns_of(flags.output),
    )
    write_lines(WRITERS[flags.format](titled), flags.output, flags.format, notes)
