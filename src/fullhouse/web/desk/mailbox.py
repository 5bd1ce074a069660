"""The mailbox: every message, the newest first, each as its recipient sees it."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from fullhouse.engine.access import DESK, OWNER
from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.trial_messages import TEST
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import mailbox_actions
from fullhouse.web.desk.audit_text import title
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import all_events, count_of
from fullhouse.web.desk.layout import page, problem
from fullhouse.web.desk.session import Session
from fullhouse.web.pages import SECURITY

PAGE = 40
FAILED = "failed"
WAITING = "waiting"
# These are looked for among the latest; what failed counts for some days.
LATEST = 200
LATELY = timedelta(days=7)
# The number of the next resend of a message that was resent before.
RESENT = 2
KINDS = {
    "confirmation": "Confirmation",
    "waitlisted": "On the waitlist",
    "invite": "Invitation",
    "reminder": "Reminder",
    "offer": "Offer",
    "offer_lapsed": "Offer lapsed",
    "offer_withdrawn": "Offer ended",
    "declined": "Declined",
    "cancel_pending": "About to be cancelled",
    "cancelled": "Cancelled",
    "changed": "Changed",
    "event_cancelled": "Event cancelled",
    "thank_you": "Thank you",
    "broadcast": "Message to all",
    "link": "Own link",
    "reply": "Reply",
    "question": "Question",
    "headcount": "Headcount",
    "summary": "Summary",
    "address": "New address",
    "joined": "Joined the waitlist",
    "booked": "Booked",
    "booked_online": "Booked online",
    "online_changes": "Changes online",
    "rescheduled": "Another time",
    "restored": "Stands again",
    "gap_alert": "Gap alert",
    "nobody_fits": "Nobody fits",
    "handed_back": "Handed back",
    "claim_question": "Still booked?",
    "proposal": "Proposal",
    "text_limit": "Text limit",
    "text_warning": "Text limit is near",
    "text_half": "Half of the texts",
    "text_reply": "Reply to a text",
    "removal": "Missing rows",
    "sign_in": "Sign-in",
    "test": "Test",
}
# What the buttons of a letter are for.
PURPOSES = {
    "address": "Address",
    "back": "Back",
    "cancel": "Cancel",
    "claim": "Claim",
    "confirm": "Confirm",
    "decline": "Decline",
    "desk": "Desk",
    "earlier": "Earlier",
    "event": "Event's page",
    "give_up": "Cancel",
    "keep": "Keep",
    "leave": "Leave",
    "manage": "Manage",
    "reschedule": "Reschedule",
    "sign-in": "Sign in",
    "waitlist": "Waitlist",
}
STATUSES = {
    "queued": "waiting to leave",
    "sending": "on its way",
    "sent": "sent",
    "kept": "kept here: no mail server is set up",
    "failed": "not sent",
}
KEPT_TEXT = to_translate("kept here: no text provider is set up")
# A signed or short link in an SMS, or in a mail with the host's own words.
LINK = re.compile(r"https?://\S+/[ls]/\S+")
# The mail's frame may run nothing and load nothing; its links open beside the desk.
FRAME_RULES = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
)


class MessageRow(msgspec.Struct, frozen=True):
    """A message in the list."""

    message: Message
    letter: Letter
    event: str
    zone: str


def stuck(engine: Engine) -> dict[str, list[Message]]:
    """Return which of the latest messages wait after a failed try, and which failed for good.

    What was resent and what failed long ago is not among them.
    """
    since, found = engine.now() - LATELY, engine.load(MessagePage(limit=LATEST))
    messages = [message for message in found if message.kind != TEST]
    return {
        WAITING: [one for one in messages if one.status == "queued" and one.attempts],
        FAILED: [
            one
            for one in messages
            if one.status == FAILED
            and one.at > since
            and mailbox_actions.next_again(engine, one) < RESENT
        ],
    }


@require_session
async def mailbox(request: Request) -> Response:
    """List the messages, filtered where a filter is given."""
    engine = dependencies(request).engine
    status = request.query_params.get("status", "")
    if status in (WAITING, FAILED):
        return _stuck(request, status)
    asked = {name: request.query_params.get(name, "").strip() for name in ("event", "kind", "to")}
    before = count_of(request.query_params.get("before", ""))
    found = engine.load(
        MessagePage(asked["event"], asked["to"].lower(), asked["kind"], before, PAGE + 1)
    )
    rows = [_row(request, message) for message in found[:PAGE]]
    older = urlencode({**asked, "before": found[PAGE - 1].number}) if len(found) > PAGE else ""
    shown = {
        "rows": rows,
        "older": older,
        "asked": asked,
        "events": all_events(engine),
        "kinds": KINDS,
        "status_text": status_text,
    }
    return page(request, "mailbox.html", shown)


def _stuck(request: Request, status: str) -> Response:
    """List the messages that were not sent, or not yet."""
    rows = [_row(request, message) for message in stuck(dependencies(request).engine)[status]]
    shown = {
        "rows": rows,
        "older": "",
        "asked": {"event": "", "kind": "", "to": "", "status": status},
        "events": all_events(dependencies(request).engine),
        "kinds": KINDS,
        "status_text": status_text,
    }
    return page(request, "mailbox.html", shown)


def _row(request: Request, message: Message) -> MessageRow:
    engine = dependencies(request).engine
    zone = _zone(message)
    return MessageRow(message, _letter(request, message), title(engine, message.scope), zone)


def status_text(message: Message) -> str:
    """Return the status of a message in words; a text is kept for another reason than an email."""
    if message.status == "kept" and message.channel == "text":
        return translate(KEPT_TEXT)
    return translate(STATUSES[message.status])


def _zone(message: Message) -> str:
    """Return the time zone of a message: the event's, or the business's."""
    event = message.facts.get("event") or {}
    business = message.facts.get("business") or {}
    return str(event.get("timezone") or business.get("zone") or "UTC")


def _letter(request: Request, message: Message) -> Letter:
    """Return a message's letter, without links that the member may not see.

    A sign-in link is for its recipient and the owner only. Helpers see no guest links: those do
    what only the guest may do.
    """
    letter = dependencies(request).engine.composer.letter_to_show(message)
    if _may_see_links(request, message):
        return letter
    return _without_links(letter)


def _may_see_links(request: Request, message: Message) -> bool:
    session: Session = request.state.session
    if message.product != DESK:
        return session.is_host
    return session.member.role == OWNER or message.person == session.member.id


def _without_links(letter: Letter) -> Letter:
    footer = (gettext("The links in it are for its reader only."),)
    words: dict[str, Any] = {
        name: LINK.sub("…", getattr(letter, name)) for name in ("preview", "text")
    }
    words["paragraphs"] = tuple(LINK.sub("…", paragraph) for paragraph in letter.paragraphs)
    return msgspec.structs.replace(
        letter, buttons=(), stop_url="", footer=footer, code=None, **words
    )


@require_session
async def message(request: Request) -> Response:
    """Show one message: its state and times, its links, its text, and a frame with its HTML."""
    engine = dependencies(request).engine
    found = engine.load(Get(Message, (request.path_params["id"],)))
    if found is None:
        return problem(
            request,
            gettext("There is no such message"),
            gettext("Look for it in the mailbox."),
            404,
            "/desk/mailbox",
        )
    row = _row(request, found)
    frame = f"/desk/mailbox/frame?{urlencode({'id': found.id})}"
    shown = {
        "row": row,
        "text": as_text(row.letter),
        "frame": frame,
        "kinds": KINDS,
        "purposes": PURPOSES,
        "status_text": status_text,
    }
    doing = {
        "again": mailbox_actions.next_again(engine, found),
        "tries": mailbox_actions.can_be_tried(found) and request.state.session.is_host,
        "occasion": engine.ids.new(),
    }
    return page(request, "message.html", {**shown, **doing})


@require_session
async def frame(request: Request) -> Response:
    """Serve a message's HTML alone, under rules that let it do nothing."""
    engine = dependencies(request).engine
    found = engine.load(Get(Message, (request.query_params.get("id", ""),)))
    if found is None:
        return Response(gettext("There is no such message."), 404)
    letter = _letter(request, found)
    html = engine.composer.shown_html(letter)
    html = html.replace("<head>", '<head><base target="_blank">', 1)
    framed = {
        "Content-Security-Policy": FRAME_RULES,
        "X-Frame-Options": "SAMEORIGIN",
        "Cache-Control": "no-store",
    }
    return HTMLResponse(html, headers={**SECURITY, **framed})


ROUTES = [
    Route("/desk/mailbox", mailbox),
    *mailbox_actions.ROUTES,
    Route("/desk/mailbox/frame", frame),
    Route("/desk/mailbox/m/{id:path}", message),
]
