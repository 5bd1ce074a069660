"""Questions of guests by email: a list, the newest first, and a form to reply to each."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.inbound_mail import InboundMail, InboundPage
from fullhouse.inbound.forms.event_json import clean_text
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.commands import ReplyToGuest
from fullhouse.products.rsvp.model import Event, Guest, GuestResult
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.events import event_form
from fullhouse.web.desk.events.lookup import event_or_404
from fullhouse.web.desk.layout import go, page, problem

LONGEST = 5000
PAGE = 20
READ_AT_ONCE = 100
MOST_READ = 500
MOST_REPLIES = 999


class GuestQuestion(msgspec.Struct, frozen=True):
    """A mail for the host: its guest, if the sender is on the list, and the replies to it."""

    mail: InboundMail
    guest: Guest | None
    replies: tuple[Message, ...]

    @property
    def name(self) -> str:
        """The writer's name, as in the guest list if they are on it."""
        name = self.guest.name if self.guest is not None else self.mail.name
        return name or self.mail.sender


@event_or_404
async def questions(request: Request, event: Event) -> Response:
    """List what guests asked, the newest first."""
    engine = dependencies(request).engine
    mails, older = _questions(engine, event, request.query_params.get("before", ""))
    rows = [_question(engine, event, mail) for mail in mails]
    domain = engine.composer.mail_domain
    shown = {"event": event, "questions": rows, "older": older, "domain": domain}
    return page(request, "events/questions.html", shown)


@event_or_404
async def reply(request: Request, event: Event) -> Response:
    """Show one question; the form replies to it."""
    engine = dependencies(request).engine
    mail = engine.load(Get(InboundMail, (request.path_params["mail"],)))
    if mail is None or not _is_question(mail, event):
        heading = gettext("There is no such question")
        text = gettext("It may have been erased.")
        return problem(request, heading, text, 404, f"/desk/e/{event.id}/questions")
    asked = _question(engine, event, mail)
    if request.method != "POST":
        return _form(request, event, asked)
    fields = event_form.typed_event(await request.form())
    text = clean_text(str(fields.get("text", "")))
    if len(text) > LONGEST:
        wrong = gettext("Please shorten it: up to %(most)s characters fit.", most=LONGEST)
        return _form(request, event, asked, text, wrong)
    return await _send(request, event, asked, text, str(fields.get("number", "")))


async def _send(
    request: Request, event: Event, asked: GuestQuestion, text: str, number: str
) -> Response:
    mail, engine = asked.mail, dependencies(request).engine
    # A form that is sent twice has the same number, so it is one reply.
    known = number.isdecimal() and int(number[:3]) <= len(asked.replies)
    occasion = _occasion(mail, int(number[:3]) if known else len(asked.replies))
    command = ReplyToGuest(
        event_id=event.id,
        guest_id=mail.person,
        name=mail.name,
        email=mail.sender,
        occasion=occasion,
        subject=mail.subject,
        question=mail.text,
        text=text,
    )
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        return _form(request, event, asked, text, translate(PROBLEMS[answer.code]))
    sent = _reply(engine, event, mail, occasion)
    if sent is None or sent.facts["guest"]["answer"] != text:
        wrong = gettext("Another reply was sent before this one. Yours was not sent yet.")
        return _form(request, event, _question(engine, event, mail), text, wrong)
    return go(request, f"/desk/e/{event.id}/questions", "replied")


def _form(
    request: Request, event: Event, asked: GuestQuestion, text: str = "", wrong: str = ""
) -> Response:
    shown = {"event": event, "asked": asked, "text": text, "wrong": wrong}
    return page(request, "events/question.html", shown, 422 if wrong else 200)


def _questions(engine: Engine, event: Event, before: str) -> tuple[list[InboundMail], str]:
    """Return a page of questions, and the place where older ones begin; "" if there are none."""
    found: list[InboundMail] = []
    for _ in range(MOST_READ // READ_AT_ONCE):
        mails = engine.load(InboundPage(event.id, before, READ_AT_ONCE))
        found += [mail for mail in mails if _is_question(mail, event)]
        if len(found) > PAGE:
            return found[:PAGE], found[PAGE - 1].place
        if len(mails) < READ_AT_ONCE:
            return found, ""
        before = mails[-1].place
    return found, before


def unanswered(engine: Engine, event: Event) -> int:
    """Return how many of the latest questions have no reply yet."""
    mails, _older = _questions(engine, event, "")
    return sum(not _question(engine, event, mail).replies for mail in mails)


def _is_question(mail: InboundMail, event: Event) -> bool:
    return mail.question and mail.scope == event.id and bool(mail.sender)


def _question(engine: Engine, event: Event, mail: InboundMail) -> GuestQuestion:
    guest = engine.load(Get(Guest, (event.id, mail.person)))
    replies: list[Message] = []
    for number in range(MOST_REPLIES):
        message = _reply(engine, event, mail, _occasion(mail, number))
        if message is None:
            break
        replies.append(message)
    return GuestQuestion(mail, guest, tuple(replies))


def _reply(engine: Engine, event: Event, mail: InboundMail, occasion: str) -> Message | None:
    return engine.load(Get(Message, (f"reply:{event.id}:{mail.person}:{occasion}",)))


def _occasion(mail: InboundMail, number: int) -> str:
    return f"answer-{mail.id[:16]}-{number}"


ROUTES = [
    Route("/desk/e/{event}/questions", questions),
    Route("/desk/e/{event}/questions/{mail}", reply, methods=["GET", "POST"]),
]
