"""Proposals: the extracted fields with their source words, approved or discarded by staff.

One page for waitlist and appointments: staff need not know which of them a request is for.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.extraction import series
from fullhouse.inbound.extraction.review import (
    CHANGED,
    KINDS,
    approve,
    approve_booking,
    discard,
    mail_if_landline,
    moved_in_calendar,
    with_confirmation,
)
from fullhouse.inbound.extraction.series import first_of_each
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.inbound.forms.phone import NO_TEXTS, is_landline
from fullhouse.inbound.mail.raw_mail import move_to_discarded
from fullhouse.inbound.time_holders import TimeHolder, holder_of_booking
from fullhouse.kernel.localized_dates import format_day
from fullhouse.kernel.records import Get
from fullhouse.locale.current import current_language, gettext, pgettext, translate
from fullhouse.products.frontdesk.appointments.messages import PRODUCT as APPOINTMENTS
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalPage,
    ProposedField,
    is_reply,
)
from fullhouse.products.frontdesk.waitlist.messages import PRODUCT
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, WaitlistResult
from fullhouse.products.frontdesk.waitlist.proposals import ApproveProposal
from fullhouse.products.frontdesk.waitlist.wishes import WEEKDAYS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.appointments import day_view as days
from fullhouse.web.desk.frontdesk.appointments import formatting as bookings
from fullhouse.web.desk.frontdesk.appointments import row_form
from fullhouse.web.desk.frontdesk.claim_questions import ClaimedSlot, claim_of, open_claims
from fullhouse.web.desk.frontdesk.navigation import PROPOSALS, keep_section
from fullhouse.web.desk.frontdesk.waitlist import formatting as entries
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem
from fullhouse.web.hooks.slack import followed
from fullhouse.web.wish_text import weekdays_text

PAGE = 20
LONGEST_CELL = 500
# Cells that only staff fill in.
BESIDE: Mapping[str, Mapping[str, str]] = {"waitlist": {"priority": "0"}, APPOINTMENTS: {}}
SURE = {"sure": "sure", "likely": "probably", "guess": "a guess"}
# Fields that the page shows as a sentence instead: the change, and the appointment it is for.
UNSHOWN = frozenset({"change", "appointment", "entry", "starts_at", "late", "series", "repeats"})
MEANT = {
    "": "A booking",
    "moved": "A booking was moved",
    "gone": "A booking is gone",
    "reply": "A reply to our message",
    "texted": "A text from a customer",
    "wanted": "Another time is wanted",
}
LABELS = {
    "name": "Name",
    "phone": "Mobile",
    "email": "Email",
    "service": "Service",
    "staff": "Staff",
    "party": "Party",
    "date": "Day",
    "time": "Time",
    "minutes": "Minutes",
    "weekdays": "Weekdays",
    "from_time": "Not before",
    "until_time": "Before",
}
# Fields that are shown as a day in words.
DAYS = frozenset({"date", "earliest", "latest"})
# Results of a proposal that was decided before.
DECIDED = frozenset({"unknown_proposal", "proposal_approved", "proposal_discarded"})
OWN_DONE = {
    "cancelled": "Approved: the appointment is cancelled.",
    "appointment_cancelled": "It was cancelled before. The proposal is closed.",
    "discarded": "The request is gone, and nothing was done.",
    "reply_done": "Done. The reply is closed, and nothing was changed.",
    "told": "A confirmation is on its way.",
    "untold": "The customer has not been told.",
    "kept": "The booking is kept, and the question is closed.",
    "joined_consent": (
        "They are on the list. Nothing is sent to them until you confirm on their page that they "
        "agree to texts."
    ),
    "joined_untold": "They are on the list. They were not told, because they cannot be reached.",
}
DONE = {**entries.DONE, **bookings.DONE, **OWN_DONE, "joined": entries.DONE["joined"]}


@require_session
async def proposals(request: Request) -> Response:
    """List the open proposals, the newest first."""
    engine = dependencies(request).engine
    before = request.query_params.get("before", "")
    found = engine.load(ProposalPage("open", before, PAGE + 1))
    claims = [] if before else open_claims(engine)
    shown = {
        "proposals": first_of_each([one for one in found[:PAGE] if not one.value("slot")]),
        "holder_of": lambda one: _holder(engine, one),
        "times_of": lambda one: [_time_of(other) for other in series.beside(engine, one)],
        "older": found[PAGE - 1].id if len(found) > PAGE else "",
        "lately": _decided_lately(engine),
        "claims": claims,
        "domain": engine.composer.mail_domain,
        "done": " ".join(filter(None, map(_sentence_of, _asked_for(request)))),
    }
    return _render(request, "proposals.html", shown)


def open_requests(engine: Engine) -> list[Proposal]:
    """Return the open proposals of the first page, as it lists them."""
    found = engine.load(ProposalPage("open", "", PAGE))
    return first_of_each([one for one in found if not one.value("slot")])


def _holder(engine: Engine, proposal: Proposal) -> TimeHolder | None:
    """Return who else has the time that is proposed; None if nobody has, or it has no time yet."""
    if proposal.product != APPOINTMENTS or proposal.value("change") in ("gone", "reply"):
        return None
    rules = layout.book_of(engine)
    try:
        wanted = approve_booking(proposal, rules).book
    except Invalid:
        return None
    return holder_of_booking(engine, rules, wanted) if wanted is not None else None


def _decided_lately(engine: Engine) -> list[tuple[Proposal, ClaimedSlot | None]]:
    """Return the last closed proposals, each with the claimed slot that it asked about, if any."""
    decided = [one for one in engine.load(ProposalPage(limit=PAGE)) if one.state != "open"]
    return [(one, claim_of(engine, one)) for one in decided]


def _asked_for(request: Request) -> list[str]:
    return [request.query_params.get(name, "") for name in ("done", "told")]


def _sentence_of(key: str) -> str:
    return translate(DONE.get(key, ""))


def _render(
    request: Request, template: str, shown: Mapping[str, Any], status: int = 200
) -> Response:
    engine = dependencies(request).engine
    wording = {
        "sure": SURE,
        "unshown": UNSHOWN,
        "meant": kind_text,
        "path_of": proposal_path,
        "is_reply": is_reply,
        "wrote": wrote_themselves,
        "tells": lambda one: wrote_themselves(one) or moved_in_calendar(one),
        "forwarded_number": forwarded_number,
        "ours": bookings,
        "beside": beside,
        "label_of": label_of,
        "value_of": value_of,
        "effect_of": effect_of,
        "has_slot_now": lambda one: has_slot_now(engine, one),
    }
    return layout.page(request, template, {**wording, **shown}, status, folder="frontdesk/")


def kind_text(proposal: Proposal) -> str:
    """Return the kind of a proposal in words."""
    if proposal.value("slot"):
        return gettext("Is this booking cancelled?")
    change = proposal.value("change")
    if is_reply(proposal) and change == "moved":
        change = "wanted"
    if change == "reply" and not proposal.mail:
        change = "texted"
    if change or proposal.product == APPOINTMENTS:
        return translate(MEANT[change])
    return gettext("Waitlist request")


def has_slot_now(engine: Engine, proposal: Proposal) -> bool:
    """Return True if the customer of a reply has taken the slot that it is about."""
    entry = engine.load(Get(Entry, (proposal.value("entry"),)))
    if entry is None or not entry.booked:
        return False
    slot = engine.load(Get(Slot, (entry.booked,)))
    return slot is not None and slot.starts_at.isoformat() == proposal.value("starts_at")


def label_of(field: ProposedField) -> str:
    """Return the label of a field."""
    if beside(field):
        return gettext("Phone")
    if field.field == "earliest":
        return pgettext("period", "From")
    if field.field == "latest":
        return pgettext("period", "Until")
    return translate(LABELS.get(field.field, field.field.capitalize()))


def value_of(field: ProposedField) -> str:
    """Return the value of a field as staff read it: days in words."""
    if field.field == "weekdays":
        return _weekdays(field.value)
    if field.field not in DAYS:
        return field.value
    try:
        day = date.fromisoformat(field.value)
    except ValueError:
        return field.value
    return format_day(datetime.combine(day, time()), current_language())


def effect_of(proposal: Proposal) -> str:
    """Return what approving a proposal does; empty if its own words say so."""
    if is_reply(proposal):
        return ""
    if proposal.value("change") == "gone":
        told = gettext("If you approve it, we tell the customer.")
        return told if proposal.product == APPOINTMENTS else ""
    if proposal.value("change"):
        return gettext("If you approve it, the appointment moves to this time.")
    if proposal.product == APPOINTMENTS:
        return gettext("If you approve it, it is booked.")
    return gettext("If you approve it, they join the waitlist and get a message that says so.")


def _time_of(proposal: Proposal) -> str:
    """Return the day and the time of a proposed booking in words."""
    fields = {field.field: value_of(field) for field in proposal.fields}
    return f"{fields['date']}, {fields['time']}"


def beside(field: ProposedField) -> str:
    """Return a note for a landline number, which gets no SMS; else empty."""
    if field.field == "phone" and is_landline(field.value):
        return translate(NO_TEXTS)
    return ""


def wrote_themselves(proposal: Proposal) -> bool:
    """Return True if the email came from the customer's own address."""
    return bool(proposal.mail) and proposal.sender == proposal.value("email")


def forwarded_number(proposal: Proposal) -> bool:
    """Return True if a waitlist request has a number that its customer may not have given."""
    by_them = proposal.proven and wrote_themselves(proposal)
    phone = proposal.value("phone") if proposal.product == PRODUCT else ""
    return bool(phone) and not by_them and not is_landline(phone)


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
    typed = {name: _typed(found, form, name) for name in _cells(found)}
    consent, tell = form.get("consent") == "yes", "tell" in form
    return await _approve(request, found, typed, consent=consent, tell=tell)


@require_session
async def approved(request: Request) -> Response:
    """Approve a proposal as extracted; show the form if a field is missing."""
    found = _found(request)
    if found is None:
        return _gone(request)
    form = await request.form()
    if not _as_shown(found, form):
        return _anew(request, found)
    cells = _cells(found)
    if found.value("slot"):
        cells["slot"] = str(form.get("slot", ""))
    return await _approve(request, found, cells, tell="tell" in form)


async def _approve(
    request: Request,
    found: Proposal,
    cells: dict[str, str],
    *,
    tell: bool,
    consent: bool = False,
) -> Response:
    engine = dependencies(request).engine
    try:
        command = approve(found, layout.book_of(engine), engine.now(), cells)
        command = with_confirmation(command, tell=tell)
    except Invalid as unfit:
        problems = {_cell(found, wrong.field): _sentence(found, wrong) for wrong in unfit.problems}
        return _page(request, found, cells, problems, 422)
    if isinstance(command, ApproveProposal):
        command = msgspec.structs.replace(command, consent=consent)
    by, others = request.state.session.by, series.beside(engine, found)
    await mail_if_landline(engine, command, by)
    answer = await engine.execute(command, by)
    if answer.code in DECIDED:
        return _gone(request)
    after = _found(request)
    if after is not None and answer.code == CHANGED:
        return _anew(request, after)
    if after is not None:
        refused = {_cell(found, answer.field): _refusal(found, answer.code)}
        return _page(request, found, cells, refused, 409)
    if others:
        book = layout.book_of(engine)
        await series.approve_beside(engine, others, book, cells, by, tell=tell)
    return _decided(request, found, _done(engine, answer), _told(engine, answer, tell=tell))


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
    return "form" if found.value("slot") else field or "form"


def _done(engine: Engine, answer: Any) -> str:  # noqa: ANN401 - each product has its own
    """Return the key of the sentence to show; with `_over` if the staff member is booked twice."""
    booked: Appointment | None = getattr(answer, "appointment", None)
    if isinstance(answer, WaitlistResult) and answer.code == "joined":
        return _joined(engine, answer.entry)
    if booked is None or answer.code not in {"booked", "edited"}:
        return str(answer.code)
    if days.chair_of(engine, layout.book_of(engine), booked):
        return f"{answer.code}_over"
    return str(answer.code)


def _joined(engine: Engine, entry: Entry | None) -> str:
    """Return the key of the sentence on whether someone who is on the list now is told."""
    if entry is None or entry.channel:
        return "joined"
    number = engine.load(Get(Contact, (contact_id(entry.phone),)))
    waits = number is not None and number.reach == "fine" and number.awaits_consent
    return "joined_consent" if waits else "joined_untold"


@require_session
async def discarded(request: Request) -> Response:
    """Discard a proposal."""
    engine = dependencies(request).engine
    found = engine.load(Get(Proposal, (request.path_params["proposal"],)))
    if found is None:
        return _gone(request)
    if found.state == "open" and not _as_shown(found, await request.form()):
        return _anew(request, found)
    others = series.beside(engine, found)
    answer = await engine.execute(discard(found), request.state.session.by)
    if answer.code in KINDS[found.product].problems:
        why = translate(KINDS[found.product].problems[answer.code])
        path = keep_section(request, PROPOSALS)
        return problem(request, gettext("Nothing was changed"), why, 409, path)
    await series.discard_beside(engine, others, request.state.session.by)
    await move_to_discarded(engine, dependencies(request).desk.files, found)
    return _decided(request, found, _discarded(found))


def _discarded(found: Proposal) -> str:
    """Return the key of the sentence to show after a proposal was closed without effect."""
    if found.value("slot"):
        return "kept"
    return "reply_done" if found.value("change") == "reply" else "discarded"


def _told(engine: Engine, answer: Any, *, tell: bool) -> str:  # noqa: ANN401 - as above
    """Return the key of the sentence on whether the customer is told; empty if nothing is new."""
    booked: Appointment | None = getattr(answer, "appointment", None)
    if booked is None or answer.code not in {"booked", "edited"}:
        return ""
    reached = tell and booked.addresses and booked.starts_at > engine.now()
    return "told" if reached else "untold"


def _decided(request: Request, found: Proposal, done: str, told: str = "") -> Response:
    """Redirect to the list, and update the message in Slack in the background."""
    query = {"done": done, "told": told} if told else {"done": done}
    response = layout.go(request, PROPOSALS, **query)
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


def _typed(found: Proposal, form: Mapping[str, Any], name: str) -> str:
    """Return what a form says of a cell; names of weekdays that were not changed are as read."""
    typed = str(form.get(name, ""))[:LONGEST_CELL]
    was = _cells(found)[name]
    return was if name == "weekdays" and typed == _weekdays(was) else typed


def _weekdays(value: str) -> str:
    """Return the names of weekdays such as "mon thu"; anything else as it is."""
    named = value.split()
    days = tuple(day for day in WEEKDAYS if day in named)
    return weekdays_text(days) if len(days) == len(named) else value


def _cells(found: Proposal) -> dict[str, str]:
    return {**KINDS[found.product].cells(found), **BESIDE[found.product]}


def _page(
    request: Request,
    found: Proposal,
    cells: dict[str, str],
    problems: dict[str, str],
    status: int = 200,
) -> Response:
    engine = dependencies(request).engine
    claim = claim_of(engine, found)
    if "weekdays" in cells:
        cells = {**cells, "weekdays": _weekdays(cells["weekdays"])}
    shown = {"one": found, "cells": cells, "problems": problems, "claim": claim}
    shown["holder"] = _holder(engine, found)
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
