"""The sheet on the desk: how it stands, rows that cannot be read, and every version, to be put back with one click."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.house import House, sweep
from fullhouse.kernel.externals import SheetVersion
from fullhouse.kernel.records import Get
from fullhouse.lanes.sheets.csv_file import write_csv
from fullhouse.lanes.syncing.looking import Report
from fullhouse.lanes.syncing.versions import table_in
from fullhouse.lanes.syncing.waitlist.versions import VERSIONS
from fullhouse.web.desk.guard import signed_in
from fullhouse.web.desk.view import problem
from fullhouse.web.desk.waitlist import place
from fullhouse.web.desk.waitlist.outside import known_of, outside_of

PAGE = 50
SHEET = f"{place.HOME}/sheet"
WHO = {"staff": "staff, in the sheet", "fullhouse": "Fullhouse"}


@signed_in
async def sheet(request: Request) -> Response:
    """Show how the sheet stands."""
    house: House = request.app.state.house
    before = request.query_params.get("before", "")
    versions = VERSIONS.newest(house, before, PAGE + 1)
    shown = {
        "where": outside_of(request).where("sheet"),
        "known": known_of(house, "sheet"),
        "versions": versions[:PAGE],
        "older": versions[PAGE - 1].id if len(versions) > PAGE else "",
        "newest": VERSIONS.newest(house, limit=1),
        "who": WHO,
    }
    return place.page(request, "sheet.html", shown)


@signed_in
async def look(request: Request) -> Response:
    """Bring sheet and list in step now."""
    sync = outside_of(request).sheet
    if sync is None:
        return _none(request)
    report = await sync.run()
    await _settle(request.app.state.house)
    return _done(request, report, "synced")


@signed_in
async def put_back(request: Request) -> Response:
    """Put an earlier version back."""
    house: House = request.app.state.house
    sync = outside_of(request).sheet
    version = _version(house, str((await request.form()).get("version", "")))
    if sync is None:
        return _none(request)
    report = await sync.put_back(version, request.state.session.by) if version is not None else None
    if report is None:
        return _no_version(request)
    await _settle(house)
    return _done(request, report, "put_back")


@signed_in
async def download(request: Request) -> Response:
    """Give a version out as a CSV file."""
    house: House = request.app.state.house
    version = _version(house, request.path_params["version"])
    files = request.app.state.files
    content = await asyncio.to_thread(files.read, version.file) if files is not None and version is not None else None
    if content is None:
        return _no_version(request)
    name = f"waitlist-{request.path_params['version'][:14]}.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"', "x-content-type-options": "nosniff"}
    return Response(write_csv(table_in(content)), media_type="text/csv", headers=headers)


@signed_in
async def believe(request: Request) -> Response:
    """Take the calendar at its word, also where much has vanished from it."""
    sync = outside_of(request).calendar
    if sync is None:
        return _none(request)
    report = await sync.run(believe=True)
    await _settle(request.app.state.house)
    if report.trouble:
        return problem(request, "Nothing was changed", report.trouble, 409, f"{place.HOME}/connections")
    return place.go(request, f"{place.HOME}/connections", done="believed")


async def _settle(house: House) -> None:
    """On a clock that stands still, carry out at once what follows."""
    if house.settles:
        async with house.settling:
            await sweep(house)


def _version(house: House, name: str) -> SheetVersion | None:
    return house.load(Get(SheetVersion, (name,))) if name else None


def _done(request: Request, report: Report, done: str) -> Response:
    if report.trouble or report.again:
        text = report.trouble or "Someone is editing the sheet just now. Try again in a moment."
        return problem(request, "The sheet is not in step yet", text, 409, SHEET)
    return place.go(request, SHEET, done=done)


def _none(request: Request) -> Response:
    text = "Nothing was changed. Which sheet or calendar there is, is said in the configuration."
    return problem(request, "It is not connected", text, 404, f"{place.HOME}/connections")


def _no_version(request: Request) -> Response:
    return problem(request, "This version is not kept", "Nothing was changed. Pick one from the list.", 404, SHEET)


ROUTES = [
    Route(SHEET, sheet),
    Route(f"{SHEET}/look", look, methods=["POST"]),
    Route(f"{SHEET}/back", put_back, methods=["POST"]),
    Route(f"{SHEET}/versions/{{version}}", download),
    Route(f"{place.HOME}/calendar/believe", believe, methods=["POST"]),
]
