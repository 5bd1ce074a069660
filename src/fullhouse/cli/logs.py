"""What a running server writes to its log: plain lines or JSON lines, on standard error."""

import logging
import sqlite3
from typing import Literal

from fullhouse.engine.log_format import JsonLines, PlainLines, is_infrastructure

Kind = Literal["plain", "json"]
OWN_LINES = "fullhouse.requests"


def set_up_logging(kind: Kind, *, requests: bool) -> None:
    """Write logs in this form from now on; `requests` says whether each request gets a line."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(_words) if kind == "json" else PlainLines(_words))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("fullhouse").setLevel(logging.INFO if kind == "json" else logging.WARNING)
    logging.getLogger(OWN_LINES).setLevel(logging.INFO if requests or kind == "json" else logging.WARNING)


def _words(error: BaseException) -> str:
    """Return the text of errors that quote nobody."""
    if isinstance(error, sqlite3.Error) or is_infrastructure(error):
        return str(error)
    return ""
