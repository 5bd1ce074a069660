"""Sending: where messages go, what they say when they leave, and what does not leave."""

from datetime import timedelta

import msgspec
import pytest

from fullhouse.kernel.messages import Message
from fullhouse.kernel.product import Discard, SendNow
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.waitlist import delivery
from fullhouse.products.frontdesk.waitlist.claims import NotSent, put_back
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.salon import (
    RULES_TEXT,
    Salon,
    mail,
    phone,
    salon_with_people,
)
from tests.products.saying import link
from tests.support.rsvp_world import there

# Where an offer goes.


def test_an_offer_goes_by_text_and_by_mail_only_to_those_without_a_number() -> None:
    salon = Salon()
    salon.join("anna", email=mail("anna"))
    salon.join("ben", phone="", email=mail("ben"))
    salon.free()
    salon.decline("anna")
    assert salon.handed("offer") == [("anna", "text"), ("ben", "mail")]


def test_someone_who_cannot_be_reached_is_passed_over_and_costs_no_window() -> None:
    salon = salon_with_people()
    salon.reach(phone("anna"), "bounced")
    salon.reach(mail("anna"), "bounced")
    salon.free()
    assert (salon.story(), salon.entry("anna").channel) == ([("ben", "live")], "")


def test_an_answer_goes_by_mail_which_is_free_unless_it_bounced() -> None:
    salon = Salon()
    salon.reach(mail("ben"), "bounced")
    salon.join("anna", "cem", email=mail("anna"), service="Cut")
    salon.join("ben", email=mail("ben"))
    assert salon.handed("joined") == [("anna", "mail"), ("cem", "mail"), ("ben", "text")]


# What is true when it leaves.


def test_an_offer_and_its_booking_say_the_names_that_hold_when_they_leave() -> None:
    salon = Salon()
    salon.join("anna")
    salon.free()
    (offer,) = [one for one in salon.carrier.handed if one.kind == "offer"]
    state = WaitlistState(
        entry=msgspec.structs.replace(salon.entry("anna"), service="Balayage"),
        slot=msgspec.structs.replace(salon.slot(), service="Balayage", staff="Jessica"),
        offer=salon.offers()[0],
    )
    sent = delivery.check_delivery(offer, state, salon.now)
    assert isinstance(sent, SendNow)
    assert "Balayage with Jessica is free" in compose_with(offer, sent)
    booked = msgspec.structs.replace(offer, kind="booked", use_by=None)
    sent = delivery.check_delivery(booked, state, salon.now)
    assert isinstance(sent, SendNow)
    assert "Booked: Balayage with Jessica" in compose_with(booked, sent)


def test_a_text_that_waits_for_the_morning_says_the_new_name() -> None:
    salon = Salon(now="2026-06-20 22:00")
    salon.join("anna")
    assert salon.handed("joined") == []
    salon.write(RULES_TEXT, ("- Colour:", "- Balayage:"))
    salon.edit("anna", service="Balayage")
    salon.until("2026-06-21 09:00")
    (joined,) = [one for one in salon.carrier.handed if one.kind == "joined"]
    assert "waitlist for Balayage" in compose(joined, link).text


def compose_with(message: Message, sent: SendNow) -> str:
    return compose(msgspec.structs.replace(message, facts=sent.facts or {}), link).text


# A number that several people share.


def texts_of(salon: Salon) -> list[str]:
    return [compose(one, link).text for one in salon.carrier.handed if one.channel == "text"]


def test_texts_to_a_shared_number_name_the_person_they_are_for() -> None:
    salon = Salon()
    salon.join("mia")
    salon.join("tom", phone=phone("mia"))
    salon.free()
    salon.claim("mia")
    salon.withdraw()
    joined, joined_too, offered, booked = texts_of(salon)
    assert not joined.startswith("Mia: ")  # nobody else had the number then
    assert joined_too.startswith("Tom: You're on the waitlist")
    assert offered.startswith("Mia: Colour")
    assert booked.startswith("Mia: Booked")


def test_two_wishes_of_one_person_need_no_name() -> None:
    salon = Salon()
    salon.join("mia")
    salon.join("cut", name="mia ", phone=phone("mia"), service="Cut")
    salon.free()
    assert not any("Mia" in text for text in texts_of(salon))


def test_whoever_shared_the_number_and_waits_no_more_is_not_told_apart() -> None:
    salon = Salon()
    salon.join("mia")
    salon.join("tom", phone=phone("mia"))
    salon.leave("tom")
    salon.free()
    assert texts_of(salon)[-1].startswith("Colour")


# The door.


def test_an_offer_that_reaches_the_door_in_the_night_is_put_back_until_the_morning() -> None:
    salon = salon_with_people(now="2026-06-20 20:50")
    salon.settles = False
    salon.now = there("2026-06-20 20:59")
    salon.free(starts_at="2026-06-21 18:00")
    salon.ring()
    salon.jump("2026-06-20 21:00")
    salon.settle()
    assert salon.story() == [("anna", "withdrawn")]
    assert salon.slot().tried == ()
    salon.until("2026-06-21 08:00")
    assert (salon.asked(), salon.handed("offer")) == ("anna", [("anna", "text")])


def test_an_offer_that_has_ended_does_not_leave() -> None:
    salon = salon_with_people()
    salon.settles = False
    salon.free()
    salon.ring()
    salon.decline("anna")
    salon.settle()
    first, second = salon.messages("offer")
    assert (first.error, first.status, second.status) == ("the offer has ended", "failed", "sent")


def test_an_offer_does_not_leave_after_its_deadline() -> None:
    salon = salon_with_people()
    salon.settles = False
    salon.free()
    salon.ring()
    salon.now += timedelta(minutes=10)
    salon.relay()
    assert salon.messages("offer")[0].error == "the offer has ended"


@pytest.mark.parametrize(
    ("deed", "error"), [("leave", "things have changed since"), ("erase", "the person was erased")]
)
def test_nobody_hears_that_they_are_on_the_list_after_they_have_left_it(
    deed: str, error: str
) -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    {"leave": salon.leave, "erase": salon.erase}[deed]("anna")
    salon.settle()
    (joined,) = salon.messages("joined")
    assert (joined.status, joined.error, salon.handed()) == ("failed", error, [])


def test_a_message_to_someone_who_is_gone_does_not_leave() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    (joined,) = salon.messages("joined")
    for entry in (
        None,
        msgspec.structs.replace(salon.entry("anna"), name="Erased customer", phone="", channel=""),
    ):
        assert delivery.check_delivery(joined, WaitlistState(entry=entry), salon.now) == Discard(
            delivery.GONE
        )


def test_what_is_of_no_use_any_more_does_not_leave() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    salon.now += timedelta(days=2)
    salon.settle()
    assert salon.messages("joined")[0].error == "too late to be of use"


@pytest.mark.parametrize(("source", "told"), [("form", 1), ("desk", 0), ("mail", 0)])
def test_at_night_only_those_are_answered_who_clicked_themselves(source: str, told: int) -> None:
    salon = Salon(now="2026-06-19 22:00")
    salon.join("anna", source=source, phone="", email=mail("anna"))
    assert len(salon.handed("joined")) == told
    salon.until("2026-06-20 08:00")
    assert len(salon.handed("joined")) == 1


def test_at_night_no_number_from_the_form_is_texted() -> None:
    salon = Salon(now="2026-06-19 22:00")
    salon.join("anna", source="form")
    assert salon.handed("joined") == []
    salon.until("2026-06-20 08:00")
    assert salon.handed("joined") == [("anna", "text")]


def test_nobody_is_told_who_was_put_on_the_list_by_the_sheet() -> None:
    salon = Salon()
    salon.join("anna", source="sheet")
    assert salon.messages() == []


def test_an_offer_names_its_deadline_and_its_links_name_the_offer() -> None:
    salon = salon_with_people()
    salon.free()
    (offer,) = salon.messages("offer")
    claim, leave = delivery.link(offer, "claim"), delivery.link(offer, "leave")
    assert claim is not None
    assert leave is not None
    assert (claim.purpose, claim.scope, claim.person, claim.offer) == (
        "claim",
        "waitlist",
        "anna",
        "slot-1",
    )
    assert (leave.person, leave.offer) == ("anna", address_mark(offer.to))
    assert delivery.link(offer, "waitlist") is None
    salon.free("other", "2026-06-20 19:30", service="Cut")
    assert delivery.link(salon.messages("nobody_fits")[0], "claim") is None


def test_a_link_to_leave_names_the_address_that_it_was_sent_to() -> None:
    salon = Salon()
    salon.join("anna")
    (joined,) = salon.messages("joined")
    leave = delivery.link(joined, "leave")
    assert leave is not None
    assert (leave.person, leave.offer) == ("anna", address_mark(joined.to))


def test_an_offer_that_is_over_is_not_put_back() -> None:
    assert put_back(WaitlistState(), "", NotSent("late"), there("2026-06-20 12:00")).is_empty
