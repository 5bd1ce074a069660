"""Reads of appointments from DynamoDB.

Day schedules, sends, replies and unsynced appointments are read from tables, never stale. Lists
use an index, which may lag; each appointment is then read from its table.
"""

from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from typing import Any, TypeVar

from fullhouse.kernel.records import Need, Record
from fullhouse.platforms.aws.dynamodb import tables
from fullhouse.platforms.aws.dynamodb.item_codec import ALL, ordered, shape, text
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher, ItemRange
from fullhouse.platforms.aws.dynamodb.list_reads import (
    LOOKED_AT,
    address_index,
    listed,
    records,
    unwritten,
)
from fullhouse.products.frontdesk.appointments import model
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import Customer

R = TypeVar("R", bound=Record)


def _appointments(
    fetcher: Fetcher, index: str, key: str, after: str, page: int
) -> Iterator[Appointment]:
    return records(
        fetcher, Appointment, listed(fetcher, tables.APPOINTMENTS, index, key, after, page), page
    )


def _between(fetcher: Fetcher, need: model.AppointmentsBetween) -> tuple[Appointment, ...]:
    items = listed(
        fetcher, tables.APPOINTMENTS, "starts", ALL, ordered(need.since, need.after), need.limit
    )
    before = takewhile(lambda item: text(item, "starts") < ordered(need.until), items)
    found = records(fetcher, Appointment, before, need.limit)
    between = (booked for booked in found if need.since <= booked.starts_at < need.until)
    return tuple(islice(between, need.limit))


def _page(fetcher: Fetcher, need: model.AppointmentPage) -> tuple[Appointment, ...]:
    index, key = ("status", need.status) if need.status else ("shelf", ALL)
    found = _appointments(fetcher, index, key, need.after, need.limit)
    return tuple(islice((one for one in found if need.status in ("", one.status)), need.limit))


def _at(fetcher: Fetcher, need: model.AppointmentsAt) -> tuple[Appointment, ...]:
    page = min(need.limit, LOOKED_AT)
    index = address_index(need.address)
    indexed = _appointments(fetcher, index, need.address, need.after, page)
    theirs = (booked for booked in indexed if need.address in booked.addresses)
    return tuple(islice(theirs, need.limit))


def _unwritten(fetcher: Fetcher, need: model.UnwrittenAppointments) -> tuple[Appointment, ...]:
    found = unwritten(fetcher, Appointment, tables.BOOKS, need.after, need.limit)
    return tuple(islice((one for one in found if one.unwritten), need.limit))


def _longest_over(fetcher: Fetcher, need: model.OldestEnded) -> tuple[Appointment, ...]:
    after = ordered(need.after_starts, need.after_id) if need.after_starts else ""
    found = _appointments(fetcher, "known", ALL, after, need.limit)
    return tuple(islice((one for one in found if not one.is_erased), need.limit))


def _under(fetcher: Fetcher, kind: type[R], appointment_id: str) -> list[R]:
    """Read the records of one appointment; there are only ever a few."""
    form = shape(kind)
    return [*map(form.record, fetcher.part(ItemRange(table=form.table, key=appointment_id)))]


def _sends(fetcher: Fetcher, need: model.SendsOf) -> tuple[model.Send, ...]:
    found = _under(fetcher, model.Send, need.appointment_id)
    return tuple(sorted(found, key=lambda send: (send.sent_at, send.id)))


def _replies(fetcher: Fetcher, need: model.RepliesOf) -> tuple[model.Reply, ...]:
    found = _under(fetcher, model.Reply, need.appointment_id)
    return tuple(sorted(found, key=lambda reply: (reply.replied_at, reply.id), reverse=True))


def _days(fetcher: Fetcher, need: model.Days) -> tuple[model.DaySchedule, ...]:
    part = ItemRange(
        table=tables.BOOKS, key=model.DaySchedule.kind_name, sort=(">=", {"S": need.first})
    )
    within = takewhile(lambda item: text(item, "id") <= need.last, fetcher.part(part))
    return tuple(map(shape(model.DaySchedule).record, within))


def every_appointment(fetcher: Fetcher) -> Iterator[Record]:
    """Read every record of appointments."""
    for kind in (Appointment, model.Send, model.ArchivedSend, model.Reply):
        yield from map(shape(kind).record, fetcher.whole(shape(kind).table))
    for small in (Customer, model.DaySchedule):
        yield from map(
            shape(small).record, fetcher.part(ItemRange(table=tables.BOOKS, key=small.kind_name))
        )


APPOINTMENT_ANSWERS: dict[type[Need[Any]], Callable[[Fetcher, Any], Any]] = {
    model.AppointmentsBetween: _between,
    model.AppointmentPage: _page,
    model.AppointmentsAt: _at,
    model.UnwrittenAppointments: _unwritten,
    model.OldestEnded: _longest_over,
    model.SendsOf: _sends,
    model.RepliesOf: _replies,
    model.Days: _days,
}
