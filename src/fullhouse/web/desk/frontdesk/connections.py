"""What a business is connected to: booking tool, sheets, calendars, Slack, public holidays, and who carries texts."""

import secrets
from datetime import date

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.webhooks import SetWebhookSecret, WebhookConfig
from fullhouse.inbound.holiday_source import NAME as HOLIDAYS
from fullhouse.inbound.sync.appointment_calendar.push import NAME as PUSH
from fullhouse.inbound.sync.appointment_calendar.sync import NAME as CALENDAR
from fullhouse.inbound.sync.appointment_sheet.sync import NAME as SHEET
from fullhouse.inbound.sync.connections import NOTHING
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.appointments.messages import STAFF
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.waitlist.model import SCOPE
from fullhouse.web.dependencies import Connections, dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.waitlist import layout

TITLES = {
    "sheet": "The waitlist's sheet",
    SHEET: "The appointments' sheet",
    "calendar": "The calendar of free slots",
    CALENDAR: "The calendar of appointments",
    "rules": "The rules",
    "voice": "The voice",
}
# Where more of it can be seen.
PAGES = {
    "sheet": "/desk/waitlist/sheet",
    SHEET: "/desk/appointments/sheet",
    "rules": "/desk/waitlist/rules",
    "voice": "/desk/waitlist/voice",
}


# What is said beside a calendar of which Google does not tell when it changes.
SLOWER = "Google does not tell when it changes: {trouble} It is looked at every hour all the same."


class Connection(msgspec.Struct, frozen=True):
    """One thing outside, and what is known of it; `beside` says what is wrong with how its changes are heard of."""

    name: str
    title: str
    where: str
    known: ExternalSource
    page: str = ""
    beside: str = ""


def outside_of(request: Request) -> Connections:
    """Return what the house is connected to."""
    return dependencies(request).desk.connections or NOTHING


def known_of(engine: Engine, name: str) -> ExternalSource:
    """Return what is known of something outside."""
    return engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)


def connected(request: Request) -> list[Connection]:
    """List what the house is connected to."""
    engine = dependencies(request).engine
    outside = outside_of(request)
    places = {name: outside.where(name) for name in TITLES}
    beside = {CALENDAR: _slower(engine) if outside.where(PUSH) else ""}
    return [
        Connection(
            name,
            TITLES[name],
            where,
            known_of(engine, name),
            PAGES.get(name, ""),
            beside.get(name, ""),
        )
        for name, where in places.items()
        if where
    ]


def _slower(engine: Engine) -> str:
    trouble = known_of(engine, PUSH).trouble
    return SLOWER.format(trouble=trouble) if trouble else ""


LOOKED_AT = 200


@require_session
async def connections(request: Request) -> Response:
    """Say what is connected; make a new secret for the booking tool, which is shown this once."""
    if request.method != "POST":
        return _page(request)
    engine = dependencies(request).engine
    secret = f"whs_{secrets.token_urlsafe(32)}"
    await engine.execute(SetWebhookSecret(secret=secret), request.state.session.by)
    return _page(request, secret)


def _page(request: Request, secret: str = "") -> Response:
    engine = dependencies(request).engine
    hook = engine.load(Get(WebhookConfig, ("slots",)))
    webhook_secret = dependencies(request).waitlist.webhook_secret
    shown = {
        "hook_url": f"{engine.composer.urls.at('hooks')}/hooks/slots",
        "secret": secret,
        "has_secret": hook is not None and bool(hook.secret),
        "outside": bool(webhook_secret()),
        "old_until": hook.old_until
        if hook is not None and len(hook.secrets(engine.now())) > 1
        else None,
        "last_told": max((one.at for one in hook.seen), default=None) if hook is not None else None,
        "last_text": last_text(engine),
        "address": engine.composer.urls.at("waitlist"),
        "connected": connected(request),
        "slack": slack_of(request),
        "holidays": holidays_of(engine),
    }
    return layout.page(request, "connections.html", shown)


class Slack(msgspec.Struct, frozen=True):
    """The channel in which staff are told, whether its buttons work, and what was written there last."""

    channel: str
    signed: bool
    last: Message | None


def slack_of(request: Request) -> Slack | None:
    """Say how Slack is connected; None if it is not, or where the desk is not told."""
    lent = dependencies(request)
    if lent.slack.slack is None:
        return None
    found = lent.engine.load(MessagePage(scope=APPOINTMENTS, to=STAFF, limit=1))
    return Slack(lent.slack.slack.channel, bool(lent.slack.secret()), found[0] if found else None)


class Kept(msgspec.Struct, frozen=True):
    """The public holidays that the rules name: which are known, until when, the next one, and what is wrong."""

    place: str
    days: int
    until: str
    next: date | None
    trouble: str


def holidays_of(engine: Engine) -> Kept | None:
    """Say what is known of public holidays; None if the rules keep none."""
    book = layout.book_of(engine)
    if not book.holidays_of:
        return None
    known = engine.load(Get(Holidays, (book.holidays_of,))) or Holidays(id=book.holidays_of)
    today = wall_time(engine.now(), book.zone).date()
    ahead = (day for day in map(date.fromisoformat, known.days) if day >= today)
    return Kept(
        known.id,
        len(known.days),
        known.until,
        min(ahead, default=None),
        known_of(engine, HOLIDAYS).trouble,
    )


def last_text(engine: Engine) -> Message | None:
    """Find the text that was written last: what became of it says whether texts leave."""
    found = [
        one
        for scope in (SCOPE, APPOINTMENTS)
        for one in engine.load(MessagePage(scope=scope, limit=LOOKED_AT))
    ]
    return max(
        (one for one in found if one.channel == "text"), key=lambda one: one.number, default=None
    )


ROUTES = [Route(f"{layout.HOME}/connections", connections, methods=["GET", "POST"])]
