"""Services, staff members and hours that are in use and not in new rules."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Literal, TypeVar

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_sheet.batches import (
    AHEAD,
    NOTED_WITHIN,
    near_and_ahead,
)
from fullhouse.inbound.sync.batches import PAGE, execute_all, paged
from fullhouse.inbound.sync.waitlist_sheet.batches import waiting_in
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.commands import EditAppointment
from fullhouse.products.frontdesk.appointments.day_schedule import days_between
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.renamed_slots import RenameSlot
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from fullhouse.products.frontdesk.shared.opening_hours import absences, is_closed, open_on
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.shared.rulebook.document import parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import (
    FormerName,
    NameKind,
    Rulebook,
    RuleProblem,
    normalized_name,
)
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    Slot,
    SlotPage,
    SlotsBetween,
    offer_name,
)

Kind = Literal["service", "staff", "hours", "all_hours", "staff_hours"]
_Record = Appointment | Entry | Slot | Proposal
_Time = TypeVar("_Time", Appointment, Slot)
MOST_SLOTS = 10_000
MISSING = (
    "{name} is in use, and not in these rules. Appointments ahead: {appointments}, on the "
    "waitlist: {entries}, open slots: {slots}. Say at the desk whether it has another name now."
)
# The same where cards under Proposals name it as well.
MISSING_ON_CARDS = MISSING.replace("{slots}.", "{slots}, proposals: {proposals}.")
OUTSIDE = (
    "Appointments ahead that are outside these opening hours: {appointments}, open slots: "
    "{slots}. Say at the desk whether that is meant."
)

NO_HOURS = (
    "The opening hours are in use, and not in these rules. Appointments ahead: {appointments}. "
    "Without them customers cannot pick another time. Say at the desk whether that is meant."
)
OUTSIDE_STAFF = (
    "Appointments ahead that are outside the new hours of {name}: {appointments}, open slots: "
    "{slots}. Say at the desk whether that is meant."
)
HOURS = {"hours": OUTSIDE, "all_hours": NO_HOURS, "staff_hours": OUTSIDE_STAFF}


class InUse(msgspec.Struct, frozen=True):
    """A service or staff member, or hours without a name, and who uses it.

    Some of the `hours` are gone, `all_hours` with the whole line, or `staff_hours` of one of the
    staff. `slots` are open ones, and
    `holders` those who hold an offer of them. `proposals` wait for staff.
    """

    kind: Kind
    name: str
    appointments: list[Appointment]
    entries: list[Entry]
    slots: list[Slot] = []
    holders: list[Entry] = []
    proposals: list[Proposal] = []

    @property
    def field(self) -> str:
        """The name of the form field that says its new name."""
        words = f"{self.kind} {normalized_name(self.name)}"
        return f"renamed-{hashlib.sha256(words.encode()).hexdigest()[:12]}"

    @property
    def problem(self) -> RuleProblem:
        """Why the rules wait for staff."""
        missing = MISSING_ON_CARDS if self.proposals else MISSING
        said = HOURS.get(self.kind, missing).format(
            name=self.name,
            appointments=len(self.appointments),
            entries=len(self.entries),
            slots=len(self.slots),
            proposals=len(self.proposals),
        )
        return RuleProblem(0, "", said)

    @property
    def people(self) -> list[NamedPerson]:
        """Whom it concerns."""
        records: list[Appointment | Entry] = [*self.appointments, *self.entries, *self.holders]
        people = {record.id: NamedPerson(record.id, record.name) for record in records}
        for one in self.proposals:
            people[one.id] = NamedPerson(one.id, one.value("name"))
        return list(people.values())


async def lacking(
    engine: Engine, before: Rulebook, after: Rulebook, renamed: Iterable[FormerName] = ()
) -> list[InUse]:
    """Find what is in use and not in new rules.

    Hours are compared with the rules before, because appointments outside them may be meant. Staff
    who are `renamed` are looked for under their new name there.
    """
    now = engine.now()
    ahead = [one for one in await near_and_ahead(engine) if one.stands and one.starts_at > now]
    waiting, slots = await waiting_in(engine), await _open_slots(engine)
    records: list[_Record] = [*ahead, *waiting, *slots, *await _proposals(engine, before)]
    found = _services(records, after)
    if before.staff or after.staff:
        found += _staff(records, after)
    found += _hours(ahead, slots, before, after)
    found += _staff_hours([*ahead, *slots], before, after, renamed)
    return [_with_holders(one, waiting) for one in found]


async def _open_slots(engine: Engine) -> list[Slot]:
    """List all open slots that are still offered."""

    def need(last: Slot | None) -> SlotPage:
        if last is None:
            return SlotPage("open", limit=PAGE)
        return SlotPage("open", last.freed_at, last.id, PAGE)

    now = engine.now()
    return [slot for slot in await paged(engine, need) if slot.closes_at > now]


async def _proposals(engine: Engine, book: Rulebook) -> list[Proposal]:
    """List the open proposals with a service of the rules; anyone may ask for others."""

    def need(last: Proposal | None) -> ProposalPage:
        return ProposalPage("open", last.id if last is not None else "", PAGE)

    return [one for one in await paged(engine, need) if book.service(one.value("service"))]


def _with_holders(one: InUse, waiting: Iterable[Entry]) -> InUse:
    offers = {offer_name(slot.id, slot.live_offer_seq) for slot in one.slots}
    holders = [entry for entry in waiting if entry.offer in offers]
    return msgspec.structs.replace(one, holders=holders)


def dropped(found: Iterable[InUse], before: Rulebook) -> list[InUse]:
    """Return what the rules before still had: staff are asked about it before it goes."""
    before = msgspec.structs.replace(before, former=())
    return [one for one in found if one.kind in HOURS or _is_in(one, before)]


def _is_in(one: InUse, book: Rulebook) -> bool:
    if one.kind == "service":
        return book.service(one.name) is not None
    return bool(book.staff_member(one.name))


def usage_mark(found: Iterable[InUse]) -> str:
    """Return a mark of what staff were asked about."""
    words = [" ".join((one.kind, normalized_name(one.name), *_ids(one))) for one in found]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:20]


def _ids(one: InUse) -> list[str]:
    return [*(person.id for person in one.people), *(slot.id for slot in one.slots)]


def _services(records: Iterable[_Record], book: Rulebook) -> list[InUse]:
    missing = _Users("service")
    for record in records:
        name = _name_in(record, "service")
        if book.service(name) is None:
            missing.add(name, record)
    return missing.found()


def _staff(records: Iterable[_Record], book: Rulebook) -> list[InUse]:
    missing = _Users("staff")
    for record in records:
        name = _name_in(record, "staff")
        if name and not book.staff_member(name):
            missing.add(name, record)
    return missing.found()


def _name_in(record: _Record, kind: NameKind) -> str:
    """Return the service or staff member of a record."""
    if isinstance(record, Proposal):
        return record.value(kind)
    return record.service if kind == "service" else record.staff


def _hours(
    ahead: Iterable[Appointment], slots: Iterable[Slot], before: Rulebook, after: Rulebook
) -> list[InUse]:
    """Return what is within the hours before, and not within the new ones.

    Without any hours all days but closed ones are open, so that slots stay on offer.
    """
    ahead = [one for one in ahead if _is_open(one, before)]
    found = []
    if before.opening_hours and not after.opening_hours:
        found.append(InUse("all_hours", "", ahead, []))
    slots = [one for one in slots if _is_open(one, before)]
    found.append(InUse("hours", "", _outside(ahead, after), [], _outside(slots, after)))
    return [one for one in found if one.appointments or one.slots]


def _staff_hours(
    times: Iterable[Appointment | Slot],
    before: Rulebook,
    after: Rulebook,
    renamed: Iterable[FormerName],
) -> list[InUse]:
    """Return what staff could do before, and is outside their new hours, by staff member.

    What is outside the opening hours is asked about with these.
    """
    names = {normalized_name(one.old): one.new for one in renamed if one.kind == "staff"}
    missing = _Users("staff_hours")
    for one in times:
        name = names.get(normalized_name(one.staff), one.staff)
        was_fine = _is_open(one, before) and _is_at_work(one, one.staff, before)
        if was_fine and _is_open(one, after) and not _is_at_work(one, name, after):
            missing.add(after.staff_member(name), one)
    return missing.found()


def _is_at_work(one: Appointment | Slot, name: str, book: Rulebook) -> bool:
    """Return True if a staff member works all of a time, or has no hours of their own."""
    staff = book.staff_member(name)
    if not staff or book.hours_of(staff) is None:
        return True
    days = days_between(one.starts_at, one.ends_at, book)
    away = [(begins, ends) for name, begins, ends in absences(book, days) if name == staff]
    return not any(begins < one.ends_at and one.starts_at < ends for begins, ends in away)


def _outside(times: Iterable[_Time], book: Rulebook) -> list[_Time]:
    return [one for one in times if not _is_open(one, book)]


class _Users:
    """Records by the name that they use."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.names: dict[str, InUse] = {}

    def add(self, name: str, record: _Record) -> None:
        one = self.names.setdefault(normalized_name(name), InUse(self.kind, name, [], []))
        if isinstance(record, Appointment):
            one.appointments.append(record)
        elif isinstance(record, Entry):
            one.entries.append(record)
        elif isinstance(record, Proposal):
            one.proposals.append(record)
        else:
            one.slots.append(record)

    def found(self) -> list[InUse]:
        return sorted(self.names.values(), key=lambda one: one.name)


def _is_open(one: Appointment | Slot, book: Rulebook) -> bool:
    """Return True if a time is within the opening hours; without hours any open day will do."""
    starts = wall_time(one.starts_at, book.zone).replace(tzinfo=None)
    if not book.opening_hours:
        return not is_closed(book, None, starts.date())
    ends = starts + timedelta(minutes=one.minutes)
    return any(
        opens <= starts and ends <= closes for opens, closes in open_on(book, None, starts.date())
    )


def new_names(one: InUse, book: Rulebook) -> list[str]:
    """Return the names that it may have in the new rules."""
    if one.kind == "service":
        return [service.name for service in book.services]
    return list(book.staff) if one.kind == "staff" else []


class Renaming(msgspec.Struct, frozen=True):
    """A service or staff member that has another name in the new rules."""

    one: InUse
    name: str

    @property
    def fields(self) -> dict[str, str]:
        """The field that has the new name."""
        return {self.one.kind: self.name}

    @property
    def former(self) -> FormerName:
        """The old name, to be kept with the rules."""
        kind: NameKind = "service" if self.one.kind == "service" else "staff"
        return FormerName(kind, self.one.name, self.name)


async def rename(engine: Engine, renamings: Sequence[Renaming], by: str) -> int:
    """Give slots, appointments and entries the new names; return how many could not be changed.

    So do those of the last days, and those that were cancelled or handed back: staff still see
    them, and may restore them. Slots come first: an entry that has a new name and the offer of a
    slot that has not loses it. Each gets all its names at once, because an offer that fits only
    one of them is lost as well.
    """
    if not renamings:
        return 0
    slots, booked = _slots_near(engine), await near_and_ahead(engine)
    answers = await execute_all(engine, _slot_edits(renamings, slots), by)
    still = _as_they_are(engine, renamings)
    answers += await execute_all(engine, _edits(still, booked), by)
    return sum(answer.code not in ("edited", "unchanged") for answer in answers)


def _as_they_are(engine: Engine, renamings: Iterable[Renaming]) -> list[Renaming]:
    """Return the renamings with the entries that still wait under the old name.

    Whoever wishes something else since staff were asked keeps that.
    """
    found = []
    for renaming in renamings:
        loaded = (engine.load(Get(Entry, (entry.id,))) for entry in renaming.one.entries)
        there = [entry for entry in loaded if entry is not None and entry.state == "waiting"]
        entries = [entry for entry in there if _has_old_name(entry, renaming)]
        one = msgspec.structs.replace(renaming.one, entries=entries)
        found.append(msgspec.structs.replace(renaming, one=one))
    return found


def _slots_near(engine: Engine) -> tuple[Slot, ...]:
    """Return the slots of the last days and of those to come, in any status."""
    now = engine.now()
    return engine.load(SlotsBetween(now - NOTED_WITHIN, now + AHEAD, limit=MOST_SLOTS))


def _slot_edits(renamings: Iterable[Renaming], slots: Iterable[Slot]) -> list[Command]:
    """Return the new names of slots, also of those that moved appointments were claimed in."""
    names: dict[str, dict[str, Any]] = {}
    for renaming in renamings:
        used = [slot.id for slot in slots if _has_old_name(slot, renaming)]
        used += [each.slot for each in renaming.one.appointments if each.slot]
        for slot_id in used:
            names.setdefault(slot_id, {}).update(renaming.fields)
    return [RenameSlot(slot_id=slot_id, **fields) for slot_id, fields in names.items()]


def _edits(renamings: Iterable[Renaming], booked: Iterable[Appointment]) -> list[Command]:
    """Return one edit of each appointment and entry; an appointment keeps its duration."""
    names: dict[str, dict[str, Any]] = {}
    waiting: dict[str, dict[str, Any]] = {}
    for renaming in renamings:
        for appointment in booked:
            if _has_old_name(appointment, renaming):
                kept = {"minutes": appointment.minutes}
                names.setdefault(appointment.id, kept).update(renaming.fields)
        for entry in renaming.one.entries:
            waiting.setdefault(entry.id, {"rev": entry.rev}).update(renaming.fields)
    return [
        *(EditAppointment(appointment_id=name, **fields) for name, fields in names.items()),
        *(EditEntry(entry_id=name, **fields) for name, fields in waiting.items()),
    ]


async def take_back(
    engine: Engine, asked: Iterable[InUse], renamings: Iterable[Renaming], by: str
) -> None:
    """Withdraw the open slots of what is gone; whoever holds an offer of one is told."""
    renamed = {renaming.one.field for renaming in renamings}
    gone = {slot.id for one in asked if one.field not in renamed for slot in one.slots}
    await execute_all(engine, [WithdrawSlot(slot_id=name) for name in sorted(gone)], by)


def _has_old_name(record: Slot | Appointment | Entry, renaming: Renaming) -> bool:
    """Return True if a record has the service or staff member under the old name."""
    if isinstance(record, Appointment) and record.is_erased:
        return False
    name: str = getattr(record, renaming.one.kind)
    return normalized_name(name) == normalized_name(renaming.one.name)


async def with_doubts(engine: Engine, command: SaveDocument) -> SaveDocument:
    """Return the command, which waits for staff if new rules lack what is in use."""
    if command.name != "rules":
        return command
    before = rulebook_of(engine.load(Get(Document, ("rules",))))
    after = parse_rules(command.text).rulebook
    found = dropped(await lacking(engine, before, after), before)
    people = {person.id: person for one in found for person in one.people}
    return msgspec.structs.replace(
        command,
        doubts=tuple(one.problem for one in found),
        people=tuple(people.values()),
    )
