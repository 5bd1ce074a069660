"""Calendar entries with #appt, read as appointments: each field, how sure, and its words."""

import hashlib
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import msgspec

from fullhouse.inbound.calendar_feeds.occurrence import Occurrence
from fullhouse.inbound.extraction.contact_details import phone_in
from fullhouse.inbound.extraction.service_names import Find, service_in, staff_in
from fullhouse.inbound.extraction.text import LONGEST_WORDS, Source, cleaned, short_words
from fullhouse.inbound.forms.guest_form import clean_address, clean_name
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import wall_time
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.shared.proposals import Confidence, Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

TAG = "appt"
# Longer entries are days off, holidays and trainings, not appointments.
LONGEST = timedelta(hours=16)
MOST_LINES = 100
SERIES = 10
LONGEST_TEXT = 4000
# The uid of one time of a repeating entry: in a file, and at Google.
OF_SERIES = regex(r"(.+)[/_]\d{8}(?:T\d{6}Z)?", re.ASCII)
TAGS = regex(r"(?:^|(?<=[\s(,;>]))#\w[\w-]*")
LINE = regex(r"([^\W\d_]{3,10})\s?:\s{0,9}(\S.{0,200})")
BEHIND_COLON = regex(r"[^:]{1,200}:\s*(\S[^:]{0,100})")
LABELS = {
    "name": "name",
    "nom": "name",
    "nombre": "name",
    "phone": "phone",
    "tel": "phone",
    "telefon": "phone",
    "mobile": "phone",
    "handy": "phone",
    "mail": "email",
    "email": "email",
    "service": "service",
    "staff": "staff",
    "with": "staff",
    "mit": "staff",
}


class CalendarAppointment(msgspec.Struct, frozen=True):
    """One appointment in the calendar: its key, its time, and the fields that were read.

    All times of a repeating entry that say the same have one `series`; others have none.
    """

    key: str
    starts_at: datetime
    minutes: int
    fields: tuple[ProposedField, ...]
    subject: str
    text: str
    series: str = ""

    @property
    def mark(self) -> str:
        """A digest of its content, which differs after a change."""
        said = msgspec.json.encode((self.starts_at, self.minutes, self.fields, self.text))
        return hashlib.sha256(said).hexdigest()[:12]


def key_of(uid: str) -> str:
    """Return the key of a calendar time, which stays the same after it was moved.

    The keys of all times of one entry begin alike.
    """
    return series_of(uid.rpartition("/")[0] or uid) + _digest(uid)


def series_of(uid: str) -> str:
    """Return the beginning of the keys of all times of an entry."""
    return _digest(uid)


def _repeating(uid: str, text: str) -> str:
    """Return the series of one time of a repeating entry; empty for an entry with one time."""
    found = OF_SERIES.fullmatch(uid)
    return _digest(f"{found[1]}\n{text}") if found is not None else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:SERIES]


def meant(occurrence: Occurrence, book: Rulebook) -> CalendarAppointment | None:
    """Read one time; None if it was cancelled, lasts a whole day, or has no #appt."""
    lasts = occurrence.ends_at - occurrence.starts_at
    if occurrence.cancelled or TAG not in occurrence.tags or lasts > LONGEST:
        return None
    starts_at = occurrence.starts_at.replace(second=0, microsecond=0)
    minutes = int(lasts.total_seconds()) // 60
    title = short_words(TAGS.sub(" ", occurrence.summary))
    labelled = dict(_lines(TAGS.sub(" ", occurrence.description)))
    found = [
        _name(title, labelled, occurrence),
        _phone(labelled, occurrence, book),
        _email(labelled, occurrence),
        _known("service", service_in, title, labelled, book),
        _known("staff", staff_in, title, labelled, book),
        *when_fields(starts_at, minutes, book),
    ]
    fields = tuple(field for field in found if field is not None)
    text = f"{occurrence.summary}\n{occurrence.description}".strip()[:LONGEST_TEXT]
    return CalendarAppointment(
        key_of(occurrence.uid),
        starts_at,
        minutes,
        fields,
        title[:LONGEST_WORDS],
        text,
        _repeating(occurrence.uid, text),
    )


def _lines(description: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Find lines such as `phone: 0151 …`, the first of each kind last, so that it counts."""
    lines = description.split("\n", MOST_LINES)[:MOST_LINES]
    for line in reversed(lines):
        found = LINE.fullmatch(line.strip())
        if found is None:
            continue
        label = LABELS.get(found[1].casefold())
        if label is not None:
            yield label, (found[2], short_words(line))


LabelledLines = dict[str, tuple[str, str]]


def _name(title: str, labelled: LabelledLines, occurrence: Occurrence) -> ProposedField | None:
    """Return the name from its own line, from after the title's colon, or of the only guest."""
    ways = [_of(labelled, "name")]
    behind = BEHIND_COLON.fullmatch(title)
    if behind is not None:
        ways.append((behind[1], "sure", title))
    if len(occurrence.guests) == 1:
        guest = occurrence.guests[0][0]
        ways.append((guest, "likely", f"invited: {guest}"))
    return _first("name", clean_name, ways)


def _of(labelled: LabelledLines, field: str) -> tuple[str, Confidence, str]:
    value, line = labelled.get(field, ("", ""))
    return value, "sure", line


def _phone(labelled: LabelledLines, occurrence: Occurrence, book: Rulebook) -> ProposedField | None:
    region = region_of_zone(book.zone)
    said = _first("phone", lambda text: clean_phone(text, region), [_of(labelled, "phone")])
    return said or phone_in(Source(f"{occurrence.summary}\n{occurrence.description}"), book)


def _email(labelled: LabelledLines, occurrence: Occurrence) -> ProposedField | None:
    alone = occurrence.guests[0][1] if len(occurrence.guests) == 1 else ""
    return _first(
        "email", clean_address, [_of(labelled, "email"), (alone, "sure", f"invited: {alone}")]
    )


def _first(
    field: str, clean: Callable[[str], str], ways: list[tuple[str, Confidence, str]]
) -> ProposedField | None:
    for value, sure, words in ways:
        if fit := cleaned(clean, value):
            return ProposedField(field, fit, sure, short_words(words))
    return None


def _known(
    field: str, find: Find, title: str, labelled: LabelledLines, book: Rulebook
) -> ProposedField | None:
    """Find a service or staff member of the rules in its own line, else in the title."""
    value, line = labelled.get(field, ("", ""))
    if value and (found := find(Source(value), book, "sure")):
        return ProposedField(field, found.value, "sure", line)
    before_colon = title.partition(":")[0]
    found = find(Source(before_colon), book, None) or find(Source(title), book, None)
    if found is None:
        return None
    return msgspec.structs.replace(found, words=title)


def when_fields(starts_at: datetime, minutes: int, book: Rulebook) -> list[ProposedField]:
    """Return the date, the time and the length of an appointment as fields of a proposal."""
    wall = wall_time(starts_at, book.zone)
    words = f"{format_datetime(wall, desk_language(book.language))} ({minutes} min)"
    fields = [
        ProposedField("date", f"{wall:%Y-%m-%d}", "sure", words),
        ProposedField("time", f"{wall:%H:%M}", "sure", words),
    ]
    if minutes:
        fields.append(ProposedField("minutes", str(minutes), "sure", words))
    return fields


def proposal_of(one: CalendarAppointment, proposal_id: str, now: datetime) -> Proposal:
    """Build the proposal for staff."""
    return Proposal(
        id=proposal_id,
        product="appointments",
        fields=one.fields,
        sender="calendar",
        subject=one.subject,
        text=one.text,
        at=now,
    )
