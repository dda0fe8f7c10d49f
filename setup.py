"""Build what pyproject.toml cannot ask for: compiled kernel, reproducible archives, SBOM, lasting links.

The variable `ROUGE_EVAL_KERNEL` means here what it means when the package runs: `python` leaves the
compiled kernel out, so that the wheel runs on any platform; `compiled` makes it an error if the kernel
cannot be built. Without it, the kernel is left out where there is no C compiler.
"""

import gzip
import os
import re
import sys
import sysconfig
import tarfile
import tomllib
import zlib
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import CCompilerError, ExecError, PlatformError, SetupError

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".ci"))  # build backends clear it
import sbom

KERNEL = os.environ.get("ROUGE_EVAL_KERNEL") or "where it can be built"
if KERNEL not in ("python", "compiled", "where it can be built"):
    raise SetupError(f"ROUGE_EVAL_KERNEL must be python or compiled, not {KERNEL!r}")

# Python has no stable ABI for builds without a GIL.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")

# The time of all files in archives, so that a second build has the same bytes.
EPOCH = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800"))  # 2020-01-01
_FILE, _PROGRAM = 0o644, 0o755

# Debugging information would name the folder of the build. The paths of sources are relative, so nothing else
# does, and `-ffile-prefix-map`, which compilers before 2018 refuse, is not needed.
UNIX_FLAGS = ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
if not os.environ.get("CFLAGS"):  # Whoever sets them chooses optimisation and debugging information.
    UNIX_FLAGS += ["-O3", "-g0"]
MSVC_FLAGS = ["/std:c11", "/O2", "/fp:precise", "/Brepro"]


SOURCES = sorted(glob("rouge_cli/kernel/c/*.[ch]"))
# By this checksum a clone refuses a kernel that was built from other sources (rouge_cli/kernel/__init__.py).
CHECKSUM = zlib.crc32(b"".join(Path(source).read_bytes() for source in SOURCES)) & 0x7FFFFFFF


class BuildKernel(build_ext):
    """The step that builds the kernel, or leaves it out and says so in a line."""

    def build_extension(self, ext: Extension) -> None:
        """Build the kernel so that doubles round as Python's do."""
        if self.compiler.compiler_type == "msvc":
            ext.extra_compile_args, ext.extra_link_args = MSVC_FLAGS, ["/Brepro"]
        else:
            ext.extra_compile_args = UNIX_FLAGS
        try:
            super().build_extension(ext)
        except (CCompilerError, ExecError, PlatformError, OSError) as error:
            if KERNEL == "compiled" or isinstance(error, BrokenPipeError):
                raise
            print(
                "rouge-eval: the compiled kernel is left out because it could not be built (is there a C"
                " compiler?); the Python kernel prints the same figures, but takes longer",
                file=sys.stderr,
            )


class Wheel(bdist_wheel):
    """A wheel with an SBOM (PEP 770), whose bytes do not depend on who builds it, where and when."""

    def write_wheelfile(self, wheelfile_base: str, *arguments: str) -> None:
        """Complete the files of the wheel, which are zipped next."""
        super().write_wheelfile(wheelfile_base, *arguments)
        if not glob("man/*.1"):
            print("rouge-eval: no man pages, as `make man` has not written them", file=sys.stderr)
        boms = Path(wheelfile_base, "sboms")
        boms.mkdir()
        kernel = any(path.suffix in (".so", ".pyd") for path in Path(self.bdist_dir).rglob("compiled.*"))
        version = self.distribution.get_version()
        boms.joinpath("rouge-eval.cdx.json").write_bytes(sbom.document(version, EPOCH, kernel=kernel))
        for path in Path(self.bdist_dir).rglob("*"):
            if path.is_file():
                path.chmod(_PROGRAM if path.suffix == ".so" else _FILE)


class Source(sdist):
    """A source archive whose bytes do not depend on who builds it, where and when."""

    def make_archive(self, base_name: str, format: str, **folder: str) -> str:
        """Write the archive, sorted and with the same owner, modes and times each time."""
        if format != "gztar":
            raise SetupError(f"source archives are gztar, not {format}")
        root = folder["base_dir"]
        path = f"{base_name}.tar.gz"
        with (
            open(path, "wb") as file,
            gzip.GzipFile("", "wb", mtime=EPOCH, fileobj=file) as zipped,
            tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for name in sorted(map(str, Path(root).rglob("*"))):
                tar.add(name, Path(name).as_posix(), recursive=False, filter=_impersonal)
        return path


def _impersonal(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return an entry of an archive without what differs between two checkouts."""
    entry.mtime = EPOCH
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = _PROGRAM if entry.isdir() or entry.mode & 0o100 else _FILE
    return entry


def page() -> str:
    """Return README.md with links to the files of this release; without a repository, without links."""
    module = Path("rouge_cli/__init__.py").read_text(encoding="utf-8")
    version = module.partition('__version__ = "')[2].partition('"')[0]
    urls = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    text = Path("README.md").read_text(encoding="utf-8")
    if "Source" not in urls:
        return re.sub(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)
    return re.sub(r"\]\((?!https?:|#)", f"]({urls['Source']}/blob/v{version}/", text)


setup(
    long_description=page(),
    long_description_content_type="text/markdown",
    ext_modules=[
        Extension(
            "rouge_cli.kernel.compiled",
            [source for source in SOURCES if source.endswith(".c")],
            depends=[source for source in SOURCES if source.endswith(".h")],
            define_macros=[("CHECKSUM", str(CHECKSUM))]
            + ([("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else []),
            py_limited_api=STABLE_ABI,
            optional=KERNEL != "compiled",
        )
    ]
    if KERNEL != "python"
    else [],
    cmdclass={"build_ext": BuildKernel, "bdist_wheel": Wheel, "sdist": Source},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI and KERNEL != "python" else {},
)
