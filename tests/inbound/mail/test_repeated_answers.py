"""Nobody is told the same twice within an hour, so machines that answer each other stop."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from fullhouse.inbound.mail import reasons
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import ReplyToGuest
from tests.inbound.mail.street import HOST, Street, last, offered, opened

pytestmark = pytest.mark.anyio
UNCLEAR = "I saw the pump, it is running again."
QUESTION = "Is there a cloakroom?"


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


@pytest.mark.parametrize("said", [UNCLEAR, "Thank you!", "Danke", "Merci", "Gracias"])
async def test_the_second_answer_of_an_hour_is_not_sent(street: Street, said: str) -> None:
    await street.signs_up()
    await street.writes(said)
    assert street.kinds() == ["confirmation", "link"]
    line = await street.writes(said, message_id="<2@mail.example.org>")
    assert street.kinds() == ["confirmation", "link"]
    assert line.reason == reasons.ANSWERED_LATELY


async def test_machines_that_answer_each_other_get_one_mail_an_hour(street: Street) -> None:
    clock = street.engine.clock
    assert isinstance(clock, VirtualClock)
    await street.signs_up()
    for number in range(12):
        await street.writes(UNCLEAR, message_id=f"<{number}@mail.example.org>")
        clock.move_to(street.engine.now() + timedelta(minutes=10))
    assert street.kinds() == ["confirmation", "link", "link"]


async def test_a_stranger_gets_the_page_of_the_event_once_an_hour(street: Street) -> None:
    await street.writes("What is this?")
    await street.writes("What is this about?")
    assert street.kinds() == ["reply"]


async def test_the_host_still_gets_each_question(street: Street) -> None:
    await street.signs_up()
    await street.writes(QUESTION)
    line = await street.writes("And where can I park my car?")
    assert line.question
    assert street.kinds("anna") == ["confirmation", "link"]
    assert street.kinds("host") == ["question", "question"]


async def test_what_has_changed_is_told(street: Street) -> None:
    await street.signs_up()
    await street.writes("Thanks!")
    await street.writes(QUESTION)
    assert street.kinds() == ["confirmation", "link", "link"], "the host has the mail now"


async def test_an_answer_about_another_number_of_people_is_always_sent(street: Street) -> None:
    await street.signs_up()
    for number in range(2):
        await street.writes("We are three now", message_id=f"<{number}@mail.example.org>")
    assert street.kinds().count("link") == 2


async def test_a_reply_of_the_host_is_no_answer_of_ours(street: Street) -> None:
    await street.signs_up()
    reply = ReplyToGuest(
        event_id="party",
        guest_id="anna",
        name="Anna",
        email="anna@example.org",
        occasion="1",
        text="There is one.",
    )
    await street.engine.execute(reply, "host")
    await street.writes("Thanks!")
    assert street.kinds() == ["confirmation", "reply", "link"]


async def test_what_acts_is_never_left_out(street: Street) -> None:
    await offered(street)
    await street.writes("Thank you")
    await street.writes("Yes please")
    assert street.state() == "confirmed"


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("We'll be there for you soon.", ["confirmation", "link"]),
        ("I can't come on Friday", ["confirmation", "cancel_pending"]),
        ("Friday may not work out for me", ["confirmation", "link"]),
    ],
)
async def test_the_same_yes_no_or_doubt_is_answered_once_an_hour(
    street: Street, said: str, kinds: list[str]
) -> None:
    await street.signs_up()
    for number in range(3):
        await street.writes(said, message_id=f"<{number}@mail.example.org>")
    assert street.kinds() == kinds


async def test_a_no_after_a_yes_is_answered_within_the_hour(street: Street) -> None:
    await street.signs_up()
    await street.writes("Yes, I'm coming")
    await street.writes("Friday may not work out for me")
    assert (street.kinds(), last(street).facts["asks"]) == (["confirmation", "link", "link"], True)
    await street.writes("I can't come on Friday")
    await street.writes("Yes, I'm coming after all!")
    assert street.kinds()[3:] == ["cancel_pending", "confirmation"]
