"""`rouge-tools home`, `shim` and `run`, for programs that nobody can edit; lists, guides and completion."""

import json
import os
import shlex
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from types import SimpleNamespace

import click
from click.shell_completion import get_completion_class

from ... import __version__
from ... import shim as shims
from ...errors import InputError, OptionError
from ...rendering.presentation import Table, text_table
from ...rendering.whole_files import replace_folder, write_whole
from ...shim.relay import run as run_command
from ...text.languages.language_table import LANGUAGES, PACKAGES, packages_of, stop_words_of_language
from ...text.word_lists import BUILT_IN, DATABASE, EXCEPTIONS, NO_DATABASE, STOP_LIST
from ..console import columns_of, print_lines, tell_notes, write_lines
from ..rouge_eval import command as rouge_eval

SCRIPT = "ROUGE-1.5.5.pl"
_MARK = b"Written by `rouge-tools home`"

# Some wrappers check that a database exists, and the original reads it. An existing database stays.
_DATABASE = f"data/{DATABASE}"
_NO_DATABASE = NO_DATABASE + (
    b" but a file for programs that look whether there is one. rouge-eval reads the\n"
    b"irregular forms from WordNet-2.0-Exceptions/*.exc.\n"
)


def _named_folder(flags: SimpleNamespace) -> str:
    folder: str = flags.dir
    if not folder:
        raise OptionError("DIR is empty; give the path of a folder, which need not exist")
    return folder


def home(flags: SimpleNamespace) -> None:
    """Make a folder a home of ROUGE-1.5.5."""
    directory = _named_folder(flags)
    of_lists = [f"{EXCEPTIONS}/{name}" for name in ("LICENSE", "adj.exc", "adv.exc", "noun.exc", "verb.exc")]
    of_lists += ["README.txt", STOP_LIST]  # The lists come with their notices.
    contents = {f"data/{name}": Path(BUILT_IN, name).read_bytes() for name in of_lists}
    if not os.path.lexists(os.path.join(directory, *_DATABASE.split("/"))):
        contents[_DATABASE] = _NO_DATABASE
    contents[SCRIPT] = _script(sys.executable, sys.platform)  # It comes last: half a home has no script.
    files = {os.path.join(directory, *name.split("/")): data for name, data in contents.items()}
    if not flags.force:
        _check(directory, files)
    for path, data in files.items():
        try:
            if _found(path) != data:
                _write(directory, path, data)
            if data.startswith(b"#!"):  # Everybody who may read the script may run it.
                mode = os.stat(path).st_mode
                os.chmod(path, mode | (mode & 0o444) >> 2)
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"{path}: cannot be written ({reason}); name another folder") from error
    script = os.path.join(os.path.abspath(directory), SCRIPT)
    tell_notes([f"{script} runs rouge-eval {__version__}"])


def _script(python: str, platform: str) -> bytes:
    """Return the script that runs rouge-eval with this Python.

    The system starts it, or perl passes it to the shell, as its first line does not name perl. The shell
    starts Python, because the path of Python may be too long for a first line, or have blanks or the word
    perl in it. -P prevents imports of modules in the working directory. Windows starts no scripts and has no
    /bin/sh, so there wrappers call `perl ROUGE-1.5.5.pl`.
    """
    if platform == "win32":
        name, quoted = "home.pl", "'" + python.replace("\\", "\\\\").replace("'", "\\'") + "'"
    else:
        name, quoted = "home.sh", shlex.quote(python)
    return Path(BUILT_IN, name).read_bytes().replace(b"{python}", os.fsencode(quoted))


def _check(directory: str, files: Mapping[str, bytes]) -> None:
    """Raise `InputError` for a folder that is none of ROUGE-1.5.5, and for a file that would be lost.

    A folder of ROUGE-1.5.5 may have any files beside its script and its `data`. Files that this command has
    written, even for another Python, may be replaced.
    """
    try:
        there = os.listdir(directory)
    except OSError:  # The folder is new, or writing to it will fail with a reason.
        there = []
    path = os.path.realpath(directory)
    if there and (path == os.path.dirname(path) or not {SCRIPT, "data"} & set(there)):
        raise InputError(
            f"{directory}: has other things in it than a home of ROUGE-1.5.5; name a new folder, or give"
            " --force"
        )
    others = []
    for path, data in files.items():
        found = _found(path)
        if os.path.lexists(path) and (found is None or (found != data and _MARK not in found[:200])):
            others.append(path)
    if others:
        raise InputError(
            f"there already, and not by rouge-tools home: {', '.join(others)};"
            " name another folder, or give --force to replace them"
        )


def _found(path: str) -> bytes | None:
    """Return the bytes of a file, or None if it is a folder, a pipe or a broken link, or cannot be read."""
    try:
        return Path(path).read_bytes() if os.path.isfile(path) else None
    except OSError:
        return None


def _write(directory: str, path: str, data: bytes) -> None:
    """Write a file. Raises `InputError` if a folder below DIR is a link, which leads out of DIR."""
    folder = os.path.dirname(path)
    while len(folder) > len(directory):
        if os.path.islink(folder):
            raise InputError(
                f"{folder}: a link to another folder, whose files would be replaced; remove the link, or name"
                " another folder"
            )
        folder = os.path.dirname(folder)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with suppress(FileNotFoundError):
        if not S_ISREG(os.lstat(path).st_mode):  # The target of a link belongs to another folder.
            os.remove(path)
    write_whole(path, data)


def shim(flags: SimpleNamespace) -> None:
    """Make a folder for PYTHONPATH that serves the packages."""
    directory = _named_folder(flags)
    shims.check_path(os.path.abspath(directory))
    if os.path.isdir(directory) and os.listdir(directory):
        if not shims.is_shim(directory):
            raise InputError(f"{directory}: has other things in it than a shim; name a new folder")
        if strange := shims.strange_in(directory):
            raise InputError(f"{directory}: has {strange[0]} beside a shim; move it, or name a new folder")
    replace_folder(directory, shims.write)
    names = ", ".join(shims.PACKAGES)
    served = f'PYTHONPATH={os.path.abspath(directory)} serves {names} and evaluate.load("rouge")'
    tell_notes([served])


def run(flags: SimpleNamespace) -> int:
    """Run a command with the packages served by rouge-eval; return its exit status."""
    return run_command(list(flags.command), quiet=flags.quiet)


with open(os.path.join(BUILT_IN, "guides.txt"), encoding="utf-8") as lines:
    GUIDES = dict(line.rstrip().split(": ", 1) for line in lines)
"""The topics, each with what it is about."""
KINDS = {"topic": click.Choice([*GUIDES])}

_HEAD = ("code", "name", "tokenizer", "stemmer", "sentences", "stop words", "missing")


def languages(flags: SimpleNamespace) -> None:
    """List the languages, and the packages that each needs."""
    installed = {package: package.installed() for package in PACKAGES}
    rows = []
    for language in LANGUAGES.values():
        needed = packages_of(language)
        try:
            stop_words = len(stop_words_of_language(language.code)[1])
        except InputError:  # The package of the lists is missing.
            stop_words = None
        missing = [one.name for one in needed if installed[one] is None]
        own = {"stop_words": stop_words, "needed": [one.name for one in needed], "missing": missing}
        rows.append({**language._asdict(), **own})
    if flags.format == "json":
        packages = [
            {"name": one.name, "version": installed[one], "purpose": one.purpose, "install": one.install}
            for one in PACKAGES
        ]
        document = {"version": __version__, "languages": rows, "packages": packages}
        write_lines([json.dumps(document, indent=1) + "\n"], flags.output)
        return
    cells = []
    for row in rows:
        words = "?" if row["stop_words"] is None else str(row["stop_words"] or "none")
        cells.append([*(row[name] for name in _HEAD[:5]), words, ", ".join(row["missing"]) or "nothing"])
    head = ("package", "version", "for")
    below = [(one.name, installed[one] or "missing", one.purpose) for one in PACKAGES]
    commands = dict.fromkeys(one.install for one in PACKAGES if installed[one] is None)
    width = columns_of(flags.output)
    lines = [
        *text_table(Table("", _HEAD, cells, _HEAD.index("sentences")), width),
        "",
        *text_table(Table("", head, below, len(head)), width),
        *([""] * bool(commands)),
        *commands,
    ]
    write_lines((f"{line}\n" for line in lines), flags.output)


def guide(flags: SimpleNamespace) -> None:
    """Print a guide, or the list of topics."""
    topic = flags.topic
    if topic is None:
        topics = text_table(Table("", ["topic", "about"], [*GUIDES.items()], 2), columns_of(None))
        print_lines(f"{line}\n" for line in topics)
        return
    print_lines([Path(BUILT_IN, "guides", f"{topic}.md").read_text("utf-8")])


def completion(flags: SimpleNamespace) -> None:
    """Print the script that lets a shell complete both commands."""
    rouge_tools = click.get_current_context().find_root().command
    shell = get_completion_class(flags.shell)
    assert shell is not None, "click completes these shells"
    for program, cli in (("rouge-eval", rouge_eval), ("rouge-tools", rouge_tools)):
        variable = f"_{program.replace('-', '_')}_COMPLETE".upper()  # click expects this name.
        source = shell(cli, {}, program, variable).source()
        # click's script for fish ends a help at its first comma.
        print_lines([source.replace('(string split "," $', '(string split --max 1 "," $')])
