"""Routes of the desk: sign-in, events, appointments, waitlist, mailbox and demo clock."""

from starlette.routing import Route

from fullhouse.web.desk import (
    account,
    demo_clock,
    inbound_mail,
    look,
    mailbox,
    passkey_pages,
    person_data,
    questions,
    setup,
    team,
    tokens,
)
from fullhouse.web.desk import sign_in as sign_in_pages
from fullhouse.web.desk.events import (
    broadcasting,
    check_in,
    copying,
    cover,
    door_access,
    editing,
    event_page,
    form_questions,
    guest_answers,
    guest_forms,
    guest_list,
    guest_questions,
    importing,
    message_templates,
    pages,
    rehearsal,
    seat_history,
    share,
    thanks,
    unreachable,
    waiting_guests,
)
from fullhouse.web.desk.events import questions as event_questions
from fullhouse.web.desk.frontdesk import appointments, proposals, waitlist
from fullhouse.web.desk.sign_in import sign_in
from fullhouse.web.links import Handler

__all__ = ["PURPOSES", "routes", "sign_in"]

# The links that lead members here.
PURPOSES: dict[str, Handler] = {
    "sign-in": sign_in,
    share.FEED: share.send_feed,
    door_access.DOOR: door_access.open_pass,
}


def routes() -> list[Route]:
    """List every route of the desk."""
    return [
        *sign_in_pages.ROUTES,
        *pages.ROUTES,
        *editing.ROUTES,
        *event_page.ROUTES,
        *form_questions.ROUTES,
        *cover.ROUTES,
        *message_templates.ROUTES,
        *waiting_guests.ROUTES,
        *guest_list.ROUTES,
        *check_in.ROUTES,
        *guest_answers.ROUTES,
        *guest_forms.ROUTES,
        *guest_questions.ROUTES,
        *seat_history.ROUTES,
        *unreachable.ROUTES,
        *person_data.ROUTES,
        *importing.ROUTES,
        *rehearsal.ROUTES,
        *share.ROUTES,
        *event_questions.ROUTES,
        *questions.ROUTES,
        *thanks.ROUTES,
        *broadcasting.ROUTES,
        *copying.ROUTES,
        *mailbox.ROUTES,
        *inbound_mail.ROUTES,
        *demo_clock.ROUTES,
        *account.ROUTES,
        *setup.ROUTES,
        *look.ROUTES,
        *passkey_pages.ROUTES,
        *team.ROUTES,
        *tokens.ROUTES,
        *waitlist.routes(),
        *proposals.ROUTES,
        *appointments.routes(),
    ]
