"""Appointments: book, edit, erase. What staff enter is accepted even if times overlap."""

from collections.abc import Container
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import (
    Change,
    Decision,
    ErasePerson,
    Step,
    create,
    if_unchanged,
    update,
)
from fullhouse.kernel.messages import LOST, Message
from fullhouse.kernel.needs import in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.appointments.availability import pick_staff, wanted_by
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    EditAppointment,
    EraseAppointment,
    MarkAppointmentsSynced,
)
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    day_of,
    taken_by,
    updated_days,
)
from fullhouse.products.frontdesk.appointments.gap_alerts import release_note
from fullhouse.products.frontdesk.appointments.messages import channel_now, to_customer
from fullhouse.products.frontdesk.appointments.model import (
    ERASED,
    ERASED_NAME,
    MOST_REMINDERS,
    SCOPE,
    SYNCED,
    Appointment,
    AppointmentResult,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.released_times import (
    ReleasedTime,
    archived,
    newly_freed,
    release_time,
)
from fullhouse.products.frontdesk.appointments.reminder_chain import EARLIEST_OVERRULED
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FARTHEST = timedelta(days=732)
LONGEST = 24 * 60
# Columns of the sheet: a change that did not come from it has to be written there.
IN_THE_SHEET = (
    "name",
    "phone",
    "email",
    "service",
    "staff",
    "starts_at",
    "minutes",
    "remind_at",
    "link",
)
EDITABLE = (*IN_THE_SHEET, "party")
IN_THE_SCHEDULE = frozenset({"starts_at", "minutes", "staff", "service"})


def book(state: AppointmentState, command: BookAppointment, now: datetime) -> Decision:
    """Book an appointment; one that exists already is answered with `already`."""
    answer = new_appointment(state, command, now)
    if answer.code != "booked" or answer.appointment is None:
        return Decision(answer)
    return booked(state, answer.appointment, now, tell=command.tell, free=command.free)


def new_appointment(
    state: AppointmentState, command: BookAppointment, now: datetime
) -> AppointmentResult:
    """Return the appointment to store, or why nothing is."""
    if state.appointment is not None:
        return AppointmentResult("already", state.appointment)
    rulebook = rulebook_of(state.rules)
    service = rulebook.service(command.service)
    fields = {name: getattr(command, name) for name in EDITABLE}
    price = service.price if service is not None else None
    appointment = Appointment(
        id=command.appointment_id,
        **fields,
        price=price,
        ref=command.ref,
        sent=command.sent,
        source=command.source,
        made_at=now,
        unwritten=command.source != "sheet",
    )
    problem = problem_with(appointment, rulebook, IN_THE_SHEET, now)
    if problem:
        return AppointmentResult(problem, field=FIELDS[problem])
    return AppointmentResult("booked", named(appointment, rulebook))


FIELDS = {
    "unknown_service": "service",
    "unknown_staff": "staff",
    "too_far": "starts_at",
    "too_long": "minutes",
    "wrong_reminders": "remind_at",
    "taken": "starts_at",
    "time_passed": "starts_at",
    "too_soon": "starts_at",
    "closed": "starts_at",
    "day_full": "starts_at",
}


def problem_with(
    appointment: Appointment, rulebook: Rulebook, given: Container[str], now: datetime
) -> str:
    """Return the code of the first given field that is not valid; empty if all are.

    Fields that are not given are not checked: they were valid when they were stored.
    """
    if "service" in given and rulebook.service(appointment.service) is None:
        return "unknown_service"
    if "staff" in given and not _is_known_staff(appointment.staff, rulebook):
        return "unknown_staff"
    if "starts_at" in given and abs(appointment.starts_at - now) > FARTHEST:
        return "too_far"
    if "remind_at" in given and not _can_remind(appointment.remind_at):
        return "wrong_reminders"
    if not 0 <= appointment.minutes <= LONGEST:
        return "too_long"
    return ""


def _is_known_staff(staff: str, rulebook: Rulebook) -> bool:
    return not staff or bool(rulebook.staff_member(staff))


def _can_remind(hours: tuple[int, ...] | None) -> bool:
    """Return True if there are not too many, and the tick looks far enough ahead for all."""
    if hours is None:
        return True
    if len(hours) > MOST_REMINDERS:
        return False
    return all(1 <= before <= EARLIEST_OVERRULED for before in hours)


def named(appointment: Appointment, rulebook: Rulebook) -> Appointment:
    """Write service and staff as the rules do; without a duration take the service's."""
    staff = rulebook.staff_member(appointment.staff) or appointment.staff
    appointment = msgspec.structs.replace(appointment, staff=staff)
    service = rulebook.service(appointment.service)
    if service is None:
        return appointment
    return msgspec.structs.replace(
        appointment, service=service.name, minutes=appointment.minutes or service.minutes
    )


def booked(
    state: AppointmentState, appointment: Appointment, now: datetime, *, tell: bool, free: bool
) -> Decision:
    """Store an appointment in the day schedule; with `free`, only if someone has the time."""
    if free:
        rulebook = rulebook_of(state.rules)
        staff = pick_staff(
            busy_times(state.books), wanted_by(appointment), appointment.starts_at, rulebook
        )
        if staff is None:
            return Decision(AppointmentResult("taken", field="starts_at"))
        appointment = msgspec.structs.replace(appointment, staff=staff)
    return store_booking(state, appointment, now, tell=tell)


def store_booking(
    state: AppointmentState, appointment: Appointment, now: datetime, *, tell: bool
) -> Decision:
    """Store an appointment and its time in the day schedule, and write to its customer."""
    messages: tuple[Message, ...] = ()
    if tell and appointment.starts_at > now:
        channel = channel_now(state, appointment, now, own=True)
        messages = to_customer("booked", state, appointment, channel, now, "1")
    changes: tuple[Change[Any], ...] = (
        create(appointment),
        *updated_days(state.books, rulebook_of(state.rules), taken_by(appointment)),
    )
    return Decision(
        AppointmentResult("booked", appointment),
        steps=(Step(SCOPE, "booked", appointment.id, changes),),
        messages=messages,
    )


def edit_appointment(state: AppointmentState, command: EditAppointment, now: datetime) -> Decision:
    """Change an appointment; another time releases the old one and restarts reminders."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if command.rev not in (None, appointment.rev):
        return Decision(AppointmentResult("changed_since", appointment))
    given = _given(command)
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(appointment, **given)
    problem = problem_with(wanted, rulebook, given, now)
    if problem:
        return Decision(AppointmentResult(problem, appointment, field=FIELDS.get(problem, "")))
    wanted = _renamed(appointment, wanted, given, rulebook)
    if wanted == appointment or is_behind(command, appointment):
        return Decision(AppointmentResult("unchanged", appointment))
    if code := _refused_time(appointment, wanted, command, now):
        return Decision(AppointmentResult(code, appointment, field=FIELDS.get(code, "")))
    return _edited(state, appointment, wanted, command, now)


def _given(command: EditAppointment) -> dict[str, Any]:
    values = {name: getattr(command, name) for name in EDITABLE}
    return {name: value for name, value in values.items() if value is not UNSET}


def _renamed(
    old: Appointment, wanted: Appointment, given: Container[str], rulebook: Rulebook
) -> Appointment:
    """Write names as the rules do; another service has its own duration unless one is given."""
    wanted = named(wanted, rulebook)
    if wanted.service == old.service or "minutes" in given:
        return wanted
    return named(msgspec.structs.replace(wanted, minutes=0), rulebook)


def _refused_time(
    old: Appointment, wanted: Appointment, command: EditAppointment, now: datetime
) -> str:
    """Return why an appointment does not get another time; empty if it may, or keeps its own."""
    if wanted.starts_at == old.starts_at:
        return ""
    if not old.stands:
        return f"appointment_{old.status}"
    # A script that moves what is not over into the past has made a slip.
    is_slip = command.source == "api" and wanted.ends_at <= now < old.ends_at
    return "time_passed" if is_slip else ""


def is_behind(
    command: EditAppointment | ConfirmAppointment | CancelAppointment, appointment: Appointment
) -> bool:
    """Return True if the sheet does not show yet what it would overwrite."""
    return command.source == "sheet" and appointment.unwritten


def _edited(
    state: AppointmentState,
    old: Appointment,
    wanted: Appointment,
    command: EditAppointment,
    now: datetime,
) -> Decision:
    rulebook = rulebook_of(state.rules)
    sets = _changed_fields(old, wanted, rulebook)
    moves = "starts_at" in sets
    old_chain: tuple[Change[Any], ...] = ()
    if not moves and _needs_restart(state, old, wanted):
        sets |= restart_chain(old)
        old_chain = archived(state, old)
    sets["unwritten"] = _is_unwritten(old, command, moves=moves)
    gone = ReleasedTime()
    if moves:
        gone = release_time(state, old, now, instead=taken_by(wanted))
        sets |= is_new_chain(old, now, gone.frees)
        old_chain = archived(state, old)
    edited = update(old, *if_unchanged(old, "rev"), **sets, rev=old.rev + 1)
    days: tuple[Change[Any], ...] = ()
    if edited.after.stands and not IN_THE_SCHEDULE.isdisjoint(sets):
        fresh = (*gone.hold, taken_by(edited.after))
        days = updated_days(state.books, rulebook, *fresh, without=(old.id,))
    changes = (edited, *days, *old_chain)
    step = Step(SCOPE, "moved" if moves else "edited", old.id, changes)
    messages = _new_time_messages(state, old, edited.after, command, now)
    return Decision(AppointmentResult("edited", edited.after), steps=(step,), messages=messages)


def _changed_fields(old: Appointment, wanted: Appointment, rulebook: Rulebook) -> dict[str, Any]:
    """Return the fields that differ, and the price of another service."""
    sets: dict[str, Any] = {}
    for name in EDITABLE:
        value = getattr(wanted, name)
        if value != getattr(old, name):
            sets[name] = value
    if "service" in sets:
        service = rulebook.service(wanted.service)
        sets |= {"price": service.price} if service is not None else {}
    return sets


def _is_unwritten(old: Appointment, command: EditAppointment, *, moves: bool) -> bool:
    if old.unwritten or command.source != "sheet":
        return True
    # The row of a confirmed appointment that was moved in the sheet still says "confirmed".
    return moves and old.status == "confirmed"


def _needs_restart(state: AppointmentState, old: Appointment, wanted: Appointment) -> bool:
    """Return True if no reminder reached the old address."""
    return old.addresses != wanted.addresses and _never_reached(state, old)


def _never_reached(state: AppointmentState, old: Appointment) -> bool:
    """Return True if staff were alerted and no reminder of this chain was sent.

    A reminder whose delivery is unknown may have arrived, so it counts as sent.
    """
    if not old.stands or old.alerted_at is None:
        return False
    if not old.reminder:
        return True
    last = state.reminder
    if last is None or last.status != "failed" or last.error.startswith(LOST):
        return False
    return not any(send.chain == old.chain and send.move != "gap_alert" for send in state.sends)


def _new_time_messages(
    state: AppointmentState,
    old: Appointment,
    fresh: Appointment,
    command: EditAppointment,
    now: datetime,
) -> tuple[Message, ...]:
    """Return the message to the customer about another time or staff member, if they are told.

    If nothing reaches them and the time is from a sheet or a calendar, it is a note to staff.
    """
    same = (old.starts_at, old.staff) == (fresh.starts_at, fresh.staff)
    if not command.tell or same or not fresh.stands or fresh.starts_at <= now:
        return ()
    occasion = f"{fresh.chain}"
    if fresh.chain == old.chain:
        occasion = f"{fresh.chain}-{fresh.rev}"
    moves = fresh.starts_at != old.starts_at
    facts: dict[str, Any] = {"before": old.starts_at} if moves else {"was_with": old.staff}
    channel = channel_now(state, fresh, now)
    if not channel and moves and command.source in SYNCED:
        frees = newly_freed(old, fresh)
        return (release_note(state, fresh, "move_not_told", frees, now, **facts),)
    return to_customer("rescheduled", state, fresh, channel, now, occasion, **facts)


def restart_chain(old: Appointment) -> dict[str, Any]:
    """Return the fields that restart the reminders of the same time in a new chain.

    A new chain is needed because each reminder is written once per chain.
    """
    return {
        "chain": old.chain + 1,
        "reminded": (),
        "reminder": "",
        "alerted_at": None,
        "alerted_for": "",
    }


def is_new_chain(old: Appointment, now: datetime, frees: str) -> dict[str, Any]:
    """Return the fields that start the reminders of another time."""
    fresh: dict[str, Any] = {"made_at": now, **restart_chain(old)}
    return {**fresh, "status": "booked", "answered_at": None, "frees": frees or old.frees}


def erase_appointment(
    state: AppointmentState, _command: EraseAppointment, now: datetime
) -> Decision:
    """Erase the customer's data; an appointment still ahead is cancelled."""
    appointment = state.appointment
    if appointment is None:
        return Decision(AppointmentResult("unknown_appointment"))
    if appointment.is_erased:
        return Decision(AppointmentResult("erased", appointment))
    blank: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": "", "link": "", "sent": ""}
    books: tuple[Change[DaySchedule], ...] = ()
    if appointment.stands and appointment.starts_at > now:
        gone = release_time(state, appointment, now)
        blank |= {"status": "cancelled", "ended_at": now, "frees": gone.frees or appointment.frees}
        books = updated_days(
            state.books, rulebook_of(state.rules), *gone.hold, without=(appointment.id,)
        )
    sets = {**blank, "unwritten": True, "rev": appointment.rev + 1}
    wiped = update(appointment, *if_unchanged(appointment, "rev"), **sets)
    said = {"note": ERASED, "sender": "", "subject": ""}
    instead = {"name": ERASED_NAME, "phone": "", "email": "", "link": "", "sent": "", **said}
    return Decision(
        AppointmentResult("erased", wiped.after),
        steps=(Step(SCOPE, "erased", appointment.id, (wiped, *books)),),
        forget=(ErasePerson(SCOPE, Appointment.kind_name, appointment.id, instead),),
    )


def mark_appointments(
    state: AppointmentState, command: MarkAppointmentsSynced, _now: datetime
) -> Decision:
    """Note which appointments the sheet shows; one that changed since is written again."""
    written = dict(command.appointments)
    steps: list[Step] = []
    for appointment in state.several:
        if appointment.unwritten and written.get(appointment.id) == appointment.rev:
            sets: dict[str, Any] = {"unwritten": False, "rev": appointment.rev + 1}
            change = update(appointment, *if_unchanged(appointment, "rev"), **sets)
            steps.append(Step(SCOPE, "written", appointment.id, (change,)))
    return Decision(len(steps), steps=tuple(steps))


# All records of these bookings must fit into one transaction on every platform.
MOST_AT_ONCE = 20


class BookMany(Command, frozen=True, kw_only=True, tag="BookMany"):
    """Book several appointments for staff without messages; results in the same order."""

    books: tuple[BookAppointment, ...]


def _those_known(command: BookMany, _found: Found) -> Needs:
    return {
        f"one:{booking.appointment_id}": Get(Appointment, (booking.appointment_id,))
        for booking in command.books
    }


def _their_days(command: BookMany, found: Found) -> Needs:
    rulebook = rulebook_of(found["rules"])
    days = {day_of(booking.starts_at, rulebook) for booking in command.books}
    return {f"near:{name}": Get(DaySchedule, (name,)) for name in sorted(days)}


# First the documents and the appointments that exist; then the schedules of their days.
needs = in_sequence(together(the_documents, _those_known), _their_days)


def book_many(state: AppointmentState, command: BookMany, now: datetime) -> Decision:
    """Book one after the other; each day's schedule is written once."""
    known = {appointment.id: appointment for appointment in state.several}
    answers: list[AppointmentResult] = []
    fresh: list[Appointment] = []
    for booking in command.books:
        appointment = known.get(booking.appointment_id)
        answer = new_appointment(
            msgspec.structs.replace(state, appointment=appointment), booking, now
        )
        answers.append(answer)
        if answer.code == "booked" and answer.appointment is not None:
            known[booking.appointment_id] = answer.appointment
            fresh.append(answer.appointment)
    # The schedules change with the first step; the others only create their appointment.
    days: tuple[Change[Any], ...] = updated_days(
        state.books, rulebook_of(state.rules), *map(taken_by, fresh)
    )
    steps: list[Step] = []
    for appointment in fresh:
        steps.append(Step(SCOPE, "booked", appointment.id, (create(appointment), *days)))
        days = ()
    return Decision(tuple(answers), steps=tuple(steps))
