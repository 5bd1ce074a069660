"""One row of the appointments' sheet, read: customer, time, status and problems."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.inbound.forms.appointment_form import read_link
from fullhouse.inbound.spreadsheets.table import Row
from fullhouse.inbound.sync.appointment_sheet.statuses import is_understood, meant, not_understood
from fullhouse.inbound.sync.appointment_sheet.times import (
    BAD_HOURS,
    read_clock,
    read_date,
    read_hours,
)
from fullhouse.inbound.sync.columns import Columns
from fullhouse.inbound.sync.people_cells import (
    Reader,
    read_email,
    read_name,
    read_phone,
    read_service,
    read_staff,
    says_nothing,
    unfit,
)
from fullhouse.inbound.sync.typed_dates import Moment
from fullhouse.kernel.times import instant
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentResult, Status
from fullhouse.products.frontdesk.shared.external_sources import RowProblem
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name

REFUSED = {
    "unknown_service": ("service", "There is no such service."),
    "unknown_staff": ("staff", "Nobody of this name works here."),
    "too_far": ("date", "This is more than two years away."),
    "too_long": ("service", "This takes longer than a day."),
    "wrong_reminders": ("remind", "These reminders are too many, or too early."),
    "taken": (
        "date",
        "This time was given up, and is not free any more: it is offered to others, or taken.",
    ),
    "too_early": ("status", "Nobody can say this before the time has come."),
    "appointment_cancelled": ("date", "This appointment was cancelled meanwhile."),
    "appointment_no_show": ("date", "This appointment is over: nobody came."),
}


def refused(answer: AppointmentResult) -> tuple[str, str] | None:
    """Return the column and the reason, or None if there is nothing to report.

    Some refusals are not reported, because the next sync run settles them.
    """
    return REFUSED.get(answer.code)


ALWAYS = frozenset({"name", "service"})
# A row can be booked although one of these cannot be read.
NOT_NEEDED = frozenset({"phone", "email", "link", "status", "staff", "remind"})
CALLED = {"remind": "remind_at"}


class AppointmentRowRead(msgspec.Struct, frozen=True):
    """A row: its number, its key and status as written, its start, and each field with a column.

    Fields that are `assumed` have no column and overrule nothing. A new row with `problems` is not
    booked; `notes` are about unreadable cells that it does not need. Neither are among the fields.
    """

    number: int
    key: str = ""
    status: str = ""
    start: Moment | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    fields: dict[str, Any] = {}
    assumed: frozenset[str] = frozenset()
    problems: tuple[RowProblem, ...] = ()
    notes: tuple[RowProblem, ...] = ()

    @property
    def unread(self) -> tuple[RowProblem, ...]:
        """All cells that cannot be read."""
        return *self.problems, *self.notes

    @property
    def said(self) -> Status | None:
        """The status that it names, if it names one."""
        return meant(self.status)

    @property
    def name(self) -> str:
        """The name, if one can be read."""
        return str(self.fields.get("name", ""))

    @property
    def line(self) -> str:
        """The service, as services are compared."""
        return normalized_name(str(self.fields.get("service", "")))

    @property
    def addresses(self) -> tuple[str, ...]:
        """The customer's phone number and email address, as far as they are given."""
        return tuple(filter(None, (self.fields.get("phone"), self.fields.get("email"))))

    def is_over(self, now: datetime) -> bool:
        """Return True if it is in the past, so that nothing follows from it."""
        return self.ends_at is not None and self.ends_at <= now

    def is_when(self, one: Appointment, zone: str) -> bool:
        """Return True if it names the start of an appointment."""
        return self.start is not None and self.start.covers(one.starts_at, zone)

    def is_person(self, one: Appointment) -> bool:
        """Return True if it names the customer of an appointment."""
        if not set(self.addresses).isdisjoint(one.addresses):
            return True
        return normalized_name(self.name) == normalized_name(one.name)


def read_row(row: Row, columns: Columns, book: Rulebook) -> AppointmentRowRead:
    """Read a row; each cell that cannot be read is a problem with its field."""
    reader = _Cells(row, columns, book)
    fields: dict[str, Any] = {}
    for field, read in READERS.items():
        if columns.has(field) or field in ALWAYS:
            fields[CALLED.get(field, field)] = reader.checked(field, read)
    start = reader.start()
    reader.checked("status", _status)
    problems, notes = _sorted_problems(reader.problems)
    starts_at, ends_at = _span(start, fields["service"], book)
    unread = {CALLED.get(problem.field, problem.field) for problem in reader.problems}
    assumed = ALWAYS - columns.places.keys()
    if columns.has_names:
        assumed -= {"name"}
    return AppointmentRowRead(
        number=row.number,
        key=columns.cell(row, "key"),
        status=columns.cell(row, "status"),
        start=start,
        starts_at=starts_at,
        ends_at=ends_at,
        fields={name: value for name, value in fields.items() if name not in unread},
        assumed=assumed,
        problems=problems,
        notes=notes,
    )


def _sorted_problems(
    found: list[RowProblem],
) -> tuple[tuple[RowProblem, ...], tuple[RowProblem, ...]]:
    """Separate problems that spoil the row from notes about fields that it does not need."""
    problems = tuple(problem for problem in found if problem.field not in NOT_NEEDED)
    notes = tuple(problem for problem in found if problem.field in NOT_NEEDED)
    return problems, notes


def _span(
    start: Moment | None, service_name: str | None, book: Rulebook
) -> tuple[datetime | None, datetime | None]:
    """Return the start and the end; a service that is not known takes no time."""
    service = book.service(service_name or "")
    if start is None:
        return None, None
    starts_at = instant(start.wall, book.zone)
    minutes = service.minutes if service is not None else 0
    return starts_at, starts_at + timedelta(minutes=minutes)


class _Cells(Reader):
    """Reads the one or two cells that hold the start."""

    def start(self) -> Moment | None:
        day = self.checked("date", _date)
        clock = self.checked("time", lambda _: self._clock(day)) if day is not None else None
        if day is None or clock is None:
            return None
        return Moment(
            day.wall.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0)
        )

    def _clock(self, day: Moment) -> Any:  # noqa: ANN401 - a time
        typed = self.cell("time")
        if typed and not says_nothing(typed):
            clock = read_clock(typed, self.book)
        else:
            clock = None if day.is_day else day.wall.time()
        if clock is not None:
            return clock
        if typed:
            raise unfit("time", "This is not a time such as 14:30.")
        raise unfit("time", "A time is needed, such as 14:30.")


def _date(reader: Reader) -> Moment:
    typed = reader.cell("date")
    moment = read_date(typed, reader.book)
    if moment is not None:
        return moment
    if typed:
        raise unfit("date", "This is not a date such as 2026-06-20.")
    raise unfit("date", "A date is needed, such as 2026-06-20.")


def _remind(reader: Reader) -> tuple[int, ...] | None:
    typed = reader.cell("remind")
    if not typed or says_nothing(typed):
        return None
    hours = read_hours(typed)
    if hours is None:
        raise unfit("remind", BAD_HOURS)
    return hours


def _link(reader: Reader) -> str:
    typed = reader.cell("link")
    return "" if says_nothing(typed) else read_link(typed)


def _status(reader: Reader) -> None:
    if not is_understood(reader.cell("status")):
        raise unfit("status", not_understood(reader.book.language))


READERS: dict[str, Callable[[Reader], Any]] = {
    "name": read_name,
    "phone": read_phone,
    "email": read_email,
    "service": read_service,
    "staff": read_staff,
    "remind": _remind,
    "link": _link,
}


def differences(row: AppointmentRowRead, one: Appointment, zone: str) -> dict[str, Any]:
    """Return the fields in which a row differs from its appointment."""
    found = {
        name: value
        for name, value in row.fields.items()
        if name not in row.assumed and _differs(name, value, getattr(one, name))
    }
    if row.start is not None and not row.is_when(one, zone):
        found["starts_at"] = row.starts_at
    return found


def _differs(field: str, value: Any, stored: Any) -> bool:  # noqa: ANN401 - of any field
    if field in ("service", "staff"):
        return value != stored and normalized_name(value or "") != normalized_name(stored)
    return bool(value != stored)
