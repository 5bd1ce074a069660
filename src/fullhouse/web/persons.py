"""One person at all events: all that is kept about them, and forgetting them. For the command line and the desk."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from fullhouse.engine.house import House
from fullhouse.engine.ports import AuditPage, Files, MessagePage
from fullhouse.kernel.audit import Line
from fullhouse.kernel.messages import Message
from fullhouse.kernel.rendering import as_text
from fullhouse.lanes.mail.letting_go import all_mail, let_go_of_erased
from fullhouse.products.rsvp.commands import EraseGuest
from fullhouse.products.rsvp.model import Answer, Event, EventPage, Guest, GuestByEmail

PAGE = 500
# What the relay needs to do its work and says nothing of the person.
INNER = frozenset({"facts", "letter", "number", "lease_ends_at", "product"})


class Found(msgspec.Struct, frozen=True):
    """A person on the list of one event."""

    event: Event
    guest: Guest


def find(house: House, address: str) -> list[Found]:
    """Look for an address at every event; each is one look into an index."""
    return [
        Found(event, guest)
        for event in _events(house)
        if (guest := house.load(GuestByEmail(event.id, address))) is not None
    ]


def _events(house: House) -> Iterator[Event]:
    after = ""
    while page := house.load(EventPage(after, PAGE)):
        yield from page
        after = page[-1].id


async def export(house: House, address: str) -> dict[str, Any]:
    """Gather all that is kept under an address."""
    events = [await _export_one(house, found) for found in find(house, address)]
    people = {(one["event"]["id"], one["guest"]["id"]) for one in events}
    wrote = [one async for one in all_mail(house) if one.sender == address or (one.scope, one.person) in people]
    told = {"address": address, "taken_at": house.now(), "events": events, "messages": _messages(house, address)}
    return {**told, "mail_in": [msgspec.to_builtins(mail) for mail in wrote]}


async def _export_one(house: House, found: Found) -> dict[str, Any]:
    event, guest = found.event, found.guest
    about = {"id": event.id, "name": event.name, "starts_at": event.starts_at, "timezone": event.timezone}
    return {"event": about, "guest": msgspec.to_builtins(guest), "audit": await _audit(house, event, guest)}


async def _audit(house: House, event: Event, guest: Guest) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    after = 0
    while page := house.load(AuditPage(event.id, after, PAGE)):
        told += [_line(line, guest) for line in page if line.subject == guest.id]
        after = page[-1].number
        await asyncio.sleep(0)  # let others have their turn
    return told


def _line(line: Line, guest: Guest) -> dict[str, Any]:
    """Show a line, with this person's own part of it only."""
    theirs = next((entry for entry in line.entries if entry.key[-1] == guest.id), None)
    changed = {"before": theirs.before, "after": theirs.after} if theirs is not None else {}
    return {"at": line.at, "by": line.by, "action": line.action, "note": line.note, **changed}


def _messages(house: House, address: str) -> list[dict[str, Any]]:
    found: list[Message] = []
    before = 0
    while page := house.load(MessagePage(to=address, before=before, limit=PAGE)):
        found += page
        before = page[-1].number
    return [_message(house, one) for one in found]


def _message(house: House, message: Message) -> dict[str, Any]:
    told = {name: value for name, value in msgspec.structs.asdict(message).items() if name not in INNER}
    letter = house.letter(message)
    return {**told, "subject": letter.subject, "text": as_text(letter)}


async def erase(house: House, address: str, by: str, files: Files | None = None) -> list[str]:
    """Forget a person at every event; return where they were. Each event is one commit of its own."""
    erased = []
    for found in find(house, address):
        answer: Answer = await house.give(EraseGuest(event_id=found.event.id, guest_id=found.guest.id), by)
        erased += [found.event.id] if answer.code == "erased" else []
    if files is not None:
        await let_go_of_erased(house, files)
    return erased
