"""S9 for the waitlist: a link does only what it says, and only for its person."""

from fullhouse.products.frontdesk.waitlist.commands import RequestJoin
from fullhouse.products.frontdesk.waitlist.model import Entry, SlotOffer
from sim.checks.links import by_link
from sim.checks.state_model import Commit
from sim.frontdesk.waitlist.waitlist_view import DeskCheck

LEADS_TO = {"claim": "booked", "decline": "waiting", "leave": "left", "request": "waiting"}


class S9CustomersLinks(DeskCheck):
    """A customer's link does only what it says, and only for its person."""

    promise = "S9"

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link, and what without pressing it."""
        if isinstance(commit.order.command, RequestJoin):
            joined = commit.of(Entry)
            self.require(not joined, f"a request that nobody confirmed changed {joined}")
        link = by_link(commit)
        if link is None or link.scope != "waitlist":
            return
        for _, entry in commit.of(Entry):
            self.require(entry.id == link.person, f"{link} changed {entry.id}")
            self.require(
                entry.state == LEADS_TO[link.purpose], f"{link} made {entry.state} of {entry.id}"
            )
        for _, offer in commit.of(SlotOffer):
            theirs = link.purpose == "leave" or f"{offer.slot_id}-{offer.seq}" == link.offer
            self.require(theirs and offer.entry_id == link.person, f"{link} acted on {offer}")
