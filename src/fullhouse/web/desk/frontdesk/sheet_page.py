"""The page of a synced sheet: its state, unreadable rows, and versions to restore."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.inbound.spreadsheets.csv_file import write_csv
from fullhouse.inbound.sync.sheet_versions import Versions, table_in
from fullhouse.inbound.sync.sync_run import SheetSyncReport
from fullhouse.inbound.sync.waitlist_sheet.sync import VERSIONS
from fullhouse.kernel.records import Get
from fullhouse.locale import DEFAULT, to_translate
from fullhouse.locale.current import gettext, in_language
from fullhouse.products.frontdesk.shared.external_sources import SheetVersion
from fullhouse.web.dependencies import Connections, SyncedSheet, dependencies
from fullhouse.web.desk.auth import Handler, require_session
from fullhouse.web.desk.frontdesk.connections import known_of, outside_of
from fullhouse.web.desk.frontdesk.navigation import CONNECTIONS, keep_section
from fullhouse.web.desk.frontdesk.stored_sentences import translate_stored
from fullhouse.web.desk.frontdesk.unread_rows import column, unread_cells
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem

PAGE = 50
WHO = {
    "staff": "staff, in the sheet",
    "fullhouse": "Fullhouse",
    "fullhouse (put back)": "Fullhouse",
}
R = TypeVar("R")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A list that may be synced with a sheet: its names, its pages, and the sync."""

    name: str
    file: str
    path: str
    list_path: str
    minutes: str
    stays: str
    versions: Versions
    sync: Callable[[Connections], SyncedSheet | None]
    page: Callable[[Request, Mapping[str, Any]], Response]


def routes_of(kept: Kept) -> list[Route]:
    """List the routes of one sheet's pages."""
    return [
        Route(kept.path, _sheet(kept)),
        Route(f"{kept.path}/look", _look(kept), methods=["POST"]),
        Route(f"{kept.path}/back", _put_back(kept), methods=["POST"]),
        Route(f"{kept.path}/versions/{{version}}", _download(kept)),
    ]


def _sheet(kept: Kept) -> Handler:
    """Return the handler of the sheet's page."""

    @require_session
    async def sheet(request: Request) -> Response:
        engine = dependencies(request).engine
        known = known_of(engine, kept.name)
        before = request.query_params.get("before", "")
        versions = kept.versions.newest(engine, before, PAGE + 1)
        shown = {
            "kept": kept,
            "where": outside_of(request).where(kept.name),
            "known": known,
            "unread": unread_cells(engine, kept.name, known.problems),
            "versions": versions[:PAGE],
            "older": versions[PAGE - 1].id if len(versions) > PAGE else "",
            "newest": kept.versions.newest(engine, limit=1),
            "who": WHO,
            "column": column,
        }
        return kept.page(request, shown)

    return sheet


async def _in_english(run: Awaitable[R]) -> R:
    """Run a sync: what it stores is English, in whatever language the page is."""
    with in_language(DEFAULT):
        return await run


def _look(kept: Kept) -> Handler:
    """Return the handler that syncs sheet and list now."""

    @require_session
    async def look(request: Request) -> Response:
        sync = kept.sync(outside_of(request))
        if sync is None:
            return _none(request)
        report = await _in_english(sync.run())
        await _settle(dependencies(request).engine)
        return _done(request, kept, report, "synced")

    return look


def _put_back(kept: Kept) -> Handler:
    """Return the handler that restores an earlier version."""

    @require_session
    async def put_back(request: Request) -> Response:
        engine = dependencies(request).engine
        sync = kept.sync(outside_of(request))
        version = _version(kept, engine, str((await request.form()).get("version", "")))
        if sync is None:
            return _none(request)
        if version is None:
            return _no_version(request, kept)
        report = await _in_english(sync.put_back(version, request.state.session.by))
        if report is None:
            return _no_version(request, kept)
        await _settle(engine)
        return _done(request, kept, report, "put_back")

    return put_back


def _download(kept: Kept) -> Handler:
    """Return the handler that sends a version as a CSV file."""

    @require_session
    async def download(request: Request) -> Response:
        name = request.path_params["version"]
        lent = dependencies(request)
        version, files = _version(kept, lent.engine, name), lent.desk.files
        content = None
        if files is not None and version is not None:
            content = await asyncio.to_thread(files.read, version.file)
        if content is None:
            return _no_version(request, kept)
        attached = f'attachment; filename="{kept.file}-{name[:15]}.csv"'
        headers = {"content-disposition": attached, "x-content-type-options": "nosniff"}
        return Response(write_csv(table_in(content)), media_type="text/csv", headers=headers)

    return download


@require_session
async def believe(request: Request) -> Response:
    """Sync the calendar even if most of its events are gone."""
    sync = outside_of(request).calendar
    if sync is None:
        return _none(request)
    report = await _in_english(sync.run(believe=True))
    await _settle(dependencies(request).engine)
    if report.trouble:
        text, path = translate_stored(report.trouble), keep_section(request, CONNECTIONS)
        return problem(request, gettext("Nothing was changed"), text, 409, path)
    return layout.go(request, CONNECTIONS, done="believed")


async def _settle(engine: Engine) -> None:
    """Run follow-up commands at once on a demo clock."""
    await engine.settle()


def _version(kept: Kept, engine: Engine, name: str) -> SheetVersion | None:
    """Return a version of this sheet; None for one of another sheet."""
    found = engine.load(Get(SheetVersion, (name,))) if name else None
    if found is None or not kept.versions.has(found):
        return None
    return found


def _done(request: Request, kept: Kept, report: SheetSyncReport, done: str) -> Response:
    if report.trouble or report.again:
        text = translate_stored(report.trouble)
        if not text:
            text = gettext("Someone is editing the sheet just now. Try again in a moment.")
        return problem(request, gettext("The sheet is not in step yet"), text, 409, kept.path)
    return layout.go(request, kept.path, done=done)


def _none(request: Request) -> Response:
    text = gettext(
        "Nothing was changed. Which sheet or calendar there is, is said in the configuration."
    )
    path = keep_section(request, CONNECTIONS)
    return problem(request, gettext("It is not connected"), text, 404, path)


def _no_version(request: Request, kept: Kept) -> Response:
    text = gettext("Nothing was changed. Pick one from the list.")
    return problem(request, gettext("This version is not kept"), text, 404, kept.path)


THE_LIST = Kept(
    name="sheet",
    file="waitlist",
    path=f"{layout.HOME}/sheet",
    list_path=layout.LIST,
    minutes=to_translate("three"),
    stays=to_translate(
        "Every version is kept. Putting one back writes it to the sheet; "
        "whoever was booked stays booked, "
        "and whoever joined by themselves since then stays on the list."
    ),
    versions=VERSIONS,
    sync=lambda outside: outside.sheet,
    page=lambda request, shown: layout.page(request, "sheet.html", shown),
)
WAITLIST_ROUTES = [
    *routes_of(THE_LIST),
    Route(f"{layout.HOME}/calendar/believe", believe, methods=["POST"]),
]
