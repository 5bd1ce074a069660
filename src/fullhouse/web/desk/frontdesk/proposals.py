"""Proposals on the desk: what was read and from which words, for the waitlist or the book; approved or discarded.

One page for both products: whoever decides should not have to know which of them someone meant.
"""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.extraction.review import CHANGED, KINDS, approve, discard, mail_if_landline
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.phone import NO_TEXTS, is_landline
from fullhouse.inbound.mail.raw_mail import move_to_discarded
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments import day_view as days
from fullhouse.web.desk.frontdesk.appointments import formatting as bookings
from fullhouse.web.desk.frontdesk.appointments import row_form
from fullhouse.web.desk.frontdesk.navigation import PROPOSALS, keep_section
from fullhouse.web.desk.frontdesk.waitlist import formatting as entries
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem
from fullhouse.web.hooks.slack import followed

PAGE = 20
LONGEST_CELL = 500
# What only staff say of someone who waits.
BESIDE: Mapping[str, Mapping[str, str]] = {"waitlist": {"priority": "0"}, APPOINTMENTS: {}}
SURE = {"sure": "sure", "likely": "probably", "guess": "a guess"}
# What stands for a change and for whose it is; the page says that in words.
UNSHOWN = frozenset({"change", "appointment"})
MEANT = {"": "A booking", "moved": "A booking was moved", "gone": "A booking is gone"}
SAYS_OTHERWISE = (
    "It has changed since you opened it, so nothing was done. This is what it says now."
)
# Someone else was quicker.
DECIDED = frozenset({"unknown_proposal", "proposal_approved", "proposal_discarded"})
DONE = {
    **entries.DONE,
    **bookings.DONE,
    "cancelled": "Approved: the appointment is cancelled.",
    "appointment_cancelled": "It was cancelled before. The proposal is closed.",
    "discarded": "The request is gone, and nothing was done.",
    "joined": entries.DONE["joined"],
}


@require_session
async def proposals(request: Request) -> Response:
    """List what waits to be decided on, the newest first."""
    engine = dependencies(request).engine
    before = request.query_params.get("before", "")
    found = engine.load(ProposalPage("open", before, PAGE + 1))
    shown = {
        "proposals": found[:PAGE],
        "older": found[PAGE - 1].id if len(found) > PAGE else "",
        "lately": [one for one in engine.load(ProposalPage(limit=PAGE)) if one.state != "open"],
        "domain": engine.composer.mail_domain,
        "done": DONE.get(request.query_params.get("done", ""), ""),
    }
    return _paper(request, "proposals.html", shown)


def _paper(
    request: Request, template: str, shown: Mapping[str, Any], status: int = 200
) -> Response:
    told = {
        "sure": SURE,
        "unshown": UNSHOWN,
        "meant": meant,
        "path_of": path_of,
        "ours": bookings,
        "beside": beside,
    }
    return layout.page(request, template, {**told, **shown}, status, folder="frontdesk/")


def meant(proposal: Proposal) -> str:
    """Say what approving one would do."""
    return (
        MEANT[proposal.value("change")]
        if proposal.product == APPOINTMENTS
        else "A wish for the waitlist"
    )


def beside(field: ProposedField) -> str:
    """Say of a number that can only be called what that means."""
    return NO_TEXTS if field.field == "phone" and is_landline(field.value) else ""


def path_of(proposal: Proposal, became: str) -> str:
    """Say where that is found which a proposal became, or would change."""
    return (
        f"/desk/appointments/a/{became}"
        if proposal.product == APPOINTMENTS
        else f"{layout.HOME}/entries/{became}"
    )


@require_session
async def proposal(request: Request) -> Response:
    """Show one with a form to put it right; the form approves it."""
    found = _found(request)
    if found is None:
        return _gone(request)
    if request.method != "POST":
        return _page(request, found, _cells(found), {})
    form = await request.form()
    if not _as_shown(found, form):
        return _anew(request, found)
    return await _approve(
        request, found, {name: str(form.get(name, ""))[:LONGEST_CELL] for name in _cells(found)}
    )


@require_session
async def approved(request: Request) -> Response:
    """Approve one as it was read; what is missing is asked for."""
    found = _found(request)
    if found is None:
        return _gone(request)
    if not _as_shown(found, await request.form()):
        return _anew(request, found)
    return await _approve(request, found, _cells(found))


async def _approve(request: Request, found: Proposal, cells: dict[str, str]) -> Response:
    engine = dependencies(request).engine
    try:
        command = approve(found, layout.book_of(engine), engine.now(), cells)
    except Invalid as unfit:
        problems = {_place(found, one.field): _sentence(found, one) for one in unfit.problems}
        return _page(request, found, cells, problems, 422)
    await mail_if_landline(engine, command, request.state.session.by)
    answer = await engine.execute(command, request.state.session.by)
    if answer.code in DECIDED:
        return _gone(request)
    after = _found(request)
    if after is not None and answer.code == CHANGED:
        return _anew(request, after)
    if after is not None:
        refused = {_place(found, answer.field): _refusal(found, answer.code)}
        return _page(request, found, cells, refused, 409)
    return _decided(request, found, _done(engine, answer))


def _sentence(found: Proposal, one: FieldProblem) -> str:
    return bookings.sentence(one) if found.product == APPOINTMENTS else entries.sentence(one)


def _refusal(found: Proposal, code: str) -> str:
    return bookings.refusal(code) if found.product == APPOINTMENTS else entries.refusal(code)


def _place(found: Proposal, field: str) -> str:
    return row_form.cell_of(field) if found.product == APPOINTMENTS else field or "form"


def _done(engine: Engine, answer: Any) -> str:  # noqa: ANN401 - each product has its own
    """Say what was done; of a chair that is booked twice, that too."""
    booked: Appointment | None = getattr(answer, "appointment", None)
    if booked is None or answer.code not in {"booked", "edited"}:
        return str(answer.code)
    return (
        f"{answer.code}_over"
        if days.chair_of(engine, layout.book_of(engine), booked)
        else str(answer.code)
    )


@require_session
async def discarded(request: Request) -> Response:
    """Let one go."""
    engine = dependencies(request).engine
    found = engine.load(Get(Proposal, (request.path_params["proposal"],)))
    if found is None:
        return _gone(request)
    if found.state == "open" and not _as_shown(found, await request.form()):
        return _anew(request, found)
    answer = await engine.execute(discard(found), request.state.session.by)
    if answer.code in KINDS[found.product].problems:
        why = KINDS[found.product].problems[answer.code]
        return problem(request, "Nothing was changed", why, 409, keep_section(request, PROPOSALS))
    await move_to_discarded(engine, dependencies(request).desk.files, found)
    return _decided(request, found, "discarded")


def _decided(request: Request, found: Proposal, done: str) -> Response:
    """Go back to the list; what Slack says of it follows behind."""
    response = layout.go(request, PROPOSALS, done=done)
    lent = dependencies(request)
    response.background = followed(lent.engine, lent.slack.slack, [found])
    return response


def _found(request: Request) -> Proposal | None:
    engine = dependencies(request).engine
    found = engine.load(Get(Proposal, (request.path_params["proposal"],)))
    return found if found is not None and found.state == "open" else None


def _as_shown(found: Proposal, form: FormData) -> bool:
    """Say whether a proposal still says what the page did on which someone decided."""
    return str(form.get("rev", found.rev)) == str(found.rev)


def _anew(request: Request, found: Proposal) -> Response:
    """Show one as it stands by now, to whoever decided on what it said before."""
    return _page(request, found, _cells(found), {"form": SAYS_OTHERWISE}, 409)


def _cells(found: Proposal) -> dict[str, str]:
    return {**KINDS[found.product].cells(found), **BESIDE[found.product]}


def _page(
    request: Request,
    found: Proposal,
    cells: dict[str, str],
    problems: dict[str, str],
    status: int = 200,
) -> Response:
    return _paper(
        request, "proposal.html", {"one": found, "cells": cells, "problems": problems}, status
    )


def _gone(request: Request) -> Response:
    text = "Someone has decided on it already. Nothing was changed."
    return problem(
        request, "This request is not open any more", text, 404, keep_section(request, PROPOSALS)
    )


ROUTES = [
    Route(PROPOSALS, proposals),
    Route(f"{PROPOSALS}/{{proposal}}", proposal, methods=["GET", "POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/approve", approved, methods=["POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/discard", discarded, methods=["POST"]),
]
