"""Notes to staff about what customers do online: one at once, and one an hour later for the rest.

The note that waits says how things stand when it leaves. It leaves earlier if a time is near, and
a time that goes to the waitlist has a note of its own, which says what becomes of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.decisions import Change, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.messages import appointment_facts, to_staff
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    AppointmentState,
    OnlineNews,
)
from fullhouse.products.frontdesk.shared.contacts import contact_id

ONLINE_CHANGES = "online_changes"
COLLECTED_FOR = timedelta(hours=1)
NEAR = timedelta(hours=2)
MOST_CHANGES = 10


class StaffNotes(msgspec.Struct, frozen=True):
    """Messages to write, and changes of what waits to be told."""

    messages: tuple[Message, ...] = ()
    moves: tuple[Change[Any], ...] = ()


def news_of_new(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - has addresses
    """Load what staff were told within the hour of the customer whom a command names."""
    return _news((command.phone, command.email))


def news_of_known(command: Any, found: Found) -> Needs:  # noqa: ANN401 - an answer to a link
    """Load what staff were told within the hour of the customer who answers a link."""
    appointment: Appointment | None = found["appointment"]
    if appointment is None or not command.reply:
        return {}
    return _news(appointment.addresses)


def _news(addresses: Iterable[str]) -> Needs:
    name = _customer(addresses)
    return {"news": Get(OnlineNews, (name,))} if name else {}


def _customer(addresses: Iterable[str]) -> str:
    """Return the id of a customer's first address; empty without one."""
    first = next(filter(None, addresses), "")
    return contact_id(first) if first else ""


def news_note(_command: object, found: Found) -> Needs:
    """Load the note that waits for the end of the hour."""
    news: OnlineNews | None = found.get("news")
    if news is None or not news.note:
        return {}
    return {"news_note": Get(Message, (news.note,))}


def noted_online(
    state: AppointmentState,
    appointment: Appointment,
    note: Message,
    now: datetime,
    known_time: datetime | None,
) -> StaffNotes:
    """Return the note about a customer's own action, or put it into the one that waits.

    `known_time` is the time of which staff know; None for a new booking.
    """
    news, customer = state.news, _customer(appointment.addresses)
    if not customer:
        return StaffNotes((note,))
    if news is None or now >= news.ends_at:
        return StaffNotes((note,), (_first_told(news, customer, now),))
    if note.facts.get("frees"):
        return StaffNotes((note,))
    is_near = _is_near((appointment.starts_at, known_time), now)
    change = _change(appointment, known_time)
    waiting = state.news_note
    if waiting is not None and waiting.status == "queued" and not waiting.attempts:
        return StaffNotes(moves=(_added(waiting, change, now, is_near=is_near), _renewed(news)))
    if is_near:
        return StaffNotes((note,))
    return _collecting(state, news, change, now)


def _first_told(news: OnlineNews | None, customer: str, now: datetime) -> Change[OnlineNews]:
    """Begin an hour in which further news waits."""
    ends_at = now + COLLECTED_FOR
    if news is None:
        return create(OnlineNews(id=customer, ends_at=ends_at))
    return _renewed(news, note="", ends_at=ends_at)


def _renewed(news: OnlineNews, **sets: Any) -> Change[OnlineNews]:  # noqa: ANN401 - its fields
    """Change the record, also if only its note changes: so no two actions write that at once."""
    return update(news, *if_unchanged(news, "rev"), **sets, rev=news.rev + 1)


def _is_near(times: Iterable[datetime | None], now: datetime) -> bool:
    return any(time is not None and now < time <= now + NEAR for time in times)


def _change(appointment: Appointment, known_time: datetime | None) -> dict[str, Any]:
    return {"appointment": appointment_facts(appointment), "before": known_time}


def _collecting(
    state: AppointmentState, news: OnlineNews, change: dict[str, Any], now: datetime
) -> StaffNotes:
    """Write the note that waits for the end of the hour."""
    facts = {"appointment": change["appointment"], "changes": (change,)}
    note = to_staff(ONLINE_CHANGES, state, now, f"{news.id}-{news.rev}", **facts)
    note = msgspec.structs.replace(note, not_before=news.ends_at)
    return StaffNotes((note,), (_renewed(news, note=note.id),))


def _added(
    note: Message, change: dict[str, Any], now: datetime, *, is_near: bool
) -> Change[Message]:
    """Add a change to the note that waits; a near time, or many changes, let it leave."""
    changes = _merged(note.facts["changes"], change)
    leaves_now = is_near or len(changes) >= MOST_CHANGES
    facts = {**note.facts, "appointment": change["appointment"], "changes": changes}
    same = if_unchanged(note, "status", "attempts", "not_before")
    return update(note, *same, facts=facts, not_before=now if leaves_now else note.not_before)


def _merged(
    changes: Sequence[Mapping[str, Any]], fresh: dict[str, Any]
) -> tuple[Mapping[str, Any], ...]:
    """Return the changes with one more; each appointment has one, with the time staff know."""
    name = fresh["appointment"]["id"]
    known = [change for change in changes if change["appointment"]["id"] == name]
    others = [change for change in changes if change["appointment"]["id"] != name]
    if known:
        fresh = {**fresh, "before": known[0]["before"]}
    return (*others, fresh)


def changed_appointments(message: Message) -> Needs:
    """Return the needs for the appointments of a note that waited."""
    names = [change["appointment"]["id"] for change in message.facts.get("changes", ())]
    return {f"one:{name}": Get(Appointment, (name,)) for name in names}


def as_they_stand(message: Message, appointments: Iterable[Appointment]) -> dict[str, Any]:
    """Return the facts of a note that waited, with the appointments as they are now."""
    now = {appointment.id: appointment_facts(appointment) for appointment in appointments}

    def fresh(facts: Mapping[str, Any]) -> Mapping[str, Any]:
        return now.get(facts["id"], facts)

    changes = [
        {**change, "appointment": fresh(change["appointment"])}
        for change in message.facts["changes"]
    ]
    appointment = fresh(message.facts["appointment"])
    return {**message.facts, "appointment": appointment, "changes": changes}
