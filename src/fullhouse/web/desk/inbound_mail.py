"""Mail that came in: the list with the result of each, and the original as a download."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.inbound.mail.raw_mail import read_mail
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.layout import page, problem
from fullhouse.web.links import rules_of

PAGE = 40
# Result of a reply, by the code of the rule.
DID = {
    "confirmed": "Got a seat",
    "waitlisted": "Joined the waitlist",
    "pending": "Has to confirm",
    "requested": "Has to confirm",
    "already": "Already on the list",
    "cancelled": "Gave up their seat",
    "cancel_pending": "Gives up their seat unless they keep it",
    "kept": "Keeps their seat",
    "left": "Left the waitlist",
    "declined": "Declined the offer",
    "answered": "Got the event's page; nothing changed",
    "link_sent": "Nothing changed; they can use their link",
    "stopped": "Gets no more email",
    "bounced": "Email comes back",
    "already_cancelled": "Had cancelled before",
    "unchanged": "Nothing new",
    "proposed": "Waiting under Proposals",
}


class InboundMailRow(msgspec.Struct, frozen=True):
    """A mail in the list: its result in a word or two, its event, and its guest if it has one."""

    mail: InboundMail
    did: str
    event: Event | None
    zone: str
    guest: str = ""


@require_session
async def inbox(request: Request) -> Response:
    """List the mails, the newest first."""
    engine = dependencies(request).engine
    asked = {
        "event": request.query_params.get("event", ""),
        "before": request.query_params.get("before", ""),
    }
    found = engine.load(InboundPage(asked["event"], asked["before"], PAGE + 1))
    older = found[PAGE - 1].place if len(found) > PAGE else ""
    shown = {"rows": [_row(engine, mail) for mail in found[:PAGE]], "older": older, "asked": asked}
    pipeline = dependencies(request).desk.mail
    is_full = pipeline is not None and pipeline.is_full()
    domain = engine.composer.mail_domain
    return page(request, "inbox.html", {**shown, "domain": domain, "is_full": is_full})


def _row(engine: Engine, mail: InboundMail) -> InboundMailRow:
    event = engine.load(Get(Event, (mail.scope,))) if mail.scope else None
    zone = event.timezone if event is not None else rules_of(engine).zone
    is_guest = engine.load(Get(Guest, (mail.scope, mail.person))) is not None
    return InboundMailRow(mail, _result(mail), event, zone, mail.person if is_guest else "")


def _result(mail: InboundMail) -> str:
    if mail.what in DID:
        return translate(DID[mail.what])
    if mail.what in PROBLEMS:
        return gettext("Not taken: %(why)s", why=translate(PROBLEMS[mail.what]))
    if mail.made == "refused":
        return gettext("Refused")
    return gettext("Set aside")


@require_session
async def raw(request: Request) -> Response:
    """Send the original mail to an owner as a file: it is never shown as a page of ours.

    A mail of ours that is quoted in it has links that act for the person it was sent to.
    """
    if not request.state.session.is_owner:
        text = gettext("An email as it came can hold links that act for its sender.")
        return problem(request, gettext("This is for owners"), text, 403, "/desk/mail")
    engine = dependencies(request).engine
    files = dependencies(request).desk.files
    found = engine.load(Get(InboundMail, (request.path_params["mail"],)))
    content = None
    if files is not None and found is not None and found.file:
        content = read_mail(files, found.file)
    if found is None or content is None:
        return problem(
            request,
            gettext("This email is not kept"),
            gettext("Look for it in the list."),
            404,
            "/desk/mail",
        )
    headers = {
        "content-disposition": f'attachment; filename="{found.id}.eml"',
        "x-content-type-options": "nosniff",
    }
    return Response(content, media_type="message/rfc822", headers=headers)


ROUTES = [Route("/desk/mail", inbox), Route("/desk/mail/{mail}", raw)]
