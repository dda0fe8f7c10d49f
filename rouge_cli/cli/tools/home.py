"""`rouge-tools home`: a folder that wrappers take for an installation of ROUGE-1.5.5."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from types import SimpleNamespace

import click

from ..._version import __version__
from ...errors import InputError, OptionError
from ...rendering.whole_files import write_whole
from ...text.word_lists import BUILT_IN, DATABASE, EXCEPTIONS, NO_DATABASE, STOP_LIST
from ..commands import tool
from ..console import tell_all
from ..flag_kinds import flags_on

SCRIPT = "ROUGE-1.5.5.pl"
_MARK = b"Written by `rouge-tools home`"

# The system starts this script, or perl does, which hands over a file without `perl` in its first line.
# A shell starts Python because the path of a Python may be too long for a first line, or have blanks or
# the word perl in it. -P keeps modules in the working directory from being imported.
_SHELL = r"""#!/bin/sh
# {mark}: it runs rouge-eval in place of ROUGE-1.5.5.
python={python}
if [ ! -x "$python" ]; then
    echo "$0: $python is gone; install rouge-eval again and run rouge-tools home on this folder" >&2
    exit 1
fi
exec "$python" -P -m rouge_cli "$@"
"""

# Windows starts no scripts and has no /bin/sh, so wrappers call `perl ROUGE-1.5.5.pl` there.
_PERL = r"""#!perl
# {mark}: it runs rouge-eval in place of ROUGE-1.5.5.
my $python = {python};
unless (-e $python) {
    print STDERR "$0: $python is gone; install rouge-eval again and run rouge-tools home on this folder\n";
    exit 1;
}
system { $python } $python, "-P", "-m", "rouge_cli", @ARGV;
exit($? == -1 ? 1 : $? >> 8);
"""

# They come with their notices.
_LISTS = (
    "README.txt",
    STOP_LIST,
    *(f"{EXCEPTIONS}/{name}" for name in ("LICENSE", "adj.exc", "adv.exc", "noun.exc", "verb.exc")),
)

# Some wrappers check that it exists, and the original reads it. An existing one stays.
_DATABASE = f"data/{DATABASE}"
_NO_DATABASE = (
    b"""\
%b but a file for programs that look whether there is one. rouge-eval reads the
irregular forms from WordNet-2.0-Exceptions/*.exc.
"""
    % NO_DATABASE
)


@tool(
    "home",
    "Makes DIR a home for wrappers that want a ROUGE-1.5.5.",
    {"Files": flags_on("--force  replace files that this command has not written")},
    click.Argument(["directory"], metavar="DIR", type=click.Path(file_okay=False, readable=False)),
)
def home(flags: SimpleNamespace) -> None:
    """Makes DIR a home for wrappers that want a ROUGE-1.5.5.

    pyrouge, files2rouge and their like run DIR/ROUGE-1.5.5.pl, directly or by perl, and give it the
    word lists in DIR/data. Here rouge-eval is what they run; the figures are the same. Neither
    Perl nor its modules are needed.

    Run this again if Python or rouge-eval moves.
    """
    directory: str = flags.directory
    if not directory:
        raise OptionError("DIR is empty; give the path of a folder, which need not exist")
    files = _files(directory)
    if not flags.force:
        _check_home(directory)
        _check(files)
    for path, data in files.items():
        try:
            if _found(path) != data:
                _check_folders(directory, path)
                _write(path, data)
            _make_executable(path, data)
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"{path}: cannot be written ({reason}); name another folder"
            raise InputError(message) from error
    script = os.path.join(os.path.abspath(directory), SCRIPT)
    tell_all([f"{script} runs rouge-eval {__version__}"])


def _files(directory: str) -> dict[str, bytes]:
    """Return by path what is to be there: the script last, so that half a home has none."""
    files = {f"data/{name}": Path(BUILT_IN, name).read_bytes() for name in _LISTS}
    if not os.path.lexists(os.path.join(directory, *_DATABASE.split("/"))):
        files[_DATABASE] = _NO_DATABASE
    files[SCRIPT] = _script(sys.executable, sys.platform)
    return {os.path.join(directory, *name.split("/")): data for name, data in files.items()}


def _script(python: str, platform: str) -> bytes:
    """Return the script that runs rouge-eval with this Python."""
    if platform == "win32":
        text, quoted = _PERL, "'" + python.replace("\\", "\\\\").replace("'", "\\'") + "'"
    else:
        text, quoted = _SHELL, shlex.quote(python)
    return os.fsencode(text.replace("{mark}", _MARK.decode()).replace("{python}", quoted))


def _check_home(directory: str) -> None:
    """Raise `InputError` for a folder with things of others in it, such as the root of all files.

    A folder of ROUGE-1.5.5 has other things, too, beside its script and its `data`.
    """
    try:
        there = os.listdir(directory)
    except OSError:  # It is new, or writing to it fails with a reason.
        return
    path = os.path.realpath(directory)
    if there and (path == os.path.dirname(path) or not {SCRIPT, "data"} & set(there)):
        raise InputError(
            f"{directory}: has other things in it than a home of ROUGE-1.5.5; name a new folder, or give"
            " --force"
        )


def _check(files: dict[str, bytes]) -> None:
    """Raise `InputError` where a file would be lost that this command did not write."""
    others = [path for path, data in files.items() if not _replaceable(path, data)]
    if others:
        raise InputError(
            f"there already, and not by rouge-tools home: {', '.join(others)};"
            " name another folder, or give --force to replace them"
        )


def _replaceable(path: str, data: bytes) -> bool:
    """Return whether nothing is there, or what this command writes, be it for another Python."""
    found = _found(path)
    return not os.path.lexists(path) or (found is not None and (found == data or _MARK in found[:200]))


def _found(path: str) -> bytes | None:
    """Return what is in a file; `None` for a folder, a pipe, a link to nowhere and what cannot be read."""
    try:
        return Path(path).read_bytes() if os.path.isfile(path) else None
    except OSError:
        return None


def _check_folders(directory: str, path: str) -> None:
    """Raise `InputError` where a folder below DIR is a link: the file would be written to another place."""
    folder = os.path.dirname(path)
    while len(folder) > len(directory):
        if os.path.islink(folder):
            raise InputError(
                f"{folder}: a link to another folder, whose files would be replaced; remove the link, or name"
                " another folder"
            )
        folder = os.path.dirname(folder)


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with suppress(FileNotFoundError):
        if not S_ISREG(os.lstat(path).st_mode):  # The target of a link is a file of another folder.
            os.remove(path)
    write_whole(path, data)


def _make_executable(path: str, data: bytes) -> None:
    """Let all run the script who may read it."""
    if data.startswith(b"#!"):
        mode = os.stat(path).st_mode
        os.chmod(path, mode | (mode & 0o444) >> 2)
