"""S9: a link does only what it says, only for its person, and reading it changes nothing."""

from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.model import Guest
from sim.checks.book import Check, Commit

LEADS_TO = {
    "claim": ("confirmed",),
    "confirm": ("confirmed",),
    "decline": ("waitlisted", "cancelled"),
    "cancel": ("cancelled",),
    "leave": ("cancelled",),
    "back": ("confirmed", "waitlisted", "pending"),
}


class S9LinksDoOneThing(Check):
    """A link does only what it says, only for its person, and reading it changes nothing."""

    promise = "S9"

    def read(self, link: Link | None, *, issued: bool, commits: int) -> None:
        """Judge what came of reading a token."""
        self.require(issued or link is None, f"a forged token was read as {link}")
        self.require(commits == 0, f"reading {link} led to {commits} commits")

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link."""
        if commit.link is None or commit.order.alarm is not None or commit.order.by == "relay":
            return
        for before, after in commit.guests:
            whose = (after.event_id, after.id)
            self.require(whose == (commit.link.scope, commit.link.person), f"{commit.link} changed {after.id}")
            if before is not None:
                self._changed(commit.link, before, after)

    def _changed(self, link: Link, before: Guest, after: Guest) -> None:
        if link.purpose == "stop":
            same = (before.state, before.offer, before.party) == (after.state, after.offer, after.party)
            self.require(same and after.reach == "opted_out", f"{link} made {after}")
            return
        self.require(after.state in LEADS_TO[link.purpose], f"{link} made {after.state} of {before.state}")
        if link.offer and link.purpose in ("claim", "confirm", "decline"):
            self.require(before.offer and before.offer.id == link.offer, f"{link} acted on {before.offer}")
