"""One email of several messages: what strangers trigger beyond the budget of an inbox.

Each inbox gets at most one such email an hour, with all that waits for one exact address. The
messages stay as they are: each is leased and checked like any other, and they share one letter.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from fullhouse.engine.known_addresses import address_digest
from fullhouse.engine.relay import LEASE
from fullhouse.kernel.inboxes import has_plus, inbox_of, mailbox_of
from fullhouse.kernel.letters import Letter, subject_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need
from fullhouse.locale import catalogue

T = TypeVar("T")
BETWEEN_EMAILS = timedelta(hours=1)
# So long the address whose turn it is may be late; then the turn goes to whichever comes next.
PATIENCE = timedelta(minutes=2)
MOST_WAITING = 24
MOST_TOGETHER = 50
SECOND = timedelta(seconds=1)
# How messages count that may share an email.
SHARED = ("delay", "drop", "combined", "news")
GROUP = "combined"


class WaitingAddress(msgspec.Struct, frozen=True):
    """The digest of an address, and when its newest waiting message was written.

    `messages` are the ids of those that wait, where a mailbox has many spellings.
    """

    digest: str
    has_plus: bool
    newest: datetime
    messages: tuple[str, ...] = ()


class CombinedTurns(msgspec.Struct, frozen=True):
    """The turns of one inbox: its last combined email, and the addresses that wait for the next.

    `lead` is the id of the message that the last email began with, and `together` are the ids of
    those that waited for the same mailbox. `opened_at` is when the next turn was first asked for.
    """

    sent_at: datetime | None = None
    lead: str = ""
    opened_at: datetime | None = None
    waiting: tuple[WaitingAddress, ...] = ()
    together: tuple[str, ...] = ()


class Loader(Protocol):
    """Anything that answers needs."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...


def next_turn(
    turns: CombinedTurns, message: Message, now: datetime
) -> tuple[CombinedTurns, datetime | None]:
    """Return the turns with this message, and when it may ask again; None if it leads now."""
    waiting = _with(turns.waiting, message)
    turns = replace(turns, waiting=waiting)
    if turns.sent_at is not None and now < turns.sent_at + BETWEEN_EMAILS:
        return turns, turns.sent_at + BETWEEN_EMAILS
    digest, opened_at = _digest(message), turns.opened_at or now
    if waiting[0].digest != digest and now < opened_at + PATIENCE:
        return replace(turns, opened_at=opened_at), opened_at + PATIENCE
    return _led_by(message, turns, now), None


def _led_by(message: Message, turns: CombinedTurns, now: datetime) -> CombinedTurns:
    """Return the turns once a message leads an email; who ranks before it did not use the turn."""
    digests = [address.digest for address in turns.waiting]
    at = digests.index(_digest(message)) if _digest(message) in digests else len(digests)
    together = [name for address in turns.waiting[at : at + 1] for name in address.messages]
    return CombinedTurns(
        sent_at=_counted(now),
        lead=message.id,
        waiting=turns.waiting[at + 1 :],
        together=tuple(together),
    )


def _counted(moment: datetime) -> datetime:
    """Return the time under which an email counts, so that the next one is not too early.

    Stores round times to milliseconds.
    """
    return moment.replace(microsecond=0) + SECOND


def _digest(message: Message) -> str:
    return address_digest(mailbox_of(message.to))


def _with(waiting: tuple[WaitingAddress, ...], message: Message) -> tuple[WaitingAddress, ...]:
    """Return the waiting addresses with that of a message: without a plus first, then newest."""
    address = _waiting(waiting, message)
    others = [known for known in waiting if known.digest != address.digest]
    ranked = sorted((*others, address), key=lambda one: one.newest, reverse=True)
    return tuple(sorted(ranked, key=lambda one: one.has_plus)[:MOST_WAITING])


def _waiting(waiting: tuple[WaitingAddress, ...], message: Message) -> WaitingAddress:
    """Return the address of a message as it waits with this message."""
    digest, mailbox = _digest(message), mailbox_of(message.to)
    known = [address for address in waiting if address.digest == digest]
    newest = max([message.queued_at, *(address.newest for address in known)])
    messages = [name for address in known for name in address.messages if name != message.id]
    if inbox_of(message.to) == mailbox:
        messages = [*messages, message.id][-MOST_TOGETHER:]
    return WaitingAddress(digest, has_plus(mailbox), newest, tuple(messages))


def has_waited(turns: CombinedTurns, message: Message) -> bool:
    """Return True if a message, or another to the same address, has waited for a turn."""
    digests = [address.digest for address in turns.waiting]
    return message.when_spent == "combined" or _digest(message) in digests


def turn_given_back(turns: CombinedTurns, message: Message) -> CombinedTurns:
    """Return the turns after a carrier did not take the email that a message led."""
    if message.id != turns.lead:
        return turns
    return replace(turns, sent_at=None, lead="")


def may_join(lead: Message | None, message: Message, now: datetime) -> bool:
    """Return True if a message may leave in the email that another one leads."""
    return (
        lead is not None
        and lead.status == "sending"
        and lead.when_spent == "combined"
        and lead.lease_ends_at is not None
        and now < lead.lease_ends_at
        and _share_address(lead, message)
        and (message.not_before <= now or _was_put_off_by(lead.lease_ends_at - LEASE, message))
    )


def _was_put_off_by(led_at: datetime, message: Message) -> bool:
    """Return True if a message waits for the next turn because another one got this turn.

    On AWS each message that waits for a turn asks for it by itself, all at the same moment.
    """
    return message.not_before == _counted(led_at) + BETWEEN_EMAILS


def _share_address(lead: Message, message: Message) -> bool:
    # The functions on AWS may use the records of one product only.
    shared = (mailbox_of(lead.to), lead.product, lead.channel)
    others = (mailbox_of(message.to), message.product, message.channel)
    return shared == others and message.when_spent in SHARED


def combined_letter(parts: Iterable[tuple[Message, Letter]]) -> Letter:
    """Return one letter that lists others, newest first; the same words only once.

    The letter of a single message is its own. Answers go where those to the newest would go.
    """
    letters = list(_distinct(parts))
    if len(letters) == 1:
        return letters[0]
    newest = letters[0]
    texts = catalogue(newest.language)
    values = {"count": len(letters), "subject": newest.subject}
    return Letter(
        subject=subject_line(texts.text(GROUP, "subject").format_map(values)),
        preview=newest.heading,
        heading=texts.text(GROUP, "heading").format_map(values),
        paragraphs=(texts.text(GROUP, "why"),),
        language=newest.language,
        to_name=newest.to_name,
        reply_to=newest.reply_to,
        listed=tuple(letters),
    )


def newest_first(messages: Iterable[Message]) -> list[Message]:
    """Return messages with the newest first."""
    return sorted(messages, key=lambda message: (message.queued_at, message.number), reverse=True)


def _distinct(parts: Iterable[tuple[Message, Letter]]) -> Iterable[Letter]:
    """Return each letter whose words no newer one to the same person has."""
    known = set()
    for message, letter in parts:
        words = (message.scope, message.person, letter.subject, letter.paragraphs, letter.details)
        if words not in known:
            known.add(words)
            yield letter
