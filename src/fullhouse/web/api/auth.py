"""Authentication of API calls by token; only digests of tokens are stored."""

import hmac
from collections.abc import Mapping

import msgspec
from starlette.requests import Request

from fullhouse.engine.access import TokenByDigest, digest
from fullhouse.engine.core import Engine
from fullhouse.web.dependencies import dependencies

# The name in the audit of a person at the command line of the machine itself.
COMMAND_LINE = "command line"
LONGEST_TOKEN = 500


class Caller(msgspec.Struct, frozen=True):
    """The name of a caller in the audit, and what the token allows; without scopes everything."""

    name: str
    scopes: tuple[str, ...] = ()
    has_expired: bool = False


def caller_of(request: Request) -> Caller | None:
    """Return the caller, or None if the token is not valid."""
    given = known_by(request)
    if not given:
        return None
    provided = dependencies(request)
    name = _named(given, provided.desk.admit)
    if name is not None:
        return Caller(name)
    return _stored(given, provided.engine)


def known_by(request: Request) -> str:
    """Return the digest of the token that was sent, or an empty text."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not 0 < len(token) <= LONGEST_TOKEN:
        return ""
    return digest(token)


def _named(given: str, admit: Mapping[str, str]) -> str | None:
    found = None
    for known, name in admit.items():
        if hmac.compare_digest(known, given):
            found = name
    return found


def _stored(given: str, engine: Engine) -> Caller | None:
    # Looked up by digest, so the time it takes reveals nothing about the token.
    token = engine.load(TokenByDigest(given))
    if token is None or token.revoked_at is not None:
        return None
    return Caller(f"token:{token.name}", token.scopes, token.has_expired(engine.now()))
