"""Waitlist entries and slots from forms and JSON: fields become a command, or problems.

The service must exist, the contact must be real, and the dates must make sense. Which entry fits a
slot is decided by the rules.
"""

import re
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.inbound.forms.event_json import clean_line, decode
from fullhouse.inbound.forms.fields import Fields
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_name, clean_party
from fullhouse.inbound.forms.timestamps import read_date, read_moment
from fullhouse.inbound.forms.waitlist_schema import EntryEdit, NewEntry, NewSlot, ReportedSlot
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Entry


def read_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Build the command from JSON, or raise `Invalid`; unknown fields are refused."""
    return _free(decode(body, NewSlot), rulebook, slot_id)


def read_reported_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Build the command from a booking tool's report, or raise `Invalid`.

    Unknown fields are ignored.
    """
    return _free(decode(body, ReportedSlot), rulebook, slot_id)


def _free(given: NewSlot | ReportedSlot, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    capacity = 1 if given.party_capacity is None else given.party_capacity
    if not 1 <= capacity <= LARGEST_PARTY:
        sentence = gettext("party_capacity is from 1 to %(most)s.", most=LARGEST_PARTY)
        raise Invalid(FieldProblem("bad_party_capacity", sentence, "party_capacity"))
    service = clean_line(given.service, "service")
    starts_at = read_moment(given.starts_at, "starts_at", rulebook.zone)
    return FreeSlot(
        slot_id=slot_id,
        service=service,
        starts_at=starts_at.replace(second=0, microsecond=0),
        staff=clean_line(given.staff or "", "staff", empty=True),
        party_capacity=capacity,
        reason=given.reason or "cancelled",
        ref=clean_line("" if given.ref is None else str(given.ref), "ref", empty=True),
    )


FARTHEST = timedelta(days=366)
FIELD = re.compile(r"\$\.(\w+)", re.ASCII)
LONGEST_NUMBER = 3
DATES = frozenset({"earliest", "latest"})


class JoinForm(msgspec.Struct, frozen=True):
    """A waitlist request as it came in, not checked yet. People do not see `homepage`."""

    name: str | None = None
    phone: str | None = None
    email: str | None = None
    service: str | None = None
    party: int | None = None
    earliest: str | None = None
    latest: str | None = None
    staff: str | None = None
    homepage: str | None = None

    @property
    def is_by_machine(self) -> bool:
        """Return True if the field is filled in that people do not see."""
        return bool((self.homepage or "").strip())


JSON = msgspec.json.Decoder(JoinForm, strict=False)
NO_OBJECT = 'The body must be a JSON object such as {"name": "…", "phone": "…", "service": "…"}.'


def from_json(body: bytes) -> JoinForm:
    """Read a JSON body, or raise `Invalid`."""
    try:
        return JSON.decode(body)
    except msgspec.ValidationError as error:
        found = FIELD.search(str(error))
        if found is None:
            raise Invalid(FieldProblem("bad_json", NO_OBJECT)) from error
        field = found[1]
        kind = "a whole number" if field == "party" else "text"
        sentence = f"The {field} must be {kind}."
        raise Invalid(FieldProblem(f"bad_{field}", sentence, field)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(FieldProblem("bad_json", "The body is not JSON that can be read.")) from error


def from_fields(fields: Mapping[str, str]) -> JoinForm:
    """Read a form's fields. A party that is no number becomes 0, which no check lets pass."""
    texts = {name: fields.get(name, "") for name in JoinForm.__struct_fields__ if name != "party"}
    party = fields.get("party", "").strip()
    number = int(party) if party.isdecimal() and len(party) <= LONGEST_NUMBER else 0
    return JoinForm(**texts, party=number if party else None)


def join(
    typed: JoinForm, rulebook: Rulebook, now: datetime, entry_id: str, *, calls: bool = False
) -> JoinWaitlist:
    """Build the command from the page's form, or raise `Invalid` with all problems."""
    today = wall_time(now, rulebook.zone).date()
    texts = {
        name: value or ""
        for name, value in msgspec.structs.asdict(typed).items()
        if name != "party"
    }
    desk = _Desk(rulebook, calls=calls)
    name = desk.checked(clean_name, texts["name"])
    phone = desk.phone(texts["phone"])
    email = desk.email(texts["email"])
    desk.needs_contact(texts["phone"], texts["email"])
    service = desk.checked(desk.service, texts["service"])
    party = desk.checked(lambda number: clean_party(number, LARGEST_PARTY), typed.party)
    earliest, latest = desk.dates(texts["earliest"], texts["latest"], today)
    desk.not_past(earliest, "earliest", today)
    staff = desk.checked(desk.staff, texts["staff"])
    if desk.problems or name is None or service is None or party is None:
        raise Invalid(*desk.problems)
    return JoinWaitlist(
        entry_id=entry_id,
        name=name,
        phone=phone,
        email=email,
        service=service,
        party=party,
        earliest=earliest,
        latest=latest,
        staff=staff or "",
    )


def read_entry(body: bytes, rulebook: Rulebook, now: datetime, entry_id: str) -> JoinWaitlist:
    """Build the command from JSON, or raise `Invalid` with the problems."""
    given = msgspec.structs.asdict(decode(body, NewEntry))
    read = _read(given, rulebook, now, {})
    if not read["phone"] and not read["email"]:
        raise Invalid(_no_contact())
    read["joined_at"] = read["joined_at"] or None
    return JoinWaitlist(entry_id=entry_id, **read, source="api")


def read_entry_edit(body: bytes, rulebook: Rulebook, now: datetime, entry: Entry) -> EditEntry:
    """Build the command that edits an entry, or raise `Invalid` with the problems."""
    fields = msgspec.structs.asdict(decode(body, EntryEdit))
    given = {name: value for name, value in fields.items() if value is not UNSET}
    stored = {"earliest": entry.earliest, "latest": entry.latest, "phone": entry.phone}
    return EditEntry(entry_id=entry.id, **_read(given, rulebook, now, stored), source="api")


def _read(
    given: Mapping[str, Any], rulebook: Rulebook, now: datetime, stored: Mapping[str, str]
) -> dict[str, Any]:
    """Check the given fields one by one; a date also against the other one that is stored."""
    desk = _Desk(rulebook, known=stored.get("phone", ""))
    today = wall_time(now, rulebook.zone).date()
    clean = _cleaners(desk, now)
    read = {
        name: desk.checked(clean[name], value) for name, value in given.items() if name in clean
    }
    earliest = given.get("earliest", stored.get("earliest")) or ""
    latest = given.get("latest", stored.get("latest")) or ""
    earliest, latest = desk.dates(earliest, latest, today, checks=DATES & given.keys())
    if desk.problems:
        raise Invalid(*desk.problems)
    if "earliest" in given:
        read["earliest"] = earliest
    if "latest" in given:
        read["latest"] = latest
    return read


def _cleaners(desk: "_Desk", now: datetime) -> dict[str, Callable[[Any], Any]]:
    """Return the check of each field but the dates."""
    return {
        "name": clean_name,
        "phone": lambda text: desk.phone(text or ""),
        "email": lambda text: desk.email(text or ""),
        "service": desk.service,
        "party": lambda number: clean_party(number, LARGEST_PARTY),
        "staff": lambda text: desk.staff(text or ""),
        "priority": _priority,
        "joined_at": lambda text: text and _joined_at(text, desk.rulebook, now),
    }


def _priority(number: int) -> int:
    if not 0 <= number <= HIGHEST_PRIORITY:
        sentence = gettext(
            "A priority is from 0 to %(most)s; higher ones are asked first.", most=HIGHEST_PRIORITY
        )
        raise Invalid(FieldProblem("bad_priority", sentence, "priority"))
    return number


def _joined_at(text: str, rulebook: Rulebook, now: datetime) -> datetime:
    at = read_moment(text, "joined_at", rulebook.zone)
    if at > now:
        sentence = gettext("joined_at lies in the future.")
        raise Invalid(FieldProblem("in_the_future", sentence, "joined_at"))
    return at


def _no_contact() -> FieldProblem:
    sentence = gettext("Please give a mobile number or an email address, so that we can reach you.")
    return FieldProblem("contact_missing", sentence, "phone")


class _Desk(Fields):
    """Checks of the waitlist's own fields: the contact and the dates."""

    def needs_contact(self, phone: str, email: str) -> None:
        if not phone.strip() and not email.strip():
            self.problems.append(_no_contact())

    def dates(
        self, earliest: str, latest: str, today: date, checks: AbstractSet[str] = DATES
    ) -> tuple[str, str]:
        """Check dates: up to a year ahead, in order, the latest not past.

        Only the dates in `checks` are checked.
        """
        read = {"earliest": earliest.strip(), "latest": latest.strip()}
        for name in sorted(checks):
            if read[name]:
                day = self.checked(_day(name, today), read[name])
                read[name] = day.isoformat() if day is not None else ""
        if "latest" in checks:
            self.not_past(read["latest"], "latest", today)
        # An empty latest date sorts before every other, so both must be given.
        if checks and all(read.values()) and read["earliest"] > read["latest"]:
            sentence = gettext("The latest date lies before the earliest.")
            field = "latest" if "latest" in checks else "earliest"
            self.problems.append(FieldProblem("dates_crossed", sentence, field))
        return read["earliest"], read["latest"]

    def not_past(self, day: str, field: str, today: date) -> None:
        if day and day < today.isoformat():
            sentence = gettext("This date has passed.")
            self.problems.append(FieldProblem("date_past", sentence, field))


def _day(field: str, today: date) -> Callable[[str], date]:
    def read(text: str) -> date:
        found = read_date(text, field)
        if found > today + FARTHEST:
            sentence = gettext("Please choose a date within a year from now.")
            raise Invalid(FieldProblem("date_too_far", sentence, field))
        return found

    return read
