"""How people come on the waitlist: what was typed or sent becomes a command, or problems, each with its field.

A real phone number or mail address, a service that exists, dates that make sense. Who fits a slot is for the rules.
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
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY, LARGEST_PARTY, Entry


def read_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Make the command of what a script sent, or raise `Unfit`; what is not a field is refused."""
    return _free(decode(body, NewSlot), rulebook, slot_id)


def read_reported_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Make the command of what a booking tool told, or raise `Unfit`; what else it says is passed over."""
    return _free(decode(body, ReportedSlot), rulebook, slot_id)


def _free(given: NewSlot | ReportedSlot, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    capacity = 1 if given.party_capacity is None else given.party_capacity
    if not 1 <= capacity <= LARGEST_PARTY:
        sentence = f"party_capacity is from 1 to {LARGEST_PARTY}."
        raise Invalid(FieldProblem("bad_party_capacity", sentence, "party_capacity"))
    return FreeSlot(
        slot_id=slot_id,
        service=clean_line(given.service, "service"),
        starts_at=read_moment(given.starts_at, "starts_at", rulebook.zone).replace(
            second=0, microsecond=0
        ),
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
    """A wish to wait as it came in, nothing checked yet. Nobody sees `homepage`: only machines fill it in."""

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
        """Whether something stands in the field that people do not see."""
        return bool((self.homepage or "").strip())


JSON = msgspec.json.Decoder(JoinForm, strict=False)


def from_json(body: bytes) -> JoinForm:
    """Read a JSON body, or raise `Unfit`."""
    try:
        return JSON.decode(body)
    except msgspec.ValidationError as error:
        found = FIELD.search(str(error))
        if found is None:
            sentence = 'The body must be a JSON object such as {"name": "…", "phone": "…", "service": "…"}.'
            raise Invalid(FieldProblem("bad_json", sentence)) from error
        kind = "a whole number" if found[1] == "party" else "text"
        raise Invalid(
            FieldProblem(f"bad_{found[1]}", f"The {found[1]} must be {kind}.", found[1])
        ) from error
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
    """Make the command of what was typed on the page, or raise `Unfit` with all that is wrong with it."""
    today = wall_time(now, rulebook.zone).date()
    desk = _Desk(rulebook, calls=calls)
    name = desk.checked(clean_name, typed.name or "")
    phone = desk.phone(typed.phone or "")
    email = desk.email(typed.email or "")
    desk.needs_contact(typed.phone or "", typed.email or "")
    service = desk.checked(desk.service, typed.service or "")
    party = desk.checked(lambda number: clean_party(number, LARGEST_PARTY), typed.party)
    earliest, latest = desk.dates(typed.earliest or "", typed.latest or "", today)
    desk.not_past(earliest, "earliest", today)
    staff = desk.checked(desk.staff, typed.staff or "")
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
    """Make the command of what a script sent, or raise `Unfit` with what is wrong first."""
    given = msgspec.structs.asdict(decode(body, NewEntry))
    read = _read(given, rulebook, now, {})
    if not read["phone"] and not read["email"]:
        raise Invalid(NO_CONTACT)
    read["joined_at"] = read["joined_at"] or None
    return JoinWaitlist(entry_id=entry_id, **read, source="api")


def read_entry_edit(body: bytes, rulebook: Rulebook, now: datetime, entry: Entry) -> EditEntry:
    """Make the command that changes an entry, or raise `Unfit` with what is wrong first."""
    given = {
        name: one
        for name, one in msgspec.structs.asdict(decode(body, EntryEdit)).items()
        if one is not UNSET
    }
    stored = {"earliest": entry.earliest, "latest": entry.latest, "phone": entry.phone}
    return EditEntry(entry_id=entry.id, **_read(given, rulebook, now, stored), source="api")


def _read(
    given: Mapping[str, Any], rulebook: Rulebook, now: datetime, stored: Mapping[str, str]
) -> dict[str, Any]:
    """Check what was given, field by field; dates against each other, also with the one that is stored."""
    desk, today = (
        _Desk(rulebook, known=stored.get("phone", "")),
        wall_time(now, rulebook.zone).date(),
    )
    clean: dict[str, Callable[[Any], Any]] = {
        "name": clean_name,
        "phone": lambda text: desk.phone(text or ""),
        "email": lambda text: desk.email(text or ""),
        "service": desk.service,
        "party": lambda number: clean_party(number, LARGEST_PARTY),
        "staff": lambda text: desk.staff(text or ""),
        "priority": _priority,
        "joined_at": lambda text: text and _joined_at(text, rulebook, now),
    }
    read = {
        name: desk.checked(clean[name], value) for name, value in given.items() if name in clean
    }
    dates = {name: given.get(name, stored.get(name)) or "" for name in ("earliest", "latest")}
    earliest, latest = desk.dates(
        dates["earliest"], dates["latest"], today, checks=DATES & given.keys()
    )
    if desk.problems:
        raise Invalid(*desk.problems)
    both = {"earliest": earliest, "latest": latest}
    return {**read, **{name: one for name, one in both.items() if name in given}}


def _priority(number: int) -> int:
    if not 0 <= number <= HIGHEST_PRIORITY:
        sentence = f"A priority is from 0 to {HIGHEST_PRIORITY}; higher ones are asked first."
        raise Invalid(FieldProblem("bad_priority", sentence, "priority"))
    return number


def _joined_at(text: str, rulebook: Rulebook, now: datetime) -> datetime:
    at = read_moment(text, "joined_at", rulebook.zone)
    if at > now:
        raise Invalid(FieldProblem("in_the_future", "joined_at lies in the future.", "joined_at"))
    return at


NO_CONTACT = FieldProblem(
    "contact_missing",
    "Please give a mobile number or an email address, so that we can reach you.",
    "phone",
)


class _Desk(Fields):
    """Checks what the waitlist asks for beside: how someone is reached, and the dates that suit them."""

    def needs_contact(self, phone: str, email: str) -> None:
        if not phone.strip() and not email.strip():
            self.problems.append(NO_CONTACT)

    def dates(
        self, earliest: str, latest: str, today: date, checks: AbstractSet[str] = DATES
    ) -> tuple[str, str]:
        """Take dates up to a year ahead, in their order, the latest not passed; only those that are to be checked."""
        read = {"earliest": earliest.strip(), "latest": latest.strip()}
        for name in sorted(checks & {one for one, text in read.items() if text}):
            day = self.checked(_day(name, today), read[name])
            read[name] = day.isoformat() if day is not None else ""
        if "latest" in checks:
            self.not_past(read["latest"], "latest", today)
        if checks and read["earliest"] and read["latest"] and read["earliest"] > read["latest"]:
            sentence = "The latest date lies before the earliest."
            self.problems.append(
                FieldProblem(
                    "dates_crossed", sentence, "latest" if "latest" in checks else "earliest"
                )
            )
        return read["earliest"], read["latest"]

    def not_past(self, day: str, field: str, today: date) -> None:
        if day and day < today.isoformat():
            self.problems.append(FieldProblem("date_past", "This date has passed.", field))


def _day(field: str, today: date) -> Callable[[str], date]:
    def read(text: str) -> date:
        found = read_date(text, field)
        if found > today + FARTHEST:
            raise Invalid(
                FieldProblem("date_too_far", "Please choose a date within a year from now.", field)
            )
        return found

    return read
