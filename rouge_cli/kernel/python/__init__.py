"""The Python body of the kernel, which defines what the compiled body must return.

The compiled body counts whole batches; what it must return for one is defined in `scoring.counters`
by the measures and profiles, which count evaluation by evaluation with the functions of this folder.
"""

from .files import read_files
from .legacy import legacy_resample
from .resampling import sort_samples
from .words import Vocabulary

__all__ = ["Vocabulary", "legacy_resample", "read_files", "sort_samples"]
