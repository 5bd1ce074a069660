"""`wl-slot-webhook`: serves the signed webhook of the booking tool."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import limiter, open_waitlist_engine, secret
from fullhouse.platforms.aws.http import serving
from fullhouse.platforms.aws.secrets import KeptSecret
from fullhouse.web.dependencies import Dependencies, WaitlistDependencies
from fullhouse.web.hooks import slots
from fullhouse.web.middleware import with_middleware

SECRET = "wl/webhook/secret"  # noqa: S105 - the name under which it is kept


def app() -> Starlette:
    """Build the app for webhooks."""
    engine = open_waitlist_engine()
    webhook_secret = KeptSecret(lambda: secret(SECRET), engine.now)
    dependencies = Dependencies(
        engine=engine,
        sites=frozenset({"hooks"}),
        limiter=limiter(),
        waitlist=WaitlistDependencies(webhook_secret=webhook_secret),
    )
    return with_middleware(dependencies, slots.routes())


handle = serving(app)
