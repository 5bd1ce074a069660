"""What the waitlist is connected to: a secret that is shown once, and whether texts leave."""

import re

from fullhouse.engine.webhooks import WebhookConfig
from fullhouse.kernel.records import Get
from fullhouse.web.dependencies import WaitlistDependencies
from tests.support.attaching import change
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk


def made(desk: Desk) -> str:
    answer = desk.send("/desk/waitlist/connections")
    assert answer.headers["cache-control"] == "no-store"
    found = re.search(r'value="(whs_[^"]+)"', answer.text)
    assert found is not None
    return found[1]


def test_a_secret_is_shown_this_once(desk: Desk, salon: Salon) -> None:
    assert "No secret has been made here yet." in tidy(desk.read("/desk/waitlist/connections"))
    secret = made(desk)
    page = desk.web.get("/desk/waitlist/connections").text
    assert secret not in page
    assert "A secret is set." in page
    hook = desk.evening.load(Get(WebhookConfig, ("slots",)))
    assert hook is not None
    assert hook.secret == secret


def test_the_secret_before_counts_for_a_day(desk: Desk, salon: Salon) -> None:
    assert made(desk) != made(desk)
    assert "The one before still counts until Tue 2 Jun 2026, 11:00." in tidy(
        desk.read("/desk/waitlist/connections")
    )
    desk.evening.passes(days=2)
    assert "The one before" not in tidy(desk.read("/desk/waitlist/connections"))


def test_a_secret_from_outside_is_said_and_not_shown(desk: Desk, salon: Salon) -> None:
    change(desk.web.app, waitlist=WaitlistDependencies(webhook_secret=lambda: "from-outside"))
    page = desk.web.get("/desk/waitlist/connections").text
    assert "A secret is set from outside" in page
    assert "from-outside" not in page


def test_it_says_whether_texts_leave(desk: Desk, salon: Salon) -> None:
    assert "No text has been written yet." in tidy(desk.read("/desk/waitlist/connections"))
    salon.joins("Ada")
    salon.frees()
    assert "No text provider is set up: texts are kept in the mailbox" in tidy(
        desk.read("/desk/waitlist/connections")
    )
    assert "A slot is free for you" in tidy(desk.read("/desk/mailbox?event=waitlist"))


def test_the_join_page_and_the_webhook_have_their_address(desk: Desk, salon: Salon) -> None:
    page = desk.web.get("/desk/waitlist/connections").text
    assert 'value="http://testserver/waitlist"' in page
    assert 'value="http://testserver/hooks/slots"' in page
