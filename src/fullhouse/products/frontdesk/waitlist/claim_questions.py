"""Questions to staff: is the booking of a claimed slot cancelled? A report alone never ends it."""

from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.needs import found_many
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.messages import (
    PRODUCT,
    slot_facts,
    to_staff,
)
from fullhouse.products.frontdesk.waitlist.model import (
    A_MINUTE,
    SCOPE,
    Entry,
    Slot,
    SlotIndex,
    WaitlistResult,
    WaitlistState,
)
from fullhouse.products.frontdesk.waitlist.slot_index import (
    claimed_beside,
    is_latest,
    learn_question,
    reported_time,
)

# A tool may report one cancellation several times. For so long after a claim or an answer of staff
# the same ref is the same report.
REPEATED_FOR = timedelta(hours=24)


def question_id(slot_id: str) -> str:
    """Return the id of the question about a slot: there is one at a time."""
    return f"claim-{slot_id}"


def the_question(command: FreeSlot, found: Found) -> Needs:
    """Load the question about a claimed slot that is reported again, and its customer."""
    slot: Slot | None = found["slot"]
    if slot is None or slot.status != "booked" or not command.is_report:
        return {}
    return {
        "question": Get(Proposal, (question_id(slot.id),)),
        "entry": Get(Entry, (slot.booked_by,)),
    }


def others_meant(_command: FreeSlot, found: Found) -> Needs:
    """Load the other claimed tables that a report may be about."""
    if "question" not in found:
        return {}
    beside = claimed_beside(found["agenda"], found["slot"].id)
    return {f"beside:{name}": Get(Slot, (name,)) for name in beside}


def who_claimed_them(_command: FreeSlot, found: Found) -> Needs:
    """Load the customers of those tables."""
    claimed = found_many(found, "beside")
    return {f"one:{one.booked_by}": Get(Entry, (one.booked_by,)) for one in claimed}


def is_news(agenda: SlotIndex | None, slot: Slot, command: FreeSlot, now: datetime) -> bool:
    """Return True if a report may say that a claimed slot is free again.

    It does not if it is the first report once more, if a later slot has the same place, or if its
    `ref` was reported before the claim.
    """
    if slot.status != "booked" or not command.is_report:
        return False
    is_same = command.slot_id == slot.id and not command.ref
    return not is_same and is_latest(agenda, slot) and not _is_repeat(agenda, slot, command, now)


def _is_repeat(agenda: SlotIndex | None, slot: Slot, command: FreeSlot, now: datetime) -> bool:
    if command.is_no_show(now) and slot.reason != "no_show":
        return False
    marks = agenda.marks if agenda is not None else ()
    refs = [mark.refs for mark in marks if mark.slot_id == slot.id]
    claimed_at = slot.ended_at or slot.freed_at
    is_known = any(command.ref in own for own in refs)
    return is_known and now - claimed_at <= REPEATED_FOR


def ask(state: WaitlistState, slot: Slot, command: FreeSlot, now: datetime) -> Decision:
    """Ask staff whether the booking of a claimed slot is cancelled; nothing else changes."""
    answer = WaitlistResult("asked", slot=slot)
    known = state.question
    learnt = learn_question(state.agenda, slot.id, command)
    if known is not None and (known.state == "open" or _is_answered(known, command, now)):
        repeated = Step(SCOPE, "told_again", slot.id, learnt)
        return Decision(answer, steps=(repeated,) if learnt else ())
    asked = _asked(known, slot, command, now, state.beside)
    about = slot_facts(slot)
    occasion = f"{slot.id}-{asked.after.rev}"
    note = to_staff("claim_question", state, now, occasion, slot=about, tried=_holders(state))
    step = Step(SCOPE, "asked_staff", slot.id, learnt)
    return Decision(answer, steps=(step,), moves=(asked,), messages=(note,))


def _holders(state: WaitlistState) -> list[dict[str, str]]:
    """Return everyone whose booking a report may be about, for a note."""
    assert state.entry is not None  # noqa: S101 - whoever claimed a slot is stored for good
    names = {one.booked_by for one in state.beside}
    others = [one for one in state.entries if one.id in names and one.id != state.entry.id]
    return [{"id": one.id, "name": one.name} for one in (state.entry, *others)]


def _is_answered(known: Proposal, command: FreeSlot, now: datetime) -> bool:
    """Return True if staff have lately answered the same report; one without a ref is new."""
    if not command.ref or known.closed_at is None:
        return False
    return known.value("ref") == command.ref and now - known.closed_at <= REPEATED_FOR


def _asked(
    known: Proposal | None,
    slot: Slot,
    command: FreeSlot,
    now: datetime,
    beside: tuple[Slot, ...],
) -> Change[Proposal]:
    read = {
        "change": "gone",
        "slot": slot.id,
        "others": " ".join(one.id for one in beside),
        "service": slot.service,
        "starts_at": slot.agenda,
        "minutes": str((slot.ends_at - reported_time(slot)) // A_MINUTE),
        "staff": slot.staff,
        "party": str(slot.party_capacity),
        "ref": command.ref,
        "reason": "no_show" if command.is_no_show(now) else "",
    }
    fields = tuple(ProposedField(name, value, "sure") for name, value in read.items() if value)
    if known is None:
        question = Proposal(id=question_id(slot.id), product=PRODUCT, fields=fields, at=now)
        return create(question)
    sets: dict[str, Any] = {"state": "open", "fields": fields, "at": now, "closed_at": None}
    return update(known, *if_unchanged(known, "rev"), **sets, became="", rev=known.rev + 1)
