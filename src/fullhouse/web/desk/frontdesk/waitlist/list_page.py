"""The waitlist as a list, edited like a sheet, in the order of joining."""

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist.model import Entry, LinePage, WaitlistResult
from fullhouse.products.frontdesk.waitlist.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.waitlist import layout, row_form
from fullhouse.web.desk.frontdesk.waitlist.formatting import refusal, sentence
from fullhouse.web.desk.frontdesk.waitlist.today_page import waiting

PAGE = 50
LONGEST_SERVICE = 200


@require_session
async def sheet(request: Request) -> Response:
    """Show the list; add a row to it."""
    if request.method != "POST":
        return show(request)
    engine = dependencies(request).engine
    cells = row_form.typed_row(await request.form())
    try:
        command = row_form.new(cells, layout.book_of(engine), engine.now(), engine.ids.new())
    except Invalid as unfit:
        problems = {wrong.field or "form": sentence(wrong) for wrong in unfit.problems}
        return show(request, cells, problems, 422)
    answer: WaitlistResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS or answer.entry is None:
        return show(request, cells, {answer.field or "form": refusal(answer.code)}, 422)
    if answer.code in ("already", "updated"):
        return layout.go(request, f"{layout.HOME}/entries/{answer.entry.id}", done=answer.code)
    return layout.go(request, layout.LIST, service=_service(request), done=answer.code)


def show(
    request: Request,
    cells: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Show the list, with the new row as typed if there is a problem."""
    engine = dependencies(request).engine
    book, service = layout.book_of(engine), _service(request)
    if not book.services:
        return layout.page(request, "begin.html", {})
    after, after_id = _place(request)
    found = engine.load(LinePage(normalized_name(service), after, after_id, PAGE + 1))
    counts = waiting(engine, book)
    shown = {
        "lines": [row_form.row_line(engine, entry) for entry in found[:PAGE]],
        "older": _next(found[PAGE - 1], service) if len(found) > PAGE else "",
        "first": after is None,
        "service": service,
        "counts": counts,
        "everyone": sum(number for _, number in counts),
        "cells": {**row_form.blank_row(service), **(cells or {})},
        "problems": problems or {},
        "live": layout.LIVE,
        "version": layout.version(engine),
    }
    return layout.page(request, "list.html", shown, status)


def _service(request: Request) -> str:
    return request.query_params.get("service", "").strip()[:LONGEST_SERVICE]


def _place(request: Request) -> tuple[datetime | None, str]:
    """Read the row after which the page begins; None and empty for the first page."""
    joined, _, entry_id = request.query_params.get("after", "").partition("~")
    try:
        at = datetime.fromisoformat(joined)
    except ValueError:
        return None, ""
    return (at, entry_id[:100]) if at.tzinfo is not None else (None, "")


def _next(last: Entry, service: str) -> str:
    asked = {"service": service, "after": f"{last.joined_at.isoformat()}~{last.id}"}
    return "?" + urlencode({name: value for name, value in asked.items() if value})


ROUTES = [Route(layout.LIST, sheet, methods=["GET", "POST"])]
