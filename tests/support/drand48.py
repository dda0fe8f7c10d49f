"""The generator of the resamples, drand48 (POSIX), written out once more for the tests."""

from __future__ import annotations

from collections.abc import Iterator


def draws(n: int, resamples: int) -> Iterator[list[int]]:
    """Yield the indices below n that each resample draws; resample i seeds the generator with i.

    `kernel.test_resampling` holds them to what perl draws, by `srand($i); int(rand($n))`.
    """
    for seed in range(resamples):
        x = seed * 2**16 + 0x330E
        indices = []
        for _ in range(n):
            x = (0x5DEECE66D * x + 0xB) % 2**48
            indices.append(int(x / 2**48 * n))
        yield indices
