"""Holding the templates against cfn-lint and checkov, from an environment of their own."""

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from infra.aws import ROOT, Refused
from infra.names import REGION

TOOLS = ROOT / ".venv-scan/bin"


class Checked(msgspec.Struct, frozen=True):
    """Results of checkov: how many checks passed, which failed, and which were skipped."""

    passed: int
    failed: tuple[str, ...]
    skipped: frozenset[tuple[str, str]]  # kind of resource, check


def _ran(tool: str, *arguments: str) -> str:
    program = TOOLS / tool
    if not program.exists():
        raise Refused(f"{program} is missing: make scan sets it up")
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True, check=False)
    if not done.stdout.strip() and done.returncode:
        raise Refused(done.stderr)
    return done.stdout


def lint(paths: list[Path]) -> str:
    """Return what cfn-lint says of templates, down to remarks: nothing, if all is well."""
    return _ran(
        "cfn-lint", "--include-checks", "I", "--regions", REGION, "--template", *map(str, paths)
    ).strip()


def check(folder: Path) -> Checked:
    """Return what checkov says of the templates in a folder."""
    said = ("--framework", "cloudformation", "--output", "json", "--compact", "--skip-download")
    found: Any = json.loads(_ran("checkov", "--directory", str(folder), *said))
    results = found["results"]
    failed = [
        f"{one['resource']}: {one['check_id']} {one['check_name']}"
        for one in results["failed_checks"]
    ]
    skipped = {
        (one["resource"].partition(".")[0], one["check_id"]) for one in results["skipped_checks"]
    }
    if results["parsing_errors"]:
        raise Refused(f"checkov cannot read {results['parsing_errors']}")
    return Checked(len(results["passed_checks"]), tuple(failed), frozenset(skipped))
