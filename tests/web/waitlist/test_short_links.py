"""Short links in texts: the same page as the signed link, until the slot or appointment is over."""

import re
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage
from fullhouse.engine.rate_limit import BAD_LINK
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.signing_keys import rotate_keys
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, EditAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from tests.web.waitlist.salon import RULES, Salon

PHONE = "+491711234567"
WITH_APPOINTMENTS = f"{RULES}Phone: +49 30 123456\nRefill from the waitlist: yes\n"


def text_of(salon: Salon, message: Message) -> str:
    return salon.engine.composer.letter(message).text


def short_path(salon: Salon, message: Message) -> str:
    found = re.search(r"https?://[^/]+(/s/[0-9A-Za-z]{12})(?![^ .])", text_of(salon, message))
    assert found is not None, text_of(salon, message)
    return found[1]


def everything(salon: Salon) -> tuple[Any, ...]:
    async def load() -> tuple[Any, ...]:
        return tuple(salon.engine.load(AllRecords())), salon.engine.load(AuditPage())

    return salon.call(load)


@pytest.fixture
def offer(salon: Salon) -> Message:
    """A slot of tomorrow is offered to Ada by text, and Bob waits behind her."""
    salon.rules(WITH_APPOINTMENTS)
    salon.joins("Ada", email="", phone=PHONE)
    salon.joins("Bob")
    salon.frees()
    (message,) = salon.messages("offer")
    assert (message.channel, message.to) == ("text", PHONE)
    return message


def test_an_offer_has_one_short_link_which_asks_and_then_claims(
    salon: Salon, web: TestClient, offer: Message
) -> None:
    path = short_path(salon, offer)
    before = everything(salon)
    for _ in range(2):
        assert "<h1>Would you like it?</h1>" in web.get(path).text
        assert web.head(path).status_code == 200
    assert everything(salon) == before
    assert web.post(path).status_code == 200
    assert salon.slot().status == "booked"
    assert salon.entry("Ada").booked == "s1"


def test_the_button_is_the_link_of_the_text_and_the_other_a_signed_one(
    salon: Salon, offer: Message
) -> None:
    letter = salon.engine.composer.letter(offer)
    assert set(letter.links) == {"claim", "decline"}
    assert letter.links["claim"] in letter.text
    assert "/l/" in letter.links["decline"]


def test_a_claim_by_text_is_confirmed_with_a_link_that_changes_the_booking(
    salon: Salon, web: TestClient, offer: Message
) -> None:
    web.post(short_path(salon, offer))
    (booked,) = salon.messages("booked")
    assert booked.channel == "text"
    path = short_path(salon, booked)
    assert "To change it: " in text_of(salon, booked)
    assert "<h1>Which time suits you?</h1>" in web.get(path).text


def test_a_short_link_dies_with_its_slot(salon: Salon, web: TestClient, offer: Message) -> None:
    path = short_path(salon, offer)
    salon.passes(hours=25)
    assert web.get(path).status_code == 410
    assert "This link has expired." not in web.get(path).text
    salon.passes(minutes=30)
    for page in (web.get(path), web.post(path)):
        assert page.status_code == 410
        assert "<h1>This time has passed.</h1>" in page.text
        assert 'href="tel:+4930123456"' in page.text
    assert salon.slot().status != "booked"


def test_who_joined_by_text_changes_wishes_or_leaves_with_its_link(
    salon: Salon, web: TestClient
) -> None:
    salon.joins("Ada", email="", phone=PHONE)
    (joined,) = salon.messages("joined")
    path = short_path(salon, joined)
    page = web.get(path).text
    assert "<h1>Which days and times suit you?</h1>" in page
    leave = re.search(r'href="([^"]+)">I don.t want to wait any longer', page)
    assert leave is not None
    web.post(leave[1])
    assert salon.entry("Ada").state == "left"


def test_a_reminder_by_text_is_answered_with_its_link(salon: Salon, web: TestClient) -> None:
    salon.rules(WITH_APPOINTMENTS.replace("55 EUR", "55 EUR; remind at 24 hours"))
    starts_at = salon.clock.now() + timedelta(days=2)
    salon.give(
        BookAppointment(
            appointment_id="ada", name="Ada", phone=PHONE, service="Cut", starts_at=starts_at
        )
    )
    salon.passes(hours=26)
    (reminder,) = salon.load(MessagePage(scope="appointments", kind="reminder"))
    assert web.post(short_path(salon, reminder)).status_code == 200
    appointment = salon.load(Get(Appointment, ("ada",)))
    assert appointment is not None
    assert appointment.status == "confirmed"


def test_the_text_of_an_appointment_that_is_over_says_so_and_whom_to_call(
    salon: Salon, web: TestClient
) -> None:
    salon.rules(WITH_APPOINTMENTS.replace("55 EUR", "55 EUR; remind at 24 hours"))
    starts_at = salon.clock.now() + timedelta(days=2)
    salon.give(
        BookAppointment(
            appointment_id="ada", name="Ada", phone=PHONE, service="Cut", starts_at=starts_at
        )
    )
    salon.passes(hours=26)
    (reminder,) = salon.load(MessagePage(scope="appointments", kind="reminder"))
    path = short_path(salon, reminder)
    salon.give(EditAppointment(appointment_id="ada", starts_at=starts_at + timedelta(days=7)))
    salon.passes(days=1)
    page = web.get(path)
    assert "our newest message to you" in page.text
    assert 'href="tel:+4930123456"' in page.text
    salon.passes(days=7)
    page = web.get(path)
    assert (page.status_code, "<h1>This time has passed.</h1>" in page.text) == (410, True)
    assert 'href="tel:+4930123456"' in page.text


def test_a_token_that_no_text_has_counts_for_the_rate_limit(
    salon: Salon, web: TestClient, offer: Message
) -> None:
    tokens = ("x" * 12, "short", "0" * 13, "a.b.waitlist.c.d")
    answers = [web.get(f"/s/{tokens[at % 4]}") for at in range(BAD_LINK.holds)]
    assert {page.status_code for page in answers} == {400}
    assert "Please open the whole link from our message to you" in answers[0].text
    assert web.get("/s/guessedguess").status_code == 429
    assert web.get("/l/guessed").status_code == 429
    assert web.get(short_path(salon, offer)).status_code == 200


def test_the_mark_of_a_mail_is_no_short_link(salon: Salon, web: TestClient) -> None:
    salon.joins("Ada")
    (joined,) = salon.messages("joined")
    assert joined.mark
    assert web.get(f"/s/{joined.mark}").status_code == 400


def test_a_text_of_an_earlier_version_keeps_its_signed_link(salon: Salon, offer: Message) -> None:
    old = msgspec.structs.replace(offer, mark="", status="sent", letter="")
    assert "/l/" in text_of(salon, old)


def test_an_offer_of_an_earlier_version_is_answered_by_its_signed_link(
    salon: Salon, offer: Message
) -> None:
    old = msgspec.structs.replace(offer, mark="", status="sent")
    assert "/l/" in salon.engine.composer.text_link(old)
    assert "/s/" in salon.engine.composer.text_link(offer)
    mail = msgspec.structs.replace(offer, channel="mail")
    assert salon.engine.composer.text_link(mail) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "cancelled"},
        {"person": ""},
        {"kind": "joined", "facts": {"request": {"mark": "m"}}},
    ],
)
def test_a_text_without_a_link_has_no_token(
    salon: Salon, offer: Message, changes: dict[str, Any]
) -> None:
    other = msgspec.structs.replace(offer, mark="", status="queued", **changes)
    assert salon.engine.composer.short_link(other) is None
    assert salon.engine.composer.mark(other) == ""


def test_revoked_keys_end_short_links_and_rotated_ones_do_not(
    salon: Salon, web: TestClient, offer: Message, tmp_path: Path
) -> None:
    path = short_path(salon, offer)

    async def rotate(*, revoke: bool) -> None:
        await rotate_keys(tmp_path, salon.engine, "test", revoke=revoke)

    salon.call(partial(rotate, revoke=False))
    assert web.get(path).status_code == 200
    salon.call(partial(rotate, revoke=True))
    for page in (web.get(path), web.post(path)):
        assert page.status_code == 400
        assert "<h1>This link doesn&#39;t work.</h1>" in page.text
    assert salon.slot().status == "open"
    (message,) = salon.messages("offer")
    assert "/l/" in salon.engine.composer.text_link(message)
    salon.joins("Cem", email="", phone="+491711234568")
    joined = next(one for one in salon.messages("joined") if one.person == "cem")
    assert web.get(short_path(salon, joined)).status_code == 200
