"""Actions of staff on slots: free one, report a no-show, withdraw one, offer it again."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.waitlist_form import read_slot
from fullhouse.kernel.commands import Command
from fullhouse.kernel.times import wall_time
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsBetween
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Slot, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.products.frontdesk.waitlist.slot_index import reported_time
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.frontdesk.waitlist.formatting import refusal, sentence
from fullhouse.web.desk.frontdesk.waitlist.today_page import day_asked, show
from fullhouse.web.desk.layout import problem

FIELDS = ("service", "starts_at", "staff", "party_capacity", "reason")
LONGEST_FIELD = 200
LONGEST_NUMBER = 3
A_MINUTE = timedelta(minutes=1)


@require_session
async def free(request: Request) -> Response:
    """Free a slot; the form keeps what was typed if there is a problem.

    Before an appointment is cancelled for it, its customer is named and staff are asked.
    """
    engine = dependencies(request).engine
    form = await request.form()
    typed = {name: str(form.get(name, "")).strip()[:LONGEST_FIELD] for name in FIELDS}
    day = day_asked(request, typed["starts_at"][:10])
    try:
        command = read_slot(_body(typed), layout.book_of(engine), engine.ids.new(), "desk")
    except Invalid as unfit:
        problems = {wrong.field or "form": sentence(wrong) for wrong in unfit.problems}
        return show(request, day, typed, problems, 422)
    holder = _customer_of(engine, command)
    if holder is not None and form.get("confirmed") == holder.id:
        return await _free(request, typed, msgspec.structs.replace(command, staff=holder.staff))
    if holder is not None and command.staff == holder.staff:
        return show(request, day, typed, {}, 409, holder)
    return await _free(request, typed, command, holder)


async def _free(
    request: Request, typed: dict[str, str], command: FreeSlot, holder: Appointment | None = None
) -> Response:
    """Free a slot; if no chair is free, ask about the customer who may have the time."""
    engine, day = dependencies(request).engine, day_asked(request, typed["starts_at"][:10])
    answer: WaitlistResult = await engine.execute(command, request.state.session.by)
    if answer.code == "taken" and holder is not None:
        return show(request, day, typed, {}, 409, holder)
    if answer.code in PROBLEMS or answer.slot is None:
        return show(request, day, typed, {answer.field or "form": refusal(answer.code)}, 422)
    if answer.code != "freed":
        return layout.go(request, f"{layout.HOME}/slots/{answer.slot.id}", done=answer.code)
    return layout.go(request, layout.HOME, day=_day_of(engine, answer.slot), done="freed")


def _customer_of(engine: Engine, command: FreeSlot) -> Appointment | None:
    """Return whose appointment is cancelled by freeing a time; None if it is not just one.

    Without a staff member it is that of the same service. A slot that was claimed has a page.
    """
    is_chair = bool(command.staff) or command.party_capacity == 1
    if command.reason != "cancelled" or not is_chair or not layout.book_of(engine).refill:
        return None
    name = "staff" if command.staff else "service"
    wanted = normalized_name(getattr(command, name))
    there = _standing_at(engine, command.starts_at)
    fitting = [one for one in there if normalized_name(getattr(one, name)) == wanted]
    return fitting[0] if len(fitting) == 1 else None


def _standing_at(engine: Engine, at: datetime) -> list[Appointment]:
    there = engine.load(AppointmentsBetween(at, at + A_MINUTE))
    return [one for one in there if one.stands and not one.slot]


def _body(typed: dict[str, str]) -> bytes:
    number = typed["party_capacity"]
    capacity = int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 0
    reason = typed["reason"] or "cancelled"
    return msgspec.json.encode({**typed, "party_capacity": capacity, "reason": reason})


def _day_of(engine: Engine, slot: Slot) -> str:
    """Return the day of a slot for a URL; empty for today."""
    zone = layout.book_of(engine).zone
    day = wall_time(slot.starts_at, zone).date()
    today = wall_time(engine.now(), zone).date()
    return "" if day == today else day.isoformat()


@layout.of_slot
async def withdraw(request: Request, slot: Slot) -> Response:
    """Stop offering a slot."""
    return await _done(request, slot, WithdrawSlot(slot_id=slot.id))


@layout.of_slot
async def again(request: Request, slot: Slot) -> Response:
    """Offer a slot again whose opening is over."""
    return await _done(request, slot, _equal(request, slot, ref=slot.ref, again=slot.id))


@layout.of_slot
async def another(request: Request, slot: Slot) -> Response:
    """Free another slot that is equal to this one, such as a second table."""
    return await _done(request, slot, _equal(request, slot, another=True))


def _equal(request: Request, slot: Slot, **more: Any) -> FreeSlot:  # noqa: ANN401 - its fields
    """Return the command that frees the time of a slot once more."""
    return FreeSlot(
        slot_id=dependencies(request).engine.ids.new(),
        service=slot.service,
        starts_at=reported_time(slot),
        minutes=(slot.ends_at - reported_time(slot)) // A_MINUTE,
        staff=slot.staff,
        party_capacity=slot.party_capacity,
        reason=slot.reason,
        source="desk",
        rest=slot.is_rest and slot.status != "booked",
        **more,
    )


async def _done(request: Request, slot: Slot, command: Command) -> Response:
    engine = dependencies(request).engine
    answer: WaitlistResult = await engine.execute(command, request.state.session.by)
    path = f"{layout.HOME}/slots/{slot.id}"
    if answer.code in PROBLEMS:
        return problem(request, gettext("Nothing was changed"), refusal(answer.code), 409, path)
    back = str((await request.form()).get("back", ""))
    if back == "slot":
        return layout.go(
            request, f"{layout.HOME}/slots/{(answer.slot or slot).id}", done=answer.code
        )
    return layout.go(request, layout.HOME, day=_day_of(engine, slot), done=answer.code)


ROUTES = [
    Route(f"{layout.HOME}/free", free, methods=["POST"]),
    Route(f"{layout.HOME}/slots/{{slot}}/withdraw", withdraw, methods=["POST"]),
    Route(f"{layout.HOME}/slots/{{slot}}/again", again, methods=["POST"]),
    Route(f"{layout.HOME}/slots/{{slot}}/another", another, methods=["POST"]),
]
