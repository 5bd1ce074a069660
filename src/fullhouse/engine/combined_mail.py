"""One email of several messages: what strangers trigger beyond the budget of an inbox.

Each inbox gets at most one such email an hour, with what waits for one exact address. The
messages stay as they are: each is leased and checked like any other, and they share one letter.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import chain, zip_longest
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from fullhouse.engine.known_addresses import address_digest
from fullhouse.engine.relay import LEASE
from fullhouse.kernel.inboxes import has_plus, mailbox_of
from fullhouse.kernel.letters import Letter, subject_line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Need
from fullhouse.locale import catalogue

T = TypeVar("T")
BETWEEN_EMAILS = timedelta(hours=1)
# So long the address whose turn it is may be late; then the turn goes to whichever comes next.
PATIENCE = timedelta(minutes=2)
MOST_WAITING = 24
MOST_TOGETHER = 200
# Of all addresses of an inbox together, so that the record of its budget stays small.
MOST_NOTED = 300
# How many messages of an email are shown whole, and how long their words may be together.
MOST_WHOLE = 20
LONGEST_WHOLE = 30_000
SECOND = timedelta(seconds=1)
# How messages count that may share an email.
SHARED = ("delay", "drop", "combined", "news")
GROUP = "combined"


class WaitingMessage(msgspec.Struct, frozen=True, array_like=True):
    """A message that waits: its id, digests of what and of whom it is about, and when it came.

    `is_proven` if its exact address belongs to whom it is written to.
    """

    id: str
    place: str
    person: str
    has_plus: bool
    queued_at: datetime
    is_proven: bool = False


class WaitingAddress(msgspec.Struct, frozen=True):
    """The digest of an address, its waiting messages, and when the newest of them was written.

    `product` is theirs where emails are for one product each.
    """

    digest: str
    has_plus: bool
    newest: datetime
    product: str = ""
    waits: tuple[WaitingMessage, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Return True if a message to a proven address waits."""
        return any(one.is_proven for one in self.waits)


class CombinedTurns(msgspec.Struct, frozen=True):
    """The turns of one inbox: its last combined email, and the addresses that wait for the next.

    `lead` is the id of the message that the last email began with, and `joins` are those that
    leave with it. `opened_at` is when the next turn was first asked for. `led` are the products
    that had a turn, the last one at the end, where emails are for one product each.
    """

    sent_at: datetime | None = None
    lead: str = ""
    opened_at: datetime | None = None
    waiting: tuple[WaitingAddress, ...] = ()
    joins: tuple[WaitingMessage, ...] = ()
    led: tuple[str, ...] = ()


class Loader(Protocol):
    """Anything that answers needs."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...


def next_turn(
    turns: CombinedTurns,
    message: Message,
    now: datetime,
    product: str = "",
    *,
    is_proven: bool = False,
) -> tuple[CombinedTurns, datetime | None]:
    """Return the turns with this message, and when it may ask again; None if it leads now.

    `product` is that of the message where an email is for one product only.
    """
    waits = _as_waiting(message, is_proven=is_proven)
    waiting = _with(turns, _waiting(turns.waiting, message, product, waits))
    turns = replace(turns, waiting=waiting)
    if turns.sent_at is not None and now < turns.sent_at + BETWEEN_EMAILS:
        return turns, turns.sent_at + BETWEEN_EMAILS
    opened_at = turns.opened_at or now
    if not _is_for(waiting[0], message, product) and now < opened_at + PATIENCE:
        return replace(turns, opened_at=opened_at), opened_at + PATIENCE
    return _led_by(message, turns, now, product), None


def _led_by(message: Message, turns: CombinedTurns, now: datetime, product: str) -> CombinedTurns:
    """Return the turns once a message leads an email; who ranks before it did not use the turn."""
    mine = [at for at, address in enumerate(turns.waiting) if _is_for(address, message, product)]
    at = mine[0] if mine else len(turns.waiting)
    waits = [one for address in turns.waiting[at : at + 1] for one in address.waits]
    return CombinedTurns(
        sent_at=_counted(now),
        lead=message.id,
        waiting=turns.waiting[at + 1 :],
        joins=tuple([one for one in waits if one.id != message.id][: MOST_TOGETHER - 1]),
        led=(*_without(turns.led, product), product) if product else (),
    )


def _without(led: tuple[str, ...], product: str) -> tuple[str, ...]:
    return tuple([known for known in led if known != product])


def _counted(moment: datetime) -> datetime:
    """Return the time under which an email counts, so that the next one is not too early.

    Stores round times to milliseconds.
    """
    return moment.replace(microsecond=0) + SECOND


def _digest(message: Message) -> str:
    return address_digest(mailbox_of(message.to))


def _is_for(address: WaitingAddress, message: Message, product: str) -> bool:
    return (address.digest, address.product) == (_digest(message), product)


def _with(turns: CombinedTurns, address: WaitingAddress) -> tuple[WaitingAddress, ...]:
    """Return the waiting addresses with this one, in the order of their turns.

    A proven one is first, then that without a plus, then whose product has had no turn for longest,
    then the newest.
    """
    mine = (address.digest, address.product)
    others = [known for known in turns.waiting if (known.digest, known.product) != mine]
    ranked = sorted((*others, address), key=lambda one: one.newest, reverse=True)
    ranked.sort(key=lambda one: turns.led.index(one.product) if one.product in turns.led else -1)
    ranked.sort(key=lambda one: (not one.is_proven, one.has_plus))
    return _bounded(ranked[:MOST_WAITING])


def _bounded(ranked: list[WaitingAddress]) -> tuple[WaitingAddress, ...]:
    """Return addresses with a bounded number of messages: what is left out is noted again later."""
    room, kept = MOST_NOTED, []
    for address in ranked:
        kept.append(replace(address, waits=address.waits[:room]))
        room -= len(kept[-1].waits)
    return tuple(kept)


def _waiting(
    waiting: tuple[WaitingAddress, ...], message: Message, product: str, as_noted: WaitingMessage
) -> WaitingAddress:
    """Return the address of a message as it waits with this message."""
    known = [address for address in waiting if _is_for(address, message, product)]
    newest = max([message.queued_at, *(address.newest for address in known)])
    noted = [one for address in known for one in address.waits if one.id != message.id]
    waits = one_after_the_other([*noted, as_noted])[:MOST_TOGETHER]
    plus = has_plus(mailbox_of(message.to))
    return WaitingAddress(_digest(message), plus, newest, product, tuple(waits))


def _as_waiting(message: Message, *, is_proven: bool = False) -> WaitingMessage:
    place, person = _short(f"{message.product} {message.scope}"), _short(message.person)
    plus = has_plus(message.to)
    return WaitingMessage(message.id, place, person, plus, message.queued_at, is_proven)


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def one_after_the_other(waits: Iterable[WaitingMessage]) -> list[WaitingMessage]:
    """Return messages in the order in which they get a place in an email.

    One of each event or list comes before the second of any, and in each of them one of each person
    before the second of any: nobody is crowded out by what others ask for many times. Proven
    addresses come first, then those without a plus, then the newest.
    """
    newest = sorted(waits, key=lambda one: one.queued_at, reverse=True)
    newest.sort(key=lambda one: (not one.is_proven, one.has_plus))
    by_person = _in_turns(newest, lambda one: (one.place, one.person))
    return _in_turns(by_person, lambda one: one.place)


def _in_turns(
    ordered: Iterable[WaitingMessage], group: Callable[[WaitingMessage], Hashable]
) -> list[WaitingMessage]:
    """Return the first of each group, then the second of each, and so on."""
    groups: dict[Hashable, list[WaitingMessage]] = {}
    for one in ordered:
        groups.setdefault(group(one), []).append(one)
    return [one for row in zip_longest(*groups.values()) for one in row if one is not None]


def has_waited(turns: CombinedTurns, message: Message, product: str = "") -> bool:
    """Return True if a message, or another to the same address, has waited for a turn."""
    is_waiting = any(_is_for(address, message, product) for address in turns.waiting)
    return message.when_spent == "combined" or is_waiting


def turn_given_back(turns: CombinedTurns, message: Message, product: str = "") -> CombinedTurns:
    """Return the turns after a carrier did not take the email that a message led."""
    if message.id != turns.lead:
        return turns
    led = _without(turns.led, product)
    before = replace(turns, sent_at=None, lead="", joins=(), led=led)
    address = _waiting(turns.waiting, message, product, _as_waiting(message))
    waits = one_after_the_other([*address.waits, *turns.joins])[:MOST_TOGETHER]
    newest = max([address.newest, *(one.queued_at for one in waits)])
    again = replace(address, newest=newest, waits=tuple(waits))
    return replace(before, waiting=_with(before, again))


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
    shared = (mailbox_of(lead.to), lead.channel)
    others = (mailbox_of(message.to), message.channel)
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
        listed=tuple(_bounded_letters(letters)),
    )


def _bounded_letters(letters: Iterable[Letter]) -> Iterator[Letter]:
    """Return the first letters whole, and of the others the heading and the main link."""
    room = LONGEST_WHOLE
    for number, letter in enumerate(letters):
        room -= _length(letter)
        yield letter if number < MOST_WHOLE and room >= 0 else _brief(letter)


def _length(letter: Letter) -> int:
    return sum(map(len, (*letter.paragraphs, *chain.from_iterable(letter.details))))


def _brief(letter: Letter) -> Letter:
    """Return a letter with its main link only: what else it says is on that page."""
    main = sorted(letter.buttons, key=lambda button: not button.main)[:1]
    return Letter(
        subject=letter.subject,
        heading=letter.heading,
        buttons=tuple(main),
        language=letter.language,
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
