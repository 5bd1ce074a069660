"""Why her, why not him: who was asked for a slot in which order, and why someone was or was not, told from the audit.

Everyone is seen as they were at each move, by the rules that were in force then. Values only: the words are the pages'.
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
from fullhouse.products.frontdesk.waitlist import queue
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer

Code = Literal[
    "asked",
    "not_yet_there",
    "had_left",
    "other_service",
    "party_does_not_fit",
    "date_does_not_fit",
    "other_staff",
    "tried_before",
    "unreachable",
    "texts_spent",
    "held_another_offer",
    "behind",
    "too_late",
    "tries_spent",
    "withdrawn",
    "overlooked",
]
OFFERED = ("offered", "rolled_on")
HANDED_BACK = ("nobody_fits", "handed_back", "withdrawn")
# What decides who is asked: if one of these is not what it was, they were edited since.
DECIDES = ("line", "party", "earliest", "latest", "staff", "priority", "joined_at")


class Candidate(msgspec.Struct, frozen=True):
    """Someone on the list, or who was: their entry, the audit lines about it, and every offer that they had."""

    entry: Entry
    lines: tuple[AuditLine, ...]
    offers: tuple[SlotOffer, ...] = ()


class SlotHistory(msgspec.Struct, frozen=True):
    """All that was written down of a slot: its audit lines and offers, who was asked, and the lines about the rules."""

    slot: Slot
    lines: tuple[AuditLine, ...]
    offers: tuple[SlotOffer, ...]
    asked: Mapping[str, Candidate]
    rules: tuple[AuditLine, ...] = ()


class OfferMove(msgspec.Struct, frozen=True):
    """A move of a slot: to whom it was offered, with them as they were then; or that it was handed back, and why.

    `mail_only` says that texts had cost all that they might.
    """

    number: int
    at: datetime
    action: str
    offer: SlotOffer | None = None
    entry: Entry | None = None
    why: str = ""
    mail_only: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """Why someone was or was not asked at a move.

    `than` is who was asked instead, and `by` whether `priority` or having `joined` earlier put them ahead. `offer` is
    the one that they held or had had. `entry` is how they were then, `edited_since` what is different now.
    """

    move: OfferMove
    code: Code
    than: str = ""
    by: Literal["priority", "joined", ""] = ""
    offer: str = ""
    entry: Entry | None = None
    edited_since: tuple[str, ...] = ()


def moves(story: SlotHistory) -> tuple[OfferMove, ...]:
    """Tell who was asked for a slot, in which order, and how it was handed back if it was."""
    offers = {one.id: one for one in story.offers}
    return tuple(
        _offered(story, one, offers[_offer_id(one)])
        if one.action in OFFERED
        else _handed_back(story, one)
        for one in story.lines
        if one.action in (*OFFERED, *HANDED_BACK)
    )


def _offer_id(line: AuditLine) -> str:
    return next(one.key[-1] for one in line.entries if one.kind == SlotOffer.kind_name)


def _offered(story: SlotHistory, line: AuditLine, offer: SlotOffer) -> OfferMove:
    entry = entry_at(story.asked[offer.entry_id], line.number)
    return OfferMove(
        line.number, line.at, line.action, offer, entry, mail_only=line.note == STOPPED
    )


def _handed_back(story: SlotHistory, line: AuditLine) -> OfferMove:
    why = str(_said(_until(story.lines, line.number), story.slot).get("why", ""))
    return OfferMove(line.number, line.at, line.action, why=why, mail_only=line.note == STOPPED)


def why(story: SlotHistory, person: Candidate) -> tuple[Verdict, ...]:
    """Say of each move of a slot why someone was or was not the one who was asked."""
    return tuple(_verdict(story, person, move) for move in moves(story))


def _verdict(story: SlotHistory, person: Candidate, move: OfferMove) -> Verdict:
    then = entry_at(person, move.number)
    if move.offer is not None and move.offer.entry_id == person.entry.id:
        found = Verdict(move, "asked")
    elif then is None:
        return Verdict(move, "not_yet_there")
    elif then.state != "waiting" or _was_booked(person, move):
        found = Verdict(move, "had_left")
    else:
        found = _why_not(story, person, then, move)
    return msgspec.structs.replace(
        found, entry=then, edited_since=_edited_since(then, person.entry)
    )


def _was_booked(person: Candidate, move: OfferMove) -> bool:
    ended_at = person.entry.ended_at
    return person.entry.state == "booked" and ended_at is not None and ended_at < move.at


def _why_not(story: SlotHistory, person: Candidate, then: Entry, move: OfferMove) -> Verdict:
    need = queue.fitting(story.slot, rules_at(story.rules, move.at))
    code: Any = need.fits(then) or _cannot_be_asked(story, person, then, move)
    if code:
        return Verdict(move, code, offer=_their_offer(story, person, move, code))
    if move.entry is None:
        return Verdict(move, _enough(move))
    mine, theirs = need.place(then), need.place(move.entry)
    if mine < theirs:
        return Verdict(move, "overlooked", than=move.entry.id)
    return Verdict(
        move, "behind", than=move.entry.id, by="joined" if mine[0] == theirs[0] else "priority"
    )


def _cannot_be_asked(story: SlotHistory, person: Candidate, then: Entry, move: OfferMove) -> str:
    """Say why someone whom the slot fits could not be asked at a move."""
    if person.entry.id in _tried(story, move):
        return "tried_before"
    if not then.channel:
        return "unreachable"
    passed = [one.note for one in person.lines if _is_passed_over(story, one, move)]
    if passed:
        return passed[-1]
    if move.mail_only and not then.email:
        return "texts_spent"
    return "held_another_offer" if _held(story, person, move) else ""


def _tried(story: SlotHistory, move: OfferMove) -> tuple[str, ...]:
    return tuple(_said(_until(story.lines, move.number - 1), story.slot).get("tried", ()))


def _is_passed_over(story: SlotHistory, line: AuditLine, move: OfferMove) -> bool:
    """Whether a line says that someone was passed over at this move: it was written just before, in the same commit."""
    keys = {one.key for one in line.entries}
    earlier = [one.number for one in story.lines if one.number < move.number]
    return (
        line.action == "passed_over"
        and story.slot.key in keys
        and max(earlier, default=0) < line.number < move.number
    )


def _held(story: SlotHistory, person: Candidate, move: OfferMove) -> list[SlotOffer]:
    """Find what someone held just then of another slot."""
    before = [
        one for one in person.offers if one.made_at <= move.at and one.slot_id != story.slot.id
    ]
    return [one for one in before if one.ended_at is None or one.ended_at >= move.at]


def _their_offer(story: SlotHistory, person: Candidate, move: OfferMove, code: str) -> str:
    """Name the offer of theirs that is the reason: the one they held, or had had of this slot."""
    if code == "held_another_offer":
        return next((one.name for one in _held(story, person, move)), "")
    mine = [
        one.name
        for one in story.offers
        if one.entry_id == person.entry.id and one.made_at <= move.at
    ]
    return mine[-1] if mine and code == "tried_before" else ""


def _enough(move: OfferMove) -> Code:
    """Say why nobody more was asked, to someone who could have been."""
    if move.why == "too_late":
        return "too_late"
    if move.why == "tries_spent":
        return "tries_spent"
    return "withdrawn" if move.action == "withdrawn" else "overlooked"


def _edited_since(then: Entry | None, now: Entry) -> tuple[str, ...]:
    return (
        ()
        if then is None
        else tuple(one for one in DECIDES if getattr(then, one) != getattr(now, one))
    )


def entry_at(person: Candidate, number: int) -> Entry | None:
    """Rebuild someone as they stood just before a line of the audit; None if they were not there yet.

    What an offer changes in them is written down with its slot, and left out here.
    """
    fields = _said(_until(person.lines, number - 1), person.entry)
    return msgspec.convert(fields, Entry) if fields else None


def rules_at(told: Iterable[AuditLine], at: datetime) -> Rulebook:
    """Return the rules that were in force at a time, from the lines about them."""
    before = [one for line in told if line.at <= at for one in line.entries]
    fields: dict[str, Any] = {}
    for one in before:
        fields |= to_plain(one.after)
    return rulebook_of(msgspec.convert(fields, Document) if fields else None)


def _until(told: Iterable[AuditLine], number: int) -> list[AuditLine]:
    return [one for one in told if one.number <= number]


def _said(told: Iterable[AuditLine], record: Record) -> dict[str, Any]:
    """Put together what lines say of a record."""
    found: dict[str, Any] = {}
    for one in (one for line in told for one in line.entries):
        if (one.kind, one.key) == (record.kind_name, record.key):
            found |= to_plain(one.after)
    return found
