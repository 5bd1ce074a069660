"""Waitlist entries and slots from forms and JSON: fields become a command, or problems.

The service must exist, the contact must be real, and the dates must make sense. Which entry fits a
slot is decided by the rules.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.inbound.forms.event_json import clean_line, decode
from fullhouse.inbound.forms.fields import Fields, no_contact
from fullhouse.inbound.forms.guest_form import (
    FieldProblem,
    Invalid,
    clean_language,
    clean_name,
    clean_party,
)
from fullhouse.inbound.forms.timestamps import read_date, read_moment
from fullhouse.inbound.forms.waitlist_schema import EntryEdit, NewEntry, NewSlot, ReportedSlot
from fullhouse.inbound.wish_words.reader import read_wish
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, FreeSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import (
    HIGHEST_PRIORITY,
    LARGEST_PARTY,
    Entry,
    SlotSource,
)
from fullhouse.products.frontdesk.waitlist.wishes import DAY_PARTS, WEEKDAYS, Weekdays


def read_slot(body: bytes, rulebook: Rulebook, slot_id: str, source: SlotSource) -> FreeSlot:
    """Build the command from JSON, or raise `Invalid`; unknown fields are refused."""
    return _free(decode(body, NewSlot), rulebook, slot_id, source)


def read_reported_slot(body: bytes, rulebook: Rulebook, slot_id: str) -> FreeSlot:
    """Build the command from a booking tool's report, or raise `Invalid`.

    Unknown fields are ignored.
    """
    return _free(decode(body, ReportedSlot), rulebook, slot_id, "webhook")


def _free(
    given: NewSlot | ReportedSlot, rulebook: Rulebook, slot_id: str, source: SlotSource
) -> FreeSlot:
    capacity = 1 if given.party_capacity is None else given.party_capacity
    if not 1 <= capacity <= LARGEST_PARTY:
        sentence = gettext("party_capacity is from 1 to %(most)s.", most=LARGEST_PARTY)
        raise Invalid(FieldProblem("bad_party_capacity", sentence, "party_capacity"))
    typed = clean_line(given.service, "service")
    # Written as in the rules: another tool may still have a former name.
    service = rulebook.service(typed)
    staff = clean_line(given.staff or "", "staff", empty=True)
    starts_at = read_moment(given.starts_at, "starts_at", rulebook.zone)
    return FreeSlot(
        slot_id=slot_id,
        service=service.name if service is not None else typed,
        starts_at=starts_at.replace(second=0, microsecond=0),
        staff=rulebook.staff_member(staff) or staff,
        party_capacity=capacity,
        reason=given.reason or "cancelled",
        ref=clean_line("" if given.ref is None else str(given.ref), "ref", empty=True),
        source=source,
    )


FARTHEST = timedelta(days=366)
FIELD = regex(r"\$\.(\w+)", re.ASCII)
LONGEST_NUMBER = 3
DATES = frozenset({"earliest", "latest"})
TIMES = frozenset({"from_time", "until_time"})
# Fields of an entry with which new ones have to go together.
STORED = ("phone", "earliest", "latest", "weekdays", "from_time", "until_time")
CLOCK = regex(r"([01]?\d|2[0-4]):([0-5]\d)(?::00)?", re.ASCII)
END_OF_DAY = "24:00"
MIDNIGHT = ("00:00", END_OF_DAY)


class JoinForm(msgspec.Struct, frozen=True):
    """A waitlist request as it came in, not checked yet. People do not see `homepage`.

    `daytime` is a part of the day, such as `morning`; times of day that are typed narrow it.
    """

    name: str | None = None
    phone: str | None = None
    email: str | None = None
    service: str | None = None
    party: int | None = None
    earliest: str | None = None
    latest: str | None = None
    staff: str | None = None
    homepage: str | None = None
    weekdays: tuple[str, ...] | str | None = None
    daytime: str | None = None
    from_time: str | None = None
    until_time: str | None = None
    language: str | None = None

    @property
    def is_by_machine(self) -> bool:
        """Return True if the field is filled in that people do not see."""
        return bool((self.homepage or "").strip())


JSON = msgspec.json.Decoder(JoinForm, strict=False)
KINDS = {"party": "a whole number", "weekdays": 'a list such as ["mon", "thu"]'}
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
        kind = KINDS.get(field, "text")
        sentence = f"The {field} must be {kind}."
        raise Invalid(FieldProblem(f"bad_{field}", sentence, field)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(FieldProblem("bad_json", "The body is not JSON that can be read.")) from error


def from_fields(fields: Mapping[str, str], language: str = "") -> JoinForm:
    """Read a form's fields, sent from a page in the language its reader chose.

    A party that is no number becomes 0, which no check lets pass.
    """
    typed = set(JoinForm.__struct_fields__) - {"party", "language"}
    texts: dict[str, Any] = {name: fields.get(name, "") for name in typed}
    texts["weekdays"] = fields.get("weekdays") or checked_days(fields)
    party = fields.get("party", "").strip()
    return JoinForm(**texts, party=whole_number(party) if party else None, language=language)


def whole_number(text: str) -> int:
    """Read a whole number; anything else becomes 0."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0


def checked_days(fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the weekdays whose boxes are checked."""
    return tuple(day for day in WEEKDAYS if fields.get(f"on_{day}"))


def join(
    typed: JoinForm, rulebook: Rulebook, now: datetime, entry_id: str, *, calls: bool = False
) -> JoinWaitlist:
    """Build the command from the page's form, or raise `Invalid` with all problems."""
    today = wall_time(now, rulebook.zone).date()
    texts: dict[str, Any] = {
        name: value or ""
        for name, value in msgspec.structs.asdict(typed).items()
        if name != "party"
    }
    desk = _Desk(rulebook, calls=calls)
    name = desk.checked(clean_name, texts["name"])
    phone, email = desk.contact(texts["phone"], texts["email"])
    service = desk.checked(desk.service, texts["service"])
    party = desk.checked(lambda number: clean_party(number, LARGEST_PARTY), typed.party)
    earliest, latest = desk.dates(texts["earliest"], texts["latest"], today)
    desk.not_past(earliest, "earliest", today)
    weekdays = desk.weekdays(texts["weekdays"])
    from_time, until_time = desk.times(texts["from_time"], texts["until_time"], texts["daytime"])
    desk.has_such_day(weekdays, earliest, latest)
    staff = desk.checked(desk.staff, texts["staff"])
    language = desk.checked(clean_language, texts["language"])
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
        weekdays=weekdays,
        from_time=from_time,
        until_time=until_time,
        staff=staff or "",
        language=language or "",
    )


def read_entry(
    body: bytes, rulebook: Rulebook, now: datetime, entry_id: str, weekdays: str | None = None
) -> JoinWaitlist:
    """Build the command from JSON, or raise `Invalid` with the problems.

    `weekdays` are those that staff typed in words.
    """
    given = msgspec.structs.asdict(decode(body, NewEntry))
    if weekdays is not None:
        given["weekdays"] = weekdays
    read = _read(given, rulebook, now, {})
    if not read["phone"] and not read["email"]:
        raise Invalid(no_contact())
    read["joined_at"] = read["joined_at"] or None
    agreed = {"given": given["phone_given"] or "", "consent": given["consent"]}
    return JoinWaitlist(entry_id=entry_id, **read, **agreed, source="api")


def read_entry_edit(
    body: bytes, rulebook: Rulebook, now: datetime, entry: Entry, weekdays: str | None = None
) -> EditEntry:
    """Build the command that edits an entry, or raise `Invalid` with the problems.

    `weekdays` are those that staff typed in words.
    """
    fields = msgspec.structs.asdict(decode(body, EntryEdit))
    given = {name: value for name, value in fields.items() if value is not UNSET}
    if weekdays is not None:
        given["weekdays"] = weekdays
    stored = {name: getattr(entry, name) for name in STORED}
    return EditEntry(entry_id=entry.id, **_read(given, rulebook, now, stored), source="api")


def read_wishes(
    fields: Mapping[str, str], rulebook: Rulebook, now: datetime, entry: Entry
) -> EditEntry:
    """Build the command from the form with the days and times that suit, or raise `Invalid`.

    Party and staff are changed only where the form has them.
    """
    texts = {name: fields.get(name, "").strip() for name in ("daytime", *DATES, *TIMES)}
    given: dict[str, Any] = {
        **texts,
        **_chosen_last(texts, entry),
        "weekdays": checked_days(fields),
    }
    if "party" in fields:
        given["party"] = whole_number(fields["party"].strip())
    if "staff" in fields:
        given["staff"] = fields["staff"]
    return EditEntry(entry_id=entry.id, **_read(given, rulebook, now, {}), source="form")


def _chosen_last(texts: Mapping[str, str], entry: Entry) -> dict[str, str]:
    """Return what to blank: the form was filled in with the old time of day, as a part or as times.

    Whoever chooses the other of the two and leaves this one means the other.
    """
    old = entry.from_time, entry.until_time
    typed = texts["from_time"], texts["until_time"]
    if not texts["daytime"] or not any(typed):
        return {}
    if typed == old:
        return {"from_time": "", "until_time": ""}
    return {"daytime": ""} if DAY_PARTS.get(texts["daytime"]) == old else {}


def _read(
    given: Mapping[str, Any], rulebook: Rulebook, now: datetime, stored: Mapping[str, Any]
) -> dict[str, Any]:
    """Check the given fields one by one; days and times also against those that are stored."""
    desk = _Desk(rulebook, known=stored.get("phone", ""))
    today = wall_time(now, rulebook.zone).date()
    clean = _cleaners(desk, now)
    read = {
        name: desk.checked(clean[name], value) for name, value in given.items() if name in clean
    }
    wished = _wishes(desk, {**stored, **given}, given.keys(), today)
    if desk.problems:
        raise Invalid(*desk.problems)
    return read | {name: value for name, value in wished.items() if name in given}


def _wishes(
    desk: "_Desk", said: Mapping[str, Any], given: AbstractSet[str], today: date
) -> dict[str, Any]:
    """Check the days and times that suit, as they are with what is given."""
    texts = {name: said.get(name) or "" for name in (*DATES, *TIMES)}
    earliest, latest = desk.dates(texts["earliest"], texts["latest"], today, checks=DATES & given)
    weekdays = desk.weekdays(said.get("weekdays") or ())
    from_time, until_time = texts["from_time"], texts["until_time"]
    if TIMES & given:
        from_time, until_time = desk.times(from_time, until_time, said.get("daytime") or "")
    if given & {*DATES, "weekdays"}:
        desk.has_such_day(weekdays, earliest, latest)
    return {
        "earliest": earliest,
        "latest": latest,
        "weekdays": weekdays,
        "from_time": from_time,
        "until_time": until_time,
    }


def _cleaners(desk: "_Desk", now: datetime) -> dict[str, Callable[[Any], Any]]:
    """Return the check of each field but the days and times."""
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


class _Desk(Fields):
    """Checks of the waitlist's own fields: the days and times that suit."""

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

    def weekdays(self, typed: str | Iterable[str]) -> Weekdays:
        """Check weekdays: a list of names such as `mon`, or words such as "Mon and Thu"."""
        if not isinstance(typed, str):
            typed = " ".join(typed)
        if not typed.strip():
            return ()
        wish = read_wish(typed, self.rulebook.language)
        if wish is None or wish.names_times:
            sentence = gettext("These are not weekdays such as Mon, Thu.")
            self.problems.append(FieldProblem("bad_weekdays", sentence, "weekdays"))
            return ()
        return wish.weekdays

    def times(self, from_time: str, until_time: str, daytime: str = "") -> tuple[str, str]:
        """Check times of day: such as 17:00, in order, and within a part of the day, if any."""
        first = self.checked(_clock("from_time"), from_time) or ""
        last = self.checked(_clock("until_time"), until_time) or ""
        if last in MIDNIGHT:
            last = ""
        if last and first >= last:
            sentence = gettext("The second time must be later than the first.")
            self.problems.append(FieldProblem("times_crossed", sentence, "until_time"))
            return first, last
        return self._within(DAY_PARTS.get(daytime.strip(), ("", "")), first, last)

    def _within(self, part: tuple[str, str], first: str, last: str) -> tuple[str, str]:
        """Return what times of day and a part of the day have in common."""
        start = max(first, part[0])
        end = min(filter(None, (last, part[1])), default="")
        if end and start >= end:
            sentence = gettext(
                "This part of the day and your own times don't go together. Please choose one."
            )
            self.problems.append(FieldProblem("times_apart", sentence, "daytime"))
        return start, end

    def has_such_day(self, weekdays: Weekdays, earliest: str, latest: str) -> None:
        """Check that one of the weekdays lies between the dates, as far as both are given."""
        if not weekdays or not earliest or not latest:
            return
        first, last = date.fromisoformat(earliest), date.fromisoformat(latest)
        days = [first + timedelta(days=more) for more in range(min(7, (last - first).days + 1))]
        if days and not any(WEEKDAYS[day.weekday()] in weekdays for day in days):
            sentence = gettext("None of these weekdays lies between the dates.")
            self.problems.append(FieldProblem("weekdays_outside", sentence, "weekdays"))

    def not_past(self, day: str, field: str, today: date) -> None:
        if day and day < today.isoformat():
            sentence = gettext("This date has passed.")
            self.problems.append(FieldProblem("date_past", sentence, field))


def _clock(field: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not text.strip():
            return ""
        found = CLOCK.fullmatch(text.strip())
        clock = f"{int(found[1]):02d}:{found[2]}" if found else ""
        if not clock or clock > END_OF_DAY:
            sentence = gettext("This is not a time of day such as 17:00.")
            raise Invalid(FieldProblem("bad_clock", sentence, field))
        return clock

    return read


def _day(field: str, today: date) -> Callable[[str], date]:
    def read(text: str) -> date:
        found = read_date(text, field)
        if found > today + FARTHEST:
            sentence = gettext("Please choose a date within a year from now.")
            raise Invalid(FieldProblem("date_too_far", sentence, field))
        return found

    return read
