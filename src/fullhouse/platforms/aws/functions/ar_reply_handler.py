"""`ar-reply-handler`: serves the links of reminders: confirm, reschedule, cancel."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import limiter, open_front_desk_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import appointments, links
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware


def app() -> Starlette:
    """Build the app for links about appointments."""
    return with_middleware(
        Dependencies(
            engine=open_front_desk_engine(), sites=frozenset({"replies"}), limiter=limiter()
        ),
        links.routes({}, {}, appointments.PURPOSES),
    )


handle = serving(app)
