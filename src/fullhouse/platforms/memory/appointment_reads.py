"""Queries about appointments on the memory store, one function per need."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.tables import Shelves, first
from fullhouse.products.frontdesk.appointments import model


def _appointments(store: Shelves) -> Iterable[model.Appointment]:
    return store.shelf(model.Appointment).values()


def _start(appointment: model.Appointment) -> tuple[datetime, str]:
    return appointment.starts_at, appointment.id


def _between(store: Shelves, need: model.AppointmentsBetween) -> tuple[model.Appointment, ...]:
    behind = (
        appointment
        for appointment in _appointments(store)
        if _start(appointment) > (need.since, need.after)
    )
    return first(
        (appointment for appointment in behind if appointment.starts_at < need.until),
        _start,
        need.limit,
    )


def _page(store: Shelves, need: model.AppointmentPage) -> tuple[model.Appointment, ...]:
    found = (
        appointment
        for appointment in _appointments(store)
        if appointment.id > need.after and need.status in ("", appointment.status)
    )
    return first(found, lambda appointment: appointment.id, need.limit)


def _at(store: Shelves, need: model.AppointmentsAt) -> tuple[model.Appointment, ...]:
    found = (
        appointment
        for appointment in _appointments(store)
        if appointment.id > need.after and need.address in appointment.addresses
    )
    return first(found, lambda appointment: appointment.id, need.limit)


def _unwritten(store: Shelves, need: model.UnwrittenAppointments) -> tuple[model.Appointment, ...]:
    found = (
        appointment
        for appointment in _appointments(store)
        if appointment.unwritten and appointment.id > need.after
    )
    return first(found, lambda appointment: appointment.id, need.limit)


def _longest_over(store: Shelves, need: model.OldestEnded) -> tuple[model.Appointment, ...]:
    known = (appointment for appointment in _appointments(store) if not appointment.is_erased)
    behind = (
        appointment
        for appointment in known
        if not need.after_id or _start(appointment) > (need.after_starts, need.after_id)
    )
    return first(behind, _start, need.limit)


def _sends(store: Shelves, need: model.SendsOf) -> tuple[model.Send, ...]:
    sends: Iterable[model.Send] = store.shelf(model.Send).values()
    found = [send for send in sends if send.appointment_id == need.appointment_id]
    return first(found, lambda send: (send.sent_at, send.id), len(found))


def _replies(store: Shelves, need: model.RepliesOf) -> tuple[model.Reply, ...]:
    replies: Iterable[model.Reply] = store.shelf(model.Reply).values()
    found = [reply for reply in replies if reply.appointment_id == need.appointment_id]
    return first(found, lambda reply: (reply.replied_at, reply.id), len(found), reverse=True)


def _days(store: Shelves, need: model.Days) -> tuple[model.DaySchedule, ...]:
    days: Iterable[model.DaySchedule] = store.shelf(model.DaySchedule).values()
    found = [day for day in days if need.first <= day.id <= need.last]
    return first(found, lambda day: day.id, len(found))


APPOINTMENT_ANSWERS: dict[type[Need[Any]], Callable[[Any, Any], Any]] = {
    model.AppointmentsBetween: _between,
    model.AppointmentPage: _page,
    model.AppointmentsAt: _at,
    model.UnwrittenAppointments: _unwritten,
    model.OldestEnded: _longest_over,
    model.SendsOf: _sends,
    model.RepliesOf: _replies,
    model.Days: _days,
}
