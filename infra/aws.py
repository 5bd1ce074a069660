"""Calls of the AWS command line: each is a process with JSON output."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infra.names import REGION

ROOT = Path(__file__).parents[1]
ABSENT = (
    "does not exist",
    "Not Found",
    "NotFound",
    "NoSuch",
    "non-existent",
    "can't find the specified",
)


class Refused(Exception):
    """AWS, or its command line, said no."""


def command_line() -> str:
    """Return the AWS command line: the machine's, or the one that `make deploy` installs."""
    found = shutil.which("aws") or shutil.which("aws", path=str(ROOT / ".venv-aws/bin"))
    if found is None:
        raise Refused("The AWS command line is missing. `make deploy` sets it up.")
    return found


class Aws:
    """The command line with credentials, region, and endpoint if not Amazon's."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """Take the surroundings from the environment."""
        self.environment = dict(os.environ if environment is None else environment)
        self.program = command_line()
        self.region = (
            self.environment.get("AWS_REGION")
            or self.environment.get("AWS_DEFAULT_REGION")
            or REGION
        )
        self.environment |= {
            "AWS_REGION": self.region,
            "AWS_DEFAULT_REGION": self.region,
            "AWS_PAGER": "",
        }

    @property
    def endpoint(self) -> str:
        """Return where AWS is, if it is somewhere else than usual."""
        return self.environment.get("AWS_ENDPOINT_URL", "")

    def __call__(self, *arguments: str) -> Any:  # noqa: ANN401 - each call has its own answer
        """Make a call; raise what AWS said if it refused."""
        said = [self.program, *arguments, "--output", "json"]
        done = subprocess.run(
            said, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Refused(done.stderr.strip() or done.stdout.strip())
        return json.loads(done.stdout) if done.stdout.strip() else {}

    def ask(self, *arguments: str) -> Any:  # noqa: ANN401 - as above
        """Make a call; return None if it is refused because the resource does not exist."""
        try:
            return self(*arguments)
        except Refused as refused:
            if any(word in str(refused) for word in ABSENT):
                return None
            raise

    def account(self) -> str:
        """Return the number of the account."""
        return str(self("sts", "get-caller-identity")["Account"])
