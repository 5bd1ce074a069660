"""Replies of customers, and the same actions by staff: confirm, cancel, reschedule, no-show."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.link_binding import REPLACED
from fullhouse.kernel.messages import LOST, Message
from fullhouse.products.frontdesk.appointments.availability import (
    TimeRequest,
    can_be_picked,
    pick_staff,
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
from fullhouse.products.frontdesk.appointments.gap_alerts import release_note
from fullhouse.products.frontdesk.appointments.messages import channel_now, to_customer
from fullhouse.products.frontdesk.appointments.model import (
    SCOPE,
    SYNCED,
    Action,
    Appointment,
    AppointmentResult,
    AppointmentState,
    Reply,
)
from fullhouse.products.frontdesk.appointments.online_notes import StaffNotes, noted_online
from fullhouse.products.frontdesk.appointments.released_times import (
    ReleasedTime,
    archived,
    is_just_booked,
    newly_freed,
    release_time,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of
from fullhouse.products.frontdesk.shared.link_binding import is_replaced

# Statuses of a reminder that was not sent: a confirmation made it obsolete.
UNSENT = frozenset({"queued", "failed"})


def replaced_link(state: AppointmentState, link: str) -> AppointmentResult | None:
    """Return the result of a link to an address that the appointment has no longer."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return None
    return AppointmentResult(REPLACED) if is_replaced(link, appointment.addresses) else None


def why_not(state: AppointmentState, chain: int, now: datetime) -> AppointmentResult | None:
    """Return why a link no longer works; None if it does.

    A second tap gets the result of the first.
    """
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return AppointmentResult("unknown_appointment")
    if state.reply is not None:
        return AppointmentResult(f"answered_{state.reply.action}", appointment)
    if chain != appointment.chain:
        return AppointmentResult("other_time", appointment)
    if not appointment.stands:
        return AppointmentResult(f"appointment_{appointment.status}", appointment)
    if now >= appointment.changes_until:
        return AppointmentResult("past", appointment)
    return None


def _replied(
    appointment: Appointment,
    reply: str,
    action: Action,
    now: datetime,
    new_time: datetime | None = None,
) -> tuple[Change[Reply], ...]:
    """Store the reply, so that the link works once; staff have no link."""
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
    """Confirm an appointment; no more reminders are sent."""
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
        "language": command.language or appointment.language,
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
    """Take back a confirmation; the chain goes on with the reminders still ahead.

    A reminder that was queued but not sent is void, so the chain is started anew.
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
    sets: dict[str, Any] = {"status": "booked", "answered_at": None}
    old_chain: tuple[Change[Any], ...] = ()
    if state.reminder is not None and _has_not_left(state.reminder):
        sets |= restart_chain(appointment)
        old_chain = archived(state, appointment)
    sets |= {"unwritten": True, "rev": appointment.rev + 1}
    asked = update(appointment, *if_unchanged(appointment, "rev"), **sets)
    return Decision(
        AppointmentResult("unconfirmed", asked.after),
        steps=(Step(SCOPE, "unconfirmed", appointment.id, (asked, *old_chain)),),
    )


def _has_not_left(reminder: Message) -> bool:
    """Return True if a reminder was surely not sent; an unknown delivery may have been."""
    return reminder.status in UNSENT and not reminder.error.startswith(LOST)


def cancel(state: AppointmentState, command: CancelAppointment, now: datetime) -> Decision:
    """Cancel an appointment: its time is released, staff are notified, reminders stop."""
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
    if command.reply:
        sets["gave_up"] = True
    over = end_appointment(state, appointment, now, sets, own=bool(command.reply))
    changes = (*over, *_replied(appointment, command.reply, "cancel", now))
    gone: Appointment = over[0].after
    letters = _cancel_message(state, gone, command, now)
    notes = _cancel_notes(state, appointment, gone, command, now, told=bool(letters))
    return Decision(
        AppointmentResult("cancelled", gone),
        steps=(Step(SCOPE, "cancelled", appointment.id, changes),),
        messages=(*letters, *notes.messages),
        moves=notes.moves,
    )


def _cancel_message(
    state: AppointmentState, gone: Appointment, command: CancelAppointment, now: datetime
) -> tuple[Message, ...]:
    """Notify the customer.

    Of what staff cancel by a page or the API only with `tell`; of what is gone from a sheet or a
    calendar always.
    """
    own = bool(command.reply)
    if not (own or command.tell or command.source in SYNCED):
        return ()
    channel = channel_now(state, gone, now, own=own)
    return to_customer("cancelled", state, gone, channel, now, str(gone.chain), own=own)


def _cancel_notes(
    state: AppointmentState,
    old: Appointment,
    gone: Appointment,
    command: CancelAppointment,
    now: datetime,
    *,
    told: bool,
) -> StaffNotes:
    """Notify staff if the customer cancelled, its row is missing, or nobody could be told."""
    frees = newly_freed(old, gone)
    if command.reply:
        note = release_note(state, gone, "cancelled", frees, now)
        return noted_online(state, gone, note, now, old.starts_at)
    reason = _reason_of(command, told=told)
    if not reason:
        return StaffNotes()
    customer = "told" if told else "unreached"
    return StaffNotes((release_note(state, gone, reason, frees, now, customer=customer),))


def _reason_of(command: CancelAppointment, *, told: bool) -> str:
    """Return what staff have to know of a cancellation of theirs; empty if nothing."""
    if command.missing:
        return "off_sheet"
    return "" if told or command.source not in SYNCED else "not_told"


def end_appointment(
    state: AppointmentState,
    appointment: Appointment,
    now: datetime,
    sets: dict[str, Any],
    *,
    own: bool = False,
) -> tuple[Change[Any], ...]:
    """End an appointment, by its customer's `own` wish or not; hold its time for the waitlist."""
    gone = ReleasedTime()
    if not (own and is_just_booked(appointment, now)):
        gone = release_time(state, appointment, now)
    sets = {**sets, "ended_at": now, "frees": gone.frees or appointment.frees}
    over = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    return over, *updated_days(
        state.books, rulebook_of(state.rules), *gone.hold, without=(appointment.id,)
    )


def no_show(state: AppointmentState, _command: NoShow, now: datetime) -> Decision:
    """Note that the customer did not come, soon after the start; the rest of the time is free."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if not appointment.stands:
        return Decision(AppointmentResult(f"appointment_{appointment.status}", appointment))
    if now < appointment.missed_from:
        return Decision(AppointmentResult("too_early", appointment))
    changes = end_appointment(state, appointment, now, {"status": "no_show", "unwritten": True})
    return Decision(
        AppointmentResult("no_show", changes[0].after),
        steps=(Step(SCOPE, "no_show", appointment.id, changes),),
    )


def restore_appointment(
    state: AppointmentState, command: RestoreAppointment, now: datetime
) -> Decision:
    """Undo a cancellation or no-show if the time is free, or held for the slot it became.

    A sheet may be out of date, so it does not take back a time that is on offer.
    """
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    if appointment.stands:
        return Decision(AppointmentResult("unchanged", appointment))
    rulebook = rulebook_of(state.rules)
    own = ""
    if command.source != "sheet":
        own = held_for_the_line(state.books, appointment)
    if conflict(busy_times(state.books, but=own), taken_by(appointment), rulebook) is not None:
        return Decision(AppointmentResult("taken", appointment, field="starts_at"))
    sets: dict[str, Any] = {
        **is_new_chain(appointment, now, ""),
        "ended_at": None,
        "unwritten": True,
        "gave_up": False,
    }
    if own:
        sets["frees"] = ""
    back = update(appointment, *if_unchanged(appointment, "rev"), **sets, rev=appointment.rev + 1)
    held = (own,) if own else ()
    days = updated_days(state.books, rulebook, taken_by(back.after), without=held)
    changes: tuple[Change[Any], ...] = (back, *days, *archived(state, appointment))
    messages: tuple[Message, ...] = ()
    if command.tell and appointment.starts_at > now:
        channel = channel_now(state, back.after, now)
        occasion = str(back.after.chain)
        messages = to_customer("restored", state, back.after, channel, now, occasion)
    return Decision(
        AppointmentResult("restored", back.after),
        steps=(Step(SCOPE, "restored", appointment.id, changes),),
        messages=messages,
    )


def reschedule(state: AppointmentState, command: Reschedule, now: datetime) -> Decision:
    """Move to the time that the customer picked, if it is free."""
    appointment = state.appointment
    answer = why_not(state, command.chain, now)
    if answer is not None or appointment is None:
        return Decision(answer)
    if command.starts_at == appointment.starts_at:
        return Decision(AppointmentResult("same_time", appointment))
    minutes, service = appointment.minutes, appointment.service
    wanted = TimeRequest(appointment.id, minutes, command.staff, service=service)
    rulebook = rulebook_of(state.rules)
    if not can_be_picked(wanted, command.starts_at, rulebook, state.holidays, now):
        return Decision(AppointmentResult("no_such_time", appointment, field="starts_at"))
    staff = pick_staff(busy_times(state.books), wanted, command.starts_at, rulebook)
    if staff is None:
        return Decision(AppointmentResult("taken", appointment, field="starts_at"))
    return _rescheduled(state, appointment, command, staff, now)


def _rescheduled(
    state: AppointmentState, old: Appointment, command: Reschedule, staff: str, now: datetime
) -> Decision:
    fresh = taken_by(replace(old, starts_at=command.starts_at, staff=staff))
    gone = ReleasedTime()
    if not is_just_booked(old, now):
        gone = release_time(state, old, now, instead=fresh)
    sets: dict[str, Any] = {
        "starts_at": command.starts_at,
        "staff": staff,
        "gave_up": True,
        "unwritten": True,
        "language": command.language or old.language,
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
    channel = channel_now(state, moved.after, now, own=True)
    note = release_note(state, moved.after, "rescheduled", gone.frees, now, before=old.starts_at)
    notes = noted_online(state, moved.after, note, now, old.starts_at)
    letters = to_customer(
        "rescheduled",
        state,
        moved.after,
        channel,
        now,
        str(moved.after.chain),
        own=True,
        before=old.starts_at,
    )
    return Decision(
        AppointmentResult("rescheduled", moved.after),
        steps=(step,),
        messages=(*letters, *notes.messages),
        moves=notes.moves,
    )
