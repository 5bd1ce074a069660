"""Signing keys of links in Secrets Manager, as JSON, the newest first. Old ones still verify.

The stack creates the secret with a random `first`; each rotation adds a key in front, and drops
those whose links have all expired. The keys of sessions are derived from the same secret, which no
backup holds.
"""

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from fullhouse.kernel.links import LINKS_HOLD, Key, Keyring, Link
from fullhouse.kernel.mail_marks import made_mark

SECRET = "ev/links/signing-key"  # noqa: S105 - the name under which it is kept
FIRST = "first"
KEPT = 32  # at 90 days each, far more than links hold
A_DAY = timedelta(days=1)
SHORTEST_BYTES = 32
KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
LOOK_AGAIN_AFTER = timedelta(minutes=1)
# A warm function learns of revoked keys after this time.
FETCHED_HOLDS_SECONDS = 300.0


class BadKeys(Exception):
    """The secret is invalid; the text says why, without its content."""


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    secret: str
    made_at: int = 0  # in seconds; 0 for keys of versions that did not note it


class _Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    keys: tuple[_Stored, ...] = ()
    first: str = ""


def read(text: str) -> tuple[Key, ...]:
    """Read the keys, the newest first; raise `BadKeys` if there is none that can sign."""
    try:
        secret = msgspec.json.decode(text, type=_Secret)
        keys = tuple(Key(key.id, bytes.fromhex(key.secret)) for key in secret.keys)
    except ValueError:
        raise BadKeys(f"The secret {SECRET} is not a list of keys in JSON.") from None
    if secret.first:
        keys = (*keys, Key(FIRST, secret.first.encode()))
    if not keys or not all(
        KEY_ID.fullmatch(key.id) and len(key.secret) >= SHORTEST_BYTES for key in keys
    ):
        raise BadKeys(
            f"The secret {SECRET} lacks keys, or has one without a name or too short to sign with."
        )
    return keys


def session_keys(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """Return the keys of sessions and sign-in links, derived from those of links."""
    return tuple(
        Key(key.id, hmac.new(key.secret, b"session", hashlib.sha256).digest()) for key in keys
    )


def with_new(text: str, key_id: str, secret: bytes, now: datetime) -> str:
    """Return the JSON with a new key in front, without those whose links have all expired."""
    known = read(text)
    if key_id in {key.id for key in known}:
        return _written(_stored(text, now))
    made_at = int(now.timestamp())
    kept = known[: kept_count(text, now)]
    older = {stored.id: stored for stored in _stored(text, now)}
    new = _Stored(key_id, secret.hex(), made_at)
    return _written((new, *(older[key.id] for key in kept))[:KEPT])


def with_only(text: str, key_id: str, secret: bytes, now: datetime) -> str:
    """Return the JSON with a new key alone, which ends every link and session so far."""
    read(text)
    return _written((_Stored(key_id, secret.hex(), int(now.timestamp())),))


def kept_count(text: str, now: datetime) -> int:
    """Return how many of the keys a rotation keeps: those that may have signed a valid link."""
    stored = _stored(text, now)
    for place, newer in enumerate(stored[:-1], start=1):
        if now - datetime.fromtimestamp(newer.made_at, UTC) > LINKS_HOLD + A_DAY:
            return place
    return len(stored)


def _stored(text: str, now: datetime) -> tuple[_Stored, ...]:
    """Return the keys as stored; those without a time count as made now, so they stay longer."""
    made = {key.id: key.made_at for key in msgspec.json.decode(text, type=_Secret).keys}
    return tuple(
        _Stored(key.id, key.secret.hex(), made.get(key.id, 0) or int(now.timestamp()))
        for key in read(text)
    )


def _written(stored: tuple[_Stored, ...]) -> str:
    fresh = msgspec.json.encode(_Secret(stored)).decode()
    read(fresh)
    return fresh


def keyring_of(secret: str) -> Keyring:
    """Return the keys in a secret, with those of sessions, which are derived from them."""
    keys = read(secret)
    return Keyring(keys, session_keys(keys))


class KeptKeys:
    """A keyring that is fetched on first use, then every few minutes.

    A link that names an unknown key has it fetched earlier.
    """

    def __init__(
        self, fetch: Callable[[], str], seconds: Callable[[], float] = time.monotonic
    ) -> None:
        """Fetch the secret with this function; `seconds` tells how old it is."""
        self._fetch = fetch
        self._seconds = seconds
        self._ring: Keyring | None = None
        self._fetched_at = 0.0
        self._looked_at: datetime | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        """The signing keys, newest first."""
        return self._known().keys

    def sign(self, link: Link) -> str:
        """Make the token for a link."""
        return self._known().sign(link)

    def read(self, token: str, now: datetime) -> Link:
        """Return what a token says, or raise `Tampered` or `Expired`."""
        named = token.partition(".")[0]
        if all(key.id != named for key in self.keys):
            self._look_again(now)
        return self._known().read(token, now)

    def keys_for_mark(self, mark: str, now: datetime, /) -> tuple[Key, ...]:
        """Return the keys that may have made a mark in a mail."""
        if not any(made_mark(key, mark) for key in self.keys):
            self._look_again(now)
        return self.keys

    def _look_again(self, now: datetime) -> None:
        if self._may_look(now):
            self._looked_at = now
            self._ring = self._fetched()

    def _may_look(self, now: datetime) -> bool:
        return self._looked_at is None or now - self._looked_at >= LOOK_AGAIN_AFTER

    def _known(self) -> Keyring:
        age = self._seconds() - self._fetched_at
        if self._ring is None or age >= FETCHED_HOLDS_SECONDS:
            self._ring = self._fetched()
        return self._ring

    def _fetched(self) -> Keyring:
        ring = keyring_of(self._fetch())
        self._fetched_at = self._seconds()
        return ring
