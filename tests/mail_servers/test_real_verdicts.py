"""The guide's Postfix, OpenDKIM and OpenDMARC of Debian vouch for a signed mail and no other."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail_servers.debian_relay import guide_files

ROOT = Path(__file__).parents[2]
ALONE = ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc"]
HAS_TO_CONFIRM = (
    "unsigned",
    "other-domain",
    "changed",
    "forged",
    "forged-and-signed",
    "forged-past-relay",
)


@pytest.fixture(scope="module")
def states() -> dict[str, str]:
    """Return what became of each writer behind a real mail server."""
    told = subprocess.run(
        [*ALONE, sys.executable, "-m", "tests.mail_servers.evening"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    states: dict[str, str] = json.loads(told.stdout.splitlines()[-1])
    return states


@pytest.mark.proof
def test_whoever_signed_is_on_the_list(states: dict[str, str]) -> None:
    assert states["signed"] == "confirmed"


@pytest.mark.proof
@pytest.mark.parametrize("writer", HAS_TO_CONFIRM)
def test_anyone_else_has_to_confirm(states: dict[str, str], writer: str) -> None:
    assert states[writer] == "asked to confirm"


@pytest.mark.proof
def test_nobody_is_left_out(states: dict[str, str]) -> None:
    assert set(states) == {"signed", *HAS_TO_CONFIRM}


def test_the_guide_has_the_settings_of_each_program(tmp_path: Path) -> None:
    assert set(guide_files(tmp_path)) == {
        "/etc/postfix/main.cf",
        "/etc/postfix/header_checks",
        "/etc/opendkim.conf",
        "/etc/opendmarc.conf",
    }
