"""Our own links and marks in text that others wrote, such as a quoted mail of ours.

Whoever has one can act for the person it was sent to. So they are blanked wherever such text is
stored, shown or returned.
"""

import re

from fullhouse.kernel.mail_marks import MARK_PATTERN

BLANK = "…"
# In a link that another program wrote into one of its own, signs are encoded.
SLASH, PLUS, AT = "(?:/|%2F)", r"(?:\+|%2B)", "(?:@|%40)"
# A long link may go on in the next line, behind signs of a quote.
GOES_ON = r"(?:[\w.-]|%2E|=?\r?\n[> \t]*(?=[\w.-]*[0-9_.][\w.-]{6}))"
SIGNED = re.compile(rf"({SLASH}l{SLASH}){GOES_ON}{{12,400}}", re.IGNORECASE)
SHORT = re.compile(rf"({SLASH}s{SLASH})[0-9A-Za-z]{{12}}(?![\w-])", re.IGNORECASE)
TOKEN = re.compile(r"\b[\w-]+(?:\.[\w-]*){4}\.[0-9a-f]{8,12}\.[\w-]{43}(?![\w-])", re.ASCII)
MARK = re.compile(
    rf"((?:rsvp|desk|bounces|waitlist|bookings){PLUS}(?:[\w-]{{1,80}}\.)?){MARK_PATTERN}(?={AT})",
    re.IGNORECASE,
)


def blank_links(text: str) -> str:
    """Return a text without what would act for somebody; it still shows that a link was there."""
    if "." not in text and "/" not in text:
        return text
    for pattern in (SIGNED, SHORT, MARK):
        text = pattern.sub(rf"\1{BLANK}", text)
    return TOKEN.sub(BLANK, text)
