"""The desk: sign-in by mailed link, events, appointments, the waitlist, the mailbox, a clock to be moved."""

from starlette.routing import Route

from fullhouse.web.desk import (
    appointments,
    clock,
    editing,
    event_questions,
    events,
    guest_forms,
    guest_list,
    importing,
    inbox,
    mailbox,
    people,
    person,
    proposals,
    questions,
    reach,
    rehearsing,
    seats,
    share,
    team,
    thanks,
    tokens,
    voice,
    waitlist,
)
from fullhouse.web.desk import (
    entry as sign_in_pages,
)
from fullhouse.web.desk.entry import sign_in
from fullhouse.web.links import Handler

__all__ = ["PURPOSES", "routes", "sign_in"]

# The links that lead members here.
PURPOSES: dict[str, Handler] = {"sign-in": sign_in, share.FEED: share.send_feed}


def routes() -> list[Route]:
    """List every route of the desk."""
    return [
        *sign_in_pages.ROUTES,
        *events.ROUTES,
        *editing.ROUTES,
        *voice.ROUTES,
        *people.ROUTES,
        *guest_list.ROUTES,
        *guest_forms.ROUTES,
        *seats.ROUTES,
        *reach.ROUTES,
        *person.ROUTES,
        *importing.ROUTES,
        *rehearsing.ROUTES,
        *share.ROUTES,
        *event_questions.ROUTES,
        *questions.ROUTES,
        *thanks.ROUTES,
        *mailbox.ROUTES,
        *inbox.ROUTES,
        *clock.ROUTES,
        *team.ROUTES,
        *tokens.ROUTES,
        *waitlist.routes(),
        *proposals.ROUTES,
        *appointments.routes(),
    ]
