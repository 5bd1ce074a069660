"""S3 and S4: who is asked, and how offers end."""

from datetime import datetime

import msgspec

from fullhouse.products.rsvp.commands import LapseOffer
from fullhouse.products.rsvp.model import Event, Guest, Offer
from sim.checks.state_model import Commit, StateModel
from sim.checks.windows import MOST_ROUNDS
from sim.rsvp import reference_rules
from sim.rsvp.lists import GuestCheck


def _as_asked(before: Guest, after: Guest) -> Guest:
    """Return a guest who was asked, as they waited.

    A commit that makes a party smaller, or the guest reachable, may ask them at once.
    """
    return msgspec.structs.replace(before, party=after.party, reach=after.reach)


class S3FairOrder(GuestCheck):
    """Nobody is asked before someone who has waited longer and may be asked."""

    promise = "S3"

    def commit(self, commit: Commit) -> None:
        """Judge each new offer of a seat by the state just before it."""
        for before, after in commit.of(Guest):
            if (
                after.offer is None
                or after.offer.kind != "seat"
                or (before and _same(before.offer, after.offer))
            ):
                continue
            event = self.lists.events[after.event_id]
            self.require(
                before and reference_rules.may_be_asked(event, _as_asked(before, after)),
                f"{after.id} may not be asked",
            )
            line = self.lists.guests[event.id].values()
            passed_over = [
                one.id
                for one in line
                if one.place < after.place and reference_rules.may_be_asked(event, one)
            ]
            self.require(not passed_over, f"{after.id} was asked before {passed_over}")


def _same(one: Offer | None, other: Offer | None) -> bool:
    return one is not None and other is not None and one.id == other.id


class S4OffersEndOnce(GuestCheck):
    """No claim takes effect at or after its deadline; an offer ends once and never comes back."""

    promise = "S4"

    def __init__(self, book: StateModel) -> None:
        """Know of no offer yet."""
        super().__init__(book)
        self.made: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Judge offers that begin and end."""
        for before, after in commit.of(Guest):
            had = before.offer if before else None
            if after.offer is not None and not _same(had, after.offer):
                self.require(
                    after.offer.id not in self.made, f"offer {after.offer.id} is made twice"
                )
                self.require(had is None, f"{after.id} holds two offers")
                self.made.add(after.offer.id)
            if before is not None and had is not None and not _same(had, after.offer):
                self._ended(self.lists.events[after.event_id], had, before, after, commit.at)

    def _ended(self, event: Event, offer: Offer, before: Guest, after: Guest, at: datetime) -> None:
        deadline = reference_rules.deadline(event, offer)
        if after.state == "confirmed":
            self.require(
                at < deadline, f"{after.id} claimed {offer.id} at {at}, it ended at {deadline}"
            )
            self.require(
                after.party == offer.seats,
                f"{after.id} claimed {offer.seats} seats and has {after.party}",
            )
        lapsed = after.lapses > before.lapses
        self.require(not lapsed or at >= deadline, f"{offer.id} lapsed at {at}, before {deadline}")


class S4WindowsShrink(GuestCheck):
    """Close to the start seats are held for a shorter time, and that is never held against anyone.

    Someone may leave the line between the look at it and the offer. Then the window is shorter than
    it had to be, but never longer.
    """

    promise = "S4"

    def __init__(self, book: StateModel) -> None:
        """Know of no offer yet."""
        super().__init__(book)
        self.short: set[str] = set()

    def commit(self, commit: Commit) -> None:
        """Judge offers of seats when they are made and when they lapse."""
        for before, after in commit.of(Guest):
            offer, had = after.offer, before.offer if before else None
            if offer is not None and offer.kind == "seat" and not _same(had, offer):
                self._made(self.lists.events[after.event_id], offer)
            if before is None or had is None or had.id not in self.short:
                continue
            if isinstance(commit.order.command, LapseOffer):
                kept = after.state == "waitlisted" and after.lapses == before.lapses
                self.require(kept, f"{had} was short, and counts as a lapse of {after.id}")

    def _made(self, event: Event, offer: Offer) -> None:
        terms, line = reference_rules.terms(event), list(self.lists.guests[event.id].values())
        rounds = max(1, reference_rules.rounds(event, line))
        latest = terms.deadline(offer.made_at, rounds)
        earliest = terms.deadline(offer.made_at, MOST_ROUNDS)
        self.require(
            earliest <= offer.ends_at <= latest,
            f"{offer} ends at {offer.ends_at}, not from {earliest} to {latest}",
        )
        if terms.length(offer.made_at, rounds) < terms.window:
            self.short.add(offer.id)
