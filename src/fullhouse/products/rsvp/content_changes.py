"""Changing what guests can read about an event, and erasing it with the event's guests."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, Decision, ErasePerson, Step, create, if_unchanged
from fullhouse.kernel.decisions import update as change_of
from fullhouse.products.rsvp.event_content import EditContent, EventContent, notes_of
from fullhouse.products.rsvp.model import Event, GuestListState, GuestResult

TEXTS = ("description", "contact", "map_url", "price_note", "dress_note")
FIELDS = (*TEXTS, "map_of_venue")
NOTE = "erased"
NO_COVER = {"cover": "", "cover_width": 0, "cover_height": 0, "cover_alt": ""}
EMPTY = {**dict.fromkeys(TEXTS, ""), **NO_COVER, "questions": ()}


def edit_content(state: GuestListState, command: EditContent, now: datetime) -> Decision:
    """Change the fields that are given; the first time, create the record."""
    event = state.event
    if event is None:
        return Decision(GuestResult("unknown_event"))
    content = state.content or EventContent(event_id=event.id)
    if command.rev not in (None, content.rev):
        return Decision(GuestResult("changed_since", event))
    sets = _changed_fields(content, command)
    notes = notes_of(msgspec.structs.replace(content, **sets))
    changes: list[Change[Any]] = []
    if notes != event.notes:
        changes.append(change_of(event, notes=notes))
    if sets:
        changes.append(changed_content(state.content, event, sets))
    if not changes:
        return Decision(GuestResult("unchanged", event))
    step = Step(event.id, "content_changed", event.id, tuple(changes))
    return Decision(GuestResult("changed", event), steps=(step,))


def _changed_fields(content: EventContent, command: EditContent) -> dict[str, Any]:
    asked = {name: getattr(command, name) for name in FIELDS}
    given = {name: value for name, value in asked.items() if value is not msgspec.UNSET}
    return {name: value for name, value in given.items() if value != getattr(content, name)}


def changed_content(
    stored: EventContent | None, event: Event, sets: Mapping[str, Any]
) -> Change[EventContent]:
    """Return the change of an event's texts; the first one creates the record."""
    if stored is None:
        return create(EventContent(event_id=event.id, rev=1, **sets))
    return change_of(stored, *if_unchanged(stored, "rev"), adds={"rev": 1}, **sets)


def erased_content(content: EventContent) -> Change[EventContent]:
    """Return the change that empties the texts."""
    return change_of(content, *if_unchanged(content, "rev"), adds={"rev": 1}, **EMPTY)


def forget_content(content: EventContent) -> ErasePerson:
    """Return what takes the texts out of the audit, too; who wrote them is not on the list."""
    empty: dict[str, Any] = {"questions": (), "notes": {}, "email": ""}
    instead = {**dict.fromkeys((*TEXTS, "cover_alt"), NOTE), **empty}
    return ErasePerson(
        content.event_id,
        EventContent.kind_name,
        content.event_id,
        instead,
        also=(Event.kind_name,),
    )
