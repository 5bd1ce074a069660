"""How the memory store answers what is asked about appointments: each need's own words, over all on the shelf."""

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
    behind = (one for one in _appointments(store) if _start(one) > (need.since, need.after))
    return first((one for one in behind if one.starts_at < need.until), _start, need.limit)


def _page(store: Shelves, need: model.AppointmentPage) -> tuple[model.Appointment, ...]:
    found = (
        one
        for one in _appointments(store)
        if one.id > need.after and need.status in ("", one.status)
    )
    return first(found, lambda one: one.id, need.limit)


def _at(store: Shelves, need: model.AppointmentsAt) -> tuple[model.Appointment, ...]:
    found = (
        one for one in _appointments(store) if one.id > need.after and need.address in one.addresses
    )
    return first(found, lambda one: one.id, need.limit)


def _unwritten(store: Shelves, need: model.UnwrittenAppointments) -> tuple[model.Appointment, ...]:
    found = (one for one in _appointments(store) if one.unwritten and one.id > need.after)
    return first(found, lambda one: one.id, need.limit)


def _longest_over(store: Shelves, need: model.OldestEnded) -> tuple[model.Appointment, ...]:
    known = (one for one in _appointments(store) if not one.is_erased)
    behind = (
        one
        for one in known
        if not need.after_id or _start(one) > (need.after_starts, need.after_id)
    )
    return first(behind, _start, need.limit)


def _sends(store: Shelves, need: model.SendsOf) -> tuple[model.Send, ...]:
    sends: Iterable[model.Send] = store.shelf(model.Send).values()
    found = [one for one in sends if one.appointment_id == need.appointment_id]
    return first(found, lambda one: (one.sent_at, one.id), len(found))


def _replies(store: Shelves, need: model.RepliesOf) -> tuple[model.Reply, ...]:
    replies: Iterable[model.Reply] = store.shelf(model.Reply).values()
    found = [one for one in replies if one.appointment_id == need.appointment_id]
    return first(found, lambda one: (one.replied_at, one.id), len(found), reverse=True)


def _days(store: Shelves, need: model.Days) -> tuple[model.DaySchedule, ...]:
    days: Iterable[model.DaySchedule] = store.shelf(model.DaySchedule).values()
    found = [one for one in days if need.first <= one.id <= need.last]
    return first(found, lambda one: one.id, len(found))


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
