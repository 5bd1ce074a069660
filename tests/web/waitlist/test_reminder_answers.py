"""YES, NO and other words by text, where an appointment's reminder was the last text."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from fullhouse.inbound.sms import _signature
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment, EditAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import LeaveWaitlist
from tests.support.overtaking import overtake
from tests.web.appointments.shop import RULES, Shop, shop_at
from tests.web.waitlist.salon import TEXT_TOKEN

PHONE = "+491711234567"
CALLED = RULES.replace("Business: Salon Jess\n", "Business: Salon Jess\nPhone: +49 30 1234567\n")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Shop, TestClient]]:
    with shop_at(tmp_path) as stage:
        stage[0].rules(CALLED)
        yield stage


@pytest.fixture
def shop(stage: tuple[Shop, TestClient]) -> Shop:
    return stage[0]


@pytest.fixture
def web(stage: tuple[Shop, TestClient]) -> TestClient:
    return stage[1]


def heard(web: TestClient, words: str, known_as: str = "SM1") -> str:
    fields = {"From": PHONE, "To": "+4930123456", "Body": words, "MessageSid": known_as}
    said = "".join(name + value for name, value in sorted(fields.items()))
    signature = _signature(f"http://testserver/hooks/texts{said}", TEXT_TOKEN).decode()
    head = {"content-type": "application/x-www-form-urlencoded", "X-Twilio-Signature": signature}
    answer = web.post("/hooks/texts", content=urlencode(fields), headers=head)
    assert answer.status_code == 200
    return answer.text


def reminded(shop: Shop, name: str = "Ada", **more: Any) -> Appointment:
    """Book Ada for tomorrow, and let the reminder of the day before leave."""
    usual = {"when": "2026-06-02T11:30", "phone": PHONE, "email": ""}
    shop.books(name, **{**usual, **more})
    shop.passes(minutes=31)
    appointment = shop.appointment(name)
    assert appointment.reminded == (24,)
    return appointment


def offered(shop: Shop) -> None:
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    shop.frees(service="Cut", hours=6)
    assert shop.entry("Ada").offer == "s1-1"


def links_in(said: str) -> list[str]:
    return re.findall(r"http://testserver(/s/\w{12})", said)


@pytest.mark.parametrize("words", ["Yes", "JA", "oui", "sí"])
def test_yes_to_a_reminder_confirms_and_says_so(shop: Shop, web: TestClient, words: str) -> None:
    reminded(shop)
    said = heard(web, words)
    assert "Thank you, your appointment is confirmed: Cut, Tuesday 2 June, 11:30." in said
    assert shop.appointment().status == "confirmed"
    assert "<Message>" not in heard(web, words)
    assert "is confirmed" in heard(web, words, "SM2")


def test_a_yes_on_its_way_confirms_nothing_for_another_number(shop: Shop, web: TestClient) -> None:
    reminded(shop)
    right = EditAppointment(appointment_id="ada", phone="+491718888888")
    overtake(shop.engine, right, by="staff")
    assert "Nothing has changed yet." in heard(web, "Yes")
    assert shop.appointment().status == "booked"


@pytest.mark.parametrize("words", ["NO", "Nein", "non"])
def test_no_to_a_reminder_cancels_nothing_and_gets_the_link(
    shop: Shop, web: TestClient, words: str
) -> None:
    reminded(shop)
    said = heard(web, words)
    assert "Nothing has changed yet. To cancel or move your appointment: http" in said
    assert "Tel. +49301234567." in said
    assert shop.appointment().status == "booked"
    (link,) = links_in(said)
    assert "Cut" in web.get(link).text


@pytest.mark.parametrize("words", ["Yes", "no"])
def test_with_an_offer_and_a_later_reminder_only_links_are_certain(
    shop: Shop, web: TestClient, words: str
) -> None:
    shop.books(when="2026-06-02T11:15", phone=PHONE, email="")
    shop.passes(minutes=10)
    offered(shop)
    shop.passes(minutes=6)
    assert shop.appointment().reminded == (24,)
    said = heard(web, words)
    assert "You may mean more than one time." in said
    pages = [web.get(link).text for link in links_in(said)]
    assert ["Would you like it?" in page for page in pages] == [True, False]
    assert (shop.appointment().status, shop.slot().status) == ("booked", "open")
    assert shop.offer().status == "live"


def test_an_unanswered_reminder_before_the_offer_makes_it_unclear_too(
    shop: Shop, web: TestClient
) -> None:
    reminded(shop)
    offered(shop)
    assert "You may mean more than one time." in heard(web, "YES")
    assert (shop.appointment().status, shop.slot().status) == ("booked", "open")


def test_a_reminder_that_was_answered_before_the_offer_does_not_matter(
    shop: Shop, web: TestClient
) -> None:
    reminded(shop, service="Colour")
    heard(web, "YES")
    shop.passes(minutes=1)
    offered(shop)
    heard(web, "YES", "SM2")
    assert shop.slot().status == "booked"


def test_two_reminders_get_both_links(shop: Shop, web: TestClient) -> None:
    shop.books("Ben", when="2026-06-02T11:15", phone=PHONE, email="", staff="Sam")
    reminded(shop)
    said = heard(web, "YES")
    assert "You may mean more than one time." in said
    assert len(links_in(said)) == 2
    assert {shop.appointment(name).status for name in ("Ada", "Ben")} == {"booked"}


def test_an_offer_that_ended_lately_makes_yes_unclear(shop: Shop, web: TestClient) -> None:
    reminded(shop)
    offered(shop)
    shop.passes(minutes=11)
    said = heard(web, "YES")
    assert ("You may mean more than one time." in said, len(links_in(said))) == (True, 1)
    assert shop.appointment().status == "booked"


def test_after_stop_yes_means_start_again(shop: Shop, web: TestClient) -> None:
    reminded(shop)
    heard(web, "STOP")
    heard(web, "YES", "SM2")
    assert shop.appointment().status == "booked"
    heard(web, "YES", "SM3")
    assert shop.appointment().status == "confirmed"


def test_a_reminder_by_mail_or_to_an_old_number_is_not_meant(shop: Shop, web: TestClient) -> None:
    reminded(shop, phone="", email="ada@example.org")
    assert "<Message>" not in heard(web, "no")


def notes(shop: Shop) -> tuple[Proposal, ...]:
    return shop.load(ProposalPage("open"))


def test_other_words_reach_staff_and_get_the_link(shop: Shop, web: TestClient) -> None:
    reminded(shop)
    said = heard(web, "Sorry, I can't come tomorrow")
    assert "we will read your message. Nothing has changed yet." in said
    assert len(links_in(said)) == 1
    assert "Tel. +49301234567." in said
    (note,) = notes(shop)
    assert (note.text, note.sender) == ("Sorry, I can't come tomorrow", PHONE)
    assert (note.value("change"), note.value("appointment")) == ("reply", "ada")
    (told,) = shop.told("proposal")
    letter = shop.engine.composer.letter(told)
    assert "Sorry, I can't come tomorrow" in letter.paragraphs[1]
    assert shop.appointment().status == "booked"


def test_further_words_join_the_note_until_it_is_full(shop: Shop, web: TestClient) -> None:
    reminded(shop)
    replies = [heard(web, f"I am driving {number}", f"SM{number}") for number in range(6)]
    assert ["<Message>" in said for said in replies] == [True] * 5 + [False]
    (note,) = notes(shop)
    assert note.text.split("\n") == [f"I am driving {number}" for number in range(5)]


def test_words_about_an_offer_reach_staff_too(shop: Shop, web: TestClient) -> None:
    offered(shop)
    said = heard(web, "Is it with Jess?")
    assert "Would you like it?" in web.get(links_in(said)[0]).text
    (note,) = notes(shop)
    assert (note.product, note.value("entry")) == ("waitlist", "ada")
    assert shop.slot().status == "open"


@pytest.mark.parametrize(
    "words",
    ["I can't come on Wednesday, please cancel", "NO", "Ja", "YES", "Running 10 min late, sorry"],
)
def test_words_of_a_booked_customer_reach_staff(shop: Shop, web: TestClient, words: str) -> None:
    shop.books(phone=PHONE, email="")
    shop.passes(hours=1)
    said = heard(web, words)
    assert "Thank you, we will read your message. Nothing has changed yet. Tel. +49" in said
    assert links_in(said) == []
    (note,) = notes(shop)
    assert (note.text, note.value("appointment")) == (words, "ada")
    assert note.fields[0].words.startswith(f"Ada sent a text from {PHONE}. It may be about Cut, ")
    (told,) = shop.told("proposal")
    letter = shop.engine.composer.letter(told)
    assert letter.subject.startswith("Text from Ada: Cut, ")
    assert words in letter.paragraphs[1]
    assert letter.paragraphs[-1].startswith("Nothing has changed yet.")
    assert "<Message>" not in heard(web, words)
    assert shop.appointment().status == "booked"


def test_the_text_is_about_the_next_time_until_that_is_over(shop: Shop, web: TestClient) -> None:
    shop.books("Ben", when="2026-06-03T11:00", phone=PHONE, email="")
    shop.books("Ada", when="2026-06-01T11:30", phone=PHONE, email="")
    shop.passes(minutes=35)
    assert shop.engine.now() > shop.appointment("Ada").starts_at
    heard(web, "5 minutes late!")
    assert [note.value("appointment") for note in notes(shop)] == ["ada"]


def test_words_of_someone_who_waits_reach_staff(shop: Shop, web: TestClient) -> None:
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    heard(web, "Only mornings, please")
    (note,) = notes(shop)
    assert (note.product, note.value("entry"), note.value("starts_at")) == ("waitlist", "ada", "")
    letter = shop.engine.composer.letter(shop.messages("proposal")[0])
    assert (letter.subject, letter.paragraphs[-1]) == (
        "Text from Ada: Cut",
        "Nothing has changed yet. If it needs an answer, please call.",
    )


def test_words_after_a_cancellation_reach_staff_for_some_days(shop: Shop, web: TestClient) -> None:
    shop.books(phone=PHONE, email="")
    shop.give(CancelAppointment(appointment_id="ada"))
    shop.passes(days=13)
    heard(web, "Why was it cancelled?")
    assert [note.value("appointment") for note in notes(shop)] == ["ada"]
    shop.passes(days=30)
    assert "<Message>" not in heard(web, "Hello?", "SM2")
    assert len(notes(shop)) == 1


def test_words_after_leaving_the_waitlist_reach_staff(shop: Shop, web: TestClient) -> None:
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    shop.give(LeaveWaitlist(entry_id="ada"))
    heard(web, "Can I come back?")
    assert [note.value("entry") for note in notes(shop)] == ["ada"]


def test_words_after_stop_reach_staff_and_get_no_text(shop: Shop, web: TestClient) -> None:
    shop.books(phone=PHONE, email="")
    heard(web, "STOP")
    assert "<Message>" not in heard(web, "Please cancel my appointment", "SM2")
    assert [note.text for note in notes(shop)] == ["Please cancel my appointment"]


def test_a_no_after_taking_the_slot_reaches_staff(shop: Shop, web: TestClient) -> None:
    offered(shop)
    heard(web, "YES")
    assert "<Message>" not in heard(web, "yes", "SM2")
    assert notes(shop) == ()
    assert "we will read your message" in heard(web, "NO", "SM3")
    assert [note.text for note in notes(shop)] == ["NO"]


def test_the_words_of_a_stranger_change_nothing(shop: Shop, web: TestClient) -> None:
    assert "<Message>" not in heard(web, "Hello?")
    assert notes(shop) == ()


def test_a_note_about_an_offer_by_text_says_what_takes_it(shop: Shop, web: TestClient) -> None:
    offered(shop)
    heard(web, "Yes please!")
    letter = shop.engine.composer.letter(shop.messages("proposal")[0])
    assert letter.paragraphs[-1] == (
        "Nothing has changed yet. The link in our text takes the slot, or a plain YES as the whole "
        "text. If time is short, please call."
    )


def test_yes_by_text_keeps_a_later_appointment_and_says_so(shop: Shop, web: TestClient) -> None:
    shop.books(when="2026-06-12T11:00", phone=PHONE, email="")
    offered(shop)
    assert "<Message>" not in heard(web, "YES")
    assert (shop.slot().status, shop.appointment().status) == ("booked", "booked")
    (booked,) = shop.messages("booked")
    said = shop.engine.composer.letter(booked).text
    assert "You also keep your later appointment (Friday 12 June, 11:00)." in said
    assert "/s/" in said


def test_yes_to_a_time_that_overlaps_their_own_gets_the_link(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.books("Ada", when="2026-06-01T17:15", phone=PHONE, email="", staff="Sam")
    said = heard(web, "YES")
    assert "so nothing is booked yet. Please answer here: http" in said
    assert (shop.slot().status, len(links_in(said))) == ("open", 1)


def test_help_of_someone_with_only_an_appointment_says_what_we_text_them(
    shop: Shop, web: TestClient
) -> None:
    shop.books(when="2026-06-02T11:15", phone=PHONE, email="")
    assert "We text you about your appointment: reminders" in heard(web, "HELP")
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    assert "We text you when a time that fits is free" in heard(web, "HELP", "SM2")
