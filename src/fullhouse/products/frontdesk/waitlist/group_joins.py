"""Several joins in one commit, each as if the earlier ones were stored."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist import contact_reach, entries, queue
from fullhouse.products.frontdesk.waitlist import needs as g
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import (
    MOST_ENTRIES_OF_ONE,
    Entry,
    ServiceQueue,
    WaitlistState,
)

# All records of these joins must fit into one transaction on every platform.
MOST_AT_ONCE = 8


class JoinMany(Command, frozen=True, kw_only=True, tag="JoinMany"):
    """Join several customers; the results come in the same order.

    If so many other entries get another channel by the joins that not all fit into one commit, the
    last joins have no result, and are to be sent again.
    """

    joins: tuple[JoinWaitlist, ...]


def _everyone_named(command: JoinMany, found: Found) -> Needs:
    wanted: Needs = {}
    for join in command.joins:
        wanted[f"one:{join.entry_id}"] = Get(Entry, (join.entry_id,))
        wanted |= g.the_new_addresses(join, found)
    return wanted


def _their_new_lines(command: JoinMany, found: Found) -> Needs:
    book = rulebook_of(found["rules"])
    services = [book.service(join.service) for join in command.joins]
    lines = {normalized_name(service.name) for service in services if service is not None}
    return {f"of:{name}": Get(ServiceQueue, (name,)) for name in sorted(lines)}


# First the documents and the contacts; then the entries of these contacts, and the queues.
needs = in_sequence(
    together(the_documents, _everyone_named),
    together(g.everyone_there, _their_new_lines),
    g.lines_of_agreeing,
)


def join_many(state: WaitlistState, command: JoinMany, now: datetime) -> Decision:
    """Run the joins one after the other, each on the state that the earlier ones left."""
    loaded = _Loaded(state)
    decisions: list[Decision] = []
    agreeing = 0
    for join in command.joins:
        decision = loaded.join(join, now)
        agreeing += len(contact_reach.agreeing(state, decision))
        if decisions and agreeing > MOST_ENTRIES_OF_ONE:
            break
        decisions.append(decision)
    return contact_reach.with_consent(state, _together(decisions, now), now)


def _together(decisions: Sequence[Decision], now: datetime) -> Decision:
    alarms = chain.from_iterable(decision.set_alarms for decision in decisions)
    return Decision(
        tuple(decision.answer for decision in decisions),
        steps=tuple(chain.from_iterable(decision.steps for decision in decisions)),
        messages=tuple(chain.from_iterable(decision.messages for decision in decisions)),
        set_alarms=queue.looks_together(alarms, now),
    )


class _Loaded:
    """The loaded records, as the joins so far have changed them."""

    def __init__(self, state: WaitlistState) -> None:
        self.state = state
        self.known: dict[type[Any], dict[str, Any]] = {
            Contact: {contact.id: contact for contact in state.contacts},
            Entry: {entry.id: entry for entry in state.entries},
            ServiceQueue: {line.id: line for line in state.lines},
        }

    def join(self, command: JoinWaitlist, now: datetime) -> Decision:
        decision = entries.join_one(self._state_for(command), command, now)
        for change in decision.changes:
            self.known[change.kind][change.key[0]] = change.after
        return decision

    def _state_for(self, join: JoinWaitlist) -> WaitlistState:
        addresses = [address for address in (join.phone, join.email) if address]
        contacts = self._find(Contact, map(contact_id, addresses))
        ids = chain.from_iterable(contact.entries for contact in contacts)
        service = rulebook_of(self.state.rules).service(join.service)
        line = None
        if service is not None:
            line = self.known[ServiceQueue].get(normalized_name(service.name))
        return msgspec.structs.replace(
            self.state,
            entry=self.known[Entry].get(join.entry_id),
            contacts=contacts,
            entries=self._find(Entry, ids),
            line=line,
        )

    def _find(self, kind: type[Any], ids: Iterable[str]) -> tuple[Any, ...]:
        """Return the records of these ids that are loaded."""
        known = self.known[kind]
        return tuple(known[name] for name in ids if name in known)
