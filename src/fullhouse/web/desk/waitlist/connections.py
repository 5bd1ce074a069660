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
from fullhouse.kernel.holidays import Holidays
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.times import wall_time
from fullhouse.lanes.holidays import NAME as HOLIDAYS
from fullhouse.products.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.appointments.notices import STAFF
from fullhouse.products.waitlist.model import SCOPE
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.guard import require_session
from fullhouse.web.desk.waitlist import place
from fullhouse.web.desk.waitlist.outside import connected, known_of

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
        "old_until": hook.old_until if hook is not None and len(hook.secrets(engine.now())) > 1 else None,
        "last_told": max((one.at for one in hook.seen), default=None) if hook is not None else None,
        "last_text": last_text(engine),
        "address": engine.composer.urls.at("waitlist"),
        "connected": connected(request),
        "slack": slack_of(request),
        "holidays": holidays_of(engine),
    }
    return place.page(request, "connections.html", shown)


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
    book = place.book_of(engine)
    if not book.holidays_of:
        return None
    known = engine.load(Get(Holidays, (book.holidays_of,))) or Holidays(id=book.holidays_of)
    today = wall_time(engine.now(), book.zone).date()
    ahead = (day for day in map(date.fromisoformat, known.days) if day >= today)
    return Kept(known.id, len(known.days), known.until, min(ahead, default=None), known_of(engine, HOLIDAYS).trouble)


def last_text(engine: Engine) -> Message | None:
    """Find the text that was written last: what became of it says whether texts leave."""
    found = [one for scope in (SCOPE, APPOINTMENTS) for one in engine.load(MessagePage(scope=scope, limit=LOOKED_AT))]
    return max((one for one in found if one.channel == "text"), key=lambda one: one.number, default=None)


ROUTES = [Route(f"{place.HOME}/connections", connections, methods=["GET", "POST"])]
