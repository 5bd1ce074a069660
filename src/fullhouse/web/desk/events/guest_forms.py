"""Forms for one guest: add by hand, correct name, address and party, cancel."""

from datetime import datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.answer_form import read_answers
from fullhouse.inbound.forms.guest_form import (
    LONGEST_NAME,
    FieldProblem,
    Invalid,
    from_fields,
    sign_up,
)
from fullhouse.kernel.commands import Command
from fullhouse.kernel.offers import Opening, send_at
from fullhouse.kernel.times import duration
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.capacity import kept_within
from fullhouse.products.rsvp.commands import (
    CancelGuest,
    ChangeContact,
    ChangeParty,
    EraseGuest,
    SignUp,
)
from fullhouse.products.rsvp.erasure import gives_up
from fullhouse.products.rsvp.form_questions import FormQuestion
from fullhouse.products.rsvp.model import Event, Guest, GuestResult, OfferableGuests, PlaceAs
from fullhouse.products.rsvp.offers import seats_on_offer
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events.event_form import revision
from fullhouse.web.desk.events.lookup import event_or_404, of_guest
from fullhouse.web.desk.formatting import span
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.rsvp.answer_fields import (
    each_person_answers,
    field_groups,
    load_questions,
    shown_party,
)

# Problems in words for hosts; those of the sign-up form are for guests.
SENTENCES = {
    "name_missing": "Please enter a name.",
    "email_missing": "Enter their email. We'll send their confirmation there.",
    "address_taken": "This address is on the list already, under another name.",
    "no_room": "There are not enough free seats for that. Nothing was changed.",
    "offer_live": "They hold an offer just now: the size of their party is asked of them there.",
    "already_cancelled": "They are not on the list any more. Add them again to bring them back.",
}


def typed_guest(form: Any) -> dict[str, str]:  # noqa: ANN401 - a form's data, files and all
    """Return the fields as typed, for the form to show again."""
    return {
        name: str(form.get(name, ""))[: 4 * LONGEST_NAME]
        for name in ("name", "email", "party", "place_as")
    }


def sentences(problems: tuple[FieldProblem, ...]) -> dict[str, str]:
    """Return the problems by field, in words for hosts."""
    found = {}
    for wrong in problems:
        found[wrong.field or "form"] = translate(SENTENCES.get(wrong.code, wrong.message))
    return found


@event_or_404
async def add(request: Request, event: Event) -> Response:
    """Show the form with what would happen to a new guest; its button adds them."""
    if request.method != "POST":
        party = request.query_params.get("party", "1")
        return _adding(request, event, {"place_as": "confirmed", "party": party}, {})
    engine = dependencies(request).engine
    form = await request.form()
    fields = {**typed_guest(form), **_typed_answers(form)}
    questions = load_questions(engine, event)
    try:
        command = new_guest(event, fields, engine.ids.new(), questions)
    except Invalid as unfit:
        return _adding(request, event, fields, sentences(unfit.problems), 422)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS or answer.guest is None:
        return _adding(request, event, fields, sentences((_refusal(answer),)), 422)
    return go(request, f"/desk/e/{event.id}/g/{answer.guest.id}", f"added_{answer.code}")


def _typed_answers(form: Any) -> dict[str, str]:  # noqa: ANN401 - a form's data, files and all
    return {name: str(form[name]) for name in form if name.startswith("answers.")}


def new_guest(
    event: Event, fields: dict[str, str], guest_id: str, questions: tuple[FormQuestion, ...]
) -> SignUp:
    """Return the command for a new guest; raise `Invalid`. They may have answered some questions.

    Their other answers are typed in later, or asked for on their own page.
    """
    most = event.largest_party
    command = sign_up(from_fields(fields), event.id, guest_id, "host", most)
    place_as: PlaceAs = "pending" if fields["place_as"] == "pending" else "confirmed"
    answers = read_answers(fields, questions, command.party, complete=False)
    return msgspec.structs.replace(command, place_as=place_as, answers=answers)


def _adding(
    request: Request,
    event: Event,
    fields: dict[str, str],
    problems: dict[str, str],
    status: int = 200,
) -> Response:
    lasts = span(duration(event.settings.invite_window))
    questions = load_questions(dependencies(request).engine, event)
    party = shown_party(event, fields)
    shown = {
        "fields": fields,
        "problems": problems,
        "lasts": lasts,
        "groups": field_groups(questions, party, fields, problems, of_reader=False),
        "each_person": each_person_answers(event, questions),
    }
    return page(request, "events/guest_new.html", {"event": event, **shown}, status)


def _refusal(answer: GuestResult) -> FieldProblem:
    return FieldProblem(answer.code, PROBLEMS[answer.code], answer.field)


@of_guest
async def edit_guest(request: Request, event: Event, guest: Guest) -> Response:
    """Correct a guest's name, address or party."""
    known = {"name": guest.name, "email": guest.email, "party": str(guest.party)}
    if request.method != "POST":
        return _editing(request, event, guest, known, {})
    form = await request.form()
    if revision(form) not in (None, guest.rev):
        stale = gettext("This guest was changed in the meantime, so nothing was saved.")
        return _editing(request, event, guest, known, {"form": stale}, 409)
    fields = typed_guest(form)
    try:
        commands = changes(event, guest, fields)
    except Invalid as unfit:
        return _editing(request, event, guest, fields, sentences(unfit.problems), 422)
    for number, command in enumerate(commands):
        answer = await _execute(request, command)
        if answer.code in PROBLEMS:
            problems = sentences((_refusal(answer),))
            if number:
                problems["saved"] = gettext("The party is changed; the rest is not.")
            return _editing(request, event, guest, fields, problems, 422)
    return go(request, f"/desk/e/{event.id}/g/{guest.id}", _done(guest, commands))


def _done(guest: Guest, commands: list[Command]) -> str:
    for command in commands:
        # A new address must be confirmed by a mail before it counts.
        if isinstance(command, ChangeContact) and command.email not in ("", guest.email):
            return "address_asked"
    return "changed" if commands else "unchanged"


def changes(event: Event, guest: Guest, fields: dict[str, str]) -> list[Command]:
    """Return commands for the fields that differ; raise `Invalid` with every problem."""
    most = max(event.largest_party, guest.party)
    wanted = sign_up(
        from_fields({"party": str(guest.party), **fields}), event.id, guest.id, "host", most
    )
    found: list[Command] = []
    if wanted.party != guest.party:
        found.append(ChangeParty(event_id=event.id, guest_id=guest.id, party=wanted.party))
    if (wanted.name, wanted.email) != (guest.name, guest.email):
        found.append(
            ChangeContact(
                event_id=event.id, guest_id=guest.id, name=wanted.name, email=wanted.email
            )
        )
    return found


def _editing(
    request: Request,
    event: Event,
    guest: Guest,
    fields: dict[str, str],
    problems: dict[str, str],
    status: int = 200,
) -> Response:
    shown = {
        "guest": guest,
        "fields": fields,
        "problems": problems,
        "most": max(event.largest_party, guest.party),
    }
    return page(request, "events/guest_edit.html", {"event": event, **shown}, status)


async def _execute(request: Request, command: Command) -> GuestResult:
    engine = dependencies(request).engine
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    return answer


class Outcome(msgspec.Struct, frozen=True):
    """Preview of a cancellation: seats offered to the queue, to whom first and when."""

    offered: int = 0
    first: Guest | None = None
    at: datetime | None = None


def outcome(engine: Engine, event: Event, guest: Guest) -> Outcome:
    """Return who would be offered the seats of this guest, and when."""
    now = engine.now()
    held = guest.offer.seats if guest.offer is not None else guest.party
    if guest.is_waiting or not event.waiting or not event.is_live(now):
        return Outcome()
    offered = kept_within(event.cap, event.taken, held)
    # Guests who passed on an earlier seat may be offered a newly freed one, but not the same
    # one again: a seat that is only on offer (its holder is waitlisted) keeps its time.
    freed_at = event.freed_at if guest.state == "waitlisted" else now
    queue: tuple[Guest, ...] = ()
    if offered:
        seats = seats_on_offer(event) + offered
        queue = engine.load(OfferableGuests(event.id, seats, freed_at, 1))
    at = send_at(Opening(event.starts), event.offer_rules, now)
    first = queue[0] if queue and at < event.starts else None
    return Outcome(offered, first, at if at > now else None)


@of_guest
async def cancel_guest(request: Request, event: Event, guest: Guest) -> Response:
    """Show what cancelling a guest will do; the button does it."""
    path = f"/desk/e/{event.id}/g/{guest.id}"
    if request.method != "POST":
        shown = {"outcome": outcome(dependencies(request).engine, event, guest)}
        return page(request, "events/guest_cancel.html", {"event": event, "guest": guest, **shown})
    command = CancelGuest(event_id=event.id, guest_id=guest.id, by_host=True)
    answer = await _execute(request, command)
    if answer.code in PROBLEMS:
        why = translate(SENTENCES.get(answer.code, PROBLEMS[answer.code]))
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    return go(request, path, "guest_cancelled")


@of_guest
async def erase_guest(request: Request, event: Event, guest: Guest) -> Response:
    """Erase a guest without an address, after asking. Others are erased by their address."""
    path = f"/desk/e/{event.id}/g/{guest.id}"
    if guest.email:
        raise HTTPException(404)
    if request.method != "POST":
        frees = gives_up(event, guest, dependencies(request).engine.now())
        shown = {"event": event, "guest": guest, "frees": frees}
        return page(request, "events/guest_erase.html", shown)
    await _execute(request, EraseGuest(event_id=event.id, guest_id=guest.id))
    return go(request, path, "erased")


ROUTES = [
    Route("/desk/e/{event}/guests/new", add, methods=["GET", "POST"]),
    Route("/desk/e/{event}/g/{guest}/edit", edit_guest, methods=["GET", "POST"]),
    Route("/desk/e/{event}/g/{guest}/cancel", cancel_guest, methods=["GET", "POST"]),
    Route("/desk/e/{event}/g/{guest}/erase", erase_guest, methods=["GET", "POST"]),
]
