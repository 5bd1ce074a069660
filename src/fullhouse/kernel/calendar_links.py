"""Links that open a calendar on the web with an entry filled in."""

from datetime import UTC, datetime

from fullhouse.kernel.letters import CalendarEntry, CalendarLink

GOOGLE = "https://calendar.google.com/calendar/render"
OUTLOOK = "https://outlook.live.com/calendar/0/action/compose"

PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")


def calendar_links(entry: CalendarEntry) -> tuple[CalendarLink, ...]:
    """Return the links for an entry; they name nobody, because others may see a calendar."""
    return (CalendarLink("Google", _google(entry)), CalendarLink("Outlook", _outlook(entry)))


def _google(entry: CalendarEntry) -> str:
    fields = {
        "action": "TEMPLATE",
        "text": entry.summary,
        # Google takes no entry without an end; one that ends at once shows only its start.
        "dates": f"{_basic(entry.starts)}/{_basic(entry.ends or entry.starts)}",
        "location": entry.location,
        "details": entry.url,
    }
    return _with_fields(GOOGLE, fields)


def _outlook(entry: CalendarEntry) -> str:
    fields = {
        "path": "/calendar/action/compose",
        "rru": "addevent",
        "subject": entry.summary,
        "startdt": _extended(entry.starts),
        "enddt": _extended(entry.ends) if entry.ends else "",
        "location": entry.location,
        "body": entry.url,
    }
    return _with_fields(OUTLOOK, fields)


def _with_fields(address: str, fields: dict[str, str]) -> str:
    given = [f"{name}={_quoted(text)}" for name, text in fields.items() if text]
    return f"{address}?{'&'.join(given)}"


def _quoted(text: str) -> str:
    return "".join(chr(byte) if byte in PLAIN else f"%{byte:02X}" for byte in text.encode())


def _basic(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _extended(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
