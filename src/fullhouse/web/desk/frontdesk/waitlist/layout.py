"""Layout of the waitlist's pages, and the slot or entry of a page's URL."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import LatestAudit
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.shared.documents import SCOPE as BUSINESS
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import SCOPE, Entry, Slot
from fullhouse.web import pages
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import layout
from fullhouse.web.desk.audit_text import format_slot
from fullhouse.web.desk.auth import Handler, require_session
from fullhouse.web.desk.events import live_updates
from fullhouse.web.desk.frontdesk import navigation
from fullhouse.web.desk.frontdesk.stored_sentences import translate_stored
from fullhouse.web.desk.frontdesk.waitlist import formatting
from fullhouse.web.graphics import day_chart as day_look

HOME = navigation.WAITLIST
LIVE = f"{HOME}/live"
LIST = f"{HOME}/list"
SlotHandler = Callable[[Request, Slot], Awaitable[Response]]
EntryHandler = Callable[[Request, Entry], Awaitable[Response]]


def book_of(engine: Engine) -> Rulebook:
    """Return the rules in force."""
    return rulebook_of(engine.load(Get(Document, ("rules",))))


def page(
    request: Request,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
    *,
    folder: str = "frontdesk/waitlist/",
) -> Response:
    """Render a page of the waitlist, or one that it shares."""
    done = translate(formatting.DONE.get(request.query_params.get("done", ""), ""))
    return layout.page(
        request, f"{folder}{template}", {**around(request), "done": done, **context}, status
    )


def around(request: Request) -> dict[str, Any]:
    """Return what pages of the waitlist and of appointments show around them."""
    engine = dependencies(request).engine
    book = book_of(engine)
    return {
        **navigation.around(request),
        "book": book,
        "zone": book.zone,
        "said": formatting,
        "stored": translate_stored,
        "say_slot": format_slot,
        "day_look": day_look,
        "exact": exact,
        "is_quiet": book.quiet_hours.next_open(engine.now(), book.zone) > engine.now(),
    }


def go(request: Request, path: str, **query: str) -> Response:
    """Redirect the browser after a form was handled."""
    return RedirectResponse(
        f"{pages.root(request)}{navigation.keep_section(request, path, **query)}", 303
    )


def exact(moment: datetime) -> str:
    """Format an instant in UTC for scripts."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def version(engine: Engine, _scope: str = SCOPE) -> str:
    """Return the version of the waitlist; the audit has its every change."""
    last = [engine.load(LatestAudit(scope, limit=1)) for scope in (SCOPE, BUSINESS)]
    return "-".join(str(lines[0].number) if lines else "0" for lines in last)


@require_session
async def follow(request: Request) -> Response:
    """Follow the waitlist."""
    return live_updates.answer_live(request, SCOPE, version)


def of_slot(handler: SlotHandler) -> Handler:
    """Serve a page of one slot, for members only."""

    @require_session
    @wraps(handler)
    async def serve(request: Request) -> Response:
        engine = dependencies(request).engine
        slot = engine.load(Get(Slot, (request.path_params["slot"],)))
        if slot is None:
            return layout.problem(
                request,
                gettext("There is no such slot"),
                gettext("Look for it under its day."),
                404,
                HOME,
            )
        return await handler(request, slot)

    return serve


def of_entry(handler: EntryHandler) -> Handler:
    """Serve a page of one entry, for members only."""

    @require_session
    @wraps(handler)
    async def serve(request: Request) -> Response:
        engine = dependencies(request).engine
        entry = engine.load(Get(Entry, (request.path_params["entry"],)))
        if entry is None:
            return layout.problem(
                request,
                gettext("There is nobody of that name on the list"),
                gettext("Look for them on the list."),
                404,
                LIST,
            )
        return await handler(request, entry)

    return serve
