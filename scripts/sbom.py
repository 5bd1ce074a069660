"""Write dist/sbom.json: the bill of materials of what runs, in CycloneDX's format.

It lists what Fullhouse and its extras need, as installed in .venv; developers' tools are left out.
It needs no network.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TOOL = ROOT / ".venv-sbom" / "bin" / "cyclonedx-py"
OUTPUT = ROOT / "dist" / "sbom.json"
PROJECT = "fullhouse"
NOT_SHIPPED = {"dev", "test"}
NAME = re.compile(r"[\w.-]+")
EXTRA = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
Json = dict[str, Any]


def plain(name: str) -> str:
    """Return a package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def shipped(requirements: Callable[[str], Iterable[str]] | None = None) -> set[str]:
    """Return the names of all packages that Fullhouse or one of its extras needs to run."""
    look_up = requirements or _installed_requirements
    names: set[str] = set()
    waiting = [_name(line) for line in look_up(PROJECT) if not NOT_SHIPPED & _extras(line)]
    while waiting:
        name = waiting.pop()
        if name in names or name == PROJECT:
            continue
        names.add(name)
        waiting += [_name(line) for line in look_up(name) if not _extras(line)]
    return names


def _installed_requirements(name: str) -> Iterable[str]:
    try:
        return requires(name) or ()
    except PackageNotFoundError:
        return ()


def _extras(requirement: str) -> set[str]:
    return set(EXTRA.findall(requirement))


def _name(requirement: str) -> str:
    return plain(NAME.findall(requirement)[0])


def only(bill: Json, names: set[str]) -> Json:
    """Return the bill with these packages alone, and without the paths of this machine."""
    kept = [one for one in bill["components"] if plain(one["name"]) in names]
    for one in kept:
        one.pop("externalReferences", None)
    main = bill["metadata"]["component"]
    main.pop("externalReferences", None)
    known = {main["bom-ref"], *(one["bom-ref"] for one in kept)}
    edges = [_edge(one, known) for one in bill.get("dependencies", ()) if one["ref"] in known]
    return {**bill, "components": kept, "dependencies": edges}


def _edge(edge: Json, known: set[str]) -> Json:
    return {**edge, "dependsOn": [ref for ref in edge.get("dependsOn", ()) if ref in known]}


def made() -> Json:
    """Let the tool look at .venv, and return its bill of what ships."""
    options = ["--pyproject", "pyproject.toml", "--short-PURLs", "--output-reproducible"]
    command = [str(TOOL), "environment", *options, sys.executable]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"The bill of materials could not be made:\n{done.stderr}")
    return only(json.loads(done.stdout), shipped())


def main() -> None:
    """Write the file."""
    bill = made()
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{OUTPUT.relative_to(ROOT)}: {len(bill['components'])} packages\n")


if __name__ == "__main__":
    main()
