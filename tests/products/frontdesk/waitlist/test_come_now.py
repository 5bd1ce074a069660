"""Offers of a slot whose customer did not come: the text says how much of it is left."""

from datetime import timedelta

import pytest

from fullhouse.products.frontdesk.waitlist.wording import compose
from tests.products.frontdesk.waitlist.salon import Salon, mail


def test_an_offer_after_a_no_show_says_to_come_now_and_how_much_is_left() -> None:
    salon = Salon(now="2026-06-20 12:30")
    salon.join("anna")
    salon.free("slot", "2026-06-20 12:15", reason="no_show")
    (offer,) = salon.messages("offer")
    left = offer.facts["left"]
    assert left["whole"] == salon.rulebook.services[0].minutes
    assert left["minutes"] == (salon.slot().ends_at - offer.queued_at) // timedelta(minutes=1)
    assert left["minutes"] < left["whole"]
    said = compose(offer, lambda purpose: f"https://salon.example/s/{purpose}").text
    assert f"Come now, {left['minutes']} of {left['whole']} minutes left." in said


def test_a_mail_says_it_first() -> None:
    salon = Salon(now="2026-06-20 12:30")
    salon.join("anna", phone="", email=mail("anna"))
    salon.free("slot", "2026-06-20 12:15", reason="no_show")
    (offer,) = salon.messages("offer")
    said = compose(offer, lambda purpose: f"https://salon.example/l/{purpose}").paragraphs[0]
    assert said.startswith("Come now: ")


def test_other_offers_have_no_hurry() -> None:
    salon = Salon(now="2026-06-20 12:30")
    salon.join("anna")
    salon.free("slot", "2026-06-20 18:00", reason="no_show")
    (offer,) = salon.messages("offer")
    assert "left" not in offer.facts


def test_the_whole_is_the_real_length_of_what_was_missed() -> None:
    salon = Salon(now="2026-06-20 12:25")
    salon.join("anna")
    salon.free("slot", "2026-06-20 12:15", reason="no_show", minutes=120)
    (offer,) = salon.messages("offer")
    assert offer.facts["left"] == {"minutes": 109, "whole": 120}


@pytest.mark.parametrize(
    ("language", "now"),
    [
        ("en", "now, until 13:45"),
        ("de", "jetzt, bis 13:45"),
        ("fr", "maintenant, jusqu'à 13h45"),
        ("es", "ahora, hasta las 13:45"),
    ],
)
def test_the_confirmation_says_now_instead_of_a_time_that_has_passed(
    language: str, now: str
) -> None:
    salon = Salon(("Claim window", f"Language: {language}\nClaim window"), now="2026-06-20 12:25")
    salon.join("anna")
    salon.free("slot", "2026-06-20 12:15", reason="no_show")
    salon.after(minutes=3)
    salon.claim("anna")
    (booked,) = salon.messages("booked")
    assert now in compose(booked, lambda purpose: f"https://salon.example/s/{purpose}").text
