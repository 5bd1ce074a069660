"""Proposals that follow from an appointment's entry in the calendar. Nothing is changed here.

Nothing is booked, moved or cancelled because a calendar says so: staff are asked. Their decision
stays until the calendar changes again.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.sync.appointment_calendar.entries import (
    CalendarAppointment,
    proposal_of,
    when_fields,
)
from fullhouse.inbound.sync.appointment_calendar.seen_times import SeenTime, proposal_name
from fullhouse.kernel.commands import Command
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.times import wall_time
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import (
    ABOUT,
    DiscardAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.proposals import (
    REPEATS_APART,
    Proposal,
    ProposedField,
)
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MOVED = "It was at {before} in the calendar, and is at {after} now."
LASTS = "It was to take {before} minutes in the calendar, and takes {after} now."
WHEN = ("date", "time", "minutes")
GONE = (
    "It is not in the calendar any more. Approve this to cancel the appointment, or discard it to "
    "keep it."
)


class ProposalStatus(msgspec.Struct, frozen=True):
    """The state of one calendar time: its last proposal, and the appointment made of it."""

    known: SeenTime
    proposal: Proposal | None
    appointment: Appointment | None

    @property
    def is_open(self) -> bool:
        """Return True if nobody has decided yet."""
        return self.proposal is not None and self.proposal.state == "open"

    @property
    def is_expected(self) -> bool:
        """Return True if its appointment stands."""
        return self.appointment is not None and self.appointment.stands

    def is_ahead(self, now: datetime) -> bool:
        """Return True if its appointment stands, and has not begun."""
        appointment = self.appointment
        return appointment is not None and appointment.stands and appointment.starts_at > now


class CalendarAction(msgspec.Struct, frozen=True):
    """Commands to execute, and the record to keep afterwards."""

    known: SeenTime
    commands: tuple[Command, ...] = ()


def first_seen(
    one: CalendarAppointment, now: datetime, others: Iterable[CalendarAppointment], *, noted: bool
) -> CalendarAction:
    """Propose an entry that was never seen.

    `others` are further times of it that are proposed with it. It is `noted` if a note about the
    first time of it names this one.
    """
    known = SeenTime(one.key, 1, one.starts_at, one.minutes, one.mark)
    asked = _proposed(one, known.proposals, now)
    times = REPEATS_APART.join(_local_time(other) for other in others)
    if times:
        fields = (*asked.proposal.fields, ProposedField("repeats", times, "sure"))
        asked = replace(asked, proposal=replace(asked.proposal, fields=fields))
    return CalendarAction(known, (replace(asked, noted=noted),))


def without_note(action: CalendarAction) -> CalendarAction:
    """Return an action whose new bookings need no note, as one about their entry has left.

    A change of a booking has a note of its own.
    """
    commands = tuple(
        replace(command, noted=True)
        if isinstance(command, ProposeAppointment) and not command.proposal.value("change")
        else command
        for command in action.commands
    )
    return replace(action, commands=commands)


def _local_time(entry: CalendarAppointment) -> str:
    values = {field.field: field.value for field in entry.fields}
    return f"{values['date']} {values['time']}"


def seen_again(
    standing: ProposalStatus, one: CalendarAppointment, book: Rulebook, now: datetime
) -> CalendarAction:
    """Update an open proposal, propose to move an approved one, and repeat one that is back."""
    known = standing.known
    fresh = _now(standing, one)
    if standing.is_open and known.mark:
        changes = _change(standing, one, book, asked=True)
        if standing.is_expected and not changes:
            return CalendarAction(fresh, _taken_back(standing))
        return CalendarAction(fresh, (_proposed(one, known.proposals, now, *changes),))
    if standing.is_expected:
        changes = _change(standing, one, book, asked=False)
        is_asked = bool(changes)
    else:
        changes = ()
        is_asked = _is_proposed_again(standing, one)
    if not is_asked:
        return CalendarAction(fresh, _taken_back(standing))
    number = known.proposals + 1
    asked = _proposed(one, number, now, *changes)
    return CalendarAction(replace(fresh, proposals=number), (*_taken_back(standing), asked))


def _is_proposed_again(standing: ProposalStatus, entry: CalendarAppointment) -> bool:
    """Return True if an entry is back, was never proposed, or moved after its appointment ended."""
    if not standing.known.mark or standing.proposal is None:
        return True
    return standing.appointment is not None and _has_moved(standing.known, entry)


def _taken_back(standing: ProposalStatus) -> tuple[Command, ...]:
    """Return the command that discards an open proposal, if there is one."""
    if not standing.is_open:
        return ()
    return (DiscardAppointment(proposal_id=standing.known.proposal),)


def vanished(standing: ProposalStatus, book: Rulebook, now: datetime) -> CalendarAction:
    """Discard an open proposal, and propose to cancel an approved appointment that is ahead."""
    known, gone = standing.known, forgotten(standing)
    appointment = standing.appointment
    if appointment is None or not standing.is_ahead(now):
        return gone
    number = known.proposals + 1
    proposal = _cancelling(appointment, proposal_name(known.key, number), book, now)
    asked = ProposeAppointment(proposal=proposal)
    return CalendarAction(replace(gone.known, proposals=number), (*gone.commands, asked))


def forgotten(standing: ProposalStatus) -> CalendarAction:
    """Note that a time has vanished, and discard its open proposal."""
    gone = replace(standing.known, mark="", appointment=_became(standing))
    return CalendarAction(gone, _taken_back(standing))


def _now(standing: ProposalStatus, entry: CalendarAppointment) -> SeenTime:
    return replace(
        standing.known,
        starts_at=entry.starts_at,
        minutes=entry.minutes,
        mark=entry.mark,
        appointment=_became(standing),
    )


def _became(standing: ProposalStatus) -> str:
    if standing.appointment is None:
        return standing.known.appointment
    return standing.appointment.id


def _proposed(
    entry: CalendarAppointment, number: int, now: datetime, *changes: ProposedField
) -> ProposeAppointment:
    proposal = proposal_of(entry, proposal_name(entry.key, number), now)
    if changes:
        times = [field for field in entry.fields if field.field in WHEN]
        proposal = replace(proposal, fields=(*changes, *times))
    elif entry.series:
        series = ProposedField("series", entry.series, "sure")
        proposal = replace(proposal, fields=(*proposal.fields, series))
    return ProposeAppointment(proposal=proposal, renew=True)


def _has_moved(known: SeenTime, entry: CalendarAppointment) -> bool:
    return (known.starts_at, known.minutes) != (entry.starts_at, entry.minutes)


def _change(
    standing: ProposalStatus, entry: CalendarAppointment, book: Rulebook, *, asked: bool
) -> tuple[ProposedField, ...]:
    """Return the change of time that was made in the calendar but not here.

    With `asked`, the entry was proposed before. A move that only staff or a customer made here is
    kept. Only the time comes from the calendar: customer and staff are known better here by now.
    """
    known, appointment = standing.known, standing.appointment
    if appointment is None or not appointment.stands or not (asked or _has_moved(known, entry)):
        return ()
    minutes = entry.minutes or appointment.minutes
    if (appointment.starts_at, appointment.minutes) == (entry.starts_at, minutes):
        return ()
    if known.starts_at == entry.starts_at:
        words = LASTS.format(before=known.minutes, after=entry.minutes)
    else:
        language = desk_language(book.language)
        before = format_datetime(wall_time(known.starts_at, book.zone), language)
        after = format_datetime(wall_time(entry.starts_at, book.zone), language)
        words = MOVED.format(before=before, after=after)
    return (*_change_of(appointment, "moved", words), *_about(appointment, ABOUT))


def _change_of(appointment: Appointment, change: str, words: str) -> tuple[ProposedField, ...]:
    return (
        ProposedField("change", change, "sure", words),
        ProposedField("appointment", appointment.id, "sure"),
    )


def _about(appointment: Appointment, names: Iterable[str]) -> tuple[ProposedField, ...]:
    values = [(name, getattr(appointment, name)) for name in names]
    return tuple(ProposedField(name, value, "sure") for name, value in values if value)


def _cancelling(
    appointment: Appointment, proposal_id: str, book: Rulebook, now: datetime
) -> Proposal:
    change = _change_of(appointment, "gone", GONE)
    about = _about(appointment, ABOUT)
    when = when_fields(appointment.starts_at, appointment.minutes, book)
    return Proposal(
        id=proposal_id,
        product="appointments",
        fields=(*change, *about, *when),
        sender="calendar",
        subject=appointment.service,
        text=GONE,
        at=now,
    )
