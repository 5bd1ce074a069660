"""History of a slot from the audit: who was asked, in which order, and why or why not.

Each entry is seen as it was at each move, by the rules in force then. The result is values; pages
write the sentences.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.kernel.audit import AuditLine, to_plain
from fullhouse.kernel.records import Record
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.shared.sms_budget import STOPPED
from fullhouse.products.frontdesk.waitlist import queue, rests
from fullhouse.products.frontdesk.waitlist.model import Entry, FittingEntries, Slot, SlotOffer
from fullhouse.products.frontdesk.waitlist.wishes import WISHES

Code = Literal[
    "asked",
    "not_yet_there",
    "had_left",
    "other_service",
    "party_does_not_fit",
    "date_does_not_fit",
    "weekday_does_not_fit",
    "time_does_not_fit",
    "other_staff",
    "tried_before",
    "unreachable",
    "texts_spent",
    "held_another_offer",
    "has_this_time",
    "behind",
    "too_late",
    "tries_spent",
    "quiet_hours",
    "withdrawn",
    "booked_over",
    "gave_way",
    "closed",
    "overlooked",
]
OFFERED = ("offered", "rolled_on")
HANDED_BACK = ("nobody_fits", "line_spent", "handed_back", "withdrawn")
# Reasons for which a slot ends although someone could be asked.
ENOUGH: dict[str, Code] = {
    "too_late": "too_late",
    "tries_spent": "tries_spent",
    "quiet_hours": "quiet_hours",
    "withdrawn": "withdrawn",
    "booked_over": "booked_over",
    "gave_way": "gave_way",
    "closed": "closed",
}
# Fields that decide who is asked; `edited_since` names those that differ now.
DECIDES = ("line", *WISHES, "priority", "joined_at")


class Candidate(msgspec.Struct, frozen=True):
    """A current or former entry, the audit lines about it, and all its offers."""

    entry: Entry
    lines: tuple[AuditLine, ...]
    offers: tuple[SlotOffer, ...] = ()


class SlotHistory(msgspec.Struct, frozen=True):
    """The stored history of a slot: audit lines, offers, who was asked, and rule changes."""

    slot: Slot
    lines: tuple[AuditLine, ...]
    offers: tuple[SlotOffer, ...]
    asked: Mapping[str, Candidate]
    rules: tuple[AuditLine, ...] = ()


class OfferMove(msgspec.Struct, frozen=True):
    """One move of a slot: an offer, with its entry as it was then, or why nobody was asked.

    `is_open` means that the slot waited on for others. `mail_only` means that the SMS budget was
    used up.
    """

    number: int
    at: datetime
    action: str
    offer: SlotOffer | None = None
    entry: Entry | None = None
    why: str = ""
    mail_only: bool = False
    is_open: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """Why an entry was or was not asked at a move.

    `than` is the entry that was asked instead, and `by` whether `priority` or an earlier join put
    it ahead. `offer` is the offer that this entry held or had had. `entry` is the entry as it was
    then, `edited_since` the fields that differ now.
    """

    move: OfferMove
    code: Code
    than: str = ""
    by: Literal["priority", "joined", ""] = ""
    offer: str = ""
    entry: Entry | None = None
    edited_since: tuple[str, ...] = ()


def moves(story: SlotHistory) -> tuple[OfferMove, ...]:
    """Return the offers of a slot in order, when nobody was left, and its hand-back if any."""
    offers = {offer.id: offer for offer in story.offers}
    found: list[OfferMove] = []
    for line in story.lines:
        if line.action in OFFERED:
            found.append(_offered(story, line, offers[_offer_id(line)]))
        elif line.action in HANDED_BACK:
            found.append(_handed_back(story, line))
    return tuple(found)


def _offer_id(line: AuditLine) -> str:
    return next(change.key[-1] for change in line.entries if change.kind == SlotOffer.kind_name)


def _offered(story: SlotHistory, line: AuditLine, offer: SlotOffer) -> OfferMove:
    entry = entry_at(story.asked[offer.entry_id], line.number)
    return OfferMove(
        line.number, line.at, line.action, offer, entry, mail_only=line.note == STOPPED
    )


def _handed_back(story: SlotHistory, line: AuditLine) -> OfferMove:
    fields = _fields_of(story.slot, _until(story.lines, line.number))
    return OfferMove(
        line.number,
        line.at,
        line.action,
        why=str(fields.get("why", "")),
        mail_only=line.note == STOPPED,
        is_open=fields.get("status") == "open",
    )


def why(story: SlotHistory, person: Candidate) -> tuple[Verdict, ...]:
    """Return for each move of a slot why this entry was or was not asked."""
    return tuple(_verdict(story, person, move) for move in moves(story))


def _verdict(story: SlotHistory, person: Candidate, move: OfferMove) -> Verdict:
    then = entry_at(person, move.number)
    if move.offer is not None and move.offer.entry_id == person.entry.id:
        found = Verdict(move, "asked")
    elif then is None:
        return _late(story, person, move)
    elif then.state != "waiting" or _was_booked(person, move):
        found = Verdict(move, "had_left")
    else:
        found = _why_not(story, person, then, move)
    return msgspec.structs.replace(
        found, entry=then, edited_since=_edited_since(then, person.entry)
    )


def _late(story: SlotHistory, person: Candidate, move: OfferMove) -> Verdict:
    """Return what kept someone who came later from being asked even then."""
    unfit: Any = _fitting(story, person.entry, move).fits(person.entry)
    return Verdict(move, unfit or "not_yet_there", entry=person.entry if unfit else None)


def _was_booked(person: Candidate, move: OfferMove) -> bool:
    ended_at = person.entry.ended_at
    return person.entry.state == "booked" and ended_at is not None and ended_at < move.at


def _why_not(story: SlotHistory, person: Candidate, then: Entry, move: OfferMove) -> Verdict:
    need = _fitting(story, then, move)
    code: Any = need.fits(then) or _cannot_be_asked(story, person, then, move)
    if code:
        return Verdict(move, code, offer=_their_offer(story, person, move, code))
    if move.entry is None:
        return Verdict(move, _enough(move))
    mine, theirs = need.place(then), need.place(move.entry)
    if mine < theirs:
        return Verdict(move, "overlooked", than=move.entry.id)
    same_priority = mine[0] == theirs[0]
    return Verdict(move, "behind", than=move.entry.id, by="joined" if same_priority else "priority")


def _fitting(story: SlotHistory, entry: Entry, move: OfferMove) -> FittingEntries:
    """Return the query for those whom the slot fitted at a move, in the queue of an entry."""
    rulebook = rules_at(story.rules, move.at)
    return queue.fitting(rests.for_entry(story.slot, entry, rulebook), rulebook)


def _cannot_be_asked(story: SlotHistory, person: Candidate, then: Entry, move: OfferMove) -> str:
    """Return why a fitting entry could not be asked at a move; empty if it could."""
    if person.entry.id in _tried(story, move):
        return "tried_before"
    if not then.channel:
        return "unreachable"
    passed = [line.note for line in person.lines if _is_passed_over(story, line, move)]
    if passed:
        return passed[-1]
    if move.mail_only and not then.email:
        return "texts_spent"
    if _held(story, person, move):
        return "held_another_offer"
    return ""


def _tried(story: SlotHistory, move: OfferMove) -> tuple[str, ...]:
    fields = _fields_of(story.slot, _until(story.lines, move.number - 1))
    return tuple(fields.get("tried", ()))


def _is_passed_over(story: SlotHistory, line: AuditLine, move: OfferMove) -> bool:
    """Return True if a line says that the entry was passed over at this move.

    Such a line is written just before the move, in the same commit.
    """
    keys = {change.key for change in line.entries}
    earlier = [other.number for other in story.lines if other.number < move.number]
    return (
        line.action == "passed_over"
        and story.slot.key in keys
        and max(earlier, default=0) < line.number < move.number
    )


def _held(story: SlotHistory, person: Candidate, move: OfferMove) -> list[SlotOffer]:
    """Return the offers of other slots that the entry held at that move."""
    others = [offer for offer in person.offers if offer.slot_id != story.slot.id]
    made = [offer for offer in others if offer.made_at <= move.at]
    return [offer for offer in made if offer.ended_at is None or offer.ended_at >= move.at]


def _their_offer(story: SlotHistory, person: Candidate, move: OfferMove, code: str) -> str:
    """Return the offer behind a code: the one the entry held, or had had of this slot."""
    offers: list[SlotOffer] = []
    if code == "held_another_offer":
        offers = _held(story, person, move)[:1]
    elif code == "tried_before":
        mine = [offer for offer in story.offers if offer.entry_id == person.entry.id]
        offers = [offer for offer in mine if offer.made_at <= move.at]
    return offers[-1].name if offers else ""


def _enough(move: OfferMove) -> Code:
    """Return why nobody was asked at this move although the entry was eligible."""
    return ENOUGH.get(move.why, "overlooked")


def _edited_since(then: Entry | None, now: Entry) -> tuple[str, ...]:
    decides = DECIDES if then is not None else ()
    return tuple(name for name in decides if getattr(then, name) != getattr(now, name))


def entry_at(person: Candidate, number: int) -> Entry | None:
    """Rebuild an entry as it was just before an audit line; None if it did not exist yet.

    Changes by an offer are stored with its slot, and left out here.
    """
    fields = _fields_of(person.entry, _until(person.lines, number - 1))
    if not fields:
        return None
    return msgspec.convert(fields, Entry)


def rules_at(told: Iterable[AuditLine], at: datetime) -> Rulebook:
    """Return the rules in force at a time, from the audit lines about them."""
    fields: dict[str, Any] = {}
    for line in told:
        if line.at > at:
            continue
        for change in line.entries:
            fields |= to_plain(change.after)
    if not fields:
        return rulebook_of(None)
    return rulebook_of(msgspec.convert(fields, Document))


def _until(lines: Iterable[AuditLine], number: int) -> list[AuditLine]:
    return [line for line in lines if line.number <= number]


def _fields_of(record: Record, lines: Iterable[AuditLine]) -> dict[str, Any]:
    """Return the fields of a record after these audit lines."""
    found: dict[str, Any] = {}
    for line in lines:
        for change in line.entries:
            if (change.kind, change.key) == (record.kind_name, record.key):
                found |= to_plain(change.after)
    return found
