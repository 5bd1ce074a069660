"""Rendering of pages: templates, security headers, static files and error pages.

The routes decide what a page shows. All pages, at the desk and for guests, go through `page`.
"""

import os
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import (
    BaseLoader,
    Environment,
    FileSystemBytecodeCache,
    ModuleLoader,
    PackageLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ExceptionHandler

from fullhouse.engine.execute import TooManyConflicts
from fullhouse.engine.ports import StoreDown
from fullhouse.kernel.links import Site
from fullhouse.kernel.localized_dates import format_datetime, format_day, say_clock
from fullhouse.kernel.times import wall_time
from fullhouse.locale import to_translate
from fullhouse.locale.current import chosen_language
from fullhouse.products.rsvp.room_plan import Headcount
from fullhouse.web.brand import page_look
from fullhouse.web.dependencies import dependencies
from fullhouse.web.graphics.room_picture import describe_room, icon, room
from fullhouse.web.request_body import json, wants_json
from fullhouse.web.sites import address_of, is_here, place_of
from fullhouse.web.texts import CHOICE, install_texts, language_choices

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors {frames}"
)
SECURITY = {
    "Content-Security-Policy": POLICY.format(frames="'none'"),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
EMBEDDED = {**SECURITY, "Content-Security-Policy": POLICY.format(frames="*")}
del EMBEDDED["X-Frame-Options"]

AS_CALENDAR = {
    **SECURITY,
    "Cache-Control": "no-store",
    "Content-Disposition": 'attachment; filename="event.ics"',
}
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"
A_WHILE = "public, max-age=300"
COMPILED = "compiled"
NO_QUERY: Mapping[str, str] = {}


class Asset:
    """A static file; its address changes with its content, so browsers may cache it for ever."""

    def __init__(self, name: str, body: bytes) -> None:
        """Derive the address from the content."""
        self.body = body
        self.media_type = TYPES[name.rpartition(".")[2]]
        self.version = sha256(body).hexdigest()[:12]
        self.path = f"/static/{name}?v={self.version}"


@cache
def assets() -> dict[str, Asset]:
    """Read all style sheets, scripts and pictures once."""
    folder = files("fullhouse.web") / "static"
    found = (file.name for file in folder.iterdir())
    names = sorted(name for name in found if name.rpartition(".")[2] in TYPES)
    return {name: Asset(name, (folder / name).read_bytes()) for name in names}


def asset(name: str) -> str:
    """Return the path of a style sheet or script."""
    return assets()[name].path


class _Templates(Environment):
    """Templates that share one dict of globals.

    By default each has a chain of two, and every import on every page compares its keys one by one.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template: those of all, unless it has its own."""
        if not d:
            return self.globals
        return {**self.globals, **d}


class _KeptCode(FileSystemBytecodeCache):
    """The code of templates, kept for the next start where Python keeps that of modules.

    How they are compiled is decided in this file, so code of another version of it is not used.
    """

    def __init__(self, folder: Path) -> None:
        """Keep the code in a folder."""
        super().__init__(str(folder), "template-%s.cache")
        self._version = sha256(Path(__file__).read_bytes()).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """Return what tells that the kept code is that of a template as it is now."""
        return super().get_source_checksum(self._version + source)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template; a page is shown on a full disk, too."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept_code(folder: Path) -> _KeptCode | None:
    """Return where the code of templates is kept, if Python keeps that of modules there."""
    if sys.dont_write_bytecode or not os.access(folder, os.W_OK):
        return None
    return _KeptCode(folder)


@cache
def environment() -> Environment:
    """Set up the templates once; other pages may add globals.

    A build may have compiled the templates to Python; then they need no compiling at the start.
    """
    compiled = files("fullhouse.web") / COMPILED
    loader: BaseLoader
    if compiled.is_dir():
        loader = ModuleLoader(str(compiled))
    else:
        loader = PackageLoader("fullhouse.web")
    env = _Templates(
        loader=loader,
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # looking whether a template has changed costs a call for each
        bytecode_cache=kept_code(Path(__file__).parent / "__pycache__"),
    )
    env.globals.update(
        asset=asset,
        icon=icon,
        room=room,
        room_words=describe_room,
        Headcount=Headcount,
        wall_time=wall_time,
    )
    env.globals.update(say_clock=say_clock, say_day=format_day, say_moment=format_datetime)
    install_texts(env)
    return env


def compile_templates(folder: Path) -> None:
    """Compile the templates in a copy of this package to Python, so that it starts fast."""

    def is_there(name: str) -> bool:
        return (folder / "templates" / name).exists()

    environment().compile_templates(
        folder / COMPILED, zip=None, ignore_errors=False, filter_func=is_there
    )


def root(request: Request) -> str:
    """Return the path prefix of the app; empty unless a proxy sets one."""
    scope = request.scope
    return str(scope.get("app_root_path", scope.get("root_path", ""))).rstrip("/")


def to(request: Request, path: str) -> str:
    """Return the URL of a path: here, or at the address of the site that serves it."""
    place = place_of(path)
    if place is None or is_here(request, place):
        return f"{root(request)}{path}"
    return f"{address_of(dependencies(request).engine, place)}{path}"


def page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    headers: dict[str, str] = SECURITY,
    **context: Any,  # noqa: ANN401 - each template has a context of its own
) -> Response:
    """Return a page as rendered."""
    return html(rendered(request, template, **context), status, headers)


def html(text: str, status: int, headers: dict[str, str]) -> Response:
    """Return a page. Pages are often personal, so no cache may store them."""
    return Response(text, status, {**headers, "Cache-Control": "no-store"}, "text/html")


def is_of_guests(context: Mapping[str, Any]) -> bool:
    """Return True if a page is about an event or a business, for its guests or customers."""
    return "event" in context or "business" in context


def rendered(
    request: Request,
    template: str,
    **context: Any,  # noqa: ANN401 - each template has a context of its own
) -> str:
    """Render a template.

    `contact` is the business that customers may call, if it is a page of one.
    """
    carries = dependencies(request).carries()
    values = {
        "contact": None,
        "root": root(request),
        "sends_mail": "mail" in carries,
        "sends_messages": bool(carries & {"mail", "text"}),
        "to": partial(to, request),
        "look": partial(page_look, request),
        "languages": language_choices(request) if is_of_guests(context) else [],
        **context,
    }
    return environment().get_template(template).render(values)


def leading_to(request: Request, place: Site) -> dict[str, str]:
    """Return the headers of a page whose form leads on to another site.

    Browsers hold the answer to a form against the page's policy, too.
    """
    if is_here(request, place):
        return SECURITY
    address = address_of(dependencies(request).engine, place)
    policy = SECURITY["Content-Security-Policy"]
    policy = policy.replace("form-action 'self'", f"form-action 'self' {address}".rstrip())
    return {**SECURITY, "Content-Security-Policy": policy}


def see_other(request: Request, path: str, query: Mapping[str, str] = NO_QUERY) -> Response:
    """Lead on to a page after a form, so that loading it again sends nothing again.

    The language that its reader chose goes along.
    """
    chosen = {CHOICE: chosen_language()} if chosen_language() else {}
    fields = urlencode({**query, **chosen})
    location = f"{to(request, path)}?{fields}" if fields else to(request, path)
    headers = {**SECURITY, "Location": location, "Cache-Control": "no-store"}
    return Response(status_code=303, headers=headers)


def problem(
    request: Request,
    status: int,
    heading: str,
    text: str,
    way_on: tuple[str, str] | None = None,
    **context: Any,  # noqa: ANN401 - the business whose page it is
) -> Response:
    """Return a page about a problem, translated; `way_on` is the label and path of a link."""
    values = {"heading": heading, "text": text, "way_on": way_on, **context}
    return page(request, "problem.html", status, **values)


async def send_asset(request: Request) -> Response:
    """Send a static file; cached for ever only if the address has its version."""
    found = assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    kept = FOR_EVER if request.query_params.get("v") == found.version else A_WHILE
    return Response(found.body, 200, {**SECURITY, "Cache-Control": kept}, found.media_type)


async def send_icon(request: Request) -> Response:
    """Send the icon for the browser's tab."""
    return Response(str(icon()), 200, {**SECURITY, "Cache-Control": A_WHILE}, TYPES["svg"])


def static_routes() -> list[BaseRoute]:
    """Return the routes of static files."""
    return [
        Route("/static/{name}", send_asset),
        Route("/favicon.svg", send_icon),
        Route("/favicon.ico", send_icon),
    ]


SAID = {
    400: (
        to_translate("We couldn't read that."),
        to_translate("Nothing was changed. Please go back and try again."),
    ),
    404: (
        to_translate("We couldn't find that page."),
        to_translate(
            "Part of the address may be missing. Please open the whole link from your email."
        ),
    ),
    405: (to_translate("That doesn't work here."), to_translate("Nothing was changed.")),
    413: (
        to_translate("That is too long."),
        to_translate("Nothing was changed. Please go back and shorten it."),
    ),
}
BUSY = (
    to_translate("One moment, please."),
    to_translate(
        "Very many people are here right now. Nothing was changed. Please try again in a moment."
    ),
)
DOWN = (
    to_translate("That may not have worked."),
    to_translate(
        "Perhaps it was not saved. Please try again in a moment. Doing it twice does no harm."
    ),
)


async def on_http(request: Request, error: Exception) -> Response:
    """Return the response for an HTTP error."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for nothing else
    status = error.status_code
    return refuse(request, status, SAID.get(status, SAID[400]), dict(error.headers or {}))


async def on_trouble(request: Request, error: Exception) -> Response:
    """Return 503 when the store was too busy or is down."""
    texts = DOWN
    if isinstance(error, TooManyConflicts):
        texts = BUSY
    return refuse(request, 503, texts, {"Retry-After": "2"})


def refuse(
    request: Request, status: int, said: tuple[str, str], headers: dict[str, str]
) -> Response:
    """Return an error as a page or as JSON."""
    if wants_json(request):
        error = {"code": f"http_{status}", "message": " ".join(said)}
        return json({"error": error}, status, {**headers, "Access-Control-Allow-Origin": "*"})
    response = problem(request, status, *said)
    response.headers.update(headers)
    return response


def error_handlers() -> dict[type[Exception], ExceptionHandler]:
    """Return the exception handlers."""
    return {HTTPException: on_http, TooManyConflicts: on_trouble, StoreDown: on_trouble}
