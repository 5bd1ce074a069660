"""`ar-reply-handler`: serves the public page for booking, and the links of reminders."""

from starlette.applications import Starlette

from fullhouse.platforms.aws.bootstrap import limiter, open_front_desk_engine
from fullhouse.platforms.aws.http import serving
from fullhouse.web import links, short_links
from fullhouse.web.appointments import routes as appointments
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.middleware import with_middleware


def app() -> Starlette:
    """Build the app for booking online, and for links about appointments."""
    return with_middleware(
        Dependencies(
            engine=open_front_desk_engine(), sites=frozenset({"replies"}), limiter=limiter()
        ),
        [
            *appointments.routes(),
            *links.routes({}, {}, appointments.PURPOSES),
            *short_links.short_routes(),
        ],
    )


handle = serving(app)
