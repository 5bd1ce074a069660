"""Replies to our letters: what they accept of our offer, and text between our lines."""

import pytest

from tests.inbound.extraction.desk import proposed, raw_mail, values

HEAD = "On Tue, 2 Jun 2026 at 10:00, Jess <jess@salon.example> wrote:"
OFFER = f"""

{HEAD}
> For your massage with Ben we have Tuesday 9 June at 10:00 or Thursday 11 June at
> 16:30. Which one?
> Jess
> Salon, 030 23125 400
"""
ONE = f"\n\n{HEAD}\n> A cut with me on Tuesday 9 June at 10:00?\n> Jess"
ANSWERS = {
    "The second one please, thanks!": ("2026-06-11", "16:30"),
    "Yes, Thursday is great.": ("2026-06-11", "16:30"),
    "Half past four is perfect": ("2026-06-11", "16:30"),
    "Tuesday please": ("2026-06-09", "10:00"),
    "Yes please": ("", ""),
    "Thanks": ("", ""),
    "Friday 12 June at 11:00 as we said on the phone": ("2026-06-12", "11:00"),
}


@pytest.mark.parametrize("text", ANSWERS)
def test_of_what_was_offered_they_get_what_they_take(text: str) -> None:
    found = values(raw_mail(text + OFFER, "bookings", subject="Re: Your visit"))
    assert (found.get("date", ""), found.get("time", "")) == ANSWERS[text]
    assert "phone" not in found


def test_who_takes_the_only_offer_takes_all_of_it_as_a_guess() -> None:
    found = proposed(raw_mail("Perfect, see you then!" + ONE, "bookings", subject="Re: Your visit"))
    read = {field: one.value for field, one in found.items() if one.confidence == "guess"}
    assert read == {"service": "Cut", "staff": "Jess", "date": "2026-06-09", "time": "10:00"}


@pytest.mark.parametrize(
    "text", ["Thanks!", "Sorry, I can't make that", "That does not suit me, sorry"]
)
def test_who_only_thanks_or_refuses_takes_nothing(text: str) -> None:
    found = values(raw_mail(text + ONE, "bookings", subject="Re: Your visit"))
    assert {"date", "time"}.isdisjoint(found)


def test_answer_to_a_letter_without_days_is_read() -> None:
    letter = f"\n\n{HEAD}\n> Shall we book your cut?\n> Jess"
    found = values(
        raw_mail("Yes, Tuesday 9 June at 10:00" + letter, "bookings", subject="Re: Your visit")
    )
    assert (found["date"], found["time"]) == ("2026-06-09", "10:00")


def test_what_they_say_themselves_stands_before_what_we_wrote() -> None:
    found = values(
        raw_mail(
            "It's eleven rather than ten, otherwise fine" + ONE,
            "bookings",
            subject="Re: Your visit",
        )
    )
    assert (found["date"], found["time"], found["service"]) == ("2026-06-09", "11:00", "Cut")


def test_answers_between_our_lines_are_theirs_and_our_questions_are_not() -> None:
    text = f"""
Hello, see below

{HEAD}

> Which service, cut, colour or massage?

the colour

> With whom, Ben or Jess?

Ben, please

> From when?

from 15 June, until 26 June at most

> And your number?

0171 39 20 104

> Jess
> 030 23125 400
"""
    assert values(raw_mail(text, sender="A. Berg <a.berg@example.org>", subject="Re: list")) == {
        "name": "A. Berg",
        "email": "a.berg@example.org",
        "service": "Colour",
        "staff": "Ben",
        "earliest": "2026-06-15",
        "latest": "2026-06-26",
        "phone": "+491713920104",
    }


def test_what_a_customer_hands_on_from_a_tool_is_theirs() -> None:
    text = """
Is this right?

---------- Forwarded message ---------
From: Bookings <bookings@tool.example.com>
Date: Tue, 2 Jun 2026 at 10:00
Subject: Confirmed
To: <anna.berg@example.org>

Service: Cut
When: Tuesday 9 June 2026, 10:00
"""
    assert values(raw_mail(text, "bookings", subject="Fwd: Confirmed")) == {
        "name": "Anna Berg",
        "email": "anna.berg@example.org",
        "service": "Cut",
        "date": "2026-06-09",
        "time": "10:00",
    }
