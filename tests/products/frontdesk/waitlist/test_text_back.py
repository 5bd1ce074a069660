"""Replies to texts of customers leave as texts of their own."""

from datetime import timedelta

import msgspec

from fullhouse.kernel.product import Discard, SendNow
from fullhouse.products.frontdesk.waitlist.commands import TextBack
from fullhouse.products.frontdesk.waitlist.delivery import check_delivery, short_link
from fullhouse.products.frontdesk.waitlist.model import Entry, WaitlistState
from fullhouse.products.frontdesk.waitlist.text_back import text_back
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.told import NOW
from tests.products.saying import link

PHONE = "+491711234567"
ADA = Entry(id="ada", name="Ada", phone=PHONE, service="Cut", line="cut", joined_at=NOW)
COMMAND = TextBack(entry_id="ada", phone=PHONE, text_id="t1", words="Please answer here: x")


def test_a_reply_is_a_text_of_its_own() -> None:
    state = WaitlistState(entry=ADA)
    decision = text_back(state, COMMAND, NOW)
    assert decision.answer.code == "noted"
    (message,) = decision.messages
    assert (message.id, message.to) == ("text_reply:waitlist:ada:t1", PHONE)
    letter = compose(message, link)
    assert (letter.text, letter.subject) == ("Please answer here: x", "Reply to a text")
    assert short_link(message) is None
    assert isinstance(check_delivery(message, state, NOW), SendNow)
    assert isinstance(check_delivery(message, state, NOW + timedelta(hours=1)), Discard)


def test_nobody_else_gets_it() -> None:
    other = msgspec.structs.replace(ADA, phone="+491719999999")
    for entry in (None, other):
        decision = text_back(WaitlistState(entry=entry), COMMAND, NOW)
        assert (decision.answer.code, decision.messages) == ("unknown_entry", ())
