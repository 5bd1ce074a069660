"""S9 for guests: a link does only what it says, and only for its person."""

from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import RequestSignUp
from fullhouse.products.rsvp.link_binding import read_binding
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.sign_up_requests import request_message_id
from sim.checks.links import by_link
from sim.checks.state_model import Commit, StateModel
from sim.rsvp.lists import GuestCheck

LEADS_TO = {
    "claim": ("confirmed",),
    "confirm": ("confirmed",),
    "decline": ("waitlisted", "cancelled"),
    "keep": ("confirmed",),
    "cancel": ("cancelled",),
    "leave": ("cancelled",),
    "back": ("confirmed", "waitlisted", "pending"),
    "request": ("confirmed", "waitlisted"),
}


class S9LinksDoOneThing(GuestCheck):
    """A guest's link does only what it says, and only for its person."""

    promise = "S9"

    def __init__(self, book: StateModel) -> None:
        """Know of no request yet."""
        super().__init__(book)
        self.mailed: dict[str, str] = {}

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link, and what without pressing it."""
        for _, message in commit.of(Message):
            # A request may be erased while a press on its link is still on its way.
            self.mailed.setdefault(message.id, message.to)
        if isinstance(commit.order.command, RequestSignUp):
            held = [*commit.of(Event), *commit.of(Guest)]
            self.require(not held, f"a request that nobody confirmed changed {held}")
        link = by_link(commit)
        if link is None:
            return
        for before, after in commit.of(Guest):
            self.require(self._is_theirs(link, after), f"{link} changed {after.id}")
            if before is not None:
                self._changed(link, before, after)

    def _is_theirs(self, link: Link, guest: Guest) -> bool:
        if link.purpose != "request":
            return (guest.event_id, guest.id) == (link.scope, link.person)
        # The link was mailed to the address, which may be on the list under another id.
        mailed_to = self.mailed[request_message_id(link.scope, link.offer)]
        return (guest.event_id, guest.email) == (link.scope, mailed_to)

    def _changed(self, link: Link, before: Guest, after: Guest) -> None:
        offer, _ = read_binding(link.offer)
        if link.purpose == "stop":
            same = (before.state, before.offer, before.party) == (
                after.state,
                after.offer,
                after.party,
            )
            self.require(same and after.reach == "opted_out", f"{link} made {after}")
            return
        self.require(
            after.state in LEADS_TO[link.purpose], f"{link} made {after.state} of {before.state}"
        )
        if offer and link.purpose in ("claim", "confirm", "decline"):
            self.require(
                before.offer and before.offer.id == offer, f"{link} acted on {before.offer}"
            )
