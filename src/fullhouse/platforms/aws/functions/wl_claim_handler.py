"""`wl-claim-handler`: the links in texts and mails about slots, at their own address."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.house import open_business
from fullhouse.platforms.aws.http import serving
from fullhouse.web import links, waitlist
from fullhouse.web.frame import framed


def app() -> Starlette:
    """Put the part of the web together that answers customers' links."""
    return framed(open_business(), links.routes({}, waitlist.PURPOSES), {"claims"})


handle = serving(app)
