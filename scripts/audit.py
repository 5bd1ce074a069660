"""Look the pinned packages up among the known vulnerabilities, where there is a network.

A vulnerability or a package that could not be looked up fails. Without a network, or where the
tool cannot be installed, nothing is audited: that is said, and it is no failure.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
TOOL = ".venv-audit/bin/pip-audit"
SERVICE = "https://api.osv.dev/v1/vulns/OSV-2020-111"
OPTIONS = ("--vulnerability-service", "osv", "--no-deps", "--disable-pip", "--strict")
PATIENCE_SECONDS = 10
NOT_AUDITED = "The dependencies were NOT audited: {}. Run `make audit` where there is a network."


def main() -> int:
    """Audit the pins; return the exit code."""
    if not has_network():
        _say(NOT_AUDITED.format("the list of vulnerabilities cannot be reached"))
        return 0
    if not is_installed():
        _say(NOT_AUDITED.format("pip-audit could not be installed"))
        return 0
    done = audited()
    problems = judged(done.stdout)
    if problems is None:
        _say(f"The audit failed:\n{done.stderr.strip()}")
        return 1
    _say("\n".join(problems) or "No pinned package has a known vulnerability.")
    return int(bool(problems))


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")


def has_network() -> bool:
    """Return True if the list of vulnerabilities answers, whatever it says."""
    try:
        with urlopen(SERVICE, timeout=PATIENCE_SECONDS):
            return True
    except URLError as error:
        # A server that refuses answers, too.
        return hasattr(error, "code")
    except OSError:
        return False


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
