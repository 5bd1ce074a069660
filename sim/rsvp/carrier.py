"""S7 and S12 for guests: what leaves, when and to whom. Judged at the door's commit."""

from datetime import datetime

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Event, Guest, Offer
from sim.checks.state_model import Commit
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck

GENTLE = ("reminder", "offer")


class S7NoBadTime(GuestCheck):
    """No reminder or offer leaves in quiet hours, too late, or to someone opted out."""

    promise = "S7"

    def commit(self, commit: Commit) -> None:
        """Judge offers when they are made, and messages when the door lets them through."""
        for before, guest in commit.of(Guest):
            offer = guest.offer
            if offer and offer.kind == "seat" and not _had(before, offer):
                self._made(self.lists.events[guest.event_id], commit, offer.id)
        for before_it, message in commit.of(Message):
            if message.product != "rsvp":
                continue
            if before_it is None and message.kind == "reminder":
                self._written(message, commit)
            if message.status == "sending" and message.kind in GENTLE:
                guest = self.lists.guests[message.scope][message.person]
                self._leaves(message, commit.saw(Event, message.scope), guest, commit.at)

    def _made(self, event: Event, commit: Commit, offer: str) -> None:
        seen = commit.saw(Event, event.id) or event
        if reference_rules.quiet(seen, commit.at):
            self.require(
                reference_rules.leaves(seen, commit.at) == commit.at,
                f"offer {offer} is made at night, at {commit.at}",
            )

    def _leaves(self, message: Message, event: Event | None, guest: Guest, at: datetime) -> None:
        """Judge by the event that the delivery check saw: a host may change it before sending."""
        if event is None:
            self.require(kept=False, what=f"{message.id} leaves and nobody looked at its event")
            return
        hurries = message.kind == "offer" and reference_rules.leaves(event, at) == at
        self.require(
            hurries or not reference_rules.quiet(event, at),
            f"{message.id} leaves in quiet hours, at {at}",
        )
        self.require(
            guest.reach == "fine", f"{message.id} leaves though {guest.id} is {guest.reach}"
        )
        self.require(
            at < reference_rules.start(event), f"{message.id} leaves at {at}, after the start"
        )
        if message.kind == "offer":
            self._offer_leaves(message, event, guest, at)
        elif message.use_by is None or at >= message.use_by:
            self.require(
                kept=False, what=f"{message.id} leaves at {at}, of use until {message.use_by}"
            )

    def _offer_leaves(self, message: Message, event: Event, guest: Guest, at: datetime) -> None:
        offer = guest.offer
        if offer is None or offer.id != message.facts["offer"]["id"]:
            self.require(kept=False, what=f"{message.id} leaves though its offer has ended")
            return
        self.require(
            at < reference_rules.deadline(event, offer),
            f"{message.id} leaves at {at}, after its deadline",
        )

    def _written(self, message: Message, commit: Commit) -> None:
        event = commit.saw(Event, message.scope)
        dues = reference_rules.reminders(event) if event is not None else []
        due = [
            one
            for one in dues
            if one.name == message.facts["reminder"] and one.due <= commit.at < one.use_by
        ]
        self.require(due, f"{message.id} is written at {commit.at} and not due")


class S12NoReminderAfterCancelling(GuestCheck):
    """A cancelled guest gets no further reminder."""

    promise = "S12"

    def commit(self, commit: Commit) -> None:
        """Judge reminders when the door lets them through."""
        for _, message in commit.of(Message):
            if (
                message.product == "rsvp"
                and message.status == "sending"
                and message.kind == "reminder"
            ):
                guest = self.lists.guests[message.scope][message.person]
                self.require(
                    guest.state != "cancelled",
                    f"{message.id} leaves though {guest.id} has cancelled",
                )


def _had(guest: Guest | None, offer: Offer) -> bool:
    return bool(guest and guest.offer and guest.offer.id == offer.id)
