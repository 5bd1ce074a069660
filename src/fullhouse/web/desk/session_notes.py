"""Notes about sessions in use: browser, address and rough time, at most every 15 minutes."""

import logging
import re
from datetime import datetime

from starlette.requests import Request

from fullhouse.engine.ports import StoreDown
from fullhouse.engine.sessions import SEEN_EVERY, NoteSession
from fullhouse.web.dependencies import dependencies

log = logging.getLogger(__name__)
MOST_REMEMBERED = 10_000
# The first that fits counts: most browsers also name the ones they descend from.
BROWSERS = (
    ("Edge", re.compile(r"\bEdgA?(?:iOS)?/")),
    ("Opera", re.compile(r"\bOPR/")),
    ("Samsung Internet", re.compile(r"\bSamsungBrowser/")),
    ("Firefox", re.compile(r"\b(?:Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"\b(?:Chrome|CriOS|Chromium)/")),
    ("Safari", re.compile(r"\bSafari/")),
)
SYSTEMS = (
    ("iPhone", re.compile(r"\biPhone\b")),
    ("iPad", re.compile(r"\biPad\b")),
    ("Android", re.compile(r"\bAndroid\b")),
    ("Windows", re.compile(r"\bWindows\b")),
    ("Mac", re.compile(r"\bMacintosh\b")),
    ("ChromeOS", re.compile(r"\bCrOS\b")),
    ("Linux", re.compile(r"\bLinux\b")),
)
LONGEST_AGENT = 500


def browser_name(user_agent: str) -> str:
    """Return browser and system in short, such as "Firefox · Android", as far as known."""
    told = user_agent[:LONGEST_AGENT]
    names = [
        next((name for name, pattern in table if pattern.search(told)), "")
        for table in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(filter(None, names))


async def note_session(request: Request, member_id: str, session_id: str) -> None:
    """Note that a session is in use, unless this process did so in the last minutes."""
    provided = dependencies(request)
    now, seen = provided.engine.now(), provided.seen_sessions
    if not _is_due(seen.get(session_id), now):
        return
    if len(seen) >= MOST_REMEMBERED:
        seen.clear()
    seen[session_id] = now
    command = NoteSession(
        member_id=member_id,
        session_id=session_id,
        browser=browser_name(request.headers.get("user-agent", "")),
        address=request.client.host if request.client is not None else "",
    )
    try:
        await provided.engine.execute(command, f"member:{member_id}")
    except StoreDown:
        log.warning("the use of a session could not be noted")


def _is_due(noted_at: datetime | None, now: datetime) -> bool:
    return noted_at is None or now - noted_at >= SEEN_EVERY
