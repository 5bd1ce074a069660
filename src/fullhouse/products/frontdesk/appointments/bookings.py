"""Who is expected when: booked, changed, forgotten. What staff write down stands, whatever else is in the book."""

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
from fullhouse.products.frontdesk.appointments.availability import find_staff, wanted_by
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
from fullhouse.products.frontdesk.appointments.messages import channel_now, to_customer
from fullhouse.products.frontdesk.appointments.model import (
    ERASED,
    ERASED_NAME,
    MOST_REMINDERS,
    SCOPE,
    Appointment,
    AppointmentResult,
    AppointmentState,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.released_times import (
    ReleasedTime,
    archived,
    release_time,
)
from fullhouse.products.frontdesk.appointments.reminder_chain import EARLIEST_OVERRULED
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

FARTHEST = timedelta(days=732)
LONGEST = 24 * 60
# What is the sheet's own: a change of these that did not come from it has to be written there.
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
IN_THE_BOOK = ("starts_at", "minutes", "staff")


def book(state: AppointmentState, command: BookAppointment, now: datetime) -> Decision:
    """Write an appointment down; one that is known already is answered with what became of it."""
    answer = new_appointment(state, command, now)
    if answer.code != "booked" or answer.appointment is None:
        return Decision(answer)
    return booked(state, answer.appointment, now, tell=command.tell, free=command.free)


def new_appointment(
    state: AppointmentState, command: BookAppointment, now: datetime
) -> AppointmentResult:
    """Say what would be written down, or why nothing is."""
    if state.appointment is not None:
        return AppointmentResult("already", state.appointment)
    rulebook = rulebook_of(state.rules)
    service = rulebook.service(command.service)
    fields = {name: getattr(command, name) for name in IN_THE_SHEET}
    appointment = Appointment(
        id=command.appointment_id,
        **fields,
        price=service.price if service is not None else None,
        ref=command.ref,
        sent=command.sent,
        source=command.source,
        made_at=now,
        unwritten=command.source != "sheet",
    )
    problem = problem_with(appointment, rulebook, IN_THE_SHEET, now)
    return (
        AppointmentResult(problem, field=FIELDS[problem])
        if problem
        else AppointmentResult("booked", named(appointment, rulebook))
    )


FIELDS = {
    "unknown_service": "service",
    "unknown_staff": "staff",
    "too_far": "starts_at",
    "too_long": "minutes",
    "wrong_reminders": "remind_at",
    "taken": "starts_at",
}


def problem_with(
    appointment: Appointment, rulebook: Rulebook, given: Container[str], now: datetime
) -> str:
    """Say which of the fields that were given cannot be; what was right when it was written stays."""
    if "service" in given and rulebook.service(appointment.service) is None:
        return "unknown_service"
    if "staff" in given and appointment.staff and not rulebook.staff_member(appointment.staff):
        return "unknown_staff"
    if "starts_at" in given and abs(appointment.starts_at - now) > FARTHEST:
        return "too_far"
    if "remind_at" in given and not _can_remind(appointment.remind_at or ()):
        return "wrong_reminders"
    return "" if 0 <= appointment.minutes <= LONGEST else "too_long"


def _can_remind(hours: tuple[int, ...]) -> bool:
    """Say whether the tick looks far enough ahead for these, and whether there are not too many."""
    return len(hours) <= MOST_REMINDERS and all(1 <= one <= EARLIEST_OVERRULED for one in hours)


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


def booked(
    state: AppointmentState, appointment: Appointment, now: datetime, *, tell: bool, free: bool
) -> Decision:
    """Put an appointment into the day's book; where it has to be free, with someone who has the time."""
    rulebook = rulebook_of(state.rules)
    if free:
        staff = find_staff(
            busy_times(state.books), wanted_by(appointment), appointment.starts_at, rulebook
        )
        if staff is None:
            return Decision(AppointmentResult("taken", field="starts_at"))
        appointment = msgspec.structs.replace(appointment, staff=staff)
    channel = channel_now(state, appointment, now) if tell and appointment.starts_at > now else ""
    changes: tuple[Change[Any], ...] = (
        create(appointment),
        *updated_days(state.books, rulebook, taken_by(appointment)),
    )
    return Decision(
        AppointmentResult("booked", appointment),
        steps=(Step(SCOPE, "booked", appointment.id, changes),),
        messages=to_customer("booked", state, appointment, channel, now, "1"),
    )


def edit_appointment(state: AppointmentState, command: EditAppointment, now: datetime) -> Decision:
    """Change an appointment; another time gives the old one up and begins another chain of reminders."""
    appointment = state.appointment
    if appointment is None or appointment.is_erased:
        return Decision(AppointmentResult("unknown_appointment"))
    given = {
        name: getattr(command, name) for name in IN_THE_SHEET if getattr(command, name) is not UNSET
    }
    rulebook = rulebook_of(state.rules)
    wanted = msgspec.structs.replace(appointment, **given)
    problem = problem_with(wanted, rulebook, given, now)
    if problem:
        return Decision(AppointmentResult(problem, appointment, field=FIELDS.get(problem, "")))
    wanted = _renamed(appointment, wanted, given, rulebook)
    if wanted == appointment or is_behind(command, appointment):
        return Decision(AppointmentResult("unchanged", appointment))
    if wanted.starts_at != appointment.starts_at and not appointment.stands:
        return Decision(AppointmentResult(f"appointment_{appointment.status}", appointment))
    return _edited(state, appointment, wanted, command, now)


def _renamed(
    old: Appointment, wanted: Appointment, given: Container[str], rulebook: Rulebook
) -> Appointment:
    """Write service and staff as the rules write them; another service takes its own time unless one is given."""
    wanted = named(wanted, rulebook)
    if wanted.service == old.service or "minutes" in given:
        return wanted
    return named(msgspec.structs.replace(wanted, minutes=0), rulebook)


def is_behind(
    command: EditAppointment | ConfirmAppointment | CancelAppointment, appointment: Appointment
) -> bool:
    """Say whether the sheet does not show yet what it would overrule."""
    return command.source == "sheet" and appointment.unwritten


def _edited(
    state: AppointmentState,
    old: Appointment,
    wanted: Appointment,
    command: EditAppointment,
    now: datetime,
) -> Decision:
    names = [name for name in IN_THE_SHEET if getattr(wanted, name) != getattr(old, name)]
    moves, rulebook = "starts_at" in names, rulebook_of(state.rules)
    sets: dict[str, Any] = {name: getattr(wanted, name) for name in names}
    sets |= _with_service(wanted, rulebook) if "service" in names else {}
    anew = not moves and old.addresses != wanted.addresses and _never_reached(state, old)
    sets |= restart_chain(old) if anew else {}
    # The row of a confirmed appointment that staff moved there still says that it is confirmed.
    sets["unwritten"] = (
        old.unwritten or command.source != "sheet" or (moves and old.status == "confirmed")
    )
    gone = release_time(state, old, now, instead=taken_by(wanted)) if moves else ReleasedTime()
    sets |= is_new_chain(old, now, gone.frees) if moves else {}
    edited = update(old, *if_unchanged(old, "rev"), **sets, rev=old.rev + 1)
    stands = edited.after.stands and any(name in IN_THE_BOOK for name in names)
    fresh = (*gone.hold, taken_by(edited.after))
    books = updated_days(state.books, rulebook, *fresh, without=(old.id,)) if stands else ()
    old_chain = archived(state, old) if moves or anew else ()
    return Decision(
        AppointmentResult("edited", edited.after),
        steps=(Step(SCOPE, "moved" if moves else "edited", old.id, (edited, *books, *old_chain)),),
        messages=_told(state, old, edited.after, now) if command.tell else (),
    )


def _with_service(wanted: Appointment, rulebook: Rulebook) -> dict[str, Any]:
    service = rulebook.service(wanted.service)
    return {"price": service.price} if service is not None else {}


def _never_reached(state: AppointmentState, old: Appointment) -> bool:
    """Say whether staff were alerted, and nothing of this chain has left: none could be written, or it was refused.

    One whose answer was lost may have arrived.
    """
    if not old.stands or old.alerted_at is None:
        return False
    if not old.reminder:
        return True
    last = state.reminder
    refused = last is not None and last.status == "failed" and not last.error.startswith(LOST)
    return refused and not any(
        one.chain == old.chain and one.move != "gap_alert" for one in state.sends
    )


def _told(
    state: AppointmentState, old: Appointment, fresh: Appointment, now: datetime
) -> tuple[Message, ...]:
    """Tell a customer of another time, or of someone else who will be there."""
    same = (old.starts_at, old.staff) == (fresh.starts_at, fresh.staff)
    if same or not fresh.stands or fresh.starts_at <= now:
        return ()
    occasion = f"{fresh.chain}" if fresh.chain != old.chain else f"{fresh.chain}-{fresh.rev}"
    return to_customer("rescheduled", state, fresh, channel_now(state, fresh, now), now, occasion)


def restart_chain(old: Appointment) -> dict[str, Any]:
    """Begin the reminders of the same time anew: in a chain of its own, as each is written once in a chain."""
    return {
        "chain": old.chain + 1,
        "reminded": (),
        "reminder": "",
        "alerted_at": None,
        "alerted_for": "",
    }


def is_new_chain(old: Appointment, now: datetime, frees: str) -> dict[str, Any]:
    """Begin the reminders of another time."""
    fresh: dict[str, Any] = {"made_at": now, **restart_chain(old)}
    return {**fresh, "status": "booked", "answered_at": None, "frees": frees or old.frees}


def erase_appointment(
    state: AppointmentState, _command: EraseAppointment, now: datetime
) -> Decision:
    """Forget who had an appointment. One that is still ahead is struck out, and its time is free."""
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
    """Note which appointments stand in the sheet as they are; one that changed since is written again."""
    known = dict(command.appointments)
    same = [one for one in state.several if one.unwritten and known.get(one.id) == one.rev]
    changes = tuple(
        update(one, *if_unchanged(one, "rev"), unwritten=False, rev=one.rev + 1) for one in same
    )
    return Decision(
        len(changes), steps=tuple(Step(SCOPE, "written", one.after.id, (one,)) for one in changes)
    )


# All that hangs on them must fit into one transaction, wherever they are kept.
MOST_AT_ONCE = 20


class BookMany(Command, frozen=True, kw_only=True, tag="BookMany"):
    """Write several appointments down as staff wrote them: nobody is told. The answers come in the same order."""

    books: tuple[BookAppointment, ...]


def _those_known(command: BookMany, _found: Found) -> Needs:
    return {
        f"one:{one.appointment_id}": Get(Appointment, (one.appointment_id,))
        for one in command.books
    }


def _their_days(command: BookMany, found: Found) -> Needs:
    rulebook = rulebook_of(found["rules"])
    days = {day_of(one.starts_at, rulebook) for one in command.books}
    return {f"near:{name}": Get(DaySchedule, (name,)) for name in sorted(days)}


# The documents, and whichever of them is known; then the books of their days.
needs = in_sequence(together(the_documents, _those_known), _their_days)


def book_many(state: AppointmentState, command: BookMany, now: datetime) -> Decision:
    """Write down one after the other; each day's book is written once."""
    known = {one.id: one for one in state.several}
    answers: list[AppointmentResult] = []
    fresh: list[Appointment] = []
    for one in command.books:
        answer = new_appointment(
            msgspec.structs.replace(state, appointment=known.get(one.appointment_id)), one, now
        )
        answers.append(answer)
        if answer.code == "booked" and answer.appointment is not None:
            known[one.appointment_id] = answer.appointment
            fresh.append(answer.appointment)
    books = updated_days(state.books, rulebook_of(state.rules), *map(taken_by, fresh))
    written = tuple(
        Step(SCOPE, "booked", one.id, (create(one), *(books if one is fresh[0] else ())))
        for one in fresh
    )
    return Decision(tuple(answers), steps=written)
