"""S7, S8 and S12: what leaves, when, to whom, and how often. Judged at the door's commit and at the carrier."""

from collections import defaultdict
from datetime import datetime

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks import own
from sim.checks.book import Book, Check, Commit

GENTLE = ("reminder", "offer")


class S7NoBadTime(Check):
    """No reminder or offer leaves in quiet hours, too late, to someone opted out, or before its cause is committed."""

    promise = "S7"

    def commit(self, commit: Commit) -> None:
        """Judge offers when they are made, and messages when the door lets them through."""
        for before, guest in commit.guests:
            offer = guest.offer
            if offer and offer.kind == "seat" and not (before and before.offer and before.offer.id == offer.id):
                self._made(self.book.events[guest.event_id], commit, offer.id)
        for before_it, message in commit.messages:
            if before_it is None and message.kind == "reminder":
                self._written(message, commit)
            if message.status == "sending" and message.kind in GENTLE:
                guest = self.book.guests[message.scope][message.person]
                self._leaves(message, commit.seen.get(message.scope), guest, commit.at)

    def _made(self, event: Event, commit: Commit, offer: str) -> None:
        seen = commit.seen.get(event.id, event)
        if own.quiet(seen, commit.at):
            self.require(own.leaves(seen, commit.at) == commit.at, f"offer {offer} is made at night, at {commit.at}")

    def _leaves(self, message: Message, event: Event | None, guest: Guest, at: datetime) -> None:
        """Judge by the event that the door saw: a host may change it while the letter is in the hand."""
        if event is None:
            self.require(kept=False, what=f"{message.id} leaves and nobody looked at its event")
            return
        hurries = message.kind == "offer" and own.leaves(event, at) == at
        self.require(hurries or not own.quiet(event, at), f"{message.id} leaves in quiet hours, at {at}")
        self.require(guest.reach == "fine", f"{message.id} leaves though {guest.id} is {guest.reach}")
        self.require(at < own.start(event), f"{message.id} leaves at {at}, after the start")
        if message.kind == "offer":
            self._offer_leaves(message, event, guest, at)
        elif message.use_by is None or at >= message.use_by:
            self.require(kept=False, what=f"{message.id} leaves at {at}, of use until {message.use_by}")

    def _offer_leaves(self, message: Message, event: Event, guest: Guest, at: datetime) -> None:
        offer = guest.offer
        if offer is None or offer.id != message.facts["offer"]["id"]:
            self.require(kept=False, what=f"{message.id} leaves though its offer has ended")
            return
        self.require(at < own.deadline(event, offer), f"{message.id} leaves at {at}, after its deadline")

    def _written(self, message: Message, commit: Commit) -> None:
        dues = own.reminders(commit.seen[message.scope])
        due = [one for one in dues if one.name == message.facts["reminder"] and one.due <= commit.at < one.use_by]
        self.require(due, f"{message.id} is written at {commit.at} and not due")

    def handing(self, message: Message, now: datetime) -> None:
        """Nothing reaches the carrier that is not committed and leased."""
        self.require(message.id in self.book.messages, f"{message.id} is at the carrier before it is committed")


class S8SentOnce(Check):
    """At most one send per message key; two only where the carrier's answer was lost."""

    promise = "S8"

    def __init__(self, book: Book) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.sends: defaultdict[str, list[Message]] = defaultdict(list)
        self.settled: set[str] = set()
        self.leased_at: dict[tuple[str, int], datetime] = {}

    def commit(self, commit: Commit) -> None:
        """Note when each lease began, and which answers were written down."""
        for _, message in commit.messages:
            if message.status == "sending":
                self.leased_at[message.id, message.attempts] = commit.at
            elif message.status == "sent":
                self.settled.add(message.id)

    def handing(self, message: Message, now: datetime) -> None:
        """Nothing reaches the carrier without a lease."""
        leased = (message.id, message.attempts) in self.leased_at
        self.require(leased, f"{message.id} is at the carrier without a lease")

    def accepted(self, message: Message, now: datetime) -> None:
        """Judge a send beside the earlier ones of its key; one whose lease ran out before it left counts as lost."""
        earlier = self.sends[message.id]
        frozen = message.lease_ends_at is not None and now >= message.lease_ends_at
        if earlier and not frozen:
            self.require(
                message.id not in self.settled, f"{message.id} is sent again after its answer was written down"
            )
            began = self.leased_at[message.id, message.attempts]
            running = [one for one in earlier if one.lease_ends_at is None or one.lease_ends_at > began]
            self.require(not running, f"{message.id} is sent twice at once")
        earlier.append(message)


class S12NoReminderAfterCancelling(Check):
    """A cancelled guest gets no further reminder."""

    promise = "S12"

    def commit(self, commit: Commit) -> None:
        """Judge reminders when the door lets them through."""
        for _, message in commit.messages:
            if message.status == "sending" and message.kind == "reminder":
                guest = self.book.guests[message.scope][message.person]
                self.require(guest.state != "cancelled", f"{message.id} leaves though {guest.id} has cancelled")
