"""Signing keys of links in Secrets Manager, as JSON, the newest first. Old ones still verify.

The stack creates the secret with a random `first`; each rotation adds a key in front, and drops
the oldest of many.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from fullhouse.kernel.links import Key, Keyring, Link
from fullhouse.kernel.mail_marks import made_mark

SECRET = "ev/links/signing-key"  # noqa: S105 - the name under which it is kept
FIRST = "first"
KEPT = 8
SHORTEST_BYTES = 32
KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
LOOK_AGAIN_AFTER = timedelta(minutes=1)


class BadKeys(Exception):
    """The secret is invalid; the text says why, without its content."""


class _Stored(msgspec.Struct, frozen=True):
    id: str
    secret: str


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


def with_new(text: str, key_id: str, secret: bytes) -> str:
    """Return the JSON with a new key in front, without the oldest beyond a few."""
    known = read(text)
    keys = known if key_id in {key.id for key in known} else (Key(key_id, secret), *known)
    stored = tuple(_Stored(key.id, key.secret.hex()) for key in keys[:KEPT])
    fresh = msgspec.json.encode(_Secret(stored)).decode()
    read(fresh)
    return fresh


class KeptKeys:
    """A keyring that is fetched on first use, and again when a link names an unknown key."""

    def __init__(self, fetch: Callable[[], str]) -> None:
        """Fetch the secret with this function."""
        self._fetch = fetch
        self._ring: Keyring | None = None
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
            self._ring = Keyring(read(self._fetch()))

    def _may_look(self, now: datetime) -> bool:
        return self._looked_at is None or now - self._looked_at >= LOOK_AGAIN_AFTER

    def _known(self) -> Keyring:
        if self._ring is None:
            self._ring = Keyring(read(self._fetch()))
        return self._ring
