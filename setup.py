"""Build the compiled kernel if there is a C compiler; everything else is in pyproject.toml."""

import sys
import sysconfig
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

# Python has no stable ABI for builds without a GIL.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildKernel(build_ext):
    """The step that builds the kernel, or leaves it out and says so in a line."""

    def build_extension(self, ext: Extension) -> None:
        """Build the kernel so that its doubles round as those of Python do."""
        if self.compiler.compiler_type == "msvc":
            ext.extra_compile_args = ["/std:c11", "/O2", "/fp:precise"]
        else:
            ext.extra_compile_args = ["-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden"]
        try:
            super().build_extension(ext)
        except (CCompilerError, ExecError, PlatformError, OSError):
            print(
                "rouge-eval: the compiled kernel is left out because it could not be built (is there a C"
                " compiler?); the Python kernel prints the same figures, but takes longer",
                file=sys.stderr,
            )


setup(
    ext_modules=[
        Extension(
            "rouge_cli.kernel.compiled",
            sorted(glob("rouge_cli/kernel/c/*.c")),
            depends=sorted(glob("rouge_cli/kernel/c/*.h")),
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else [],
            py_limited_api=STABLE_ABI,
            optional=True,
        )
    ],
    cmdclass={"build_ext": BuildKernel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
