"""Log formatters, in JSON or plain lines, without names, addresses, phone numbers or tokens.

What a stranger sent never begins a line of its own or changes how a line is shown: both formats
escape everything that is not printable.
An exception is written as its kind and the places it went through. Its text may quote what someone
typed, so each platform chooses which texts to keep; addresses and tokens are redacted in those too.
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


def redact(text: str) -> str:
    """Return the text without addresses, phone numbers and tokens."""
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def escape(text: str) -> str:
    """Return the text with control, direction and line separator characters as JSON escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def is_infrastructure(error: BaseException) -> bool:
    """Return True for errors of disk, network or store, whose text quotes nobody."""
    return isinstance(error, OSError | StoreDown)


def _infrastructure_text(error: BaseException) -> str:
    return str(error) if is_infrastructure(error) else ""


class RedactingFormatter(logging.Formatter):
    """Collects the facts of a log record; each subclass writes them in its form."""

    def __init__(self, words: Words = _infrastructure_text) -> None:
        """Keep the text that `words` returns for an exception."""
        super().__init__()
        self.words = words

    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the facts of a record beside its message, redacted like the message."""
        facts: dict[str, Any] = {}
        if request_id():
            facts["request"] = request_id()
        for name, value in getattr(record, "facts", {}).items():
            facts[name] = redact(value) if isinstance(value, str) else value
        if record.exc_info and record.exc_info[1] is not None:
            facts |= self._trouble(record.exc_info[1])
        return facts

    def _trouble(self, error: BaseException) -> dict[str, Any]:
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        words = redact(self.words(error))
        facts: dict[str, Any] = {"error": type(error).__name__}
        if words:
            facts["words"] = words
        facts["places"] = places
        return facts


class JsonLines(RedactingFormatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "what": redact(record.getMessage())}
        whole = {**line, "from": record.name, **self.facts(record)}
        return escape(json.dumps(whole, ensure_ascii=False, default=str))


class PlainLines(RedactingFormatter):
    """One readable line, with the places of an exception below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        facts = self.facts(record)
        places = facts.pop("places", [])
        line = f"{record.levelname}: {redact(record.getMessage())}"
        if facts:
            pairs = " ".join(f"{name}={value}" for name, value in facts.items())
            line = f"{line} ({pairs})"
        return "\n  ".join(map(escape, [line, *places]))
