"""Answers to questions about the book: the query's pages from the store, put into words."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.rulebook import Rulebook
from fullhouse.products.appointments import ask
from fullhouse.products.appointments.model import Appointment, AppointmentsAt, Between
from fullhouse.web.desk.answers import Row, Told, at, counted, for_whom, in_time, joined, told
from fullhouse.web.desk.appointments.place import LIST, path_of
from fullhouse.web.desk.appointments.wording import STATES

DOTS = {"booked": "pending", "confirmed": "confirmed", "cancelled": "cancelled", "no_show": "cancelled"}
# What is said of one, of several, and of none; and what stands behind the names and the time.
SAID: dict[ask.Standing, tuple[tuple[str, str, str], str]] = {
    "expected": (("appointment", "appointments", "No appointment"), ""),
    "unconfirmed": (("appointment", "appointments", "No appointment"), ": not confirmed"),
    "confirmed": (("appointment", "appointments", "No appointment"), ": confirmed"),
    "cancelled": (("appointment", "appointments", "No appointment"), ": cancelled"),
    "no_show": (("person did not come", "people did not come", "Nobody stayed away"), ""),
}
DID = (("appointment was cancelled", "appointments were cancelled", "No appointment was cancelled"), "")


def row(one: Appointment, book: Rulebook) -> Row:
    """Show an appointment."""
    about = joined(at(one.starts_at, book), one.service, f"with {one.staff}" if one.staff else "", STATES[one.status])
    return Row(path_of(one), one.name, about, DOTS[one.status])


def walk(engine: Engine, first: Between) -> Iterator[Appointment]:
    """Walk through the book, page by page, but never farther than one question may."""
    return islice(_walk(engine, first), ask.LOOKED_THROUGH)


def _walk(engine: Engine, need: Between) -> Iterator[Appointment]:
    while page := engine.load(need):
        yield from page
        if len(page) < need.limit:
            break
        need = msgspec.structs.replace(need, since=page[-1].starts_at, after=page[-1].id)


def which(engine: Engine, book: Rulebook, query: ask.CountAppointments | ask.ListAppointments) -> Told:
    """Count or name those whose appointments are meant."""
    asked, now = query.which, engine.now()
    page = list(walk(engine, ask.page_of(asked, now, book.zone)))
    found = [one for one in page if ask.is_meant(asked, one, now, book.zone)]
    words, behind = DID if asked.deed else SAID[asked.standing]
    number = counted(len(found), *words, at_least=len(page) >= ask.LOOKED_THROUGH)
    hour = f" at {asked.at.rstrip('?').lstrip('0')}" if asked.at else ""
    said = f"{number}{for_whom(asked.service, asked.staff)}{_when(engine, book, asked)}{hour}{behind}."
    if isinstance(query, ask.CountAppointments):
        return Told(said=said)
    return told(said, [row(one, book) for one in found], elsewhere=LIST)


def _when(engine: Engine, book: Rulebook, query: ask.Which | ask.FindAppointment) -> str:
    if query.period:
        return in_time(query.period, engine.now(), book.zone, back=query.back)
    since, _ = ask.span(query, engine.now(), book.zone)
    return " in the last 30 days" if since < engine.now() else " from now on"


def someone(engine: Engine, book: Rulebook, query: ask.FindAppointment) -> Told:
    """Say when someone comes, and how that stands."""
    first = ask.page_of(query, engine.now(), book.zone)
    page = engine.load(AppointmentsAt(query.email)) if query.email else tuple(walk(engine, first))
    theirs = [one for one in page if ask.is_theirs(query, one) and first.since <= one.starts_at < first.until]
    found = sorted(theirs, key=lambda one: (one.starts_at, one.id))
    whom, rows = query.email or f"“{query.name}”", [row(one, book) for one in found]
    if len(found) == 1:
        one = found[0]
        stands = "is" if one.stands else "was"
        what = f"{one.service}{f' with {one.staff}' if one.staff else ''}"
        return told(
            f"{one.name} {stands} booked for {at(one.starts_at, book)}.", rows, f"{what}: {STATES[one.status]}."
        )
    when = _when(engine, book, query)
    if found:
        return told(f"{len(found)} appointments are under {whom}{when}.", rows, elsewhere=LIST)
    looked = f"I looked through the first {ask.LOOKED_THROUGH:,}." if len(page) >= ask.LOOKED_THROUGH else ""
    return Told(said=f"{whom} has no appointment{when}.", more=looked)


TELLERS: dict[type, Callable[[Engine, Rulebook, Any], Told]] = {
    ask.CountAppointments: which,
    ask.ListAppointments: which,
    ask.FindAppointment: someone,
}
