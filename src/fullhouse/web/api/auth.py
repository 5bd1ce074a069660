"""Who may use the API: a script's own token, of which only the digest is known, or one that the start-up named."""

import hmac
from collections.abc import Mapping

from starlette.requests import Request

from fullhouse.engine.access import TokenByDigest, digest
from fullhouse.engine.core import Engine
from fullhouse.web.dependencies import dependencies

# How the audit names whoever runs the command line on the machine itself.
COMMAND_LINE = "command line"
LONGEST_TOKEN = 500


def caller_of(request: Request) -> str | None:
    """Say in whose name the request speaks, or None if it may not."""
    given = known_by(request)
    if not given:
        return None
    lent = dependencies(request)
    return _named(given, lent.desk.admit) or _stored(given, lent.engine)


def known_by(request: Request) -> str:
    """Return the digest of the token that was sent, which no other one has; nothing if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return digest(token) if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else ""


def _named(given: str, admit: Mapping[str, str]) -> str | None:
    found = None
    for known, name in admit.items():
        if hmac.compare_digest(known, given):
            found = name
    return found


def _stored(given: str, engine: Engine) -> str | None:
    # Looked up by digest: how long that takes tells nothing about the token it was made from.
    token = engine.load(TokenByDigest(given))
    return None if token is None or token.revoked_at is not None else f"token:{token.name}"
