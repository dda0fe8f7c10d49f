"""The metadata of the archives: one version, all licences, each Python, and the bill of materials."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rouge_cli import __version__

from ...support.commands import ROOT

sys.path.insert(0, str(ROOT / ".ci"))
import sbom

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_BUNDLED = PROJECT["tool"]["rouge-eval"]["bundled"]
_OWN_DATA = {
    *("README.txt", "WordNet-2.0-Exceptions/LICENSE", "LICENSE-Apache-2.0.txt"),
    *("flag_names.txt", "guides.txt", "protocols.txt"),
    *("frequent_words.txt", "languages.txt", "measures.toml", "misreadings.txt", "problems.toml", "ptb.toml"),
    *("score_tables.txt", "unifications.txt", "xlsum.txt"),
    *("home.pl", "home.sh", "evaluate_script.py"),
}
_SMART = "LicenseRef-SMART-stop-list"
_WORDNET = "LicenseRef-WordNet-2.0"


@pytest.fixture(scope="module")
def bom() -> dict[str, Any]:
    """The SBOM of a wheel of version 9.8.7 with the compiled kernel, made a day after the epoch."""
    bom: dict[str, Any] = json.loads(sbom.document("9.8.7", 86400, kernel=True))
    return bom


def test_each_python_that_is_alive_is_named() -> None:
    wanted = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14, 15)}
    named = {text for text in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", text)}
    assert named == wanted
    assert PROJECT["project"]["requires-python"] == ">=3.11"


def test_the_licence_is_that_of_the_code_and_of_all_lists() -> None:
    parts = PROJECT["project"]["license"].split(" AND ")
    assert parts[0] == "MIT"
    assert set(parts[1:]) == {entry["license"] for entry in _BUNDLED}


def test_all_data_of_others_are_listed() -> None:
    data = ROOT / "rouge_cli" / "data"
    listed = {path for entry in _BUNDLED for path in entry["files"]}
    there = {
        path.relative_to(ROOT).as_posix()
        for path in data.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    others = {name for name in there - listed if not name.endswith((".schema.json", ".md"))}
    assert others == {f"rouge_cli/data/{name}" for name in _OWN_DATA}
    assert listed <= there


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation


def test_no_repository_is_named_that_may_be_somebody_elses() -> None:
    assert PROJECT["project"]["urls"] == {"Paper": "https://aclanthology.org/W04-1013/"}
    assert "repository-code" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


class TestBillOfMaterials:
    def test_the_package(self, bom: dict[str, Any]) -> None:
        assert (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.6")
        assert bom["metadata"]["timestamp"] == "1970-01-02T00:00:00Z"
        package = bom["metadata"]["component"]
        assert package["purl"] == "pkg:pypi/rouge-eval@9.8.7"
        assert package["licenses"] == [{"expression": f"MIT AND {_WORDNET} AND {_SMART} AND Apache-2.0"}]
        assert package["properties"] == [{"name": "rouge-eval:kernel", "value": "compiled"}]

    def test_what_it_contains_and_requires(self, bom: dict[str, Any]) -> None:
        components = {part["name"]: part for part in bom["components"]}
        assert {"SMART stop list", "WordNet exception lists", "click", "lxml", "nltk"} <= set(components)
        assert components["WordNet exception lists"]["licenses"] == [{"expression": _WORDNET}]
        assert components["lxml"]["purl"] == "pkg:pypi/lxml"
        assert components["lxml"]["properties"] == [{"name": "rouge-eval:requirement", "value": ">=5"}]
        (edges,) = bom["dependencies"]
        assert edges["ref"] == bom["metadata"]["component"]["bom-ref"]
        assert edges["dependsOn"] == sorted(part["bom-ref"] for part in bom["components"])

    def test_the_number_is_that_of_the_content(self, bom: dict[str, Any]) -> None:
        again, other = (
            json.loads(sbom.document(version, 86400, kernel=True)) for version in ("9.8.7", "9.8.8")
        )
        assert bom["serialNumber"] == again["serialNumber"] != other["serialNumber"]
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bom["serialNumber"])


@pytest.mark.slow
class TestRelease:
    _SOURCE = "https://example.org/fork"

    def _run(self, tag: str, folder: Path) -> subprocess.CompletedProcess[str]:
        for name in ("rouge_cli/__init__.py", "CITATION.cff", "CHANGELOG.md", "pyproject.toml"):
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        command = [sys.executable, str(ROOT / ".ci" / "release.py"), tag, self._SOURCE, str(folder)]
        return subprocess.run(command, capture_output=True, text=True)

    def test_the_repository_that_publishes_is_named(self, tmp_path: Path) -> None:
        done = self._run(f"v{__version__}", tmp_path)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
        project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert project["urls"] == {
            "Homepage": self._SOURCE,
            "Source": self._SOURCE,
            "Issues": f"{self._SOURCE}/issues",
            "Changelog": f"{self._SOURCE}/blob/v{__version__}/CHANGELOG.md",
            "Paper": "https://aclanthology.org/W04-1013/",
        }
        citation = (tmp_path / "CITATION.cff").read_text(encoding="utf-8")
        assert f'\nrepository-code: "{self._SOURCE}"\n' in citation

    def test_another_version_is_refused(self, tmp_path: Path) -> None:
        done = self._run("v9.8.7", tmp_path)
        assert done.stderr.splitlines() == [
            'rouge_cli/__init__.py does not say __version__ = "9.8.7"',
            "CITATION.cff does not say version: 9.8.7",
            "CHANGELOG.md does not say ## 9.8.7 (",
        ]
        assert done.returncode == 1
        assert "Source" not in (tmp_path / "pyproject.toml").read_text(encoding="utf-8")


class TestWorkflow:
    _TEXT = Path(ROOT, ".github", "workflows", "release.yml").read_text(encoding="utf-8")

    def test_each_action_is_pinned_to_a_commit(self) -> None:
        actions = re.findall(r"uses: (\S+)", self._TEXT)
        assert len(actions) == 7
        assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in actions)

    def test_the_tools_are_those_of_make_dist(self) -> None:
        pinned = (ROOT / ".ci" / "dist.txt").read_text(encoding="utf-8")
        (audit,) = re.findall(r"abi3audit==\S+", self._TEXT)
        assert f"\n{audit}\n" in pinned

    def test_only_the_last_job_has_an_identity(self) -> None:
        before, _, publish = self._TEXT.partition("\n  publish:\n")
        assert "id-token" not in before
        assert "\n      id-token: write" in publish
        assert "\npermissions: {}\n" in before
