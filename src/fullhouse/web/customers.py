"""What is kept of one person on the waitlist: entries, offers, story, requests; and how they may be written to."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from fullhouse.engine.access import MemberByEmail
from fullhouse.engine.house import House
from fullhouse.engine.ports import MessagePage, SubjectLines
from fullhouse.kernel.audit import Line
from fullhouse.kernel.decisions import Forget
from fullhouse.kernel.documents import Document
from fullhouse.kernel.forgetting import addresses
from fullhouse.kernel.messages import Message
from fullhouse.kernel.proposals import Proposal, ProposalPage
from fullhouse.kernel.records import Get
from fullhouse.products.waitlist.commands import EraseEntry
from fullhouse.products.waitlist.model import (
    SCOPE,
    Answer,
    Contact,
    EntriesAt,
    Entry,
    OffersOfEntry,
    SlotOffer,
    contact_id,
)
from fullhouse.products.waitlist.proposals import EraseProposal

PAGE = 500
MOST_OFFERS = 10_000
REACHED_BY = ("phone", "email")


def has_waitlist(house: House) -> bool:
    """Whether there is a waitlist: it begins with its rules. A house without one may have no place to look for it."""
    return house.load(Get(Document, ("rules",))) is not None


def entries_at(house: House, address: str) -> tuple[Entry, ...]:
    """Find every entry of a phone number or an address, also those off the list."""
    return house.load(EntriesAt(address)) if has_waitlist(house) else ()


async def proposals_of(house: House, address: str, entries: Sequence[Entry]) -> list[Proposal]:
    """Find what someone asked for by mail: under their address, or what became one of their entries.

    What a member of the desk has forwarded is not their own wish.
    """
    if not has_waitlist(house):
        return []
    sender = address if house.load(MemberByEmail(address)) is None else ""
    names = {one.id for one in entries}
    found: list[Proposal] = []
    before = ""
    while page := house.load(ProposalPage(before=before, limit=PAGE)):
        found += [one for one in page if {one.id, one.became} & names or _is_by(one, address, sender)]
        before = page[-1].id
        await asyncio.sleep(0)  # let others have their turn
    return found


def _is_by(proposal: Proposal, address: str, sender: str) -> bool:
    read = any(one.field in REACHED_BY and one.value == address for one in proposal.fields)
    return read or (proposal.sender == sender != "")


async def told(house: House, entry: Entry) -> dict[str, Any]:
    """Gather an entry with its offers and all that happened to it."""
    offers = house.load(OffersOfEntry(entry.id, MOST_OFFERS))
    lines = await lines_about(house, entry, offers)
    return {
        "entry": msgspec.to_builtins(entry),
        "offers": [msgspec.to_builtins(one) for one in offers],
        "audit": [_line(one, entry) for one in lines],
    }


async def lines_about(house: House, entry: Entry, offers: Iterable[SlotOffer]) -> list[Line]:
    """Gather the lines about someone, and those about slots that tell of them, in their order."""
    found = {line.number: line for line in await _lines(house, entry.id)}
    for slot_id in {one.slot_id for one in offers}:
        theirs = (line for line in await _lines(house, slot_id) if _part(line, entry) is not None)
        found.update({line.number: line for line in theirs})
    return [found[number] for number in sorted(found)]


async def _lines(house: House, subject: str) -> list[Line]:
    found: list[Line] = []
    after = 0
    while page := house.load(SubjectLines(SCOPE, subject, after, PAGE)):
        found += page
        after = page[-1].number
        await asyncio.sleep(0)  # let others have their turn
    return found


def _part(line: Line, entry: Entry) -> Any:  # noqa: ANN401 - a part of a line, or none
    return next((one for one in line.entries if (one.kind, one.key) == (Entry.kind_name, entry.key)), None)


def _line(line: Line, entry: Entry) -> dict[str, Any]:
    """Show a line, with this person's own part of it only."""
    theirs = _part(line, entry)
    changed = {"before": theirs.before, "after": theirs.after} if theirs is not None else {}
    return {"at": line.at, "by": line.by, "action": line.action, "note": line.note, **changed}


async def messages_elsewhere(house: House, entries: Iterable[Entry], address: str) -> list[Message]:
    """Find what was written to someone at another number or address than this: what they have, and what they had."""
    found: list[Message] = []
    for entry in entries:
        had = addresses(tuple(await _lines(house, entry.id)), Forget(SCOPE, Entry.kind_name, entry.id, {}))
        for one in sorted({*entry.addresses, *had} - {address}):
            found += [message for message in _messages(house, one) if message.person == entry.id]
    return found


def _messages(house: House, to: str) -> list[Message]:
    found: list[Message] = []
    before = 0
    while page := house.load(MessagePage(SCOPE, to, before=before, limit=PAGE)):
        found += page
        before = page[-1].number
    return found


def contacts(house: House, known: Iterable[str]) -> list[dict[str, Any]]:
    """Say of each number or address whether it may be written to, as far as that is remembered."""
    looked_for = known if has_waitlist(house) else ()
    found = [(one, house.load(Get(Contact, (contact_id(one),)))) for one in looked_for]
    return [
        {"address": address, "reach": contact.reach, "note": contact.note, "at": contact.at}
        for address, contact in found
        if contact is not None
    ]


async def erase(house: House, entries: Iterable[Entry], proposals: Iterable[Proposal], by: str) -> list[str]:
    """Take someone off the list and forget them; return which entries were theirs. Each is one commit of its own."""
    erased = []
    for entry in entries:
        answer: Answer = await house.give(EraseEntry(entry_id=entry.id), by)
        erased += [entry.id] if answer.code == "erased" else []
    for proposal in proposals:
        await house.give(EraseProposal(proposal_id=proposal.id), by)
    return erased
