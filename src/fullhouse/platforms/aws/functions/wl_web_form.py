"""`wl-web-form`: the page on which people join the waitlist, at its own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import open_waitlist_engine
from fullhouse.platforms.aws.buckets import DynamoBuckets
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.http import serving
from fullhouse.web import waitlist
from fullhouse.web.frame import framed
from fullhouse.web.waitlist import join


def app() -> Starlette:
    """Put the join page together."""
    made = framed(open_waitlist_engine(), join.routes(), {"waitlist"})
    waitlist.equip(made, waitlist.Means(buckets=DynamoBuckets(client("dynamodb"))))
    return made


handle = serving(app)
