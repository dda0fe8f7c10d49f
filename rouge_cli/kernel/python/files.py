"""Files that the kernel may read in place of Python."""

from __future__ import annotations

from collections.abc import Sequence


def read_files(paths: Sequence[str]) -> list[bytes | None]:
    """Return the bytes of each file, or `None` where the caller has to read it, as here everywhere.

    The compiled body reads small files that need nothing but to be read; it leaves all others, and all that
    cannot be read.
    """
    return [None] * len(paths)
