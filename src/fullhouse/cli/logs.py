"""What a running server writes to its log: plain lines or JSON lines. Never names, addresses or tokens.

An exception is written as its kind and the places it went through. Its words may quote what someone typed; only those
of the machine's own troubles (disk, network, database) are kept, with addresses and tokens taken out.
"""

import json
import logging
import re
import sqlite3
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.tracing import request_id

Kind = Literal["plain", "json"]
SECRETS = (
    (re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+"), "…@…"),
    (re.compile(r"/l/[A-Za-z0-9_.\-]+"), "/l/…"),
    (re.compile(r"\bfh_[A-Za-z0-9_\-]+"), "fh_…"),
    (re.compile(r"(?i)\b(bearer|token|password|cookie)([=: ]+)\S+"), r"\1\2…"),
)
OF_THE_MACHINE = (OSError, sqlite3.Error, StoreDown)
OWN_LINES = "fullhouse.requests"


def set_up(kind: Kind, *, requests: bool) -> None:
    """Write logs in this form from now on; `requests` says whether each request gets a line."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("fullhouse").setLevel(logging.INFO if kind == "json" else logging.WARNING)
    logging.getLogger(OWN_LINES).setLevel(logging.INFO if requests or kind == "json" else logging.WARNING)


def scrubbed(text: str) -> str:
    """Take addresses and tokens out of a text."""
    for found, instead in SECRETS:
        text = found.sub(instead, text)
    return text


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """Gather what a record says beside its words; all of it made by us."""
    facts: dict[str, Any] = {**({"request": request_id()} if request_id() else {}), **getattr(record, "facts", {})}
    if record.exc_info and record.exc_info[1] is not None:
        facts |= _trouble(record.exc_info[1])
    return facts


def _trouble(error: BaseException) -> dict[str, Any]:
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    words = {"words": scrubbed(str(error))} if isinstance(error, OF_THE_MACHINE) else {}
    return {"error": type(error).__name__, **words, "places": places}


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "what": scrubbed(record.getMessage())}
        return json.dumps({**line, "from": record.name, **facts_of(record)}, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """One line to read, and the places of an exception below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        facts = facts_of(record)
        places = facts.pop("places", [])
        said = " ".join(f"{name}={value}" for name, value in facts.items())
        head = f"{record.levelname}: {scrubbed(record.getMessage())}"
        return "\n  ".join([f"{head} ({said})" if said else head, *places])
