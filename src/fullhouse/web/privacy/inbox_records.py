"""Export and erasure of what is kept of an inbox: its budgets of messages, and what it proved."""

from collections.abc import Iterable
from typing import Any

import msgspec

from fullhouse.engine.budget_record import EraseMessageBudget, MessageBudget, budget_id
from fullhouse.engine.core import Engine
from fullhouse.engine.known_addresses import (
    EraseKnownAddress,
    KnownAddresses,
    address_digest,
    known_id,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get


def export_inbox(engine: Engine, address: str, messages: Iterable[Message]) -> dict[str, Any]:
    """Return the budgets of an inbox, and where its address is known, as plain values."""
    return {
        "message_budget": msgspec.to_builtins(_budget(engine, address)),
        "answer_budget": msgspec.to_builtins(_budget(engine, address, own=True)),
        "known_addresses": _known(engine, address, messages),
    }


async def erase_inbox(engine: Engine, address: str, scopes: Iterable[str], by: str) -> None:
    """Erase the budgets of an inbox, and its address from what is known in these scopes."""
    for own in (False, True):
        await engine.execute(EraseMessageBudget(budget_id=budget_id(address, own=own)), by)
    digest = address_digest(address)
    for scope in scopes:
        known = known_id(address, scope)
        await engine.execute(EraseKnownAddress(known_id=known, digest=digest), by)


def scopes_of(messages: Iterable[Message]) -> list[str]:
    """Return the events and lists that messages belong to, each once."""
    return sorted({message.scope for message in messages})


def _budget(engine: Engine, address: str, *, own: bool = False) -> MessageBudget | None:
    return engine.load(Get(MessageBudget, (budget_id(address, own=own),)))


def _known(engine: Engine, address: str, messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Return where the address is known, and whether it is proven there."""
    digest, found = address_digest(address), []
    for scope in scopes_of(messages):
        known = engine.load(Get(KnownAddresses, (known_id(address, scope),)))
        if known is not None and digest in (*known.proven, *known.unproven):
            found.append({"scope": scope, "proven": digest in known.proven})
    return found
