"""`wl-slot-webhook`: what the booking tool tells, signed, at its own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.house import open_business, secret
from fullhouse.platforms.aws.http import serving
from fullhouse.platforms.aws.kept_secret import KeptSecret
from fullhouse.web import waitlist
from fullhouse.web.frame import framed
from fullhouse.web.waitlist import hooks

SECRET = "wl/webhook/secret"  # noqa: S105 - the name under which it is kept


def app() -> Starlette:
    """Put the part of the web together that other systems speak to."""
    house = open_business()
    made = framed(house, hooks.routes(), {"hooks"})
    waitlist.equip(made, waitlist.Means(webhook_secret=KeptSecret(lambda: secret(SECRET), house.now)))
    return made


handle = serving(app)
