"""Importing a guest list: the form, a preview of each row, and the progress page.

The preview stores nothing on the server: its page carries the rows, and they are read again
when they come back.
"""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.guest_import.job import ImportJob
from fullhouse.inbound.guest_import.placement import ALREADY, became, forecast
from fullhouse.inbound.guest_import.preview import WOULD, ImportPreview, OutcomeText, look_at
from fullhouse.inbound.guest_import.reader import (
    LARGEST_FILE,
    GuestList,
    read_list,
    too_large,
)
from fullhouse.inbound.guest_import.row import MOST_ROWS, GuestRow, clean_bare_row
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.form_questions import Answers
from fullhouse.products.rsvp.model import Event, GuestResult, PlaceAs
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import Imports, dependencies
from fullhouse.web.desk.auth import require_session_with_files
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page, problem
from fullhouse.web.rsvp.answer_fields import load_questions

MOST_SHOWN = 100
LONGEST_ID = 64
LARGEST_CARRIED = 3 * LARGEST_FILE // 2
LOOKS_MS = 400
SPARING_MS = 2000  # on platforms where each request costs money


class CarriedRow(msgspec.Struct, frozen=True, array_like=True):
    """A row as the preview's page carries it."""

    line: int
    name: str
    email: str
    party: int
    answers: Answers = {}


CARRIED = msgspec.json.Decoder(list[CarriedRow])


@event_or_404
async def give(request: Request, event: Event) -> Response:
    """Show the form; take a file or a pasted list, and show the preview."""
    if request.method != "POST":
        return _form(request, event)
    form = await request.form()
    place_as = placed_as(form)
    try:
        found = await _read(request, event, await _given(form))
        look = await _look(dependencies(request).engine, event, found, place_as)
    except Invalid as unfit:
        wrong = translate(unfit.problems[0].message)
        return _form(
            request, event, {"text": _text(form), "place_as": place_as, "wrong": wrong}, 422
        )
    return _preview(request, event, look, place_as)


def _form(
    request: Request, event: Event, fields: dict[str, str] | None = None, status: int = 200
) -> Response:
    shown = {"text": "", "place_as": "pending", "wrong": "", **(fields or {})}
    return page(request, "events/import.html", {"event": event, "most": MOST_ROWS, **shown}, status)


def placed_as(form: FormData) -> PlaceAs:
    """Return how guests are added: as invited, unless the host says that they are coming."""
    return "confirmed" if form.get("place_as") == "confirmed" else "pending"


def _text(form: FormData) -> str:
    text = form.get("text", "")
    return text if isinstance(text, str) else ""


async def _given(form: FormData) -> bytes:
    """Return the file, or the pasted text if there is none."""
    file = form.get("file")
    data = b""
    if isinstance(file, UploadFile):
        data = await file.read(LARGEST_FILE + 1)
    data = data or _text(form).encode("utf-8", "replace")
    if len(data) > LARGEST_FILE:
        raise too_large()
    return data


async def _read(request: Request, event: Event, data: bytes) -> GuestList:
    """Read the whole list where the platform wants it, in a thread, as it may take long."""
    parse = dependencies(request).desk.read_list or read_list
    questions = load_questions(dependencies(request).engine, event)
    return await run_in_threadpool(parse, data, questions)


async def _look(engine: Engine, event: Event, found: GuestList, place_as: PlaceAs) -> ImportPreview:
    commands = (
        row.command(event.id, str(row.line), place_as)
        for row in found.rows
        if isinstance(row, GuestRow)
    )
    outcomes = [_outcome(answer) async for _, answer in forecast(engine, event, commands)]
    return look_at(found.said, found.rows, outcomes)


def _outcome(answer: GuestResult) -> OutcomeText:
    state = None if answer.guest is None else answer.guest.state
    return OutcomeText(
        state,
        answer.position,
        became(answer) == ALREADY,
        translate(PROBLEMS.get(answer.code, "")),
    )


def _preview(request: Request, event: Event, look: ImportPreview, place_as: PlaceAs) -> Response:
    engine = dependencies(request).engine
    carried = [(row.line, row.name, row.email, row.party, row.answers) for row in look.rows]
    shown = {
        "look": look,
        "place_as": place_as,
        "carried": msgspec.json.encode(carried).decode(),
        "run": engine.ids.new(),
        "most": MOST_SHOWN,
        "would": WOULD,
    }
    return page(request, "events/import_preview.html", {"event": event, **shown})


@event_or_404
async def run(request: Request, event: Event) -> Response:
    """Start the import, and redirect to its progress page."""
    form = await request.form()
    try:
        rows = await run_in_threadpool(_carried, str(form.get("rows", "")))
    except (Invalid, msgspec.DecodeError):
        text = gettext(
            "Nothing was changed. "
            "Please give the list again, and send it from the page that shows it."
        )
        heading = gettext("This list cannot be read")
        return problem(request, heading, text, 422, f"/desk/e/{event.id}/import")
    run_id = "".join(filter(str.isalnum, str(form.get("run", ""))))[:LONGEST_ID] or "import"
    by = request.state.session.by
    imports = _imports(request)
    await imports.start(
        ImportJob(id=run_id, event_id=event.id, by=by, place_as=placed_as(form), total=len(rows)),
        rows,
    )
    return go(request, f"/desk/e/{event.id}/import/progress?run={run_id}")


def _imports(request: Request) -> Imports:
    imports = dependencies(request).desk.imports
    assert imports is not None  # noqa: S101 - every app with a desk has one
    return imports


def _carried(text: str) -> list[GuestRow]:
    """Read the rows again, in a thread: ten thousand take a tenth of a second."""
    return [
        msgspec.structs.replace(
            clean_bare_row(row.line, row.name, row.email, row.party), answers=row.answers
        )
        for row in CARRIED.decode(text)[:MOST_ROWS]
    ]


@event_or_404
async def progress(request: Request, event: Event) -> Response:
    """Show the progress of an import; the page polls until it is done."""
    imports = _imports(request)
    found = await imports.find(request.query_params.get("run", ""))
    if found is None or found.event_id != event.id:
        text = gettext(
            "This import is not known here any more; what it did is on the list. "
            "If you are not sure that it came to its end, import the same list again: "
            "nobody is put on it twice."
        )
        heading = gettext("No import is under way")
        return problem(request, heading, text, 404, f"/desk/e/{event.id}/guests")
    pace = LOOKS_MS if dependencies(request).desk.streams else SPARING_MS
    return page(
        request, "events/import_progress.html", {"event": event, "run": found, "pace": pace}
    )


def _routes() -> list[Route]:
    files = require_session_with_files(LARGEST_CARRIED)
    return [
        Route("/desk/e/{event}/import", files(give), methods=["GET", "POST"]),
        Route("/desk/e/{event}/import/run", files(run), methods=["POST"]),
        Route("/desk/e/{event}/import/progress", progress),
    ]


ROUTES = _routes()
