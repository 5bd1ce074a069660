"""The message of ours that a mail answers, proven by the mark that it brings back.

A mark counts only where its sender must have put it. A mail that comes straight from a server of
the sender's domain is theirs as a whole. A mail that is only signed may have been written to
someone else, and sent on to us by anyone: so the signature must cover that it was written to us,
and the header that has the mark.
"""

import hmac
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol, TypeVar

import msgspec

from fullhouse.engine.ports import Keys, MessageByMark
from fullhouse.inbound.mail.arrival import named_in
from fullhouse.inbound.mail.our_addresses import NOT_OURS, OurAddress, our_address
from fullhouse.inbound.mail.parsing import MESSAGE_ID, addresses
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.kernel.mail_marks import (
    CARRIER_ID,
    MARK,
    carrier_mark,
    is_message_mark,
    marks_in_ids,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need

T = TypeVar("T")
# In a long thread only the newest mails are looked up.
MOST_LOOKUPS = 8
RECIPIENTS = ("to", "cc")
ALWAYS = ("from", "subject", "message-id")
THREAD = ("in-reply-to", "references")


class MessageLookup(Protocol):
    """Anything that answers needs: an engine, or its executor."""

    def load(self, need: Need[T]) -> T:
        """Return the answer to a need from what is committed."""
        ...


class MarkedMail(msgspec.Struct, frozen=True):
    """The result: whether a mail proves its sender to us, and the message that it answers."""

    is_proven: bool
    mark: str = ""
    message: Message | None = None


class MarkCheck:
    """Finds messages by the marks that mails bring back."""

    def __init__(
        self,
        store: MessageLookup,
        keys: Callable[[], Keys],
        now: Callable[[], datetime],
        domain: str,
    ) -> None:
        """Look messages up in this store; the domain is that of our own addresses."""
        self._store, self._keys, self._now, self._domain = store, keys, now, domain

    def our(self, address: str) -> OurAddress:
        """Read an address as one of ours."""
        return our_address(address, self._domain)

    def message_with(self, marks: Iterable[str], to: str = "") -> Message | None:
        """Return the message with one of these marks, first of all one to this address."""
        return message_with(self._store, self._keys(), marks, self._now(), to)

    def proven_by(self, reading: ReadMail, to: str) -> MarkedMail:
        """Return what a mail to an address proves. Without a proven sender, no mark counts."""
        came_to = self._recipient(reading, to)
        proof, named = reading.proof, map(self.our, _written_to(reading))
        own = [address for address in named if _is_same(address, came_to)]
        if not proof.passed or not (proof.direct or own):
            return MarkedMail(is_proven=False)
        in_address = [address.mark for address in own if address.mark]
        if proof.direct and came_to.mark:
            in_address.insert(0, came_to.mark)
        message = self.message_with([*in_address, *_thread(reading)], reading.sender)
        mark = next(iter(in_address), "")
        return MarkedMail(is_proven=True, mark=mark, message=_if_alone(message))

    def seems_answered(self, reading: ReadMail, to: str) -> Message | None:
        """Return the message that a mail seems to answer. It proves nothing: staff decide."""
        ids = MESSAGE_ID.findall(" ".join(map(reading.mail.first, THREAD)))
        marks = [self._recipient(reading, to).mark, *marks_in_ids(list(reversed(ids)))]
        return self.message_with(marks, reading.sender)

    def _recipient(self, reading: ReadMail, to: str) -> OurAddress:
        """Return the address that a mail came to; one fed by hand has it only in its headers."""
        named = [to] if to else named_in(reading)
        ours = (address for address in map(self.our, named) if address != NOT_OURS)
        return next(ours, NOT_OURS)


def message_with(
    store: MessageLookup, keys: Keys, marks: Iterable[str], now: datetime, to: str = ""
) -> Message | None:
    """Return the message with one of these marks, first of all one to this address."""
    found: list[Message] = []
    for mark in list(dict.fromkeys(filter(_may_be_mark, marks)))[:MOST_LOOKUPS]:
        message = store.load(MessageByMark(mark))
        if message is None or not _is_its_mark(keys, mark, message, now):
            continue
        if message.to == to:
            return message
        found.append(message)
    return next(iter(found), None)


def _if_alone(message: Message | None) -> Message | None:
    """Return a message that was no part of an email of several: an answer to those is to none."""
    return None if message is not None and message.when_spent == "combined" else message


def _may_be_mark(text: str) -> bool:
    return bool(MARK.fullmatch(text) or CARRIER_ID.fullmatch(text))


def _is_its_mark(keys: Keys, mark: str, message: Message, now: datetime) -> bool:
    if hmac.compare_digest(carrier_mark(message).encode(), mark.encode()):
        return True
    return is_message_mark(keys.keys_for_mark(mark, now), mark, message)


def _written_to(reading: ReadMail) -> list[str]:
    """Return the addresses to which the sender wrote, as far as they vouch for that."""
    return [
        address
        for name in RECIPIENTS
        if _is_vouched_for(reading, name)
        for value in reading.mail.all(name)
        for _, address in addresses(value)
    ]


def _is_same(named: OurAddress, came_to: OurAddress) -> bool:
    """Return True if an address is of the same event or front desk as another."""
    if came_to.event_id:
        return named.event_id == came_to.event_id
    return named.is_desk and came_to.is_desk


def _thread(reading: ReadMail) -> list[str]:
    """Return the marks among the ids of the mails before this one, the newest first."""
    ids = [
        mail_id
        for name in THREAD
        if _is_vouched_for(reading, name)
        for mail_id in reversed(MESSAGE_ID.findall(reading.mail.first(name)))
    ]
    return marks_in_ids(ids)


def _is_vouched_for(reading: ReadMail, name: str) -> bool:
    """Return True if the sender vouches for a header; without its id a mail could come twice."""
    proof = reading.proof
    return proof.direct or {name, *ALWAYS} <= proof.signed
