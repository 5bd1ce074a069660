"""Look the pinned packages up among the known vulnerabilities, where there is a network.

A vulnerability or a package that could not be looked up fails. If the service cannot be reached, or
the tool cannot be installed, nothing is audited: that is said, and it is no failure.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
TOOL = ".venv-audit/bin/pip-audit"
SERVICE = "https://api.osv.dev/v1/vulns/OSV-2020-111"
OPTIONS = ("--vulnerability-service", "osv", "--no-deps", "--disable-pip", "--strict")
PATIENCE_SECONDS = 10
# What a server or proxy answers when the service itself was not reached.
NOT_REACHED = frozenset({403, 407, 429, 500, 502, 503, 504})
# How the tool's last line begins when the service went away in the middle.
LOST = (
    "requests.exceptions.",
    "pip_audit._service.interface.ServiceError",
    "ERROR:pip_audit._cli:Tip: your network may be blocking this service.",
)
UNREACHABLE = "the list of vulnerabilities cannot be reached"
NOT_AUDITED = "The dependencies were NOT audited: {}. Run `make audit` where there is a network."


def main() -> int:
    """Audit the pins; return the exit code."""
    if not has_network():
        _say(NOT_AUDITED.format(UNREACHABLE))
        return 0
    if not is_installed():
        _say(NOT_AUDITED.format("pip-audit could not be installed"))
        return 0
    done = audited()
    problems = judged(done.stdout)
    if problems is None and was_lost(done.stderr):
        _say(NOT_AUDITED.format(UNREACHABLE))
        return 0
    if problems is None:
        _say(f"The audit failed:\n{done.stderr.strip()}")
        return 1
    _say("\n".join(problems) or "No pinned package has a known vulnerability.")
    return int(bool(problems))


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")


def has_network() -> bool:
    """Return True if the list of vulnerabilities answers, be it that it has no such entry."""
    try:
        with urlopen(SERVICE, timeout=PATIENCE_SECONDS):
            return True
    except HTTPError as error:
        return error.code not in NOT_REACHED
    except OSError:
        return False


def was_lost(errors: str) -> bool:
    """Return True if the tool ended because the service could not be reached."""
    lines = errors.strip().splitlines()
    return bool(lines) and lines[-1].startswith(LOST)


def is_installed() -> bool:
    """Install the tool in an environment of its own, and return True if it is there."""
    return subprocess.run(["make", ".venv-audit/.ready"], cwd=ROOT, check=False).returncode == 0


def audited() -> "subprocess.CompletedProcess[str]":
    """Run the tool on all pins."""
    pins = ("--requirement", "constraints.txt")
    command = [TOOL, *OPTIONS, *pins, "--format", "json", "--progress-spinner", "off"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def judged(report: str) -> list[str] | None:
    """Return a line for each problem in the tool's report; None if it is not a report."""
    try:
        packages = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    if not packages:
        return None
    return [line for package in packages for line in _problems(package)]


def _problems(package: dict[str, Any]) -> list[str]:
    if "skip_reason" in package:
        return [f"{package['name']}: not looked up: {package['skip_reason']}"]
    name = f"{package['name']} {package['version']}"
    return [f"{name}: {one['id']}{_fix(one)}" for one in package["vulns"]]


def _fix(vulnerability: dict[str, Any]) -> str:
    versions = vulnerability.get("fix_versions")
    if not versions:
        return ", no fix yet"
    return f", fixed in {', '.join(versions)}"


if __name__ == "__main__":
    sys.exit(main())
