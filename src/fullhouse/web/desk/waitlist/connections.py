"""What the waitlist is connected to: the booking tool that tells of freed slots, the sheet, and who carries texts."""

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.hooks import Hook, SetWebhookSecret
from fullhouse.engine.house import House
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.waitlist.model import SCOPE
from fullhouse.web.desk.guard import signed_in
from fullhouse.web.desk.waitlist import place
from fullhouse.web.desk.waitlist.outside import connected
from fullhouse.web.waitlist.means import Means

LOOKED_AT = 200


@signed_in
async def connections(request: Request) -> Response:
    """Say what is connected; make a new secret for the booking tool, which is shown this once."""
    if request.method != "POST":
        return _page(request)
    house: House = request.app.state.house
    secret = f"whs_{secrets.token_urlsafe(32)}"
    await house.give(SetWebhookSecret(secret=secret), request.state.session.by)
    return _page(request, secret)


def _page(request: Request, secret: str = "") -> Response:
    house: House = request.app.state.house
    hook = house.load(Get(Hook, ("slots",)))
    means: Means | None = getattr(request.app.state, "waitlist", None)  # not lent where the desk stands alone
    shown = {
        "hook_url": f"{house.hooks_url or house.base_url}/hooks/slots",
        "secret": secret,
        "has_secret": hook is not None and bool(hook.secret),
        "outside": bool(means is not None and means.webhook_secret()),
        "old_until": hook.old_until if hook is not None and len(hook.secrets(house.now())) > 1 else None,
        "last_told": max((one.at for one in hook.seen), default=None) if hook is not None else None,
        "last_text": last_text(house),
        "address": house.waitlist_url or house.base_url,
        "connected": connected(request),
    }
    return place.page(request, "connections.html", shown)


def last_text(house: House) -> Message | None:
    """Find the text that was written last: what became of it says whether texts leave."""
    found = house.load(MessagePage(scope=SCOPE, limit=LOOKED_AT))
    return next((one for one in found if one.channel == "text"), None)


ROUTES = [Route(f"{place.HOME}/connections", connections, methods=["GET", "POST"])]
