"""Questions on Today about what is missing from a sheet or a calendar, and their answers."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.sync.appointment_calendar.sync import NAME as APPOINTMENT_CALENDAR
from fullhouse.inbound.sync.appointment_sheet.holding import held_moves_taken
from fullhouse.inbound.sync.appointment_sheet.sync import NAME as APPOINTMENT_SHEET
from fullhouse.inbound.sync.held_removals import held_by
from fullhouse.inbound.time_holders import TimeHolder
from fullhouse.kernel.records import Get
from fullhouse.locale import DEFAULT
from fullhouse.locale.current import gettext, in_language
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.refill.removal_questions import SCOPES, DecideRemoval
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.held_removals import (
    ALL_CHANGES,
    CHANGES,
    HeldItem,
    HeldRemoval,
    source_of,
)
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.web.dependencies import SyncedCalendar, SyncedSheet, dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk import navigation
from fullhouse.web.desk.frontdesk.connections import outside_of
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem

REMOVALS = f"{navigation.WAITLIST}/removals"
MOST_SHOWN = 100
HOMES = {APPOINTMENTS: navigation.APPOINTMENTS}


class Missing(msgspec.Struct, frozen=True):
    """One customer or time that is missing; a time of the calendar has no record here.

    Of an appointment that is changed in the sheet, the item has the new time, and the `holder` is
    someone else who has that time.
    """

    item: HeldItem
    entry: Entry | None = None
    appointment: Appointment | None = None
    holder: TimeHolder | None = None


class RemovalQuestion(msgspec.Struct, frozen=True):
    """An open question about one source."""

    source: str
    rev: int
    count: int
    missing: list[Missing]

    @property
    def path(self) -> str:
        """Where it is answered."""
        return f"{REMOVALS}/{self.source}"


def open_questions(request: Request, scope: str) -> list[RemovalQuestion]:
    """List the open questions about the sources of the waitlist, or of appointments."""
    engine = dependencies(request).engine
    found: list[RemovalQuestion] = []
    for source, belongs in SCOPES.items():
        if belongs == scope and outside_of(request).where(source_of(source)):
            held = engine.load(Get(HeldRemoval, (source,)))
            question = _question(engine, held) if held is not None else None
            if question is not None:
                found.append(question)
    return found


def _question(engine: Engine, held: HeldRemoval) -> RemovalQuestion | None:
    """Return the question; None if nothing is left of it."""
    first = held.asked[:MOST_SHOWN]
    shown = [one for item in first if (one := _missing(engine, held.id, item)) is not None]
    if not shown:
        return None
    if held.id == CHANGES:
        shown = _with_holders(engine, shown)
    return RemovalQuestion(held.id, held.rev, len(held.asked) - len(first) + len(shown), shown)


def _with_holders(engine: Engine, shown: list[Missing]) -> list[Missing]:
    """Add who has the times that appointments would move to."""
    people = {one.item.id: one.appointment for one in shown if one.appointment is not None}
    items = [one.item for one in shown]
    taken = held_moves_taken(engine, layout.book_of(engine), items, people)
    return [msgspec.structs.replace(one, holder=taken.get(one.item.id)) for one in shown]


def _missing(engine: Engine, source: str, item: HeldItem) -> Missing | None:
    """Return what is missing; None if it has ended meanwhile."""
    if SCOPES[source] == APPOINTMENTS:
        appointment = engine.load(Get(Appointment, (item.id,)))
        is_over = appointment is None or not appointment.stands
        return None if is_over else Missing(item, appointment=appointment)
    if item.starts_at is not None:
        return Missing(item)
    entry = engine.load(Get(Entry, (item.id,)))
    return None if entry is None or entry.state != "waiting" else Missing(item, entry=entry)


def doubts_about_rules(request: Request) -> list[RuleProblem]:
    """Return why new rules wait for staff; nothing if they do not."""
    rules = dependencies(request).engine.load(Get(Document, ("rules",)))
    return [problem for problem in rules.problems if not problem.line] if rules is not None else []


@require_session
async def decide(request: Request) -> Response:
    """Answer a question, and carry the answer out."""
    source, form = request.path_params["source"], await request.form()
    rev = str(form.get("rev", ""))
    home = HOMES.get(SCOPES.get(source, ""), navigation.WAITLIST)
    if source not in SCOPES or not (rev.isascii() and rev.isdecimal()):
        return _changed(request, home)
    engine = dependencies(request).engine
    command = DecideRemoval(source=source, rev=int(rev[:9]), keep=form.get("answer") != "end")
    answer: str = await engine.execute(command, request.state.session.by)
    if not answer.startswith("removal_"):
        return _changed(request, home)
    await _carried_out(request, source)
    if source in ALL_CHANGES and answer == "removal_confirmed":
        is_left = source == CHANGES and held_by(engine, source).asked
        answer = "changes_left" if is_left else "changes_confirmed"
    return layout.go(request, home, done=answer)


def _changed(request: Request, home: str) -> Response:
    heading = gettext("This question has changed")
    text = gettext("Nothing was changed. Please look at it again on Today.")
    return problem(request, heading, text, 409, home)


async def _carried_out(request: Request, source: str) -> None:
    """Sync the source now; if that fails, the next sync carries the answer out."""
    engine, outside = dependencies(request).engine, outside_of(request)
    syncs: dict[str, SyncedSheet | SyncedCalendar | None] = {
        "sheet": outside.sheet,
        "calendar": outside.calendar,
        APPOINTMENT_SHEET: outside.appointments_sheet,
    }
    sync, sync_calendar = syncs.get(source_of(source)), dependencies(request).sync_calendar
    if sync is not None:
        with in_language(DEFAULT):
            await sync.run()
    elif sync_calendar is not None:
        await sync_calendar(engine)
    else:
        engine.tasks.changed({APPOINTMENT_CALENDAR}, engine.now())
    await engine.settle()


ROUTES = [Route(f"{REMOVALS}/{{source}}", decide, methods=["POST"])]
