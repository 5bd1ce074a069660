"""Emails that speak of another number of people are asked about, and nobody is given more."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.products.rsvp.commands import CancelGuest, EditEvent
from tests.inbound.mail.street import HOST, Street, invited, opened, text

pytestmark = pytest.mark.anyio


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


@pytest.mark.parametrize(
    ("said", "most", "what", "party"),
    [
        ("The three of us would love to come", 4, "waitlisted", 3),
        ("Wir kommen zu dritt", 4, "waitlisted", 3),
        ("Nous viendrons \u00e0 trois", 4, "waitlisted", 3),
        ("Me gustar\u00eda ir, somos tres", 4, "waitlisted", 3),
        ("The three of us would love to come", 2, "party_too_big", 0),
        ("The three of us would love to come", 1, "party_too_big", 0),
        ("We'd love to come", 4, "how_many", 0),
        ("We'd love to come", 1, "confirmed", 1),
    ],
)
async def test_the_three_of_us_are_a_party_or_asked_about(
    street: Street, said: str, most: int, what: str, party: int
) -> None:
    settings = {"max_party": most}
    await street.engine.execute(EditEvent(event_id="party", cap=4, settings=settings), "host")
    await street.signs_up("zoe")
    await street.signs_up("ben")
    assert (await street.writes(said)).what == what
    guest = street.guest()
    assert (guest.party if guest else 0) == party
    if not guest:
        asked = "Please sign up one by one." if most == 1 else "How many people, including you?"
        assert asked in text(street)


async def test_whoever_is_invited_as_two_and_comes_alone_is_asked_to_change_that(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST, max_party=2) as street:
        await invited(street, party=2)
        assert street.kinds() == ["invite"]
        await street.writes("Yes, but only me")
        assert street.state() == "pending"
        assert "only you are coming, but we have you down for 2 seats" in text(street)
        assert "please say yes first, then open your page" in text(street)


async def test_a_guest_who_speaks_of_more_people_is_told_what_they_have(street: Street) -> None:
    await street.signs_up()
    assert (await street.writes("The three of us are coming!")).what == "already"
    assert "speaks of 3 people, but we have you down for one seat" in text(street)
    assert "Here everyone signs up on their own." in text(street)


ALONE = [
    "Yes, but I will come alone.",
    "I'll come alone.",
    "Yes, we will be only one person.",
    "Yes, but without my husband.",
    "Ja, aber ohne meinen Mann",
    "Oui, mais sans mon mari",
    "S\u00ed, pero sin mi marido",
]


@pytest.mark.parametrize("said", ALONE)
async def test_no_two_seats_are_confirmed_to_someone_who_comes_alone(
    tmp_path: Path, said: str
) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST, max_party=2) as street:
        await invited(street, party=2)
        await street.writes(said)
        assert street.state() == "pending"
        assert "but we have you down for 2 seats" in text(street)
        assert "please say yes first, then open your page" in text(street)
        await street.writes("Yes, I'm coming")
        assert street.state() == "confirmed"
        await street.writes(said, message_id="<again@mail.example.org>")
        assert "To change that, open your page." in text(street)


@pytest.mark.parametrize(
    ("said", "most", "how"),
    [
        ("Nous serons deux finalement.", 2, "To change that, open your page."),
        ("Al final seremos dos.", 2, "To change that, open your page."),
        ("Al final seremos tres.", 2, "Up to 2 people can come together."),
    ],
)
async def test_one_more_person_is_told_how_to_change_that(
    tmp_path: Path, said: str, most: int, how: str
) -> None:
    async with opened(tmp_path, cap=4, host_email=HOST, max_party=most) as street:
        await street.signs_up()
        await street.writes(said)
        assert "people, but we have you down for one seat. " + how in text(street)
        assert "Do you mean" not in text(street)


async def test_someone_who_has_cancelled_reads_of_no_seats(street: Street) -> None:
    await street.signs_up()
    await street.engine.execute(CancelGuest(event_id="party", guest_id="anna"), "guest")
    await street.writes("Is there parking for two people?")
    assert "down for" not in text(street)
