"""`wl-slot-webhook`: what the booking tool tells, signed, at its own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_waitlist_engine, secret
from fullhouse.platforms.aws.http import serving
from fullhouse.platforms.aws.kept_secret import KeptSecret
from fullhouse.web import waitlist
from fullhouse.web.frame import framed
from fullhouse.web.waitlist import hooks

SECRET = "wl/webhook/secret"  # noqa: S105 - the name under which it is kept


def app() -> Starlette:
    """Put the part of the web together that other systems speak to."""
    engine = open_waitlist_engine()
    made = framed(engine, hooks.routes(), {"hooks"})
    waitlist.equip(made, waitlist.Means(webhook_secret=KeptSecret(lambda: secret(SECRET), engine.now)))
    return made


handle = serving(app)
