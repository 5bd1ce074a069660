"""New API tokens, with scopes and an end, for the command line and the desk."""

import secrets
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.access import AddToken, ApiToken, digest
from fullhouse.engine.core import Engine
from fullhouse.engine.token_scopes import SCOPES
from fullhouse.inbound.forms.event_json import clean_line
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.times import duration

LONGEST_DAYS = 3660


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request for a new token: what it may do, and for how long, such as 90d."""

    name: str
    scopes: tuple[str, ...] = ()
    expires: str = ""


async def make_token(engine: Engine, asked: NewToken, by: str) -> dict[str, str]:
    """Make a token and return it with its name; only its digest is stored."""
    name = clean_line(asked.name, "name")
    token = f"fh_{secrets.token_urlsafe(32)}"
    command = AddToken(
        token_id=engine.ids.new(),
        name=name,
        digest=digest(token),
        scopes=_scopes(asked.scopes),
        expires_at=_end(asked.expires, engine.now()),
    )
    await engine.execute(command, by)
    return {"name": name, "token": token}


def shown_token(token: ApiToken) -> dict[str, Any]:
    """Return a token as it is listed: without its digest."""
    fields = ("id", "name", "scopes", "created_at", "expires_at", "revoked_at")
    return {field: getattr(token, field) for field in fields}


def _scopes(typed: tuple[str, ...]) -> tuple[str, ...]:
    for scope in typed:
        if scope not in SCOPES:
            known = ", ".join(SCOPES)
            raise Invalid(
                FieldProblem("bad_scope", f"There is no scope {scope!r}. Use {known}.", "scopes")
            )
    return tuple(scope for scope in SCOPES if scope in typed)


def _end(typed: str, now: datetime) -> datetime | None:
    if not typed:
        return None
    try:
        length = duration(typed)
    except (ValueError, OverflowError):
        length = None
    if not length or length.days > LONGEST_DAYS:
        raise Invalid(
            FieldProblem("bad_duration", "Write how long it is valid, such as 90d.", "expires")
        )
    return now + length
