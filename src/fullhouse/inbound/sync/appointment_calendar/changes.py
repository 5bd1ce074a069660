"""What follows from what the calendar shows of one appointment. Nothing is done here.

Nothing is booked, moved or cancelled because a calendar says so: staff are asked. What they have decided on stays so,
until the calendar says something new.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from fullhouse.inbound.sync.appointment_calendar.entries import CalendarAppointment, proposal_of
from fullhouse.inbound.sync.appointment_calendar.seen_times import SeenTime, proposal_name
from fullhouse.kernel.commands import Command
from fullhouse.kernel.localized_dates import format_datetime
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.appointments.proposals import (
    ABOUT,
    DiscardAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MOVED = "It was at {before} in the calendar, and is at {after} now."
LASTS = "It was to take {before} minutes in the calendar, and takes {after} now."
WHEN = ("date", "time", "minutes")
GONE = "It is not in the calendar any more. Approve this to cancel the appointment, or discard it to keep it."


class ProposalStatus(msgspec.Struct, frozen=True):
    """How things stand with one time in the calendar: what was last proposed of it, and what that became."""

    known: SeenTime
    proposal: Proposal | None
    appointment: Appointment | None

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided yet."""
        return self.proposal is not None and self.proposal.state == "open"

    @property
    def is_expected(self) -> bool:
        """Whether someone is expected."""
        return self.appointment is not None and self.appointment.stands


class CalendarAction(msgspec.Struct, frozen=True):
    """What is to be given, and what is known then."""

    known: SeenTime
    commands: tuple[Command, ...] = ()


def first_seen(one: CalendarAppointment, now: datetime) -> CalendarAction:
    """Propose what was never seen."""
    known = SeenTime(one.key, 1, one.starts_at, one.minutes, one.mark)
    return CalendarAction(known, (_proposed(one, known.proposals, now),))


def seen_again(
    standing: ProposalStatus, one: CalendarAppointment, book: Rulebook, now: datetime
) -> CalendarAction:
    """Say anew what is open; propose to move what was approved; and what was gone and is back, once more."""
    known = standing.known
    fresh = _now(standing, one)
    taken_back = (DiscardAppointment(proposal_id=known.proposal),) if standing.is_open else ()
    if standing.is_open and known.mark:
        changes = _change(standing, one, book, asked=True)
        if standing.is_expected and not changes:
            return CalendarAction(fresh, taken_back)
        return CalendarAction(fresh, (_proposed(one, known.proposals, now, *changes),))
    if standing.is_expected:
        changes = _change(standing, one, book, asked=False)
        asked = (_proposed(one, known.proposals + 1, now, *changes),) if changes else ()
    else:
        again = not known.mark or (standing.appointment is not None and _has_moved(known, one))
        asked = (
            (_proposed(one, known.proposals + 1, now),)
            if again or standing.proposal is None
            else ()
        )
    return CalendarAction(
        replace(fresh, proposals=known.proposals + len(asked)), (*taken_back, *asked)
    )


def vanished(standing: ProposalStatus, now: datetime) -> CalendarAction:
    """Take back what is open, and propose to cancel what was approved and is still ahead."""
    known = standing.known
    gone = replace(known, mark="", appointment=_became(standing))
    taken_back = (DiscardAppointment(proposal_id=known.proposal),) if standing.is_open else ()
    appointment = standing.appointment
    if appointment is None or not appointment.stands or appointment.starts_at <= now:
        return CalendarAction(gone, taken_back)
    number = known.proposals + 1
    asked = ProposeAppointment(
        proposal=_cancelling(appointment, proposal_name(known.key, number), now)
    )
    return CalendarAction(replace(gone, proposals=number), (*taken_back, asked))


def _now(standing: ProposalStatus, one: CalendarAppointment) -> SeenTime:
    return replace(
        standing.known,
        starts_at=one.starts_at,
        minutes=one.minutes,
        mark=one.mark,
        appointment=_became(standing),
    )


def _became(standing: ProposalStatus) -> str:
    return (
        standing.appointment.id if standing.appointment is not None else standing.known.appointment
    )


def _proposed(
    one: CalendarAppointment, number: int, now: datetime, *changes: ProposedField
) -> ProposeAppointment:
    proposal = proposal_of(one, proposal_name(one.key, number), now)
    if changes:
        proposal = replace(
            proposal, fields=(*changes, *(field for field in one.fields if field.field in WHEN))
        )
    return ProposeAppointment(proposal=proposal, renew=True)


def _has_moved(known: SeenTime, one: CalendarAppointment) -> bool:
    return (known.starts_at, known.minutes) != (one.starts_at, one.minutes)


def _change(
    standing: ProposalStatus, one: CalendarAppointment, book: Rulebook, *, asked: bool
) -> tuple[ProposedField, ...]:
    """Say what has moved in the calendar and has not been moved here as well, or was `asked` before and still is so.

    What only staff or a customer moved here stays there. Only when it is comes from the calendar: whose it is, and
    with whom, is known better here by now.
    """
    known, appointment = standing.known, standing.appointment
    if appointment is None or not appointment.stands or not (asked or _has_moved(known, one)):
        return ()
    if (appointment.starts_at, appointment.minutes) == (
        one.starts_at,
        one.minutes or appointment.minutes,
    ):
        return ()
    before, after = (
        format_datetime(wall_time(at, book.zone), book.language)
        for at in (known.starts_at, one.starts_at)
    )
    words = MOVED.format(before=before, after=after)
    if known.starts_at == one.starts_at:
        words = LASTS.format(before=known.minutes, after=one.minutes)
    return (*_change_of(appointment, "moved", words), *_about(appointment, ABOUT))


def _change_of(appointment: Appointment, change: str, words: str) -> tuple[ProposedField, ...]:
    return ProposedField("change", change, "sure", words), ProposedField(
        "appointment", appointment.id, "sure"
    )


def _about(appointment: Appointment, names: Iterable[str]) -> tuple[ProposedField, ...]:
    return tuple(
        ProposedField(name, value, "sure")
        for name in names
        if (value := getattr(appointment, name))
    )


def _cancelling(appointment: Appointment, proposal_id: str, now: datetime) -> Proposal:
    change, about = (
        _change_of(appointment, "gone", GONE),
        _about(appointment, ("name", "service", "staff")),
    )
    return Proposal(
        id=proposal_id,
        product="appointments",
        fields=(*change, *about),
        sender="calendar",
        subject=appointment.service,
        text=GONE,
        at=now,
    )
