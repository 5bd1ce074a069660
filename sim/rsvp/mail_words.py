"""S13 for the guest list: what a mail brings about is what its words say, and still true."""

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import AnswerByMail
from fullhouse.products.rsvp.model import Event, Guest
from sim.checks.state_model import Commit
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

# What these say of a seat is untrue once the event is over or called off.
OF_SEATS = ("link", "cancel_pending")


class S13WordsDecide(GuestCheck):
    """Only words that say so take someone off the waitlist; answers are true of the event."""

    promise = "S13"

    def commit(self, commit: Commit) -> None:
        """Judge what a mail did, and what its sender is told."""
        command = commit.order.command
        if not isinstance(command, AnswerByMail):
            return
        for before, after in commit.of(Guest):
            if before is not None and before.state == "waitlisted" and after.state == "cancelled":
                self.require(command.leaves, f"{command.occasion} took {before.id} off the line")
        event = commit.saw(Event, command.event_id)
        for was, message in commit.of(Message):
            if was is None and event is not None and message.kind in OF_SEATS:
                is_over = event.state == "cancelled" or commit.at >= reference_rules.end(event)
                self.require(not is_over, f"{message.id} is about an event that is over")
