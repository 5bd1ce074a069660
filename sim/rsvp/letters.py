"""The links in guests' mail, and what their buttons do."""

from collections import defaultdict
from typing import TYPE_CHECKING

from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp import link_binding
from fullhouse.products.rsvp.commands import ConfirmSignUp
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.sign_up_requests import request_message_id
from fullhouse.web.rsvp.link_actions import DEEDS, action_for
from fullhouse.web.rsvp.link_session import GuestLinkSession
from sim.checks.state_model import require
from sim.inbox import Inbox
from sim.rsvp.lists import GuestLists

if TYPE_CHECKING:
    from sim.world import World

LINKS = {
    "offer": ("claim", "decline", "leave", "stop"),
    "invite": ("confirm", "decline", "cancel"),
    "confirmation": ("cancel",),
    "waitlisted": ("leave", "stop"),
    "reminder": ("cancel", "stop"),
    "cancel_pending": ("keep", "cancel"),
    "cancelled": ("back",),
    "offer_lapsed": ("back", "leave"),
}


class GuestInbox(Inbox):
    """Every token that was ever mailed to guests."""

    def __init__(self, world: "World") -> None:
        """Start empty."""
        super().__init__(world, "inbox")
        self.offers: dict[tuple[str, str], list[Message]] = defaultdict(list)

    def purposes(self, message: Message) -> tuple[str, ...]:
        """Name the links in a mail."""
        if message.facts.get("request"):
            return ("confirm",)
        return LINKS.get(message.kind, ())

    def keep(self, message: Message) -> None:
        """Keep the links of a letter, and remember every offer to a guest."""
        super().keep(message)
        if message.kind in ("offer", "invite"):
            self.offers[message.scope, message.person].append(message)

    def accept_earlier_offer(self, message: Message) -> None:
        """Press the button of an earlier offer to the same guest, if there was one."""
        earlier = self.offers[message.scope, message.person][:-1]
        if earlier:
            chosen = self.draw.choice(earlier)
            self.post(self._token(chosen, self.purposes(chosen)[0]))

    def persons(self) -> list[str]:
        """Name every guest."""
        return [guest.id for guest in self.world.watch.book.view(GuestLists).all_guests()]

    def visit(self, link: Link) -> GuestLinkSession | Message | None:
        """Load the event and the guest of a link, or the request to sign up."""
        if link.purpose == "request":
            return self.world.store.inner.load(Get(Message, (_request(link),)))
        event = self.world.store.inner.load(Get(Event, (link.scope,)))
        guest = self.world.store.inner.load(Get(Guest, (link.scope, link.person)))
        if event is None or guest is None or not link_binding.is_current(link, guest):
            return None
        named = link_binding.without_binding(link)
        return GuestLinkSession(event, guest, named, self.world.now)

    def press(self, link: Link, visit: GuestLinkSession | Message) -> None:
        """Press the button, sometimes also where the page would not show it."""
        if isinstance(visit, Message):
            command = ConfirmSignUp(event_id=link.scope, message_id=visit.id)
            self.world.ask(command, "guest", link)
            return
        if link.purpose not in DEEDS:
            return
        # Judged here and not at the commit: a page may be open while the address changes.
        _, address_rev = link_binding.read_binding(link.offer)
        is_theirs = address_rev == visit.guest.address_rev
        require("S9", is_theirs, f"{link} was sent to an earlier address and still acts")
        deed = action_for(link.purpose, visit.guest)
        if deed.possible(visit) or self.draw.random() < 0.5:
            self.world.ask(deed.command(visit, {}), "guest", link)


def _request(link: Link) -> str:
    return request_message_id(link.scope, link.offer)
