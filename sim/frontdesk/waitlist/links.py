"""S9 for the waitlist: a link does only what it says, and only for its person."""

import msgspec

from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, RequestJoin
from fullhouse.products.frontdesk.waitlist.model import Entry, SlotOffer
from sim.checks.links import by_link
from sim.checks.state_model import Commit
from sim.frontdesk.waitlist.reference_rules import plain
from sim.frontdesk.waitlist.waitlist_view import DeskCheck

LEADS_TO = {
    "claim": "booked",
    "decline": "waiting",
    "leave": "left",
    "request": "waiting",
    "give_up": "booked",
}


class S9CustomersLinks(DeskCheck):
    """A customer's link does only what it says, and only for its person."""

    promise = "S9"

    def commit(self, commit: Commit) -> None:
        """Judge what was changed at the word of a link, and what without pressing it."""
        if isinstance(commit.order.command, RequestJoin):
            joined = commit.of(Entry)
            self.require(not joined, f"a request that nobody confirmed changed {joined}")
        self._judge_form(commit)
        link = by_link(commit)
        if link is None or link.scope != "waitlist":
            return
        own = {link.person, *_waits_already(commit)}
        for _, entry in _changed(commit):
            self.require(entry.id in own, f"{link} changed {entry.id}")
            self.require(
                entry.state == LEADS_TO[link.purpose], f"{link} made {entry.state} of {entry.id}"
            )
        for _, offer in commit.of(SlotOffer):
            named = f"{offer.slot_id}-{offer.seq}" == link.offer
            theirs = link.purpose in ("leave", "request") or named
            self.require(theirs and offer.entry_id in own, f"{link} acted on {offer}")

    def _judge_form(self, commit: Commit) -> None:
        """Anyone can fill in the form in someone's name, so it changes nothing that is there."""
        join = commit.order.command
        if not isinstance(join, JoinWaitlist) or join.source != "form":
            return
        changed = [entry.id for before, entry in _changed(commit) if before is not None]
        self.require(not changed, f"a form that proves nothing changed {changed}")
        ended = [offer.name for _, offer in commit.of(SlotOffer)]
        self.require(not ended, f"a form that proves nothing acted on {ended}")


def _changed(commit: Commit) -> list[tuple[Entry | None, Entry]]:
    """Return the entries that changed; whoever gives a number agrees for all that wait with it."""
    return [
        (before, entry)
        for before, entry in commit.of(Entry)
        if before is None or _without_channel(before) != _without_channel(entry)
    ]


def _without_channel(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, channel="", refusals=0, rev=0)


def _waits_already(commit: Commit) -> set[str]:
    """Name the entry of whoever joins by a link and waits already: it gets their new wishes."""
    join = commit.order.command
    if not isinstance(join, JoinWaitlist):
        return set()
    return {entry.id for before, entry in commit.of(Entry) if before and _is_same(join, before)}


def _is_same(join: JoinWaitlist, entry: Entry) -> bool:
    shares = ({join.phone, join.email} - {""}) & {entry.phone, entry.email}
    is_named = plain(join.name) == plain(entry.name)
    return bool(shares) and is_named and plain(join.service) == plain(entry.service)
