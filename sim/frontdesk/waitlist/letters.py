"""The links in customers' texts and mails, and what their buttons do."""

from typing import TYPE_CHECKING

from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.commands import (
    KEEP_ALL,
    ClaimSlot,
    DeclineSlot,
    GiveUpSlot,
    JoinWaitlist,
    LeaveWaitlist,
)
from fullhouse.products.frontdesk.waitlist.join_requests import request_message_id, requested_join
from fullhouse.products.frontdesk.waitlist.model import Entry
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.inbox import Inbox

if TYPE_CHECKING:
    from sim.world import World

LINKS = {"offer": ("claim", "decline", "leave"), "joined": ("leave",), "booked": ("leave",)}


class CustomerInbox(Inbox):
    """Every token that was ever sent to customers."""

    def __init__(self, world: "World") -> None:
        """Start empty."""
        super().__init__(world, "phones")

    def purposes(self, message: Message) -> tuple[str, ...]:
        """Name the links in a message, or on the page behind a text's only one."""
        if message.facts.get("request"):
            return ("confirm",)
        if message.kind == "booked" and not message.facts.get("managed"):
            return (*LINKS["booked"], "give_up")
        return LINKS.get(message.kind, ()) if message.person else ()

    def persons(self) -> list[str]:
        """Name every entry."""
        return list(self.world.watch.book.view(Desk).entries)

    def visit(self, link: Link) -> Entry | JoinWaitlist | None:
        """Load the entry of a link, or what a request asks for."""
        if link.purpose == "request":
            return self._requested(link)
        return self.world.store.inner.load(Get(Entry, (link.person,)))

    def _requested(self, link: Link) -> JoinWaitlist | None:
        message = self.world.store.inner.load(Get(Message, (request_message_id(link.offer),)))
        return None if message is None else requested_join(message, self.world.now)

    def press(self, link: Link, visit: Entry | JoinWaitlist) -> None:
        """Press the button."""
        command = visit if isinstance(visit, JoinWaitlist) else _command(self.world, link, visit)
        self.world.ask(command, "customer", link)


def _command(world: "World", link: Link, entry: Entry) -> Command:
    if link.purpose == "leave":
        return LeaveWaitlist(entry_id=entry.id)
    if link.purpose == "give_up":
        return GiveUpSlot(slot_id=entry.booked, entry_id=entry.id)
    slot_id, _, seq = link.offer.rpartition("-")
    kind = ClaimSlot if link.purpose == "claim" else DeclineSlot
    return answer(world, kind, slot_id, int(seq), link.person)


def answer(
    world: "World", kind: type[ClaimSlot | DeclineSlot], slot_id: str, seq: int, entry_id: str
) -> Command:
    """Build the answer to an offer; a claim may say which appointment it replaces, or none."""
    if kind is DeclineSlot:
        return DeclineSlot(slot_id=slot_id, seq=seq, entry_id=entry_id)
    draw, known = world.chance.of("earlier times"), world.watch.book.view(Desk).appointments
    some = draw.choice([*known]) if known else "nothing"
    replaces = draw.choice(("", "", "", KEEP_ALL, some))
    return ClaimSlot(slot_id=slot_id, seq=seq, entry_id=entry_id, replaces=replaces)
