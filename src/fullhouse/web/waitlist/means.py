"""What a platform lends to the waitlist's pages beside the house: who counts requests, and who may tell us things."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request

from fullhouse.engine.rate_limit import InMemoryRateLimiter, RateLimiter
from fullhouse.engine.webhooks import WebhookConfig, WebhookName
from fullhouse.kernel.records import Get


def _none() -> str:
    return ""


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What the waitlist's pages need: `webhook_secret` is set from outside, beside the one made on the desk.

    `text_token` proves that a text comes from the provider, which posts it to `text_url`. Both are asked when used.
    """

    buckets: RateLimiter = msgspec.field(default_factory=InMemoryRateLimiter)
    webhook_secret: Callable[[], str] = _none
    text_token: Callable[[], str] = _none
    text_url: str = ""


def equip(app: Starlette, means: Means) -> None:
    """Lend an app what its pages need."""
    app.state.waitlist = means


def means_of(request: Request) -> Means:
    """Return what was lent."""
    found: Means = request.app.state.waitlist
    return found


def secrets_of(request: Request, hook: WebhookName) -> tuple[str, ...]:
    """Return every secret with which one may sign what is told over a webhook now."""
    engine: Any = request.app.state.engine
    stored: WebhookConfig | None = engine.load(Get(WebhookConfig, (hook,)))
    set_outside = means_of(request).webhook_secret()
    made = stored.secrets(engine.now()) if stored is not None else ()
    return tuple(one for one in (set_outside, *made) if one)
