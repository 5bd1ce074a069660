"""What may stand in a log, in JSON lines or plain ones: never names, addresses, phone numbers or tokens.

An exception is written as its kind and the places it went through. Its words may quote what someone typed, so each
platform says which of them may be kept; addresses and tokens are taken out of those too.
"""

import json
import logging
import re
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.tracing import request_id

SECRETS = (
    (re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+"), "…@…"),
    (re.compile(r"\+[1-9]\d{6,14}\b", re.ASCII), "+…"),
    (re.compile(r"/l/[A-Za-z0-9_.\-]+"), "/l/…"),
    (re.compile(r"\bfh_[A-Za-z0-9_\-]+"), "fh_…"),
    (re.compile(r"(?i)\b(bearer|token|password|cookie)([=: ]+)\S+"), r"\1\2…"),
)

Words = Callable[[BaseException], str]


def scrubbed(text: str) -> str:
    """Take addresses, phone numbers and tokens out of a text."""
    for found, instead in SECRETS:
        text = found.sub(instead, text)
    return text


def of_the_machine(error: BaseException) -> str:
    """Keep the words of the machine's own troubles: disk, network, store."""
    return str(error) if isinstance(error, OSError | StoreDown) else ""


class Lines(logging.Formatter):
    """Gathers what a record says; how it is written down is said by kind."""

    def __init__(self, words: Words = of_the_machine) -> None:
        """Keep such words of an exception."""
        super().__init__()
        self.words = words

    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """Gather what a record says beside its words; all of it made by us."""
        facts: dict[str, Any] = {**({"request": request_id()} if request_id() else {}), **getattr(record, "facts", {})}
        if record.exc_info and record.exc_info[1] is not None:
            facts |= self._trouble(record.exc_info[1])
        return facts

    def _trouble(self, error: BaseException) -> dict[str, Any]:
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        words = scrubbed(self.words(error))
        return {"error": type(error).__name__, **({"words": words} if words else {}), "places": places}


class JsonLines(Lines):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "what": scrubbed(record.getMessage())}
        return json.dumps({**line, "from": record.name, **self.facts(record)}, ensure_ascii=False, default=str)


class PlainLines(Lines):
    """One line to read, and the places of an exception below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        facts = self.facts(record)
        places = facts.pop("places", [])
        said = " ".join(f"{name}={value}" for name, value in facts.items())
        head = f"{record.levelname}: {scrubbed(record.getMessage())}"
        return "\n  ".join([f"{head} ({said})" if said else head, *places])
