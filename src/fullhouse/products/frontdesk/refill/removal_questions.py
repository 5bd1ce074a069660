"""Questions to staff about what is missing from a sheet or a calendar, and their answers.

The sync that found it missing stores the question, and carries out the answer when it runs next.
"""

from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments import messages as appointment_messages
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import AppointmentState
from fullhouse.products.frontdesk.shared.documents import RULES_NEEDS, Document
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.held_removals import (
    ALL_CHANGES,
    CHANGES,
    WAITLIST_CHANGES,
    HeldRemoval,
    digest_of,
    source_of,
)
from fullhouse.products.frontdesk.shared.message_facts import NamedPerson
from fullhouse.products.frontdesk.waitlist import messages as waitlist_messages
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST
from fullhouse.products.frontdesk.waitlist.model import WaitlistState

# The sources by their names, and which list they belong to.
SCOPES = {
    "sheet": WAITLIST,
    WAITLIST_CHANGES: WAITLIST,
    "calendar": WAITLIST,
    "appointments-sheet": APPOINTMENTS,
    CHANGES: APPOINTMENTS,
    "appointments-calendar": APPOINTMENTS,
}
NOTE = "removal"
# The answers to the sync, and those to staff.
STORED, OUTDATED = True, False
ANSWERS = ("removal_confirmed", "removal_kept", "no_question", "question_changed")
# A note names so many; all of them are on the page.
MOST_NAMED = 10


class HoldRemoval(Command, frozen=True, kw_only=True, tag="HoldRemoval"):
    """Store what is missing from a source, if the revision it carries is still the current one.

    The first time that something is asked about, staff get a note, which names these `people`; they
    get another one if what they were not told of is more than that, or all is missing by now.
    """

    removal: HeldRemoval
    people: tuple[NamedPerson, ...] = ()


class DecideRemoval(Command, frozen=True, kw_only=True, tag="DecideRemoval"):
    """Answer the question about a source: end what is missing, or `keep` it.

    A question that changed since `rev`, which staff have seen, stays open.
    """

    source: str
    rev: int
    keep: bool = False


def hold_needs(command: HoldRemoval, found: Found) -> Needs:
    """Load what is held already, and the rules, which set the language of staff."""
    if found:
        return {}
    return {"held": Get(HeldRemoval, command.removal.key), **RULES_NEEDS}


def hold_removal(found: Found, command: HoldRemoval, now: datetime) -> Decision:
    """Store what is missing, and notify staff of a new question; answer whether it was stored."""
    known: HeldRemoval | None = found["held"]
    fresh = command.removal
    if known is None and fresh == HeldRemoval(id=fresh.id):
        return Decision(STORED)
    if known is not None and known.rev != fresh.rev:
        return Decision(OUTDATED)
    if known is not None and _same(known, fresh):
        return Decision(STORED)
    is_new = bool(fresh.asked) and _is_news(known, fresh)
    kept = _stored(known, fresh, now, is_new=is_new)
    if not is_new:
        return Decision(STORED, moves=(kept,))
    note = _note(kept.after, command.people, found["rules"], now)
    return Decision(STORED, steps=(_asked(fresh.id),), moves=(kept,), messages=(note,))


def _told(known: HeldRemoval | None) -> tuple[str, ...]:
    """Return of what staff were told; of a question of an earlier version, of all that is open."""
    if known is None:
        return ()
    return known.told or tuple(map(digest_of, known.asked))


def _is_news(known: HeldRemoval | None, fresh: HeldRemoval) -> bool:
    """Return True if staff have not been told of a question, or of far more by now.

    That is if what they have not been told of is more than all that they have, or if the question
    is about everything by now. What was gone before and is gone again is not new to them.
    """
    if known is None or not known.asked:
        return True
    told = set(_told(known))
    untold = [item for item in fresh.asked if digest_of(item) not in told]
    is_all = 0 < fresh.known <= len(fresh.asked) and len(known.asked) < known.known
    return len(untold) > len(told) or (is_all and bool(untold))


def _asked(held_id: str) -> Step:
    if held_id in ALL_CHANGES:
        return Step(SCOPES[held_id], "change_asked", held_id, ())
    return Step(SCOPES[held_id], "removal_asked", held_id, ())


def _same(known: HeldRemoval, fresh: HeldRemoval) -> bool:
    fields = ("asked", "confirmed", "kept", "known")
    return all(getattr(known, name) == getattr(fresh, name) for name in fields)


def _stored(
    known: HeldRemoval | None, fresh: HeldRemoval, now: datetime, *, is_new: bool
) -> Change[HeldRemoval]:
    before = known or HeldRemoval(id=fresh.id)
    told = _told(known) if fresh.asked else ()
    if is_new:
        told = tuple(dict.fromkeys((*told, *map(digest_of, fresh.asked))))
    sets: dict[str, Any] = {
        "asked": fresh.asked,
        "confirmed": fresh.confirmed,
        "kept": fresh.kept,
        "known": fresh.known,
        "number": before.number + is_new,
        "asked_at": now if is_new else before.asked_at,
        "told": told,
        "rev": before.rev + 1,
    }
    if known is None:
        return create(HeldRemoval(id=fresh.id, **sets))
    return update(known, *if_unchanged(known, "rev"), **sets)


def _note(
    held: HeldRemoval, people: tuple[NamedPerson, ...], rules: Document | None, now: datetime
) -> Message:
    named = [msgspec.structs.asdict(person) for person in people[:MOST_NAMED]]
    about = {"source": held.id, "gone": len(held.asked), "people": named}
    return note_about(held.id, about, f"{held.id}-{held.number}", rules, now)


def note_about(
    source: str, about: dict[str, Any], occasion: str, rules: Document | None, now: datetime
) -> Message:
    """Return the note to staff about what is missing from a source, for the list it belongs to."""
    if SCOPES[source] == APPOINTMENTS:
        bookings = AppointmentState(rules=rules)
        return appointment_messages.to_staff(NOTE, bookings, now, occasion, removal=about)
    waiting = WaitlistState(rules=rules)
    return waitlist_messages.to_staff(NOTE, waiting, now, occasion, removal=about)


def decide_needs(command: DecideRemoval, found: Found) -> Needs:
    """Load the question, and the state of its source."""
    if found:
        return {}
    return {
        "held": Get(HeldRemoval, (command.source,)),
        "source": Get(ExternalSource, (source_of(command.source),)),
    }


def decide_removal(found: Found, command: DecideRemoval, _now: datetime) -> Decision:
    """Note the answer of staff, and let the source be read again, which carries it out."""
    held: HeldRemoval | None = found["held"]
    if held is None or not held.asked:
        return Decision("no_question")
    if held.rev != command.rev:
        return Decision("question_changed")
    sets: dict[str, Any] = {"confirmed": (*held.confirmed, *held.asked)}
    answer = "removal_confirmed"
    if command.keep:
        sets, answer = {"kept": (*held.kept, *held.asked)}, "removal_kept"
    unchanged = if_unchanged(held, "rev")
    decided = update(held, *unchanged, **sets, asked=(), known=0, told=(), rev=held.rev + 1)
    step = Step(SCOPES[held.id], _decided(held.id, keep=command.keep), held.id, ())
    return Decision(answer, steps=(step,), moves=(decided, *_read_again(found["source"])))


def _decided(held_id: str, *, keep: bool) -> str:
    """Return the action for the audit."""
    if held_id in ALL_CHANGES:
        return "change_kept" if keep else "change_confirmed"
    return "removal_kept" if keep else "removal_confirmed"


def _read_again(source: ExternalSource | None) -> tuple[Change[ExternalSource], ...]:
    if source is None or not source.version:
        return ()
    return (update(source, *if_unchanged(source, "rev"), version="", rev=source.rev + 1),)
