"""The desk's first page answers whether everything is all right."""

from datetime import timedelta

from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.kernel.messages import CarrierDown, Refused, Sent
from fullhouse.products.rsvp.commands import CancelEvent
from tests.support.attaching import answer_with
from tests.web.desk.support import Desk


def test_a_quiet_house_says_that_all_is_well(desk: Desk) -> None:
    page = desk.read("/desk")
    assert "All is well. Nothing needs you." in page
    assert "Needs you" not in page


def fails(desk: Desk) -> None:
    answer_with(desk.evening.engine, Refused("550 no such user", permanent=True))


def test_messages_that_were_not_sent_are_counted_and_listed(desk: Desk) -> None:
    desk.evening.opens()
    fails(desk)
    for name in ("Anna", "Ben"):
        desk.evening.signs_up(name)
    assert "2 messages were not sent" in desk.read("/desk")
    assert 'href="/desk/mailbox?status=failed"' in desk.web.get("/desk").text
    listed = desk.read("/desk/mailbox?status=failed")
    assert "anna@example.org" in listed
    assert "ben@example.org" in listed


def test_messages_that_wait_after_a_failed_try_are_counted_and_listed(desk: Desk) -> None:
    desk.evening.opens()
    answer_with(desk.evening.engine, CarrierDown("451 try later"))
    desk.evening.signs_up("Anna")
    assert "1 message has not left yet: the last try failed" in desk.read("/desk")
    assert "All is well" not in desk.read("/desk")
    assert 'href="/desk/mailbox?status=waiting"' in desk.web.get("/desk").text
    listed = desk.read("/desk/mailbox?status=waiting")
    assert "anna@example.org" in listed
    assert "We try again by ourselves" in listed
    answer_with(desk.evening.engine, Sent())
    desk.evening.passes(hours=1)
    assert "All is well" in desk.read("/desk")
    assert "anna@example.org" not in desk.read("/desk/mailbox?status=waiting")


def test_what_failed_long_ago_does_not_nag(desk: Desk) -> None:
    desk.evening.opens()
    fails(desk)
    desk.evening.signs_up("Anna")
    desk.evening.passes(days=8)
    assert "not sent" not in desk.read("/desk")


def test_a_question_of_a_guest_needs_the_host_until_it_is_answered(desk: Desk) -> None:
    desk.evening.opens()
    guest = desk.evening.signs_up("Anna")
    now = desk.evening.clock.now()
    asks(desk, guest.id)
    assert "1 question of a guest: Summer party" in desk.read("/desk")
    assert 'href="/desk/e/party/questions"' in desk.web.get("/desk").text
    (link,) = {
        part.split('"')[0]
        for part in desk.web.get("/desk/e/party/questions").text.split('href="')
        if part.startswith("/desk/e/party/questions/")
    }
    assert desk.send(link, {"text": "Yes, there is.", "number": "0"}).status_code == 303
    assert "question of a guest" not in desk.read("/desk")
    assert desk.evening.clock.now() == now


def asks(desk: Desk, person: str) -> None:
    mail = InboundMail(
        id="q" * 32,
        place="0001",
        at=desk.evening.clock.now(),
        scope="party",
        person=person,
        sender="anna@example.org",
        name="Anna",
        subject="Parking",
        text="Is there parking?",
        question=True,
    )
    desk.evening.give(RecordInboundMail(mail=mail), "mail")


def test_today_shows_the_events_of_today_with_their_figures(desk: Desk) -> None:
    start = desk.evening.clock.now().replace(tzinfo=None) + timedelta(hours=8)
    desk.evening.opens("soon", name="Supper", starts_at=start)
    desk.evening.opens("later", name="Later")
    desk.evening.signs_up("Anna", "soon")
    page = desk.web.get("/desk").text
    today = page[page.index('id="at-a-glance"') : page.index('id="events"')]
    assert "Supper" in today
    assert "1 of 3 seats taken" in today
    assert "Later" not in today
    desk.evening.give(CancelEvent(event_id="soon"))
    assert "Supper" not in desk.web.get("/desk").text.partition('id="events"')[0]
