"""Proposals: the extracted fields with their source words, approved or discarded by staff.

One page for waitlist and appointments: staff need not know which of them a request is for.
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
from fullhouse.locale.current import gettext, pgettext, translate
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
# Cells that only staff fill in.
BESIDE: Mapping[str, Mapping[str, str]] = {"waitlist": {"priority": "0"}, APPOINTMENTS: {}}
SURE = {"sure": "sure", "likely": "probably", "guess": "a guess"}
# Fields that the page shows as a sentence instead: the change, and the appointment it is for.
UNSHOWN = frozenset({"change", "appointment"})
MEANT = {"": "A booking", "moved": "A booking was moved", "gone": "A booking is gone"}
LABELS = {
    "name": "Name",
    "phone": "Mobile",
    "email": "Mail",
    "service": "Service",
    "staff": "Staff",
    "party": "Party",
    "date": "Day",
    "time": "Time",
    "minutes": "Minutes",
}
# Results of a proposal that was decided before.
DECIDED = frozenset({"unknown_proposal", "proposal_approved", "proposal_discarded"})
OWN_DONE = {
    "cancelled": "Approved: the appointment is cancelled.",
    "appointment_cancelled": "It was cancelled before. The proposal is closed.",
    "discarded": "The request is gone, and nothing was done.",
}
DONE = {**entries.DONE, **bookings.DONE, **OWN_DONE, "joined": entries.DONE["joined"]}


@require_session
async def proposals(request: Request) -> Response:
    """List the open proposals, the newest first."""
    engine = dependencies(request).engine
    before = request.query_params.get("before", "")
    found = engine.load(ProposalPage("open", before, PAGE + 1))
    shown = {
        "proposals": found[:PAGE],
        "older": found[PAGE - 1].id if len(found) > PAGE else "",
        "lately": [old for old in engine.load(ProposalPage(limit=PAGE)) if old.state != "open"],
        "domain": engine.composer.mail_domain,
        "done": translate(DONE.get(request.query_params.get("done", ""), "")),
    }
    return _render(request, "proposals.html", shown)


def _render(
    request: Request, template: str, shown: Mapping[str, Any], status: int = 200
) -> Response:
    wording = {
        "sure": SURE,
        "unshown": UNSHOWN,
        "meant": kind_text,
        "path_of": proposal_path,
        "ours": bookings,
        "beside": beside,
        "label_of": label_of,
    }
    return layout.page(request, template, {**wording, **shown}, status, folder="frontdesk/")


def kind_text(proposal: Proposal) -> str:
    """Return the kind of a proposal in words."""
    if proposal.product == APPOINTMENTS:
        return translate(MEANT[proposal.value("change")])
    return gettext("A wish for the waitlist")


def label_of(field: ProposedField) -> str:
    """Return the label of a field."""
    if beside(field):
        return gettext("Phone")
    if field.field == "earliest":
        return pgettext("period", "From")
    if field.field == "latest":
        return pgettext("period", "Until")
    return translate(LABELS.get(field.field, field.field.capitalize()))


def beside(field: ProposedField) -> str:
    """Return a note for a landline number, which gets no SMS; else empty."""
    if field.field == "phone" and is_landline(field.value):
        return translate(NO_TEXTS)
    return ""


def proposal_path(proposal: Proposal, became: str) -> str:
    """Return the page of the record that a proposal became, or would change."""
    if proposal.product == APPOINTMENTS:
        return f"/desk/appointments/a/{became}"
    return f"{layout.HOME}/entries/{became}"


@require_session
async def proposal(request: Request) -> Response:
    """Show a proposal in a form; the form approves it."""
    found = _found(request)
    if found is None:
        return _gone(request)
    if request.method != "POST":
        return _page(request, found, _cells(found), {})
    form = await request.form()
    if not _as_shown(found, form):
        return _anew(request, found)
    typed = {name: str(form.get(name, ""))[:LONGEST_CELL] for name in _cells(found)}
    return await _approve(request, found, typed)


@require_session
async def approved(request: Request) -> Response:
    """Approve a proposal as extracted; show the form if a field is missing."""
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
        problems = {_cell(found, wrong.field): _sentence(found, wrong) for wrong in unfit.problems}
        return _page(request, found, cells, problems, 422)
    await mail_if_landline(engine, command, request.state.session.by)
    answer = await engine.execute(command, request.state.session.by)
    if answer.code in DECIDED:
        return _gone(request)
    after = _found(request)
    if after is not None and answer.code == CHANGED:
        return _anew(request, after)
    if after is not None:
        refused = {_cell(found, answer.field): _refusal(found, answer.code)}
        return _page(request, found, cells, refused, 409)
    return _decided(request, found, _done(engine, answer))


def _sentence(found: Proposal, wrong: FieldProblem) -> str:
    if found.product == APPOINTMENTS:
        return bookings.sentence(wrong)
    return entries.sentence(wrong)


def _refusal(found: Proposal, code: str) -> str:
    if found.product == APPOINTMENTS:
        return bookings.refusal(code)
    return entries.refusal(code)


def _cell(found: Proposal, field: str) -> str:
    if found.product == APPOINTMENTS:
        return row_form.cell_of(field)
    return field or "form"


def _done(engine: Engine, answer: Any) -> str:  # noqa: ANN401 - each product has its own
    """Return the key of the sentence to show; with `_over` if the staff member is booked twice."""
    booked: Appointment | None = getattr(answer, "appointment", None)
    if booked is None or answer.code not in {"booked", "edited"}:
        return str(answer.code)
    if days.chair_of(engine, layout.book_of(engine), booked):
        return f"{answer.code}_over"
    return str(answer.code)


@require_session
async def discarded(request: Request) -> Response:
    """Discard a proposal."""
    engine = dependencies(request).engine
    found = engine.load(Get(Proposal, (request.path_params["proposal"],)))
    if found is None:
        return _gone(request)
    if found.state == "open" and not _as_shown(found, await request.form()):
        return _anew(request, found)
    answer = await engine.execute(discard(found), request.state.session.by)
    if answer.code in KINDS[found.product].problems:
        why = translate(KINDS[found.product].problems[answer.code])
        path = keep_section(request, PROPOSALS)
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    await move_to_discarded(engine, dependencies(request).desk.files, found)
    return _decided(request, found, "discarded")


def _decided(request: Request, found: Proposal, done: str) -> Response:
    """Redirect to the list, and update the message in Slack in the background."""
    response = layout.go(request, PROPOSALS, done=done)
    lent = dependencies(request)
    response.background = followed(lent.engine, lent.slack.slack, [found])
    return response


def _found(request: Request) -> Proposal | None:
    engine = dependencies(request).engine
    found = engine.load(Get(Proposal, (request.path_params["proposal"],)))
    if found is None or found.state != "open":
        return None
    return found


def _as_shown(found: Proposal, form: FormData) -> bool:
    """Return True if the proposal has not changed since its page was opened."""
    return str(form.get("rev", found.rev)) == str(found.rev)


def _anew(request: Request, found: Proposal) -> Response:
    """Show a proposal again that has changed since its page was opened."""
    changed = gettext(
        "It has changed since you opened it, so nothing was done. This is what it says now."
    )
    return _page(request, found, _cells(found), {"form": changed}, 409)


def _cells(found: Proposal) -> dict[str, str]:
    return {**KINDS[found.product].cells(found), **BESIDE[found.product]}


def _page(
    request: Request,
    found: Proposal,
    cells: dict[str, str],
    problems: dict[str, str],
    status: int = 200,
) -> Response:
    shown = {"one": found, "cells": cells, "problems": problems}
    return _render(request, "proposal.html", shown, status)


def _gone(request: Request) -> Response:
    heading = gettext("This request is not open any more")
    text = gettext("Someone has decided on it already. Nothing was changed.")
    return problem(request, heading, text, 404, keep_section(request, PROPOSALS))


ROUTES = [
    Route(PROPOSALS, proposals),
    Route(f"{PROPOSALS}/{{proposal}}", proposal, methods=["GET", "POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/approve", approved, methods=["POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/discard", discarded, methods=["POST"]),
]
