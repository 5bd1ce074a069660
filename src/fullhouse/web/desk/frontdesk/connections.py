"""Connections of a business: booking tool, sheets, calendars, Slack, holidays and SMS."""

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
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource
from fullhouse.products.frontdesk.shared.holidays import Holidays
from fullhouse.products.frontdesk.shared.message_facts import STAFF
from fullhouse.products.frontdesk.waitlist.model import SCOPE
from fullhouse.web.dependencies import Connections, dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.frontdesk.stored_sentences import translate_stored
from fullhouse.web.desk.frontdesk.waitlist import layout

TITLES = {
    "sheet": to_translate("The waitlist's sheet"),
    SHEET: to_translate("The appointments' sheet"),
    "calendar": to_translate("The calendar of free slots"),
    CALENDAR: to_translate("The calendar of appointments"),
    "rules": to_translate("The rules"),
    "voice": to_translate("The voice"),
}
# Pages with more about a connection.
PAGES = {
    "sheet": "/desk/waitlist/sheet",
    SHEET: "/desk/appointments/sheet",
    "rules": "/desk/waitlist/rules",
    "voice": "/desk/waitlist/voice",
}


class Connection(msgspec.Struct, frozen=True):
    """A source outside and its state; `beside` is a note about missing push messages."""

    name: str
    title: str
    where: str
    known: ExternalSource
    page: str = ""
    beside: str = ""


def outside_of(request: Request) -> Connections:
    """Return the outside sources of this server."""
    return dependencies(request).desk.connections or NOTHING


def known_of(engine: Engine, name: str) -> ExternalSource:
    """Return the stored state of an outside source."""
    return engine.load(Get(ExternalSource, (name,))) or ExternalSource(id=name)


def connected(request: Request) -> list[Connection]:
    """List the connections."""
    engine = dependencies(request).engine
    outside = outside_of(request)
    beside = {CALENDAR: _slower(engine) if outside.where(PUSH) else ""}
    found = []
    for name, title in TITLES.items():
        where = outside.where(name)
        if where:
            known, path = known_of(engine, name), PAGES.get(name, "")
            found.append(Connection(name, title, where, known, path, beside.get(name, "")))
    return found


def _slower(engine: Engine) -> str:
    """Return the note beside a calendar without push messages from Google; else empty."""
    trouble = known_of(engine, PUSH).trouble
    if not trouble:
        return ""
    return gettext(
        "Google does not tell when it changes: %(trouble)s "
        "It is looked at every hour all the same.",
        trouble=translate_stored(trouble),
    )


LOOKED_AT = 200


@require_session
async def connections(request: Request) -> Response:
    """Show the connections; make a new secret for the booking tool, which is shown this once."""
    if request.method != "POST":
        return _page(request)
    engine = dependencies(request).engine
    secret = f"whs_{secrets.token_urlsafe(32)}"
    await engine.execute(SetWebhookSecret(secret=secret), request.state.session.by)
    return _page(request, secret)


def _page(request: Request, secret: str = "") -> Response:
    engine = dependencies(request).engine
    hook = engine.load(Get(WebhookConfig, ("slots",)))
    old_until = last_told = None
    if hook is not None:
        old_until = hook.old_until if len(hook.secrets(engine.now())) > 1 else None
        last_told = max((delivery.at for delivery in hook.seen), default=None)
    webhook_secret = dependencies(request).waitlist.webhook_secret
    shown = {
        "hook_url": f"{engine.composer.urls.at('hooks')}/hooks/slots",
        "secret": secret,
        "has_secret": hook is not None and bool(hook.secret),
        "outside": bool(webhook_secret()),
        "old_until": old_until,
        "last_told": last_told,
        "last_text": last_text(engine),
        "address": engine.composer.urls.at("waitlist"),
        "connected": connected(request),
        "slack": slack_of(request),
        "holidays": holidays_of(engine),
    }
    return layout.page(request, "connections.html", shown)


class SlackConnection(msgspec.Struct, frozen=True):
    """The staff channel in Slack, whether its buttons work, and the last message there."""

    channel: str
    signed: bool
    last: Message | None


def slack_of(request: Request) -> SlackConnection | None:
    """Return how Slack is connected; None if it is not, or the desk does not know."""
    lent = dependencies(request)
    if lent.slack.slack is None:
        return None
    found = lent.engine.load(MessagePage(scope=APPOINTMENTS, to=STAFF, limit=1))
    return SlackConnection(
        lent.slack.slack.channel, bool(lent.slack.secret()), found[0] if found else None
    )


class Kept(msgspec.Struct, frozen=True):
    """The public holidays of the rules: how many are known, until when, and the next one."""

    place: str
    days: int
    until: str
    next: date | None
    trouble: str


def holidays_of(engine: Engine) -> Kept | None:
    """Return what is known of public holidays; None if the rules name none."""
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
    """Return the newest SMS: its state shows whether SMS are sent."""
    found: list[Message] = []
    for scope in (SCOPE, APPOINTMENTS):
        newest = engine.load(MessagePage(scope=scope, limit=LOOKED_AT))
        found.extend(newest)
    texts = [message for message in found if message.channel == "text"]
    return max(texts, key=lambda message: message.number, default=None)


ROUTES = [Route(f"{layout.HOME}/connections", connections, methods=["GET", "POST"])]
