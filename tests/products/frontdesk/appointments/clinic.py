"""A small clinic for tests: real rules and relay, a store, a clock and a carrier in memory.

After every command the promises that hold at each instant are checked, so every test tests them
too. What joins appointments to the waitlist is not here: a released time stays held for the slot
that it becomes.
"""

from collections import Counter
from datetime import datetime
from typing import Any

from fullhouse.engine.execute import Rules, execute
from fullhouse.engine.ports import AuditPage, Invocation, MessagePage
from fullhouse.engine.relay import relay_rules
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import LOST, Message, Outcome
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.appointments import (
    commands,
    needs,
    reminder_ticks,
    replies,
)
from fullhouse.products.frontdesk.appointments.day_schedule import conflict, day_of
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Appointment,
    AppointmentResult,
    ArchivedSend,
    BusyTime,
    DaySchedule,
    Reply,
    Send,
    SendsOf,
)
from fullhouse.products.frontdesk.rules import APPOINTMENTS
from fullhouse.products.frontdesk.shared import documents, holidays
from fullhouse.products.frontdesk.shared.contacts import SCOPE as CONTACTS
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    NoteReach,
    contact_id,
)
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.shared.opening_hours import next_open_minute
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.sms_budget import TEXTS, SmsSpend
from fullhouse.products.frontdesk.waitlist.contact_reach import note_reach
from fullhouse.products.frontdesk.waitlist.model import WaitlistResult
from fullhouse.products.frontdesk.waitlist.needs import NOTING_REACH
from fullhouse.products.frontdesk.waitlist.needs import gathered as waitlist_state
from tests.support import rsvp_world
from tests.support.rsvp_world import BERLIN, check_audit, there
from tests.support.world import World

# A Monday in a clinic; the usual appointment is on Wednesday.
MONDAY = "2026-06-01 10:00"
WEDNESDAY = "2026-06-03 14:00"
RULES_TEXT = """\
Time zone: Europe/Berlin
Services
- Cut: 45 minutes, 55 EUR; remind at 24 and 1 hours
- Cleaning: 30 minutes, 80 EUR; remind at 48 and 2 hours
- Consult: 60 minutes; remind at 72, 24 and 3 hours
- Follow-up: 15 minutes; remind at 24 hours
- Chat: 15 minutes
Staff: Jess, Sam
Opening hours: Mon-Fri 09:00-18:00, Sat 10:00-14:00
Closed: public holidays of DE-BE, 24 Dec
Quiet hours: 21:00 to 08:00
Cut-off: 10 minutes before
Gap alert: 45 minutes before
Refill from the waitlist: yes
"""
STAFF = "staff"
RULES = Rules(
    {
        **APPOINTMENTS.rules,
        commands.RestoreAppointment: Rule(
            needs.RESTORING, replies.restore_appointment, needs.gathered
        ),
        NoteReach: Rule(NOTING_REACH, note_reach, waitlist_state),
        SaveDocument: Rule(documents.document_needs, documents.save_document),
        KeepHolidays: Rule(holidays.holiday_needs, holidays.keep_holidays),
        **relay_rules({APPOINTMENTS.name: APPOINTMENTS}),
    },
    {Appointment: (reminder_ticks.wake_tick,)},
)


def phone(name: str) -> str:
    """A number of someone's own."""
    return f"+49151{int.from_bytes(name.encode()) % 10**8:08d}"


def mail(name: str) -> str:
    return f"{name}@example.org"


class Carrier(rsvp_world.Carrier):
    """A carrier who notes when it was handed what."""

    def __init__(self, clinic: "Clinic") -> None:
        super().__init__()
        self.clinic = clinic
        self.times: list[tuple[datetime, Message]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.clinic.check_letter(message)
        self.times.append((self.clinic.now, message))
        return super().send(message, letter)


class Clinic(World):
    """One business, given commands by name; one that settles does at once all that is due."""

    def __init__(
        self, *changes: tuple[str, str], now: str = MONDAY, settles: bool = True, ticks: bool = True
    ) -> None:
        """Open with the usual rules, lines of which may be changed."""
        super().__init__(BERLIN, settles=settles)
        self.store: MemoryStore = MemoryStore()
        self.carrier: Carrier = Carrier(self)
        self.now = there(now)
        self.ticks = ticks
        self.write(RULES_TEXT, *changes)

    def _execute(self, invocation: Invocation) -> Decision:
        decision = execute(self.store, RULES, invocation, self.now)
        if self.checks and not decision.is_empty:
            self.check(decision)
        return decision

    # What people do.

    def ask(self, command: Command, by: str = "someone") -> AppointmentResult:
        answer = self.give(command, by)
        assert isinstance(answer, AppointmentResult)
        return answer

    def write(self, text: str, *changes: tuple[str, str]) -> None:
        """Put rules in force, and look at everyone under them soon, as the engine does."""
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        assert self.give(SaveDocument(name="rules", text=text), STAFF).problems == ()
        if self.ticks:
            self.give(commands.StartReminderTicks(), STAFF)

    def holidays(self, *days: str) -> None:
        self.give(KeepHolidays(holidays=Holidays(id="DE-BE", days=days, until="2027-12-31")))

    def book(
        self, who: str = "anna", starts_at: str = WEDNESDAY, /, **fields: Any
    ) -> AppointmentResult:
        usual = {"name": who.title(), "phone": phone(who), "service": "Cut", "staff": "Jess"}
        at = there(fields.pop("starts_at", starts_at), self.zone)
        return self.ask(
            commands.BookAppointment(appointment_id=who, starts_at=at, **{**usual, **fields}), STAFF
        )

    def edit(self, who: str = "anna", /, **fields: Any) -> AppointmentResult:
        if isinstance(fields.get("starts_at"), str):
            fields["starts_at"] = there(fields["starts_at"], self.zone)
        return self.ask(commands.EditAppointment(appointment_id=who, **fields), STAFF)

    def confirm(self, name: str = "anna", link: str = "", **fields: Any) -> AppointmentResult:
        return self.ask(
            commands.ConfirmAppointment(appointment_id=name, **self._by(link, "confirm"), **fields),
            name,
        )

    def cancel(self, name: str = "anna", link: str = "", **fields: Any) -> AppointmentResult:
        return self.ask(
            commands.CancelAppointment(appointment_id=name, **self._by(link, "cancel"), **fields),
            name,
        )

    def reschedule(
        self, name: str, starts_at: str, link: str = "1-24", staff: str = ""
    ) -> AppointmentResult:
        return self.ask(self.picking(name, starts_at, link, staff), name)

    def picking(
        self, name: str, starts_at: str, link: str = "1-24", staff: str = ""
    ) -> commands.Reschedule:
        at = there(starts_at, self.zone)
        fields = self._by(link, "reschedule")
        return commands.Reschedule(appointment_id=name, starts_at=at, staff=staff, **fields)

    @staticmethod
    def _by(link: str, action: str) -> dict[str, Any]:
        """What a link says: the chain that it belongs to, and its name."""
        return {"chain": int(link.partition("-")[0]), "reply": f"{action}-{link}"} if link else {}

    def no_show(self, name: str = "anna") -> AppointmentResult:
        return self.ask(commands.NoShow(appointment_id=name), STAFF)

    def restore(self, name: str = "anna", **fields: Any) -> AppointmentResult:
        return self.ask(commands.RestoreAppointment(appointment_id=name, **fields), STAFF)

    def unconfirm(self, name: str = "anna") -> AppointmentResult:
        return self.ask(commands.Unconfirm(appointment_id=name), STAFF)

    def erase(self, name: str = "anna") -> AppointmentResult:
        return self.ask(commands.EraseAppointment(appointment_id=name), STAFF)

    def reach(self, address: str, reach: Any, note: str = "") -> str:
        answer: WaitlistResult = self.give(NoteReach(address=address, reach=reach, note=note))
        return answer.code

    def written(self) -> None:
        """Have the sheet show everything."""
        several = tuple((one.id, one.rev) for one in self.appointments() if one.unwritten)
        self.give(commands.MarkAppointmentsSynced(appointments=several))

    # What can be seen.

    @property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.store.load(Get(Document, ("rules",))))

    def appointment(self, name: str = "anna") -> Appointment:
        found = self.store.load(Get(Appointment, (name,)))
        assert found is not None
        return found

    def appointments(self) -> tuple[Appointment, ...]:
        return tuple(self.store.shelf(Appointment).values())

    def contact(self, address: str) -> Contact | None:
        return self.store.load(Get(Contact, (contact_id(address),)))

    def spend(self) -> SmsSpend | None:
        return self.store.load(Get(SmsSpend, (TEXTS,)))

    def sends(self, name: str = "anna") -> tuple[Send, ...]:
        return self.store.load(SendsOf(name))

    def archive(self) -> list[ArchivedSend]:
        return list(self.store.shelf(ArchivedSend).values())

    def replies(self) -> list[Reply]:
        return list(self.store.shelf(Reply).values())

    def taken(self) -> list[BusyTime]:
        """All that is taken, on any day."""
        return [one for day in self.store.shelf(DaySchedule).values() for one in day.taken]

    def held(self) -> list[str]:
        return [one.id for one in self.taken() if one.by == "slot"]

    def messages(self, kind: str = "", to: str = "") -> list[Message]:
        """What was written, the oldest first."""
        page = self.store.load(MessagePage(SCOPE, to, kind, limit=1_000_000))
        return list(reversed(page))

    def left(self, kind: str = "reminder") -> list[tuple[str, str]]:
        """What the carrier was handed of a kind: when by the clocks here, and how."""
        return [(self.clock(at), one.channel) for at, one in self.carrier.times if one.kind == kind]

    def clock(self, at: datetime) -> str:
        return f"{wall_time(at, self.zone):%a %H:%M}"

    def alerts(self) -> list[str]:
        """Why staff were told of someone who may not come."""
        return [one.facts["reason"] for one in self.carrier.handed if one.kind == "gap_alert"]

    def actions(self, subject: str = "") -> list[str]:
        return self._actions(SCOPE, subject)

    def contact_actions(self) -> list[str]:
        return self._actions(CONTACTS)

    def _actions(self, scope: str, subject: str = "") -> list[str]:
        lines = self.store.load(AuditPage(scope, limit=1_000_000))
        return [line.action for line in lines if subject in ("", line.subject)]

    # What must hold.

    def check(self, decision: Decision) -> None:
        self.check_books()
        self.check_picks(decision)
        check_audit(self.store)

    def check_books(self) -> None:
        """Check that each appointment ahead is in exactly one day schedule, and nothing else is."""
        expected = {one.id: one for one in self.appointments() if one.stands}
        entries = [one for one in self.taken() if one.by == "appointment"]
        assert Counter(one.id for one in entries) == Counter(expected.keys())
        for one in entries:
            found = expected[one.id]
            assert (one.starts_at, one.minutes, one.staff) == (
                found.starts_at,
                found.minutes,
                found.staff,
            )

    def check_picks(self, decision: Decision) -> None:
        """S11: what a customer picks, and what is held for the line, is nobody else's."""
        for step in decision.steps:
            if step.action == "rescheduled":
                day = self.store.load(
                    Get(
                        DaySchedule,
                        (day_of(self.appointment(step.subject).starts_at, self.rulebook),),
                    )
                )
                assert day is not None
                fresh = next(one for one in day.taken if one.id == step.subject)
                assert conflict(day.taken, fresh, self.rulebook) is None

    def check_letter(self, message: Message) -> None:
        """S7, S8, S12: nothing leaves in quiet hours, too late, twice, or to someone opted out."""
        before = [one for one in self.carrier.handed if one.id == message.id and one.error != LOST]
        assert message.error == LOST or message.attempts > 1 or not before, "S8: sent twice"
        if not message.person:
            return
        found = self.appointment(message.person)
        known = self.contact(message.to)
        assert known is None or known.reach == "fine", "S7: sent to someone opted out"
        assert message.to in found.addresses
        assert message.facts["appointment"]["starts_at"] == found.starts_at
        if message.kind == "reminder":
            holidays = self.store.load(Get(Holidays, ("DE-BE",)))
            assert next_open_minute(self.rulebook, holidays, self.now) == self.now, (
                "S7: sent in quiet hours"
            )
            assert found.status == "booked", "S12: sent to someone who cancelled or confirmed"
            assert self.now < found.starts_at, "S7: sent too late"


def asked(*names: str, **fields: Any) -> Clinic:
    """Return a clinic on Tuesday afternoon, where everyone has just been reminded."""
    clinic = Clinic()
    for name in names or ("anna",):
        clinic.book(name, **fields)
    clinic.until("2026-06-02 15:00")
    return clinic
