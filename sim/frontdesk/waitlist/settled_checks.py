"""L1 and L2 for slots: what must be true after any sweep in which nothing went wrong."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, ServiceQueue, Slot, SlotOffer
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, is_same_customer, rules_seen

# The longest time until a refused offer is retried, and a waiting slot looks again.
A_WHILE = timedelta(minutes=11)
AN_HOUR = timedelta(hours=1)
TWO_NIGHTS = timedelta(hours=50)  # also where the salon moves to another zone in between


DECIDES = (
    "line",
    "party",
    "earliest",
    "latest",
    "staff",
    "phone",
    "email",
    "channel",
)


class Look(NamedTuple):
    """A slot's last look: when it was, who waited then, and who of them had its time."""

    at: datetime
    known: dict[str, tuple[object, ...]]
    busy: set[str]


class L1HouseIsKept(DeskCheck):
    """An entry whose last day has passed is off the list after the nightly housekeeping."""

    promise = "L1"

    def __init__(self, book: StateModel) -> None:
        """The rounds have not begun."""
        super().__init__(book)
        self.since: datetime | None = None
        self.named_day: dict[str, datetime] = {}

    def commit(self, commit: Commit) -> None:
        """Note when the rounds begin."""
        begun = any(
            alarm.key.startswith("housekeeping:") for alarm in commit.written.decision.set_alarms
        )
        self.since = self.since or (commit.true_at if begun else None)
        for before, entry in commit.of(Entry):
            if before is None or before.latest != entry.latest:
                self.named_day[entry.id] = commit.true_at

    def calm(self, now: datetime) -> None:
        """Nobody is left whose day had passed two nights ago, and was named by then.

        A row of a sheet may come in late, after its day.
        """
        if self.since is None or now - self.since < TWO_NIGHTS:
            return
        then = reference_rules.day(self.desk.rules, now - TWO_NIGHTS)
        past = [
            one.id
            for one in self.desk.entries.values()
            if one.state == "waiting"
            and "" < one.latest < then
            and self.named_day[one.id] <= now - TWO_NIGHTS
        ]
        self.require(not past, f"still on the list at {now}, though their day has passed: {past}")


class L2SlotsRollOn(DeskCheck):
    """Every lapsed offer has rolled on within one sweep, and no open slot is forgotten.

    Each new or changed entry that fits an open slot is asked.
    """

    promise = "L2"

    def __init__(self, book: StateModel) -> None:
        """No alarm is set, and no slot has looked."""
        super().__init__(book)
        self.set_under: dict[str, HouseRules] = {}
        self.looked: dict[str, Look] = {}
        self.changed: dict[str, int] = {}

    def commit(self, commit: Commit) -> None:
        """Remember by which rules a slot's next look was planned."""
        for alarm in commit.written.decision.set_alarms:
            if alarm.key.startswith("look:"):
                self.set_under[alarm.key] = rules_seen(commit)
        for before, entry in commit.of(Entry):
            if before != entry:
                self.changed[entry.id] = self.book.commits
        is_ruled = any(before != after for before, after in commit.of(Document))
        if is_ruled or any(_is_given_on(*one) for one in commit.of(Appointment)):
            for look in self.looked.values():
                look.busy.clear()
        command = commit.order.command
        slot = self.desk.slots.get(getattr(command, "slot_id", ""))
        if isinstance(command, AdvanceSlot) and slot is not None:
            known = self._seen(commit)
            self.looked[slot.id] = Look(commit.true_at, known, self._busy(known, commit))

    def _seen(self, commit: Commit) -> dict[str, tuple[object, ...]]:
        """Return who waited when a process read their queue: a slot's, or one of a rest's."""
        read_at = {key[0]: at for (kind, key), at in commit.seen_at.items() if kind is ServiceQueue}
        return {
            one.id: self._standing(one)
            for one in self.desk.entries.values()
            if one.state == "waiting" and self.changed[one.id] < read_at.get(one.line, 0)
        }

    def _busy(self, known: Iterable[str], commit: Commit) -> set[str]:
        """Return who had the time of a slot when its day was read, where the two lists are one.

        Only appointments at that time are read; one may have ended a moment after its day was.
        """
        if not rules_seen(commit).refill:
            return set()
        then, entries = commit.seen.values(), self.desk.entries
        booked = [one for one in then if isinstance(one, Appointment)]
        return {name for name in known for one in booked if is_same_customer(one, entries[name])}

    def _standing(self, entry: Entry) -> tuple[object, ...]:
        """Return all of an entry that decides whether it may be asked."""
        fields = tuple(getattr(entry, name) for name in DECIDES)
        return (*fields, bool(self.desk.held_by(entry)))

    def calm(self, now: datetime) -> None:
        """Check that no offer outlives its deadline, and that an open slot has a reason to wait.

        The reasons are the morning, the mail, a person who holds another offer, or nobody fits.
        """
        for slot in self.desk.open_slots():
            live = self.desk.live_on(slot.id)
            if live:
                self._offered(live[0], now)
            else:
                self._looks(slot, now)

    def _offered(self, offer: SlotOffer, now: datetime) -> None:
        self.require(offer.ends_at > now, f"{offer} outlives its deadline at {now}")
        alarm = self.book.alarms.get(f"lapse:{offer.slot_id}-{offer.seq}")
        self.require(
            alarm is not None and alarm.due_at <= offer.ends_at,
            f"nothing rings for {offer}: {alarm}",
        )

    def _looks(self, slot: Slot, now: datetime) -> None:
        if self._is_next(slot.id):
            return
        alarm = self.book.alarms.get(f"look:{slot.id}")
        if alarm is None or alarm.due_at > slot.closes_at:
            self.require(
                alarm is not None and alarm.due_at <= now + A_WHILE,
                f"nobody looks after {slot}: {alarm}",
            )
            return
        if alarm.due_at <= now + A_WHILE or self._is_night(self.set_under[alarm.key], now):
            return
        line = reference_rules.Line(self.desk, self.desk.rules, slot, self.desk.spend, now)
        askable = [one.id for one in line.askable() if self._is_news(slot, one, now)]
        self.require(
            not askable, f"{askable} may be asked at {now}, and {slot} waits until {alarm.due_at}"
        )

    def _is_next(self, slot_id: str) -> bool:
        """Return True if a slot is looked at after others."""
        looks = (one.command for one in self.book.alarms.values())
        return any(slot_id in one.rest for one in looks if isinstance(one, AdvanceSlot))

    def _is_news(self, slot: Slot, entry: Entry, now: datetime) -> bool:
        """Return True if a slot should have asked an entry by now.

        Whoever can be asked only because texts leave again is asked after the night. So is whoever
        cancelled a booking of their own at that time, but only where the two lists are apart.
        """
        last = self.looked[slot.id]
        is_changed = self._standing(entry) != last.known.get(entry.id) or entry.id in last.busy
        return is_changed or now - last.at > TWO_NIGHTS

    def _is_night(self, planned_by: HouseRules, now: datetime) -> bool:
        """Return True until the morning, which may be an hour late when clocks go forward."""
        return any(reference_rules.opens(planned_by, at) > at for at in (now, now - AN_HOUR))


def _is_given_on(before: Appointment | None, after: Appointment) -> bool:
    """Return True if a booking became another customer's: no slot is looked at for that."""
    return before is not None and (before.name, before.addresses) != (after.name, after.addresses)
