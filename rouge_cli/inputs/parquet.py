"""Rows of a Parquet file, as JSON Lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..errors import InputError

MAGIC = b"PAR1"
_ROWS = 1024
"""The rows that are in memory at once."""


def json_lines(path: str, fields: Collection[str]) -> Iterator[bytes]:
    """Yield the rows of a Parquet file as objects in JSON with these fields, each on a line.

    Raises `InputError` without pyarrow, and for what pyarrow cannot read or JSON cannot say.
    """
    import json  # Few runs need the two; every run loads this module.

    try:
        from pyarrow import parquet
    except ImportError as error:
        raise InputError(
            f"{path}: a Parquet file; pip install 'rouge-eval[arrow]' to read it, or write JSON Lines"
        ) from error
    try:
        with parquet.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if name in fields]
            for batch in file.iter_batches(_ROWS, columns=columns):
                rows = (json.dumps(row, ensure_ascii=False) for row in batch.to_pylist())
                yield b"".join(row.encode() + b"\n" for row in rows)
    except TypeError as error:
        raise InputError(
            f"{path}: {error}; the columns must have strings, lists of strings or whole numbers"
        ) from error
    except (OSError, ValueError) as error:  # The errors of pyarrow are among these.
        reason = str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{path}: cannot be read as Parquet ({reason}); write it anew") from error
