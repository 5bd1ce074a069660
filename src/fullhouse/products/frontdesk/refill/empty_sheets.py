"""Notes to staff about a sheet that has lost everything in it: nobody is cancelled."""

from datetime import datetime

from msgspec.structs import replace

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.refill.removal_questions import note_about
from fullhouse.products.frontdesk.shared.documents import RULES_NEEDS
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    SaveSourceState,
    keep_external,
)


class SaveEmptySheet(Command, frozen=True, kw_only=True, tag="SaveEmptySheet"):
    """Store that a sheet is empty; staff get a note the first time that it is seen so."""

    external: ExternalSource


def empty_needs(command: SaveEmptySheet, found: Found) -> Needs:
    """Load what is known of the sheet already, and the rules, which set the language of staff."""
    if found:
        return {}
    return {"known": Get(ExternalSource, (command.external.id,)), **RULES_NEEDS}


def keep_empty(found: Found, command: SaveEmptySheet, now: datetime) -> Decision:
    """Store what was seen, and tell staff; the answer is whether it was stored."""
    fresh = command.external
    decision = keep_external(found, SaveSourceState(external=fresh), now)
    known: ExternalSource | None = found["known"]
    is_told = known is not None and known.trouble == fresh.trouble
    if is_told or not decision.answer:
        return decision
    about = {"source": f"{fresh.id}-empty", "gone": fresh.items}
    occasion = f"{fresh.id}-empty-{fresh.rev}"
    note = note_about(fresh.id, about, occasion, found["rules"], now)
    return replace(decision, messages=(note,))
