"""The repository as the gates see it: files and syntax trees."""

import ast
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def files() -> list[Path]:
    """Every file that is in the repository or could be added to it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


@cache
def _sources() -> dict[str, str]:
    """Read every module of src once per process: many gates look at each of them."""
    found = {}
    for path in sorted(SRC.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.read_text()
    return found


def modules(*packages: str) -> dict[str, str]:
    """Return source text by dotted module name, for all of src or for the named packages only."""
    starts = tuple(f"{package}." for package in packages) or ("",)
    return {name: source for name, source in _sources().items() if f"{name}.".startswith(starts)}


def problems(
    check: Callable[[str], Sequence[object]], *packages: str, besides: str = ""
) -> dict[str, Sequence[object]]:
    """Return what a check finds in the sources, by module; `besides` names one it leaves out."""
    checked = {name: check(source) for name, source in modules(*packages).items()}
    return {name: found for name, found in checked.items() if found and name != besides}


@cache
def nodes(source: str) -> list[ast.AST]:
    """Return all parts of the syntax tree; each module is parsed once for all gates."""
    return list(ast.walk(ast.parse(source)))


def tree(source: str) -> ast.Module:
    """Return the syntax tree itself."""
    top = nodes(source)[0]
    assert isinstance(top, ast.Module)
    return top


def functions(source: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node for node in nodes(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
