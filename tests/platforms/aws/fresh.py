"""A function in its own process, as after a cold start: its answer, and loaded modules."""

import os
import subprocess
import sys
from typing import Any

import msgspec

from tests.aws.emulator import ROOT, Emulator
from tests.aws.url_shapes import Answer, read_answer

SCRIPT = """
import json, sys
from importlib import import_module
from tests.aws.url_shapes import Context
given = json.load(sys.stdin)
before = set(sys.modules)
handle = import_module("fullhouse.platforms.aws.functions." + given["function"]).handle
answers = [handle(event, Context()) for event in given["events"]]
json.dump({"answers": answers, "loaded": sorted(set(sys.modules) - before)}, sys.stdout)
"""
# Modules of no use to guests: hosts' pages, other inputs and platforms, and their libraries.
NEVER_FOR_GUESTS = (
    "fullhouse.cli",
    "fullhouse.inbound.guest_import",
    "fullhouse.inbound.mail",
    "fullhouse.platforms.local",
    "fullhouse.platforms.memory",
    "fullhouse.web.api",
    "fullhouse.web.app",
    "fullhouse.web.staff_routes",
    "fullhouse.web.desk",
    "PIL",
    "aiosmtpd",
    "boto3",
    "click",
    "google",
    "mjml",
    "numpy",
    "openpyxl",
    "rich",
    "slack_sdk",
    "sqlite3",
    "uvicorn",
)


class Started(msgspec.Struct, frozen=True):
    """What came of a start."""

    answers: list[Answer]
    loaded: list[str]

    def has_loaded(self, *names: str) -> list[str]:
        """Name what is loaded of these packages and all that is in them."""
        return [
            one
            for one in self.loaded
            if one in names or one.startswith(tuple(f"{name}." for name in names))
        ]


def started(emulator: Emulator, function: str, *events: dict[str, Any]) -> Started:
    """Start a function and hand it events, one after the other."""
    variables = {
        "PATH": os.environ["PATH"],
        "AWS_LAMBDA_FUNCTION_NAME": f"ev-{function}",
        **emulator.environment,
    }
    given = msgspec.json.encode({"function": function, "events": events})
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=given,
        env=variables,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    told = msgspec.json.decode(done.stdout)
    return Started([read_answer(one) for one in told["answers"]], told["loaded"])
