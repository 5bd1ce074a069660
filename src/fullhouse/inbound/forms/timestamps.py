"""Times and dates as scripts write them, with a zone or in the business's wall time."""

import re
from datetime import UTC, date, datetime, timedelta

from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import instant, is_skipped
from fullhouse.locale.current import gettext

MOMENT = regex(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?", re.ASCII | re.IGNORECASE
)
DATE = regex(r"\d{4}-\d\d-\d\d", re.ASCII)
YEARS = range(1970, 2200)
# The end of a time span, after a dash or a word.
ENDS = r"\s?(?:-|\u2013|\u2014|(?i:to|bis))\s?\d.*"
AN_END = regex(ENDS, re.ASCII)
SHORT_HOUR = regex(r"\d:\d\d(:\d\d)?", re.ASCII)
FARTHEST = timedelta(hours=14)


def read_moment(text: str, field: str, zone: str) -> datetime:
    """Return the instant, or raise `Invalid`. Without a zone it is in the business's zone."""
    written = text.strip().upper()
    read = read_zoned(written) if MOMENT.fullmatch(written) else None
    if read is None or read.year not in YEARS:
        sentence = gettext(
            "%(field)s is not a time such as 2026-06-20T14:00, or 2026-06-20T12:00Z with its zone.",
            field=field,
        )
        raise Invalid(FieldProblem("bad_time", sentence, field))
    if read.tzinfo is not None:
        return read.astimezone(UTC)
    if is_skipped(read, zone):
        sentence = gettext(
            "This time does not exist on that day, because the clocks are set forward. "
            "Please choose another one."
        )
        raise Invalid(FieldProblem("skipped_hour", sentence, field))
    return instant(read, zone)


def read_zoned(written: str) -> datetime | None:
    """Read an ISO time; None if there is no such time, or no place on earth has its zone."""
    try:
        read = datetime.fromisoformat(written)
    except ValueError:
        return None
    return read if abs(read.utcoffset() or timedelta()) <= FARTHEST else None


def typed_clock(clock: str) -> str:
    """Write a time of day as scripts do: with two digits, and without an end."""
    start = AN_END.sub("", clock.strip())
    return f"0{start}" if SHORT_HOUR.fullmatch(start) else start


def read_date(text: str, field: str) -> date:
    """Return the day, or raise `Invalid`."""
    written = text.strip()
    try:
        if DATE.fullmatch(written) and int(written[:4]) in YEARS:
            return date.fromisoformat(written)
    except ValueError:
        pass
    sentence = gettext("This is not a date such as 2026-06-20.")
    raise Invalid(FieldProblem("bad_date", sentence, field))
