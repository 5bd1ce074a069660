"""Who is expected when: booked, changed, forgotten. What staff write down stands, whatever else is in the book."""

from collections.abc import Container
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.decisions import Decision, Forget, Step, change, new, unchanged
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.products.appointments.books import clash, day_of, taken_by, written
from fullhouse.products.appointments.commands import Book, EditAppointment, EraseAppointment, MarkAppointments
from fullhouse.products.appointments.endings import archived, given_up
from fullhouse.products.appointments.model import ERASED, ERASED_NAME, SCOPE, Answer, Appointment, State
from fullhouse.products.appointments.notices import channel_now, to_customer

FARTHEST = timedelta(days=732)
LONGEST = 24 * 60
# What is the sheet's own: a change of these that did not come from it has to be written there.
IN_THE_SHEET = ("name", "phone", "email", "service", "staff", "starts_at", "minutes", "remind_at", "link")
ANOTHER_TIME = ("starts_at", "staff")


def book(state: State, command: Book, now: datetime) -> Decision:
    """Write an appointment down; one that is known already is answered with what became of it."""
    if state.appointment is not None:
        return Decision(Answer("already", state.appointment))
    rulebook = rulebook_of(state.rules)
    service = rulebook.service(command.service)
    fields = {name: getattr(command, name) for name in IN_THE_SHEET}
    appointment = Appointment(
        id=command.appointment_id,
        **fields,
        price=service.price if service is not None else None,
        ref=command.ref,
        source=command.source,
        made_at=now,
        unwritten=command.source != "sheet",
    )
    problem = problem_with(appointment, rulebook, IN_THE_SHEET, now)
    if problem:
        return Decision(Answer(problem, field=FIELDS.get(problem, "")))
    return booked(state, named(appointment, rulebook), now, tell=command.tell, free=command.free)


FIELDS = {
    "unknown_service": "service",
    "unknown_staff": "staff",
    "unknown_contact": "contact",
    "too_far": "starts_at",
    "too_long": "minutes",
    "taken": "starts_at",
}


def problem_with(appointment: Appointment, rulebook: Rulebook, given: Container[str], now: datetime) -> str:
    """Say which of the fields that were given cannot be; what was right when it was written stays."""
    if "service" in given and rulebook.service(appointment.service) is None:
        return "unknown_service"
    if "staff" in given and appointment.staff and not rulebook.staff_member(appointment.staff):
        return "unknown_staff"
    if "starts_at" in given and abs(appointment.starts_at - now) > FARTHEST:
        return "too_far"
    return "too_long" if appointment.minutes > LONGEST else ""


def named(appointment: Appointment, rulebook: Rulebook) -> Appointment:
    """Write service and staff as the rules write them, and take the service's time where none is given."""
    service = rulebook.service(appointment.service)
    usual = service.minutes if service is not None else 0
    return msgspec.structs.replace(
        appointment,
        service=service.name if service is not None else appointment.service,
        staff=rulebook.staff_member(appointment.staff) or appointment.staff,
        minutes=appointment.minutes or usual,
    )


def booked(state: State, appointment: Appointment, now: datetime, *, tell: bool, free: bool) -> Decision:
    """Put an appointment into the day's book."""
    rulebook = rulebook_of(state.rules)
    name, fresh = day_of(appointment.starts_at, rulebook), taken_by(appointment)
    day = state.day or state.other_day
    if free and clash(day.taken if day is not None else (), fresh, rulebook) is not None:
        return Decision(Answer("taken", field="starts_at"))
    channel = channel_now(state, appointment, now) if tell and appointment.starts_at > now else ""
    return Decision(
        Answer("booked", appointment),
        steps=(Step(SCOPE, "booked", appointment.id, (new(appointment), written(day, name, fresh))),),
        messages=to_customer("booked", state, appointment, channel, now, "1"),
    )


def edit_appointment(state: State, command: EditAppointment, now: datetime) -> Decision:
    """Change an appointment that stands; another time or chair gives the old one up and begins another chain."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(Answer("unknown_appointment"))
    given = {name: getattr(command, name) for name in IN_THE_SHEET if getattr(command, name) is not UNSET}
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(appointment, **given)
    problem = problem_with(wanted, rulebook, given, now)
    if problem:
        return Decision(Answer(problem, appointment, field=FIELDS.get(problem, "")))
    wanted = named(wanted, rulebook)
    if wanted == appointment or (command.source == "sheet" and appointment.unwritten):
        return Decision(Answer("unchanged", appointment))
    moves = any(getattr(wanted, name) != getattr(appointment, name) for name in ANOTHER_TIME)
    if moves and not appointment.stands:
        return Decision(Answer(f"appointment_{appointment.status}", appointment))
    return _edited(state, appointment, wanted, command, now, moves=moves)


def _edited(
    state: State, old: Appointment, wanted: Appointment, command: EditAppointment, now: datetime, *, moves: bool
) -> Decision:
    names = [name for name in IN_THE_SHEET if getattr(wanted, name) != getattr(old, name)]
    sets: dict[str, Any] = {name: getattr(wanted, name) for name in names}
    if "service" in names:
        service = rulebook_of(state.rules).service(wanted.service)
        sets["price"] = service.price if service is not None else old.price
    sets["unwritten"] = old.unwritten or command.source != "sheet"
    gone = given_up(state, old, now, moved=True) if moves else None
    sets |= another_chain(old, now, gone.frees if gone is not None else "") if moves else {}
    edited = change(old, *unchanged(old, "rev"), **sets, rev=old.rev + 1)
    books = moved_books(state, old, edited.after, gone.hold if gone is not None else ())
    old_chain = archived(state, old) if moves else ()
    channel = channel_now(state, edited.after, now) if command.tell and moves and edited.after.stands else ""
    return Decision(
        Answer("edited", edited.after),
        steps=(Step(SCOPE, "moved" if moves else "edited", old.id, (edited, *books, *old_chain)),),
        messages=to_customer("rescheduled", state, edited.after, channel, now, str(edited.after.chain)),
    )


def another_chain(old: Appointment, now: datetime, frees: str) -> dict[str, Any]:
    """Begin the reminders anew."""
    fresh: dict[str, Any] = {"made_at": now, "chain": old.chain + 1, "reminded": (), "reminder": "", "alerted_at": None}
    return {**fresh, "status": "booked", "answered_at": None, "frees": frees or old.frees}


def moved_books(state: State, old: Appointment, fresh: Appointment, hold: tuple[Any, ...]) -> tuple[Any, ...]:
    """Strike an appointment out where it stood and write it where it stands; what is freed is held for the line."""
    rulebook = rulebook_of(state.rules)
    here, there = day_of(old.starts_at, rulebook), day_of(fresh.starts_at, rulebook)
    taken = (taken_by(fresh),) if fresh.stands else ()
    if here == there:
        return (written(state.day, here, *hold, *taken, without=(old.id,)),)
    return written(state.day, here, *hold, without=(old.id,)), written(state.other_day, there, *taken)


def erase_appointment(state: State, _command: EraseAppointment, now: datetime) -> Decision:
    """Forget who had an appointment. One that is still ahead is struck out, and its time is free."""
    appointment = state.appointment
    if appointment is None:
        return Decision(Answer("unknown_appointment"))
    if appointment.is_erased:
        return Decision(Answer("erased", appointment))
    blank: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": "", "link": "", "unwritten": True}
    ahead = appointment.stands and appointment.starts_at > now
    gone = given_up(state, appointment, now) if ahead else None
    if gone is not None:
        blank |= {"status": "cancelled", "ended_at": now, "frees": gone.frees or appointment.frees}
    wiped = change(appointment, *unchanged(appointment, "rev"), **blank, rev=appointment.rev + 1)
    name = day_of(appointment.starts_at, rulebook_of(state.rules))
    books = (written(state.day, name, *gone.hold, without=(appointment.id,)),) if gone is not None else ()
    instead = {"name": ERASED_NAME, "phone": "", "email": "", "link": "", "note": ERASED, "sender": "", "subject": ""}
    return Decision(
        Answer("erased", wiped.after),
        steps=(Step(SCOPE, "erased", appointment.id, (wiped, *books)),),
        forget=(Forget(SCOPE, Appointment.kind_name, appointment.id, instead),),
    )


def mark_appointments(state: State, command: MarkAppointments, _now: datetime) -> Decision:
    """Note which appointments stand in the sheet as they are; one that changed since is written again."""
    known = dict(command.appointments)
    same = [one for one in state.several if one.unwritten and known.get(one.id) == one.rev]
    changes = tuple(change(one, *unchanged(one, "rev"), unwritten=False, rev=one.rev + 1) for one in same)
    return Decision(len(changes), steps=tuple(Step(SCOPE, "written", one.after.id, (one,)) for one in changes))
