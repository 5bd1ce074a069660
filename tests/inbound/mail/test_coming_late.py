"""Coming late moves nothing, and the host is told; so are those who can't come after the start."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.messages import Message
from fullhouse.platforms.memory.clock import VirtualClock
from tests.inbound.mail.street import HOST, Street, offered, opened
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio
LATE = [
    "I'll be late",
    "Running late, sorry, can't come before 7",
    "Ich komme später",
    "J'arriverai en retard",
    "Llegaré tarde",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with opened(tmp_path, cap=1, host_email=HOST) as street:
        yield street


async def replies(street: Street, said: str) -> str:
    """Let Anna reply, and return what she is told."""
    await street.writes(said)
    last = street.engine.load(MessagePage(to="anna@example.org"))[0]
    return as_text(street.engine.composer.letter(last))


def to_host(street: Street) -> tuple[Message, ...]:
    return street.engine.load(MessagePage(to=HOST, kind="question"))


@pytest.mark.parametrize("said", LATE)
async def test_coming_late_claims_no_offer(street: Street, said: str) -> None:
    await offered(street)
    told = await replies(street, said)
    guest = street.guest()
    assert guest is not None
    assert guest.offer is not None
    assert "Yes, I'll take the seat" in told
    assert len(to_host(street)) == 1


@pytest.mark.parametrize(
    "said", ["Yes please! I'll be 20 minutes late.", "I'll be there, but I'll be late."]
)
async def test_a_yes_that_comes_late_claims_the_offer(street: Street, said: str) -> None:
    await offered(street)
    await replies(street, said)
    assert street.state() == "confirmed"
    assert len(to_host(street)) == 1


@pytest.mark.parametrize("said", [*LATE, "I'm coming, but half an hour late"])
async def test_a_guest_who_comes_late_reads_that_the_host_knows(street: Street, said: str) -> None:
    await street.signs_up()
    told = await replies(street, said)
    assert street.state() == "confirmed"
    assert len(to_host(street)) == 1
    assert "We've passed your message on to the host." in told


async def test_someone_whose_seat_is_about_to_be_cancelled_keeps_it_by_coming_late(
    street: Street,
) -> None:
    await street.signs_up()
    await replies(street, "Sorry, I'm ill, I won't be able to make it on Friday evening.")
    guest = street.guest()
    assert guest is not None
    assert guest.cancels_at is not None
    await street.writes("Running late after all", marked=True)
    kept = street.guest()
    assert kept is not None
    assert kept.cancels_at is None


async def test_a_stranger_who_only_comes_late_is_not_signed_up(street: Street) -> None:
    await street.writes("I'll be late")
    assert street.guest() is None


async def test_after_the_start_the_host_reads_that_someone_cannot_come(street: Street) -> None:
    await street.signs_up()
    clock = street.engine.clock
    assert isinstance(clock, VirtualClock)
    clock.move_to(there("2026-06-19 19:10"))
    await street.engine.settle()
    told = await replies(street, "I can't come")
    assert street.state() == "confirmed"
    assert len(to_host(street)) == 1
    assert "We've passed your message on to the host." in told
