"""L2 and L3 for seats: what must be true after any sweep without faults, and at the end."""

from collections import Counter
from datetime import datetime, timedelta

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import LapseOffer, OfferFreeSeats, Remind
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit, StateModel
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

# An offer that was refused is tried again after so long at most.
A_WHILE = timedelta(minutes=31)
OVER_AN_HOUR = timedelta(
    minutes=65
)  # what is due in the gap of a clock change may come that much later
# Clocks of machines differ by that much at most.
APART = timedelta(minutes=2)
Occasion = tuple[str, str, str, int]


class L2OffersRollOn(GuestCheck):
    """Every lapsed offer has rolled on within one sweep, and no seat set aside is forgotten."""

    promise = "L2"

    def calm(self, now: datetime) -> None:
        """Check that no offer outlives its deadline, and no held seat waits without a reason."""
        for event in self.lists.events.values():
            guests = self.lists.guests[event.id].values()
            late = [
                one.id
                for one in guests
                if one.offer and reference_rules.deadline(event, one.offer) <= now
            ]
            self.require(not late, f"offers outlive their deadline at {now}: {late}")
            if event.owed and not self._waits(event, now):
                self.require(
                    kept=False,
                    what=f"{event.owed} seats are set aside at {now} and nobody is asked: {event}",
                )
        self._alarms_stand()

    def _waits(self, event: Event, now: datetime) -> bool:
        """Return True until the morning, which may be late when clocks go forward."""
        alarm = next(
            (
                one
                for one in self.book.set_for(OfferFreeSeats)
                if one.command == OfferFreeSeats(event_id=event.id)
            ),
            None,
        )
        if alarm is None or not reference_rules.live(event, now):
            return False
        earlier = now - timedelta(hours=1)
        return (
            reference_rules.leaves(event, now) > now
            or reference_rules.leaves(event, earlier) > earlier
            or alarm.due_at <= now + A_WHILE
        )

    def _alarms_stand(self) -> None:
        rings = {alarm.command: alarm.due_at for alarm in self.book.set_for(LapseOffer)}
        for guest in self.lists.all_guests():
            offer = guest.offer
            if offer is not None:
                lapse = LapseOffer(event_id=guest.event_id, guest_id=guest.id, offer_id=offer.id)
                self.require(
                    lapse in rings and rings[lapse] <= offer.ends_at,
                    f"nothing rings for {offer}: {rings}",
                )


class L3RemindersArrive(GuestCheck):
    """Every confirmed guest got each due reminder exactly once."""

    promise = "L3"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.moves: Counter[str] = Counter()
        self.occasions: dict[str, Occasion] = {}
        self.written: dict[Occasion, str] = {}
        self.sent: dict[Occasion, str] = {}
        self.tried: set[str] = set()
        self.scheduled: dict[str, datetime] = {}
        self.standing: dict[str, tuple[datetime, int]] = {}
        self.rounds: dict[tuple[str, int, str], int] = {}
        self.excused: Counter[str] = Counter()

    def commit(self, commit: Commit) -> None:
        """Note the start of an event's schedule and a guest's state, and written reminders."""
        for was, event in commit.of(Event):
            if was is None or _schedule(was) != _schedule(event):
                self.scheduled[event.id] = commit.at
            self.moves[event.id] += int(was is not None and _dates(was) != _dates(event))
        for before, guest in commit.of(Guest):
            if before is None or _standing(before) != _standing(guest):
                self.standing[guest.id] = (max(commit.at, commit.true_at), self.book.commits)
        command = commit.order.command
        if isinstance(command, Remind):
            self.rounds[command.event_id, command.plan, command.reminder] = commit.seen_at[
                Event, (command.event_id,)
            ]
        for before_it, message in commit.of(Message):
            if before_it is None and message.product == "rsvp" and message.kind == "reminder":
                self._written(message)

    def _written(self, message: Message) -> None:
        scope = message.scope
        occasion = (scope, message.person, message.facts["reminder"], self.moves[scope])
        self.occasions[message.id] = occasion
        self.written[occasion] = message.id

    def accepted(self, message: Message, now: datetime) -> None:
        """Count a reminder that left; a second one under another key is a repeat."""
        if message.product == "rsvp" and message.kind == "reminder":
            occasion = self.occasions[message.id]
            first = self.sent.setdefault(occasion, message.id)
            self.require(first == message.id, f"{occasion} is sent as {first} and as {message.id}")

    def refused(self, message: Message, now: datetime) -> None:
        """Remember what the carrier would not take."""
        self.tried.add(message.id)

    def calm(self, now: datetime) -> None:
        """Every reminder that is due and still of use has left, to everyone whom it is for."""
        for event in self.lists.events.values():
            if event.state != "cancelled" and not reference_rules.quiet(event, now):
                for due in reference_rules.reminders(event):
                    if (
                        self.scheduled[event.id] < due.due <= now - OVER_AN_HOUR
                        and now < due.use_by
                    ):
                        self._all_got(event, due, now)

    def _all_got(self, event: Event, due: reference_rules.Due, now: datetime) -> None:
        for guest in self.lists.guests[event.id].values():
            occasion = (event.id, guest.id, due.name, self.moves[event.id])
            if reference_rules.is_for(event, due, guest) and occasion not in self.sent:
                excuse = self._excuse(due, guest, occasion, now)
                self.require(excuse, f"{guest.id} did not get {due.name}, due {due.due}, by {now}")
                self.excused[excuse] += 1

    def _excuse(
        self, due: reference_rules.Due, guest: Guest, occasion: Occasion, now: datetime
    ) -> str:
        since, number = self.standing[guest.id]
        if since >= due.due:
            return "was not reachable or not sure to come when it was due"
        if number >= self.rounds.get((occasion[0], due.plan.number, due.name), number + 1):
            return "signed up while it was going out"
        message = self.book.messages.get(self.written.get(occasion, ""))
        if message is None:
            return ""
        if message.status == "queued" and now < message.queued_at <= now + APART:
            return "the clock of the machine that wrote it is ahead, so it is not due yet"
        if message.status == "failed" and message.attempts > 1:
            return "two answers in a row were lost"
        return "the carrier would not take it" if message.id in self.tried else ""


def _standing(guest: Guest) -> tuple[object, ...]:
    return (guest.reach, guest.state, guest.cancels_at is None, bool(guest.email))


def _schedule(event: Event) -> tuple[object, ...]:
    return (event.starts_at, event.timezone, event.plans, event.settings.quiet_hours)


def _dates(event: Event) -> tuple[object, ...]:
    return (event.starts_at, event.ends_at, event.timezone)
