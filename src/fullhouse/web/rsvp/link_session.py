"""A guest visiting a signed link: who, for which event, when."""

from datetime import datetime

import msgspec

from fullhouse.engine.counted_messages import VISITOR
from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.form_questions import FormQuestion, is_missing
from fullhouse.products.rsvp.link_binding import by_address, by_sign_up
from fullhouse.products.rsvp.model import Event, Guest, Offer
from fullhouse.web.rsvp.guest_status import deadline

GUEST = "guest"


class GuestLinkSession(msgspec.Struct, frozen=True):
    """A guest visiting a signed link.

    `questions` are those that they answer on their page, `of_each` those that they are asked for
    each person whom they bring along.
    """

    event: Event
    guest: Guest
    link: Link
    now: datetime
    position: int | None = None
    by: str = GUEST
    questions: tuple[FormQuestion, ...] = ()
    of_each: tuple[FormQuestion, ...] = ()

    @property
    def is_visitor(self) -> bool:
        """True on the page that a sign-up leads to: the address may be someone else's."""
        return self.by == VISITOR

    @property
    def given_by(self) -> str:
        """The link's own mark in the commands that it gives."""
        return by_sign_up(self.guest) if self.is_visitor else by_address(self.guest)

    @property
    def live_offer(self) -> Offer | None:
        """The offer whose seats are held for the guest right now."""
        offer = self.guest.offer
        if offer and self.now < offer.ends_at and self.event.is_live(self.now):
            return offer
        return None

    @property
    def is_in_grace(self) -> bool:
        """True if the guest can still keep a seat that is about to be cancelled."""
        ends_at = self.guest.cancels_at
        return ends_at is not None and self.now < ends_at and self.event.state != "cancelled"

    @property
    def is_on_list(self) -> bool:
        """True if the guest has something to cancel."""
        return self.guest.state != "cancelled" and self.event.is_live(self.now)

    @property
    def largest_party(self) -> int:
        """The most people that the guest may come with."""
        return max(self.event.largest_party, self.guest.party)

    @property
    def misses_answers(self) -> bool:
        """True if the guest has yet to answer what must be answered."""
        answers, party = self.guest.answers, self.guest.party
        return any(is_missing(question, answers, party) for question in self.questions)

    @property
    def until(self) -> str:
        """The deadline of the live offer as text; empty if there is none."""
        if self.live_offer is None:
            return ""
        return deadline(self.event, self.live_offer.ends_at)
