"""Several people join at once, in one commit: each as if the others had joined just before them."""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist import entries
from fullhouse.products.frontdesk.waitlist import needs as g
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import (
    Contact,
    Entry,
    ServiceQueue,
    WaitlistState,
    contact_id,
)

# All that hangs on them must fit into one transaction, wherever the list is kept.
MOST_AT_ONCE = 8


class JoinMany(Command, frozen=True, kw_only=True, tag="JoinMany"):
    """Put several people on the list; the answers come in the same order."""

    joins: tuple[JoinWaitlist, ...]


def _everyone_named(command: JoinMany, found: Found) -> Needs:
    wanted: Needs = {}
    for one in command.joins:
        wanted |= {
            f"one:{one.entry_id}": Get(Entry, (one.entry_id,)),
            **g.the_new_addresses(one, found),
        }
    return wanted


def _their_new_lines(command: JoinMany, found: Found) -> Needs:
    book = rulebook_of(found["rules"])
    services = (book.service(one.service) for one in command.joins)
    lines = {normalized_name(one.name) for one in services if one is not None}
    return {f"of:{name}": Get(ServiceQueue, (name,)) for name in sorted(lines)}


# The documents, and of each whoever stands under their addresses already; then those, and the lines.
needs = in_sequence(
    together(the_documents, _everyone_named), together(g.everyone_there, _their_new_lines)
)


def join_many(state: WaitlistState, command: JoinMany, now: datetime) -> Decision:
    """Let one after the other join, each with what those before have changed."""
    room = _Room(state)
    decisions = [room.let_in(one, now) for one in command.joins]
    return Decision(
        tuple(one.answer for one in decisions),
        steps=tuple(step for one in decisions for step in one.steps),
        messages=tuple(message for one in decisions for message in one.messages),
        set_alarms=tuple(alarm for one in decisions for alarm in one.set_alarms),
    )


class _Room:
    """All that was loaded, as it is behind those who joined so far."""

    def __init__(self, state: WaitlistState) -> None:
        self.state = state
        self.known: dict[type[Any], dict[str, Any]] = {
            Contact: {one.id: one for one in state.contacts},
            Entry: {one.id: one for one in state.entries},
            ServiceQueue: {one.id: one for one in state.lines},
        }

    def let_in(self, command: JoinWaitlist, now: datetime) -> Decision:
        decision = entries.join(self._seen_by(command), command, now)
        for change in decision.changes:
            self.known[change.kind][change.key[0]] = change.after
        return decision

    def _seen_by(self, join: JoinWaitlist) -> WaitlistState:
        names = [contact_id(address) for address in (join.phone, join.email) if address]
        contacts = tuple(
            one for name in names if (one := self.known[Contact].get(name)) is not None
        )
        there = (self.known[Entry].get(name) for one in contacts for name in one.entries)
        service = rulebook_of(self.state.rules).service(join.service)
        return msgspec.structs.replace(
            self.state,
            entry=self.known[Entry].get(join.entry_id),
            contacts=contacts,
            entries=tuple(one for one in there if one is not None),
            line=self.known[ServiceQueue].get(normalized_name(service.name))
            if service is not None
            else None,
        )
