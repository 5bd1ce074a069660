"""Several appointments are written down in one commit: a sheet that is met for the first time has thousands."""

from datetime import datetime

import msgspec

from fullhouse.kernel.asking import in_sequence, the_documents, together
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision, Step, create
from fullhouse.kernel.documents import rulebook_of
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.appointments.bookings import new_appointment
from fullhouse.products.appointments.books import day_of, taken_by, updated_days
from fullhouse.products.appointments.commands import BookAppointment
from fullhouse.products.appointments.model import SCOPE, Appointment, AppointmentResult, AppointmentState, DaySchedule

# All that hangs on them must fit into one transaction, wherever they are kept.
MOST_AT_ONCE = 20


class BookMany(Command, frozen=True, kw_only=True, tag="BookMany"):
    """Write several appointments down as staff wrote them: nobody is told. The answers come in the same order."""

    books: tuple[BookAppointment, ...]


def _those_known(command: BookMany, _found: Found) -> Needs:
    return {f"one:{one.appointment_id}": Get(Appointment, (one.appointment_id,)) for one in command.books}


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
        answer = new_appointment(msgspec.structs.replace(state, appointment=known.get(one.appointment_id)), one, now)
        answers.append(answer)
        if answer.code == "booked" and answer.appointment is not None:
            known[one.appointment_id] = answer.appointment
            fresh.append(answer.appointment)
    books = updated_days(state.books, rulebook_of(state.rules), *map(taken_by, fresh))
    written = tuple(Step(SCOPE, "booked", one.id, (create(one), *(books if one is fresh[0] else ()))) for one in fresh)
    return Decision(tuple(answers), steps=written)
