"""Proposals on the desk: what was read from a mail and from which words, to be approved, put right or discarded."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.house import House
from fullhouse.kernel.proposals import Proposal, ProposalPage
from fullhouse.kernel.records import Get
from fullhouse.lanes.form import Unfit
from fullhouse.lanes.proposing import FIELDS, approve
from fullhouse.products.waitlist.answers import PROBLEMS
from fullhouse.products.waitlist.model import Answer
from fullhouse.products.waitlist.proposals import DiscardProposal
from fullhouse.web.desk.guard import signed_in
from fullhouse.web.desk.view import problem
from fullhouse.web.desk.waitlist import place
from fullhouse.web.desk.waitlist.wording import refusal, sentence

PAGE = 20
LONGEST_CELL = 500
PROPOSALS = f"{place.HOME}/proposals"
CELLS = (*FIELDS, "priority")
USUAL = {"party": "1", "priority": "0"}
SURE = {"sure": "", "likely": "probably", "guess": "a guess"}


@signed_in
async def proposals(request: Request) -> Response:
    """List what waits to be decided on, the newest first."""
    house: House = request.app.state.house
    before = request.query_params.get("before", "")
    found = house.load(ProposalPage("open", before, PAGE + 1))
    shown = {
        "proposals": found[:PAGE],
        "older": found[PAGE - 1].id if len(found) > PAGE else "",
        "lately": [one for one in house.load(ProposalPage(limit=PAGE)) if one.state != "open"],
        "domain": house.mail_domain,
        "sure": SURE,
    }
    return place.page(request, "proposals.html", shown)


@signed_in
async def proposal(request: Request) -> Response:
    """Show one with a form to put it right; the form approves it."""
    found = _found(request)
    if found is None:
        return _gone(request)
    if request.method != "POST":
        return _page(request, found, _cells(found), {})
    form = await request.form()
    return await _approve(request, found, {name: str(form.get(name, ""))[:LONGEST_CELL] for name in CELLS})


@signed_in
async def approved(request: Request) -> Response:
    """Approve one as it was read; what is missing is asked for."""
    found = _found(request)
    return _gone(request) if found is None else await _approve(request, found, _cells(found))


async def _approve(request: Request, found: Proposal, cells: dict[str, str]) -> Response:
    house: House = request.app.state.house
    try:
        command = approve(found, place.book_of(house), house.now(), cells)
    except Unfit as unfit:
        return _page(request, found, cells, {one.field or "form": sentence(one) for one in unfit.problems}, 422)
    answer: Answer = await house.give(command, request.state.session.by)
    if answer.code in PROBLEMS:
        return _page(request, found, cells, {answer.field or "form": refusal(answer.code)}, 409)
    return place.go(request, PROPOSALS, done=answer.code)


@signed_in
async def discard(request: Request) -> Response:
    """Let one go."""
    house: House = request.app.state.house
    name = request.path_params["proposal"]
    answer: Answer = await house.give(DiscardProposal(proposal_id=name), request.state.session.by)
    if answer.code in PROBLEMS:
        return problem(request, "Nothing was changed", PROBLEMS[answer.code], 409, PROPOSALS)
    return place.go(request, PROPOSALS, done="discarded")


def _found(request: Request) -> Proposal | None:
    house: House = request.app.state.house
    found = house.load(Get(Proposal, (request.path_params["proposal"],)))
    return found if found is not None and found.state == "open" else None


def _cells(found: Proposal) -> dict[str, str]:
    return {name: found.value(name) or USUAL.get(name, "") for name in CELLS}


def _page(
    request: Request, found: Proposal, cells: dict[str, str], problems: dict[str, str], status: int = 200
) -> Response:
    shown = {"one": found, "cells": cells, "problems": problems, "sure": SURE}
    return place.page(request, "proposal.html", shown, status)


def _gone(request: Request) -> Response:
    text = "Someone has decided on it already. Nothing was changed."
    return problem(request, "This request is not open any more", text, 404, PROPOSALS)


ROUTES = [
    Route(PROPOSALS, proposals),
    Route(f"{PROPOSALS}/{{proposal}}", proposal, methods=["GET", "POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/approve", approved, methods=["POST"]),
    Route(f"{PROPOSALS}/{{proposal}}/discard", discard, methods=["POST"]),
]
