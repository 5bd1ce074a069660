"""Signed links: a token lets one person do one thing until a time.

Keys rotate: the newest signs, and all verify.
"""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

PART = re.compile(r"[A-Za-z0-9_-]{0,64}", re.ASCII)
LONGEST = 400
FIELDS = 6
LINKS_HOLD = timedelta(days=1000)  # those in mails: longer than to any event
# Purposes that sign a member in: signed with a key of their own, which no backup holds.
SESSION_PURPOSES = frozenset({"sign-in", "session", "form", "passkey", "door"})
# The parts of the web, each of which may have an address of its own.
Site = Literal["guests", "links", "desk", "waitlist", "claims", "replies", "hooks"]


class Tampered(Exception):
    """The token was not made by us, or not like this."""


class Expired(Exception):
    """The token was ours and its outer bound has passed."""


class Key(msgspec.Struct, frozen=True):
    """A named signing key."""

    id: str
    secret: bytes


class Link(msgspec.Struct, frozen=True):
    """The content of a token: who may do what, with which offer, and the latest time for it."""

    purpose: str
    scope: str
    person: str = ""
    offer: str = ""
    expires_at: datetime = datetime.max.replace(tzinfo=UTC, microsecond=0)


class Page(msgspec.Struct, frozen=True):
    """A page that needs no signed link: its site, its path, and values filled in already."""

    site: Site
    path: str
    query: Mapping[str, str] = {}


class Keyring(msgspec.Struct, frozen=True):
    """The signing keys, newest first.

    `session_keys` sign the links and cookies that sign a member in, and nothing else does.
    """

    keys: tuple[Key, ...]
    session_keys: tuple[Key, ...] = ()

    def sign(self, link: Link) -> str:
        """Return the token for a link."""
        key = self._keys_for(link.purpose)[0]
        fields = (
            key.id,
            link.purpose,
            link.scope,
            link.person,
            link.offer,
            f"{int(link.expires_at.timestamp()):x}",
        )
        if not all(PART.fullmatch(field) for field in fields):
            message = f"a link cannot carry {fields!r}"
            raise ValueError(message)
        body = ".".join(fields)
        return f"{body}.{_signature(key, body)}"

    def keys_for_mark(self, _mark: str, _now: datetime) -> tuple[Key, ...]:
        """Return the keys that may have made a mark."""
        return self.keys

    def read(self, token: str, now: datetime) -> Link:
        """Return what the token says, or raise `Tampered` or `Expired`."""
        body, dot, signature = token.rpartition(".")
        fields = body.split(".")
        if len(token) > LONGEST or not dot or len(fields) != FIELDS or not token.isascii():
            raise Tampered
        keys = self._keys_for(fields[1])
        key = next((key for key in keys if key.id == fields[0]), None)
        if key is None or not hmac.compare_digest(signature, _signature(key, body)):
            raise Tampered
        expires_at = datetime.fromtimestamp(int(fields[5], 16), UTC)
        if now >= expires_at:
            raise Expired
        return Link(fields[1], fields[2], fields[3], fields[4], expires_at)

    def _keys_for(self, purpose: str) -> tuple[Key, ...]:
        if purpose in SESSION_PURPOSES:
            return self.session_keys
        return self.keys


def _signature(key: Key, body: str) -> str:
    digest = hmac.new(key.secret, body.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
