"""The software bill of materials of rouge-eval: a CycloneDX document made from pyproject.toml alone.

It names what a wheel contains (the package, the lists of others that it bundles) and what it
requires, with ranges instead of versions: which versions there are is decided at installation.
"""

from __future__ import annotations

import json
import re
import tomllib
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://cyclonedx.org/rouge-eval")
_REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^]]*\])?\s*(.*)")

Json = dict[str, Any]


def document(version: str, epoch: int, *, kernel: bool) -> bytes:
    """Return the SBOM of a wheel; `kernel`: it is one that the compiled kernel belongs to.

    The same arguments give the same bytes.
    """
    with open(_ROOT / "pyproject.toml", "rb") as file:
        settings = tomllib.load(file)
    project = settings["project"]
    bundled = [_bundled(entry) for entry in settings["tool"]["rouge-eval"]["bundled"]]
    required = [_required(requirement) for requirement in project["dependencies"]]
    package = {
        "type": "application",
        "bom-ref": f"pkg:pypi/{project['name']}@{version}",
        "supplier": {"name": project["authors"][0]["name"]},
        "name": project["name"],
        "version": version,
        "description": project["description"],
        "licenses": [{"expression": project["license"]}],
        "purl": f"pkg:pypi/{project['name']}@{version}",
        "properties": [{"name": "rouge-eval:kernel", "value": "compiled" if kernel else "python"}],
    }
    content = {
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": package,
        },
        "components": [*bundled, *required],
        "dependencies": [
            {
                "ref": package["bom-ref"],
                "dependsOn": sorted(component["bom-ref"] for component in (*bundled, *required)),
            }
        ],
    }
    text = json.dumps(content, sort_keys=True)
    whole = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, text)}",
        "version": 1,
        **content,
    }
    return json.dumps(whole, indent=2).encode() + b"\n"


def _bundled(entry: Json) -> Json:
    """Return the component of data of others that the package contains."""
    return {
        "type": "data",
        "bom-ref": f"bundled:{entry['name'].lower().replace(' ', '-')}",
        "supplier": {"name": entry["supplier"]},
        "name": entry["name"],
        "version": entry["version"],
        "licenses": [{"expression": entry["license"]}],
        "properties": [{"name": "rouge-eval:file", "value": path} for path in entry["files"]],
    }


def _required(requirement: str) -> Json:
    """Return the component of a package that is installed with this one."""
    parts = _REQUIREMENT.fullmatch(requirement)
    assert parts is not None, requirement
    name, versions = parts.groups()
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}",
        "name": name,
        "scope": "required",
        "purl": f"pkg:pypi/{name}",
        "properties": [{"name": "rouge-eval:requirement", "value": versions}],
    }
