"""The addresses of one inbox that get news of an event at once, whatever strangers trigger.

These are the proven ones, and a few that nobody has proven: otherwise whoever signs up hundreds of
addresses of one inbox would fill it with the news of an event.
"""

import hashlib
from datetime import datetime
from typing import Any, ClassVar

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, create, if_unchanged, update
from fullhouse.kernel.inboxes import has_plus, inbox_of
from fullhouse.kernel.links import LINKS_HOLD
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

# One of the unproven is the address without a plus: strangers cannot take its turn.
MOST_UNPROVEN = 5
MOST_WITH_PLUS = MOST_UNPROVEN - 1
MOST_PROVEN = 50


class KnownAddresses(Record, frozen=True, kw_only=True):
    """Digests of addresses of one inbox, for one event or list; never audited.

    `with_plus` is how many of the unproven have a plus. The record is of no use after `ends_at`.
    """

    kind_name: ClassVar[str] = "known_addresses"

    id: str
    proven: tuple[str, ...] = ()
    unproven: tuple[str, ...] = ()
    with_plus: int = 0
    ends_at: datetime
    rev: int = 0


class EraseKnownAddress(Command, frozen=True, kw_only=True, tag="EraseKnownAddress"):
    """Forget an address of an inbox."""

    known_id: str
    digest: str


def known_id(address: str, scope: str) -> str:
    """Return the id of the known addresses of an inbox, for one event or list."""
    return hashlib.sha256(f"{inbox_of(address)} {scope}".encode()).hexdigest()[:32]


def address_digest(address: str) -> str:
    """Return the digest of one exact address, so that the address is not stored again."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:16]


def the_known(message: Message) -> Get[KnownAddresses]:
    """Return the need for the addresses that are known where a message belongs."""
    return Get(KnownAddresses, (known_id(message.to, message.scope),))


def is_proven(known: KnownAddresses | None, message: Message) -> bool:
    """Return True if a message's address is proven."""
    return known is not None and address_digest(message.to) in known.proven


def prove(
    known: KnownAddresses | None, message: Message, now: datetime
) -> tuple[Change[KnownAddresses], ...]:
    """Return the change that notes a message's address as proven; none if it is known as such."""
    digest = address_digest(message.to)
    if is_proven(known, message):
        return ()
    proven = (*_of(known, message, now).proven, digest)[-MOST_PROVEN:]
    return (_changed(known, message, now, proven=proven),)


def admit(
    known: KnownAddresses | None, message: Message, now: datetime
) -> tuple[Change[KnownAddresses], ...] | None:
    """Return what changes if news goes to a message's address at once; None if it may not."""
    digest, before = address_digest(message.to), _of(known, message, now)
    if digest in (*before.proven, *before.unproven):
        return ()
    with_plus = before.with_plus + has_plus(message.to)
    if with_plus > MOST_WITH_PLUS or len(before.unproven) >= MOST_UNPROVEN:
        return None
    unproven = (*before.unproven, digest)
    return (_changed(known, message, now, unproven=unproven, with_plus=with_plus),)


def _of(known: KnownAddresses | None, message: Message, now: datetime) -> KnownAddresses:
    if known is not None:
        return known
    return KnownAddresses(id=known_id(message.to, message.scope), ends_at=now + LINKS_HOLD)


def _changed(
    known: KnownAddresses | None,
    message: Message,
    now: datetime,
    **sets: Any,  # noqa: ANN401 - fields of the record
) -> Change[KnownAddresses]:
    if known is None:
        return create(msgspec.structs.replace(_of(known, message, now), **sets))
    until = now + LINKS_HOLD
    return update(known, *if_unchanged(known, "rev"), **sets, ends_at=until, rev=known.rev + 1)


def _erase(found: dict[str, Any], command: EraseKnownAddress, _now: datetime) -> Decision:
    known: KnownAddresses | None = found["known"]
    if known is None or command.digest not in (*known.proven, *known.unproven):
        return Decision(None)
    sets: dict[str, Any] = {
        "proven": tuple(digest for digest in known.proven if digest != command.digest),
        "unproven": tuple(digest for digest in known.unproven if digest != command.digest),
    }
    erased = update(known, *if_unchanged(known, "rev"), **sets, rev=known.rev + 1)
    return Decision(None, moves=(erased,))


def _erase_needs(command: EraseKnownAddress, found: Found) -> Needs:
    return {} if found else {"known": Get(KnownAddresses, (command.known_id,))}


KNOWN_ADDRESS_RULES: dict[type[Command], Rule] = {EraseKnownAddress: Rule(_erase_needs, _erase)}
