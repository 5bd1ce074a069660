"""S9 for guests: a link does only what it says, and only for its person."""

from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.link_binding import read_binding
from fullhouse.products.rsvp.model import Guest
from sim.checks.links import by_link
from sim.checks.state_model import Commit
from sim.rsvp.lists import GuestCheck

LEADS_TO = {
    "claim": ("confirmed",),
    "confirm": ("confirmed",),
    "decline": ("waitlisted", "cancelled"),
    "keep": ("confirmed",),
    "cancel": ("cancelled",),
    "leave": ("cancelled",),
    "back": ("confirmed", "waitlisted", "pending"),
}


class S9LinksDoOneThing(GuestCheck):
    """A guest's link does only what it says, and only for its person."""

    promise = "S9"

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link."""
        link = by_link(commit)
        if link is None:
            return
        for before, after in commit.of(Guest):
            whose = (after.event_id, after.id)
            self.require(whose == (link.scope, link.person), f"{link} changed {after.id}")
            if before is not None:
                self._changed(link, before, after)

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
