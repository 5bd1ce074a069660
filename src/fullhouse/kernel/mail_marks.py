"""Keyed marks in our mail: a reply or report that brings one back proves which mail it is about.

A mark names its key in its first letters. The rest is an HMAC under that key. It is all lower-case
base32, so it survives mail programs that change the case of addresses.
"""

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Iterable
from functools import lru_cache

from fullhouse.kernel.links import Key
from fullhouse.kernel.messages import Message

NAME_LENGTH = 3
KEYS_KEPT = 32
PROOF_LENGTH = 16  # 80 bits
MARK = re.compile(rf"[a-z2-7]{{{NAME_LENGTH + PROOF_LENGTH}}}", re.ASCII)
# Ids that a carrier gives instead of ours. A short answer such as "250 OK" is none.
CARRIER_ID = re.compile(r"[A-Za-z0-9_-]{20,200}", re.ASCII)
# Different for each use, so that no mark of one kind is a mark of another kind, or a link.
OF_MESSAGE, OF_GUEST, NAME = "mail-mark", "calendar-mark", "mark-key-name"


def message_mark(keys: Iterable[Key], message: Message) -> str:
    """Return the mark of a message under the newest key; empty if there is no key."""
    return _newest(keys, OF_MESSAGE, *_bound_to(message))


def is_message_mark(keys: Iterable[Key], mark: str, message: Message) -> bool:
    """Return True if this is a mark of the message under a key that is still in use."""
    return _is_made(keys, mark, OF_MESSAGE, *_bound_to(message))


def guest_mark(keys: Iterable[Key], event_id: str, guest_id: str) -> str:
    """Return the mark of a guest, which proves only answers of their calendar."""
    return _newest(keys, OF_GUEST, event_id, guest_id)


def is_guest_mark(keys: Iterable[Key], mark: str, event_id: str, guest_id: str) -> bool:
    """Return True if this is the mark of a guest under a key that is still in use."""
    return _is_made(keys, mark, OF_GUEST, event_id, guest_id)


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


def _bound_to(message: Message) -> tuple[str, ...]:
    return message.id, message.scope, message.person


def _newest(keys: Iterable[Key], *parts: str) -> str:
    return next((_made(key, parts) for key in keys), "")


def _is_made(keys: Iterable[Key], mark: str, *parts: str) -> bool:
    if not MARK.fullmatch(mark):
        return False
    named = [key for key in keys if made_mark(key, mark)]
    return any(hmac.compare_digest(_made(key, parts), mark) for key in named)


def _made(key: Key, parts: tuple[str, ...]) -> str:
    return _name(key) + _proof(key, parts)[:PROOF_LENGTH]


@lru_cache(KEYS_KEPT)
def _name(key: Key) -> str:
    return _proof(key, (NAME, key.id))[:NAME_LENGTH]


def _proof(key: Key, parts: tuple[str, ...]) -> str:
    """Return an HMAC of the parts. Each begins with its length, so none can run into the next."""
    body = "".join(f"{len(part)}:{part}" for part in parts)
    digest = hmac.new(key.secret, body.encode(), hashlib.sha256).digest()
    return b32encode(digest).decode().lower()
