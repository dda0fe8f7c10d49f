"""The objects and functions that programs use. This room imports what it shows; nothing below imports it."""

import os
import sys
import warnings
from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set, Sized
from typing import TYPE_CHECKING, Any

from ..errors import InputError, several
from ..evaluation import as_list, is_frame
from ..options import Options

if TYPE_CHECKING:
    from ..scoring.tally import Tally

_FOLDER = os.path.dirname(__file__)
USUAL = Options(max_ngram=2)
"""The default options of a `Scorer`: ROUGE-1, ROUGE-2 and ROUGE-L."""

# Checks of arguments.


def listed(name: str, values: Any, of: str = "with one item per pair") -> Any:
    """Return a list or the like. Raises `TypeError` for values without length or order, and data frames."""
    values = as_list(values)
    # A data frame would yield the names of its columns.
    is_list = isinstance(values, Collection) and not isinstance(values, str | bytes | Mapping | Set)
    if not is_list or is_frame(values):
        raise TypeError(f"{name} must be a list {of}, not {type(values).__name__}")
    return values


def places_in(items: Sized, place: Any, name: str) -> int | range:
    """Return the place or the places of an index or a slice of items, which errors call by their name."""
    try:
        found: int | range = range(len(items))[place]
    except IndexError:
        raise IndexError(f"no {name} has the index {place}, of {several(len(items), name)}") from None
    except TypeError:
        raise TypeError(f"an index of {name}s must be a whole number or a slice, not {place!r:.60}") from None
    return found


def as_mask(place: Any, size: int) -> list[bool] | None:
    """Return a mask of items, such as `frame["f"] > 0.5`, as a list; None for anything else."""
    values = place if isinstance(place, list) else getattr(place, "tolist", lambda: None)()
    if not isinstance(values, list) or not {bool}.issuperset(map(type, values)):
        return None
    if len(values) != size:
        raise IndexError(f"a mask of {len(values)} items for {several(size, 'score')}")
    return values


def check_ids(ids: Sequence[str]) -> None:
    """Raise `InputError` for a repeated ID."""
    if len(set(ids)) < len(ids):
        ((twice, _),) = Counter(ids).most_common(1)
        raise InputError(f"the ID {twice!r} is there twice; give each evaluation its own")


def warn_of_doubts(tally: "Tally") -> None:
    """Warn of tokens that stand as models, and of texts whose letters make no token."""
    for note in tally.doubts.notes(tally.profile.rouge, "", severe=True):
        warn(note)


def warn(note: str) -> None:
    """Warn at the line by which a program called this room."""
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(note, stacklevel=depth)
