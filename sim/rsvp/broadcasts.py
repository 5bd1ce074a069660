"""S7 and S8 for a host's messages to all: to whom and when they leave, and that they come once."""

from datetime import datetime

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit, StateModel
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

KIND = "broadcast"
STATES = {"confirmed": "confirmed", "waiting": "waitlisted", "invited": "pending"}
Received = tuple[str, str, str]


class S7BroadcastsReachTheirGroup(GuestCheck):
    """No message to all leaves at night without need, to someone opted out, or to others."""

    promise = "S7"

    def commit(self, commit: Commit) -> None:
        """Judge messages when the delivery check lets them through."""
        for _, message in commit.of(Message):
            if message.kind == KIND and message.status == "sending":
                guest = self.lists.guests[message.scope][message.person]
                self._leaves(message, commit.saw(Event, message.scope), guest, commit.at)

    def _leaves(self, message: Message, event: Event | None, guest: Guest, at: datetime) -> None:
        if event is None:
            self.require(kept=False, what=f"{message.id} leaves and nobody looked at its event")
            return
        group = message.facts["text"].partition(":")[0]
        self.require(
            guest.state == STATES[group], f"{message.id} to {group} leaves to a {guest.state} guest"
        )
        self.require(
            guest.reach == "fine", f"{message.id} leaves though {guest.id} is {guest.reach}"
        )
        begins = reference_rules.start(event)
        is_needed = at < begins <= reference_rules.opens(event, at)
        self.require(
            is_needed or not reference_rules.quiet(event, at),
            f"{message.id} leaves in quiet hours, at {at}",
        )


class S8BroadcastsComeOnce(GuestCheck):
    """A guest gets each message to all once, however often the host presses the button."""

    promise = "S8"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been written."""
        super().__init__(book)
        self.written: dict[Received, str] = {}

    def commit(self, commit: Commit) -> None:
        """Judge messages when they are written; one that failed may be sent again."""
        for before, message in commit.of(Message):
            if message.kind != KIND or before is not None:
                continue
            received = (message.scope, message.person, message.facts["text"])
            first = self.book.messages.get(self.written.get(received, ""))
            self.require(
                first is None or first.status == "failed",
                f"{received} is written as {first and first.id} and as {message.id}",
            )
            self.written[received] = message.id
