"""What customers answer, and what staff say for them: coming, not coming, another time, did not come."""

from datetime import datetime
from typing import Any

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.messages import LOST, Message
from fullhouse.products.frontdesk.appointments.availability import (
    TimeRequest,
    can_be_picked,
    find_staff,
)
from fullhouse.products.frontdesk.appointments.bookings import (
    is_behind,
    is_new_chain,
    restart_chain,
)
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    NoShow,
    Reschedule,
    RestoreAppointment,
    Unconfirm,
)
from fullhouse.products.frontdesk.appointments.day_schedule import (
    busy_times,
    conflict,
    held_for_the_line,
    taken_by,
    updated_days,
)
from fullhouse.products.frontdesk.appointments.messages import (
    appointment_facts,
    channel_now,
    to_customer,
    to_staff,
)
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    Action,
    Appointment,
    AppointmentResult,
    AppointmentState,
    BusyTime,
    Reply,
)
from fullhouse.products.frontdesk.appointments.released_times import archived, release_time
from fullhouse.products.frontdesk.shared.documents import rulebook_of

# What was written for a chain and has not left: whoever confirmed needed it no more, and it may be on its way out.
UNSENT = frozenset({"queued", "failed"})


def why_not(state: AppointmentState, chain: int, now: datetime) -> AppointmentResult | None:
    """Say why a link does nothing any more; None if it does. A second tap is told what was done with the first."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return AppointmentResult("unknown_appointment")
    if state.reply is not None:
        return AppointmentResult(f"answered_{state.reply.action}", appointment)
    if chain != appointment.chain:
        return AppointmentResult("other_time", appointment)
    if not appointment.stands:
        return AppointmentResult(f"appointment_{appointment.status}", appointment)
    return AppointmentResult("past", appointment) if now >= appointment.starts_at else None


def _replied(
    appointment: Appointment,
    reply: str,
    action: Action,
    now: datetime,
    new_time: datetime | None = None,
) -> tuple[Change[Reply], ...]:
    """Spend a link; staff's word spends none."""
    if not reply:
        return ()
    spent = Reply(
        appointment_id=appointment.id,
        id=reply,
        action=action,
        chain=appointment.chain,
        replied_at=now,
        old_time=appointment.starts_at,
        new_time=new_time,
    )
    return (create(spent),)


def confirm(state: AppointmentState, command: ConfirmAppointment, now: datetime) -> Decision:
    """They are coming: no more reminders."""
    appointment = state.appointment
    chain = command.chain or (appointment.chain if appointment is not None else 0)
    answer = why_not(state, chain, now)
    if answer is not None or appointment is None:
        return Decision(answer)
    if appointment.status == "confirmed":
        return Decision(AppointmentResult("confirmed", appointment))
    if is_behind(command, appointment):
        return Decision(AppointmentResult("unchanged", appointment))
    sets: dict[str, Any] = {
        "status": "confirmed",
        "answered_at": now,
        "unwritten": command.source != "sheet",
    }
    coming = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    changes: tuple[Change[Any], ...] = (
        coming,
        *_replied(appointment, command.reply, "confirm", now),
    )
    return Decision(
        AppointmentResult("confirmed", coming.after),
        steps=(Step(SCOPE, "confirmed", appointment.id, changes),),
    )


def unconfirm(state: AppointmentState, _command: Unconfirm, now: datetime) -> Decision:
    """Take back that they are coming: the chain goes on with what is due by the hours that are left, nothing twice.

    A reminder that was written and had not left is void, so it is decided on anew, in a chain of its own.
    """
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if not appointment.stands:
        return Decision(AppointmentResult(f"appointment_{appointment.status}", appointment))
    if now >= appointment.starts_at:
        return Decision(AppointmentResult("past", appointment))
    if appointment.status == "booked":
        return Decision(AppointmentResult("unchanged", appointment))
    void = state.reminder is not None and _has_not_left(state.reminder)
    anew = restart_chain(appointment) if void else {}
    sets: dict[str, Any] = {"status": "booked", "answered_at": None, **anew, "unwritten": True}
    asked = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    changes: tuple[Change[Any], ...] = (asked, *(archived(state, appointment) if void else ()))
    return Decision(
        AppointmentResult("unconfirmed", asked.after),
        steps=(Step(SCOPE, "unconfirmed", appointment.id, changes),),
    )


def _has_not_left(reminder: Message) -> bool:
    """Say whether a reminder surely did not arrive: one whose answer was lost may have."""
    return reminder.status in UNSENT and not reminder.error.startswith(LOST)


def cancel(state: AppointmentState, command: CancelAppointment, now: datetime) -> Decision:
    """They are not coming: the time is free, staff are told, and no reminder leaves any more."""
    appointment = state.appointment
    chain = command.chain or (appointment.chain if appointment is not None else 0)
    answer = why_not(state, chain, now)
    if answer is not None or appointment is None:
        return Decision(answer)
    if is_behind(command, appointment):
        return Decision(AppointmentResult("unchanged", appointment))
    sets: dict[str, Any] = {
        "status": "cancelled",
        "answered_at": now,
        "unwritten": command.source != "sheet",
    }
    over = _ended(state, appointment, now, sets | ({"gave_up": True} if command.reply else {}))
    changes = (*over, *_replied(appointment, command.reply, "cancel", now))
    gone: Appointment = over[0].after
    return Decision(
        AppointmentResult("cancelled", gone),
        steps=(Step(SCOPE, "cancelled", appointment.id, changes),),
        messages=_told(state, gone, command, now),
    )


def _told(
    state: AppointmentState, gone: Appointment, command: CancelAppointment, now: datetime
) -> tuple[Message, ...]:
    """Tell staff what a customer did, and a customer what they did, or what staff did where staff want that."""
    own = bool(command.reply)
    channel = channel_now(state, gone, now) if own or command.tell else ""
    words = to_customer("cancelled", state, gone, channel, now, str(gone.chain), own=own)
    if not own:
        return words
    facts = {"appointment": appointment_facts(gone), "reason": "cancelled", "frees": gone.frees}
    return (*words, to_staff("gap_alert", state, now, f"{gone.id}:{gone.chain}:cancelled", **facts))


def _ended(
    state: AppointmentState, appointment: Appointment, now: datetime, sets: dict[str, Any]
) -> tuple[Change[Any], ...]:
    """End an appointment, and hold its time for the line."""
    gone = release_time(state, appointment, now)
    sets = {**sets, "ended_at": now, "frees": gone.frees or appointment.frees}
    over = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    return over, *updated_days(
        state.books, rulebook_of(state.rules), *gone.hold, without=(appointment.id,)
    )


def no_show(state: AppointmentState, _command: NoShow, now: datetime) -> Decision:
    """They did not come: what is left of the time is free. Before its time nobody can say so."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if not appointment.stands:
        return Decision(AppointmentResult(f"appointment_{appointment.status}", appointment))
    if now < appointment.starts_at:
        return Decision(AppointmentResult("too_early", appointment))
    changes = _ended(state, appointment, now, {"status": "no_show", "unwritten": True})
    return Decision(
        AppointmentResult("no_show", changes[0].after),
        steps=(Step(SCOPE, "no_show", appointment.id, changes),),
    )


def restore(state: AppointmentState, command: RestoreAppointment, now: datetime) -> Decision:
    """Take a cancellation or a no-show back, if nobody has the time by now; what was held of it for the line is theirs.

    The sheet may be behind: what it brings back must not take from the line what is being offered.
    """
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if appointment.stands:
        return Decision(AppointmentResult("unchanged", appointment))
    rulebook = rulebook_of(state.rules)
    own = "" if command.source == "sheet" else held_for_the_line(state.books, appointment)
    if conflict(busy_times(state.books, but=own), taken_by(appointment), rulebook) is not None:
        return Decision(AppointmentResult("taken", appointment, field="starts_at"))
    sets: dict[str, Any] = {
        **is_new_chain(appointment, now, ""),
        "ended_at": None,
        "unwritten": True,
    }
    sets |= {"gave_up": False, **({"frees": ""} if own else {})}
    back = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    books = updated_days(state.books, rulebook, taken_by(back.after), without=(own,) if own else ())
    changes: tuple[Change[Any], ...] = (back, *books, *archived(state, appointment))
    channel = (
        channel_now(state, back.after, now) if command.tell and appointment.starts_at > now else ""
    )
    return Decision(
        AppointmentResult("restored", back.after),
        steps=(Step(SCOPE, "restored", appointment.id, changes),),
        messages=to_customer("restored", state, back.after, channel, now, str(back.after.chain)),
    )


def reschedule(state: AppointmentState, command: Reschedule, now: datetime) -> Decision:
    """Give the customer the time that they picked, if it is really free; else they are shown fresh times."""
    appointment = state.appointment
    answer = why_not(state, command.chain, now)
    if answer is not None or appointment is None:
        return Decision(answer)
    if command.starts_at == appointment.starts_at:
        return Decision(AppointmentResult("same_time", appointment))
    wanted, rulebook = (
        TimeRequest(appointment.id, appointment.minutes, command.staff),
        rulebook_of(state.rules),
    )
    if not can_be_picked(wanted, command.starts_at, rulebook, state.holidays, now):
        return Decision(AppointmentResult("no_such_time", appointment, field="starts_at"))
    staff = find_staff(busy_times(state.books), wanted, command.starts_at, rulebook)
    if staff is None:
        return Decision(AppointmentResult("taken", appointment, field="starts_at"))
    return _rescheduled(state, appointment, command, staff, now)


def _rescheduled(
    state: AppointmentState, old: Appointment, command: Reschedule, staff: str, now: datetime
) -> Decision:
    fresh = BusyTime(old.id, command.starts_at, old.minutes, staff)
    gone = release_time(state, old, now, instead=fresh)
    sets: dict[str, Any] = {
        "starts_at": command.starts_at,
        "staff": staff,
        "gave_up": True,
        "unwritten": True,
    }
    moved = update(
        old,
        *if_unchanged(old, "rev"),
        **sets,
        **is_new_chain(old, now, gone.frees),
        rev=old.rev + 1,
    )
    reply = _replied(old, command.reply, "reschedule", now, command.starts_at)
    books = updated_days(
        state.books, rulebook_of(state.rules), *gone.hold, fresh, without=(old.id,)
    )
    step = Step(SCOPE, "rescheduled", old.id, (moved, *reply, *books, *archived(state, old)))
    channel = channel_now(state, moved.after, now)
    facts = {
        "appointment": appointment_facts(moved.after),
        "reason": "rescheduled",
        "frees": gone.frees,
    }
    told = to_staff(
        "gap_alert", state, now, f"{old.id}:{old.chain}:rescheduled", before=old.starts_at, **facts
    )
    words = to_customer(
        "rescheduled", state, moved.after, channel, now, str(moved.after.chain), own=True
    )
    return Decision(
        AppointmentResult("rescheduled", moved.after), steps=(step,), messages=(*words, told)
    )
