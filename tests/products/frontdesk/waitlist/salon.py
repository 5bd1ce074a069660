"""A small salon for tests: real rules and relay, a store, a clock and a carrier in memory.

After every command the promises that hold at each instant are checked, so every test tests them
too.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from fullhouse.engine.ports import AuditPage, MessagePage
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Outcome, Sent
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    Identity,
    NoteReach,
    contact_id,
    identities,
)
from fullhouse.products.frontdesk.shared.documents import Document, SaveDocument, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.shared.sms_budget import TEXTS, SmsSpend, texts_stopped
from fullhouse.products.frontdesk.waitlist import commands, queue
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    OffersOfSlot,
    ServiceQueue,
    Slot,
    SlotOffer,
    WaitlistResult,
    WaitlistState,
)
from tests.support import rsvp_world
from tests.support.rsvp_world import BERLIN, check_audit, there
from tests.support.world import World

# A Saturday in a salon.
NOON = "2026-06-20 12:00"
RULES_TEXT = """\
Time zone: Europe/Berlin
Services
- Colour: 90 minutes, 120 EUR
- Cut: 45 minutes, 55 EUR
- Table: 120 minutes
Staff: Jess, Sam
Order: priority first, then join time
Claim window: 10 minutes
Quiet hours: 21:00 to 08:00
Tries per slot: 5
Cut-off: 10 minutes before
Smaller parties may take a larger slot: yes
"""
STAFF = "staff"
ROUNDS = ("housekeeping:waitlist", "summary:waitlist")


def phone(name: str) -> str:
    """A number of someone's own."""
    return f"+49151{int.from_bytes(name.encode()) % 10**8:08d}"


def mail(name: str) -> str:
    return f"{name}@example.org"


class Carrier(rsvp_world.Carrier):
    """A carrier who always reaches the staff."""

    def send(self, message: Message, letter: Letter) -> Outcome:
        if message.channel != STAFF:
            return super().send(message, letter)
        self.handed.append(message)
        return Sent()


class Salon(World):
    """One business, given commands by name; one that settles does at once all that is due."""

    def __init__(
        self, *changes: tuple[str, str], now: str = NOON, settles: bool = True, checks: bool = True
    ) -> None:
        """Open with the usual rules, lines of which may be changed."""
        super().__init__(BERLIN, settles=settles, checks=checks)
        self.store: MemoryStore = MemoryStore()
        self.carrier: Carrier = Carrier()
        self.now = there(now)
        self.booked: dict[str, str] = {}
        self.write(RULES_TEXT, *changes)

    # What people do.

    def ask(self, command: Command, by: str = "someone") -> WaitlistResult:
        answer = self.give(command, by)
        assert isinstance(answer, WaitlistResult)
        return answer

    def write(self, text: str, *changes: tuple[str, str]) -> None:
        """Put rules in force."""
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        saved = self.give(SaveDocument(name="rules", text=text), STAFF)
        self.rewritten = self.now
        assert saved.problems == ()
        # This salon has no appointments: what comes round for them is not looked at here.
        for alarm in (*self.alarms("appointments:"), *self.alarms("summary:appointments")):
            del self.store.alarms[alarm.key]

    def join(self, *names: str, **fields: Any) -> WaitlistResult:
        """Let people join one after the other, a minute between them."""
        answers = []
        for name in names:
            usual = {
                "entry_id": name,
                "name": name.title(),
                "phone": phone(name),
                "service": "Colour",
            }
            answers.append(self.ask(commands.JoinWaitlist(**{**usual, **fields})))
            if self.settles:
                self.after(minutes=1)
            else:
                self.now += timedelta(minutes=1)
        return answers[-1]

    def free(
        self, slot_id: str = "slot", starts_at: str = "2026-06-20 18:00", **fields: Any
    ) -> WaitlistResult:
        usual: dict[str, Any] = {"service": "Colour", "staff": "Jess"}
        at = there(starts_at, self.zone)
        return self.ask(
            commands.FreeSlot(slot_id=slot_id, starts_at=at, **{**usual, **fields}), STAFF
        )

    def claim(self, name: str, offer: str = "") -> WaitlistResult:
        slot_id, _, seq = (offer or self.entry(name).offer or "none-1").rpartition("-")
        return self.ask(commands.ClaimSlot(slot_id=slot_id, seq=int(seq), entry_id=name), name)

    def decline(self, name: str, offer: str = "") -> WaitlistResult:
        slot_id, _, seq = (offer or self.entry(name).offer or "none-1").rpartition("-")
        return self.ask(commands.DeclineSlot(slot_id=slot_id, seq=int(seq), entry_id=name), name)

    def leave(self, name: str, **fields: Any) -> WaitlistResult:
        return self.ask(commands.LeaveWaitlist(entry_id=name, **fields), name)

    def edit(self, entry_id: str, **fields: Any) -> WaitlistResult:
        return self.ask(commands.EditEntry(entry_id=entry_id, **fields), STAFF)

    def erase(self, name: str) -> WaitlistResult:
        return self.ask(commands.EraseEntry(entry_id=name), STAFF)

    def withdraw(self, slot_id: str = "slot") -> WaitlistResult:
        return self.ask(commands.WithdrawSlot(slot_id=slot_id), STAFF)

    def reach(self, address: str, reach: Any, note: str = "") -> WaitlistResult:
        return self.ask(NoteReach(address=address, reach=reach, note=note))

    # What can be seen.

    @property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.store.load(Get(Document, ("rules",))))

    def entry(self, name: str) -> Entry:
        entry = self.store.load(Get(Entry, (name,)))
        assert entry is not None
        return entry

    def slot(self, slot_id: str = "slot") -> Slot:
        slot = self.store.load(Get(Slot, (slot_id,)))
        assert slot is not None
        return slot

    def contact(self, address: str) -> Contact:
        contact = self.store.load(Get(Contact, (contact_id(address),)))
        assert contact is not None
        return contact

    def line(self, name: str = "colour") -> ServiceQueue:
        line = self.store.load(Get(ServiceQueue, (name,)))
        assert line is not None
        return line

    def spend(self) -> SmsSpend | None:
        return self.store.load(Get(SmsSpend, (TEXTS,)))

    def offers(self, slot_id: str = "slot") -> tuple[SlotOffer, ...]:
        return self.store.load(OffersOfSlot(slot_id))

    def story(self, slot_id: str = "slot") -> list[tuple[str, str]]:
        """Who was offered a slot, and what became of it."""
        return [(one.entry_id, one.status) for one in self.offers(slot_id)]

    def asked(self, slot_id: str = "slot") -> str:
        """Who holds the live offer of a slot."""
        return next((one.entry_id for one in self.offers(slot_id) if one.status == "live"), "")

    def fate(self, slot_id: str = "slot") -> tuple[str, str]:
        slot = self.slot(slot_id)
        return slot.status, slot.why or slot.booked_by

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.store.shelf(Entry).values())

    def slots(self) -> tuple[Slot, ...]:
        return tuple(self.store.shelf(Slot).values())

    def contacts(self) -> tuple[Contact, ...]:
        return tuple(self.store.shelf(Contact).values())

    def messages(self, kind: str = "", to: str = "") -> list[Message]:
        """What was written, the oldest first."""
        page = self.store.load(MessagePage(SCOPE, to, kind, limit=1_000_000))
        return list(reversed(page))

    def handed(self, kind: str = "") -> list[tuple[str, str]]:
        """What the carrier was handed: to whom, and how."""
        return [
            (one.person or one.to, one.channel)
            for one in self.carrier.handed
            if kind in ("", one.kind)
        ]

    def alarms(self, start: str = "") -> list[Alarm]:
        """What will ring, but for the rounds unless they are asked for."""
        alarms = super().alarms(start)
        return alarms if start else [alarm for alarm in alarms if not alarm.key.startswith(ROUNDS)]

    def lines(self, subject: str = "") -> list[AuditLine]:
        found = self.store.load(AuditPage(SCOPE, limit=1_000_000))
        return [line for line in found if subject in ("", line.subject)]

    def actions(self, subject: str = "") -> list[str]:
        return [line.action for line in self.lines(subject)]

    # What must hold.

    def check(self, decision: Decision) -> None:
        entries, slots = self.entries(), self.slots()
        rerouted = {alarm.key.removeprefix("reroute:") for alarm in self.alarms("reroute:")}
        check_people(entries, self.contacts(), self.store.shelf(ServiceQueue).values(), rerouted)
        check_offers(entries, slots, tuple(self.store.shelf(SlotOffer).values()))
        for slot in slots:
            if slot.booked_by:
                assert self.booked.setdefault(slot.id, slot.booked_by) == slot.booked_by, (
                    "S11: booked twice"
                )
        check_claims(decision, self.now)
        self.check_order(decision)
        check_audit(self.store)

    def busy_then(self, slot: Slot) -> frozenset[Identity]:
        """Return the customers with a booking that overlaps a slot."""
        claimed = [
            one
            for one in self.slots()
            if one.booked_by and one.starts_at < slot.ends_at and slot.starts_at < one.ends_at
        ]
        entries = [self.entry(one.booked_by) for one in claimed]
        return frozenset().union(*(identities(one.name, one.addresses) for one in entries))

    def check_order(self, decision: Decision) -> None:
        """S3: nobody is asked before someone who stands ahead of them and may be asked."""
        for offer in (
            one.after
            for one in decision.changes
            if isinstance(one.after, SlotOffer) and one.before is None
        ):
            slot = self.slot(offer.slot_id)
            need, texts = (
                queue.fitting(slot, self.rulebook),
                not texts_stopped(self.spend(), self.rulebook, self.now),
            )
            before = [
                replace(one, offer="") if one.offer == offer.name else one
                for one in self.contacts()
            ]
            ahead = [
                one
                for one in self.entries()
                if need.place(one) < need.place(self.entry(offer.entry_id))
            ]
            may = [
                one
                for one in ahead
                if one.state == "waiting" and self.fits(slot, one) and one.id not in slot.tried
            ]
            whole = replace(slot, minutes=slot.rest_minutes or slot.minutes)
            seen = WaitlistState(contacts=tuple(before), busy_then=self.busy_then(whole))
            assert [one.id for one in may if not queue.why_not(one, seen, texts=texts)] == [], (
                "S3: overtaken"
            )
            assert not self.rulebook.quiet_hours.cover(self.now, self.rulebook.zone)
            tried = {self.entry(name).addresses for name in slot.asked}
            assert len(tried) <= (self.rulebook.tries or len(tried))

    def fits(self, slot: Slot, entry: Entry) -> bool:
        """Return True if a slot fits an entry: what is left of one, for any service."""
        if slot.is_rest:
            service = self.rulebook.service(entry.service)
            if service is None or service.minutes > slot.rest_minutes:
                return False
            slot = replace(slot, line=entry.line)
        return not queue.fitting(slot, self.rulebook).fits(entry)


def salon_with_people(*changes: tuple[str, str], now: str = NOON) -> Salon:
    """Return a salon where Anna waits with a number and an address, and Ben with a number."""
    salon = Salon(*changes, now=now)
    salon.join("anna", email=mail("anna"))
    salon.join("ben")
    return salon


def check_people(
    entries: Iterable[Entry],
    contacts: tuple[Contact, ...],
    service_lines: Iterable[ServiceQueue],
    rerouted: Collection[str] = (),
) -> None:
    """Check a queue's counters against its entries, and each contact's entries and offers.

    An entry has the channel that its contacts allow; `rerouted` ones get it by an alarm.
    """
    waiting = [one for one in entries if one.state == "waiting"]
    counted = {line.id: line.waiting for line in service_lines}
    assert counted == {**dict.fromkeys(counted, 0), **Counter(one.line for one in waiting)}
    for contact in contacts:
        there_now = {one.id: one for one in waiting if contact.id in map(contact_id, one.addresses)}
        assert set(contact.entries) == set(there_now)
        assert [one.offer for one in there_now.values() if one.offer] in ([], [contact.offer])
        assert contact.offer == "" or any(one.offer == contact.offer for one in there_now.values())
        people = {(one.line, normalized_name(one.name)) for one in there_now.values()}
        assert len(people) == len(there_now), "S2: somebody waits twice"
    for one in waiting:
        if not set(map(contact_id, one.addresses)) & set(rerouted):
            assert one.channel == queue.channel_of(one, contacts)


def check_offers(
    entries: Iterable[Entry], slots: Iterable[Slot], offers: tuple[SlotOffer, ...]
) -> None:
    """One live offer per slot and per person, none past the slot's end, only on open slots."""
    live = {one.name: one for one in offers if one.status == "live"}
    assert {one.offer: one.id for one in entries if one.offer} == {
        name: one.entry_id for name, one in live.items()
    }
    assert len({one.entry_id for one in live.values()}) == len(live)
    for slot in slots:
        held = [one for one in live.values() if one.slot_id == slot.id]
        assert [one.seq for one in held] == ([slot.live_offer_seq] if slot.live_offer_seq else [])
        assert slot.status == "open" or not held
        assert all(one.ends_at <= slot.closes_at for one in held)
        claimed = [
            one.entry_id for one in offers if one.slot_id == slot.id and one.status == "claimed"
        ]
        if slot.why == "given_up":
            assert len(claimed) == 1
        else:
            assert claimed == ([slot.booked_by] if slot.booked_by else [])
        assert (slot.status == "booked") == bool(slot.booked_by)


def check_claims(decision: Decision, now: datetime) -> None:
    """S4: no claim takes effect at or after its deadline, and an offer ends once."""
    for one in decision.changes:
        if (
            isinstance(one.after, SlotOffer)
            and one.before is not None
            and one.before.status != one.after.status
        ):
            assert one.before.status == "live"
            assert one.after.status != "claimed" or now < one.after.ends_at
