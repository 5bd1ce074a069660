"""Actions of the mailbox: mail a message to oneself as a test, resend one that failed."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.trial_messages import SendTrialMessage
from fullhouse.kernel.letters import Letter, without_links
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext, translate
from fullhouse.products.frontdesk.appointments import messages as appointments
from fullhouse.products.frontdesk.appointments.sample_messages import (
    safe_sample as appointment_trial_letter,
)
from fullhouse.products.frontdesk.waitlist import messages as waitlist
from fullhouse.products.frontdesk.waitlist.sample_messages import safe_sample as slot_trial_letter
from fullhouse.products.rsvp.commands import SendAgain
from fullhouse.products.rsvp.messages import PRODUCT
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.resending import NOT_SENT, resend_id
from fullhouse.products.rsvp.result_codes import PROBLEMS
from fullhouse.products.rsvp.sample_messages import safe_sample
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import count_of
from fullhouse.web.desk.layout import go, page_of_message, problem

LONGEST_OCCASION = 40
TRIALS = {
    PRODUCT: safe_sample,
    waitlist.PRODUCT: slot_trial_letter,
    appointments.PRODUCT: appointment_trial_letter,
}


@require_session
async def test(request: Request) -> Response:
    """Mail a message's letter to the member as a test."""
    engine = dependencies(request).engine
    found = await _message(request)
    if found is None or not can_be_tried(found):
        return problem(
            request,
            gettext("There is no such message"),
            gettext("Look for it in the mailbox."),
            404,
            "/desk/mailbox",
        )
    url = engine.composer.page_url(found, "")
    sent = await send_test(request, TRIALS[found.product](found, url), url)
    if not sent:
        return no_address(request)
    return go(request, page_of_message(found.id), "tested")


def can_be_tried(message: Message) -> bool:
    """Return True if a message can be mailed as a test: it is a product's, and not an SMS."""
    return message.product in TRIALS and message.channel != "text"


async def send_test(request: Request, letter: Letter, url: str) -> bool:
    """Mail a letter to the member, once per press, all links replaced by `url`.

    Return False if the member has no address.
    """
    engine = dependencies(request).engine
    occasion = occasion_of(await request.form()) or engine.ids.new()
    safe, member = without_links(letter, url), request.state.session.member
    command = SendTrialMessage(member_id=member.id, letter=safe, occasion=occasion)
    return await engine.execute(command, request.state.session.by) is not None


def occasion_of(form: Mapping[str, Any]) -> str:
    """Return the id by which a form that is sent twice is recognized; empty if it has none."""
    typed = str(form.get("occasion", ""))
    return "".join(filter(str.isalnum, typed))[:LONGEST_OCCASION]


def no_address(request: Request) -> Response:
    """Render the page for a member without an address: the test was not sent."""
    text = gettext("You have no email address at this desk yet. Whoever runs it can set one.")
    return problem(request, gettext("Nothing was sent"), text, 409, "/desk/mailbox")


@require_session
async def again(request: Request) -> Response:
    """Resend a guest's message that failed; pressing twice on the same page sends it once."""
    engine = dependencies(request).engine
    found = await _message(request)
    if found is None:
        return problem(
            request,
            gettext("There is no such message"),
            gettext("Look for it in the mailbox."),
            404,
            "/desk/mailbox",
        )
    number = count_of(str((await request.form()).get("occasion", "")))
    command = SendAgain(event_id=found.scope, message_id=found.id, occasion=number)
    answer: GuestResult = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        why = translate(PROBLEMS[answer.code])
        if answer.field:
            reason = gettext("The reason: %(reason)s.", reason=answer.field)
            why = f"{why} {reason}"
        return problem(
            request,
            gettext("Nothing was sent"),
            why,
            409,
            page_of_message(found.id),
        )
    return go(request, page_of_message(resend_id(found.id, number)), "sent_again")


async def _message(request: Request) -> Message | None:
    engine = dependencies(request).engine
    return engine.load(Get(Message, (str((await request.form()).get("id", "")),)))


def next_again(engine: Engine, message: Message) -> int:
    """Return the number of the message's next resend; 0 if it cannot be resent."""
    if message.product != PRODUCT or not message.person or message.status not in NOT_SENT:
        return 0
    number = 1
    while engine.load(Get(Message, (resend_id(message.id, number),))) is not None:
        number += 1
    return number


ROUTES = [
    Route("/desk/mailbox/test", test, methods=["POST"]),
    Route("/desk/mailbox/again", again, methods=["POST"]),
]
