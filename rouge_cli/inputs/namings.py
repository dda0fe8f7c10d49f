"""The namings of the Document Understanding and Text Analysis Conferences (DUC, TAC), as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import OptionError

_PARTS = (
    r"\.(?P<kind>[MP])\.(?P<length>[0-9]+)\.(?P<selector>[^./]+)\.(?P<label>[^./]+)"
    r"(?:\.(?P<document>[^/]+?))??(?:\.(?:html?|see|spl|txt))?"
)
_DOCSETS = {"duc": r"(?P<docset>[^./-]+)", "tac": r"(?P<docset>[^./]+-[^./-]+)"}
"""By naming, the expression for the part that names the topic: in TAC a docset and a set of documents."""
_SHOWN = {"duc": "{docset}", "tac": "{docset}-{set}"}

NAMINGS = tuple(_DOCSETS)
"""The names of the namings."""


class Convention:
    """The names of peers or of models in one of the namings; it parts names as a `Pattern` does.

    The parts of `D0801-A.M.100.B.C` are the docset `D0801` with its set `A`; the kind, `M` for summaries
    of all its documents and `P` for those of one; the length that was asked for; the selector, who chose
    the documents or assessed them; and the author of a model, a letter, or the system. A summary of one
    document has its name behind these.

    The evaluation is the docset, with its set and the document. The selector is no part of it: models
    of one topic may have several. Kind and length belong to it only where the folders have several
    of them, as those of DUC 2002 have.
    """

    folders = 0
    """The number of folders before the name of the file."""

    def __init__(self, naming: str, other: str, *, is_full: bool, is_letter: bool | None) -> None:
        """Make the convention for the files of the systems or of the models (`other`).

        `is_full` says that kind and length are parts of the evaluation, `is_letter` that the last part
        is a single letter, as it is of models (False: that it is not; None: it may be anything).
        """
        self.text = f"{_SHOWN[naming]}.M.{{length}}.{{selector}}.{{{other}}}"
        """The look of the names, for messages."""
        self._expression = re.compile(_DOCSETS[naming] + _PARTS)
        self._is_full = is_full
        self._is_letter = is_letter

    def ways(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the evaluation and the system or author that a name tells; nothing where it tells none."""
        found = self._fitting(name)
        if found and self._is_letter in (None, _is_letter(found["label"])):
            parts = [found["docset"], found["document"]]
            if self._is_full:
                parts[1:1] = [found["kind"], found["length"]]
            yield ".".join(filter(None, parts)), found["label"]

    def is_of_other_side(self, name: str) -> bool:
        """Return whether a name that tells nothing here is that of a file of the other folder's kind."""
        return self._is_letter is not None and self._fitting(name) is not None

    def _fitting(self, name: str) -> re.Match[str] | None:
        found = self._expression.fullmatch(name)
        if found and found["kind"] == "M" and found["document"]:
            return None  # Only a summary of one document names a document.
        return found

    def extent(self, name: str) -> tuple[str, str] | None:
        """Return the kind and the length that a name tells."""
        found = self._fitting(name)
        return (found["kind"], found["length"]) if found else None


def naming_of(names: Iterable[str]) -> str | None:
    """Return the naming that all of these names follow, or `None` where there is none or no name."""
    names = list(names)
    for naming in NAMINGS:
        convention = Convention(naming, "system", is_full=False, is_letter=None)
        if names and all(convention.extent(name) for name in names):
            return naming
    return None


def conventions(naming: str, names: Iterable[str], *, is_shared: bool) -> tuple[Convention, Convention]:
    """Return the conventions for peers and for models.

    `names` are those of the files of both; `is_shared` says that these are in one folder, where the
    last part tells them apart. Raises `OptionError` for an unknown naming.
    """
    if naming not in _DOCSETS:
        raise OptionError(f"`naming` must be {' or '.join(NAMINGS)}, not {naming!r}")
    any_name = Convention(naming, "system", is_full=False, is_letter=None)
    extents = {any_name.extent(name) for name in names} - {None}
    is_full = len(extents) > 1
    return (
        Convention(naming, "system", is_full=is_full, is_letter=False if is_shared else None),
        Convention(naming, "model", is_full=is_full, is_letter=True if is_shared else None),
    )


def _is_letter(label: str) -> bool:
    return len(label) == 1 and label.isalpha()
