"""How what is kept elsewhere is named in settings, and how that is said to people."""

import hashlib
import re
from urllib.parse import urlsplit

AT_GOOGLE = re.compile(r"https://docs\.google\.com/(?:a/[^/]+/)?(?:spreadsheets|document)/(?:u/\d+/)?d/([\w-]{15,})")
GOOGLE_ID = re.compile(r"[\w-]{25,}")
CALENDAR_ID = re.compile(r"[^\s/@]+@[\w.-]+|primary")
FEEDS = ("http://", "https://", "webcal://", "webcals://")


def where_of(setting: str) -> str:
    """Say where something is, for people. The address of a feed may hold a secret: only its host is said."""
    if google_id(setting):
        return f"Google ({google_id(setting)[:12]}…)"
    if setting.startswith(FEEDS):
        return f"{urlsplit(setting).hostname} ({hashlib.sha256(setting.encode()).hexdigest()[:6]})"
    return setting


def google_id(setting: str) -> str:
    """Return which of Google's sheets or documents is meant; nothing if it is none of them."""
    found = AT_GOOGLE.match(setting)
    if found is not None:
        return found[1]
    return setting if GOOGLE_ID.fullmatch(setting) else ""
