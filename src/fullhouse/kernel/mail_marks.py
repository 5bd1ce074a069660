"""Keyed marks in our mail: a reply or report that brings one back proves which mail it is about.

A mark names its key in its first letters and ends in a BLAKE2 hash under that key: every sign-up
makes one, and an HMAC costs much more. The mark of a message has letters of its time between them,
so that marks made together are stored together; scattered, they would cost a twentieth of a
sign-up. It is all lower-case base32, so it survives mail programs that change the case of
addresses.
"""

import hmac
import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b

from fullhouse.kernel.links import Key
from fullhouse.kernel.messages import Message

NAME_LENGTH = 3
KEYS_KEPT = 32
PROOF_LENGTH = 16
PROOF_BYTES = 10  # in base32 these are that many letters
BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
# A table of letters in pairs takes half the time of `b32encode`.
PAIRS = [first + second for first in BASE32 for second in BASE32]
TIME_LENGTH = 3
# Marks of guests, and of messages of an earlier version, have no time.
MARK_PATTERN = rf"[a-z2-7]{{{NAME_LENGTH + PROOF_LENGTH}}}(?:[a-z2-7]{{{TIME_LENGTH}}})?"
MARK = re.compile(MARK_PATTERN, re.ASCII)
# Beside a longer id of an event, an address has no room for the time.
LONGEST_SCOPE = 36
# Ids that a carrier gives instead of ours. A short answer such as "250 OK" is none.
CARRIER_ID = re.compile(r"[A-Za-z0-9_-]{20,200}", re.ASCII)
# Different for each use, so that no mark of one kind is a mark of another kind, or a link.
OF_MESSAGE, OF_GUEST, NAME = "9:mail-mark", "13:calendar-mark", "13:mark-key-name"


def message_mark(keys: Iterable[Key], message: Message) -> str:
    """Return the mark of a message under the newest key; empty if there is no key."""
    time = ""
    if len(message.scope) <= LONGEST_SCOPE:
        time = _time_letters(message.queued_at)
    return _newest(keys, _message_body(message, time), time)


def is_message_mark(keys: Iterable[Key], mark: str, message: Message) -> bool:
    """Return True if this is a mark of the message under a key that is still in use."""
    time = mark[NAME_LENGTH:-PROOF_LENGTH]
    return _is_made(keys, mark, _message_body(message, time), time)


def guest_mark(keys: Iterable[Key], event_id: str, guest_id: str) -> str:
    """Return the mark of a guest, which proves only answers of their calendar."""
    return _newest(keys, _guest_body(event_id, guest_id))


def is_guest_mark(keys: Iterable[Key], mark: str, event_id: str, guest_id: str) -> bool:
    """Return True if this is the mark of a guest under a key that is still in use."""
    return _is_made(keys, mark, _guest_body(event_id, guest_id))


def made_mark(key: Key, mark: str) -> bool:
    """Return True if a mark names this key."""
    return hmac.compare_digest(_name(key), mark[:NAME_LENGTH])


def carrier_mark(message: Message) -> str:
    """Return the id that the carrier gave a mail in place of ours; empty if it gave none."""
    if message.channel == "mail" and CARRIER_ID.fullmatch(message.at_carrier):
        return message.at_carrier
    return ""


def marks_of(message: Message) -> tuple[str, ...]:
    """Return everything that proves which message a mail is about."""
    return tuple(mark for mark in (message.mark, carrier_mark(message)) if mark)


def marks_in_ids(ids: Iterable[str]) -> list[str]:
    """Return the local parts of message ids; ours are in small letters."""
    local = [mail_id.partition("@")[0] for mail_id in ids]
    return [one.lower() if MARK.fullmatch(one.lower()) else one for one in local]


# What a mark is bound to: each part with its length, so none can run into the next.


def _message_body(message: Message, time: str) -> str:
    key, scope, person = message.id, message.scope, message.person
    body = f"{OF_MESSAGE}{len(key)}:{key}{len(scope)}:{scope}{len(person)}:{person}"
    return f"{body}{len(time)}:{time}" if time else body


def _guest_body(event_id: str, guest_id: str) -> str:
    return f"{OF_GUEST}{len(event_id)}:{event_id}{len(guest_id)}:{guest_id}"


def _time_letters(moment: datetime) -> str:
    """Return the same letters for all that happens in about 30 milliseconds."""
    slot = int(moment.timestamp() * 1000) >> 5
    return PAIRS[slot >> 5 & 1023] + BASE32[slot & 31]


def _newest(keys: Iterable[Key], body: str, time: str = "") -> str:
    key = next(iter(keys), None)
    return "" if key is None else _made(key, body, time)


def _is_made(keys: Iterable[Key], mark: str, body: str, time: str = "") -> bool:
    if not MARK.fullmatch(mark):
        return False
    named = [key for key in keys if made_mark(key, mark)]
    return any(hmac.compare_digest(_made(key, body, time), mark) for key in named)


def _made(key: Key, body: str, time: str) -> str:
    return _name(key) + time + _proof(key, body)


@lru_cache(KEYS_KEPT)
def _name(key: Key) -> str:
    return _proof(key, f"{NAME}{len(key.id)}:{key.id}")[:NAME_LENGTH]


def _proof(key: Key, body: str) -> str:
    """Return a keyed hash in base32."""
    digest = blake2b(body.encode(), key=key.secret, digest_size=PROOF_BYTES).digest()
    bits = int.from_bytes(digest)
    first = PAIRS[bits >> 70] + PAIRS[bits >> 60 & 1023] + PAIRS[bits >> 50 & 1023]
    middle = PAIRS[bits >> 40 & 1023] + PAIRS[bits >> 30 & 1023] + PAIRS[bits >> 20 & 1023]
    return first + middle + PAIRS[bits >> 10 & 1023] + PAIRS[bits & 1023]
