"""One email of several messages, as the relay sends it: each listed with its own links."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.worker import advance_to, sweep
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import CreateEvent, ResendLink, SignUp

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
ANNA = "anna@example.org"


class Carrier:
    """Takes every letter and keeps it."""

    carries = CHANNELS

    def __init__(self) -> None:
        self.taken: list[tuple[Message, Letter]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.taken.append((message, letter))
        return Sent("250 OK")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(START)


@pytest.fixture
def carrier() -> Carrier:
    return Carrier()


@pytest.fixture
async def engine(tmp_path: Path, clock: VirtualClock, carrier: Carrier) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, clock, carrier, "http://fullhouse.test", settles=True
    ) as opened:
        yield opened


async def sign_up(engine: Engine, name: str, event_id: str = "supper") -> None:
    email = f"{name}@example.org"
    await engine.execute(
        SignUp(event_id=event_id, guest_id=name.replace("+", ""), name=name, email=email), "guest"
    )


async def flood(engine: Engine) -> None:
    """Spend the budget of Anna's inbox; then sign Anna up, and ask for her link twice."""
    for event_id in ("supper", "picnic"):
        starts_at = datetime(2026, 6, 20, 18, 0)
        create = CreateEvent(
            event_id=event_id,
            name=event_id.title(),
            starts_at=starts_at,
            timezone="Europe/Berlin",
            cap=50,
        )
        await engine.execute(create, "host")
    for number in range(6):
        await sign_up(engine, f"anna+{number}")
    await sweep(engine)
    await sign_up(engine, "anna")
    await sign_up(engine, "anna", "picnic")
    for number in range(2):
        again = ResendLink(event_id="supper", guest_id="anna", occasion=f"{number}")
        await engine.execute(again, "guest")


@pytest.mark.anyio
async def test_an_email_lists_what_waits_with_the_links_of_each(
    engine: Engine, clock: VirtualClock, carrier: Carrier
) -> None:
    await flood(engine)
    await advance_to(engine, clock, START + timedelta(hours=1, seconds=2))
    ((_, letter),) = [taken for taken in carrier.taken if taken[0].to == ANNA]
    assert letter.subject.startswith("3 messages: ")
    assert len(letter.listed) == 3  # the same link is listed once
    text, html = as_text(letter), as_html(letter)
    for part in letter.listed:
        assert part.heading in text
        for button in part.buttons:
            assert button.url in text
            assert button.url.replace("&", "&amp;") in html
    assert not letter.takes_reply
    messages = engine.load(MessagePage(to=ANNA))
    assert [message.status for message in messages] == ["sent"] * 4
    assert len([message for message in messages if message.at_carrier]) == 1


@pytest.mark.anyio
async def test_a_message_that_cannot_be_composed_stops_no_other(
    engine: Engine, clock: VirtualClock, carrier: Carrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    await flood(engine)
    compose = engine.composer.letter

    def letter(message: Message) -> Letter:
        if message.to == ANNA and message.scope == "picnic":
            raise ValueError(message.id)
        return compose(message)

    monkeypatch.setattr(engine.composer, "letter", letter)
    await advance_to(engine, clock, START + timedelta(hours=1, seconds=2))
    ((_, sent),) = [taken for taken in carrier.taken if taken[0].to == ANNA]
    assert len(sent.listed) == 2
    (waits,) = engine.load(MessagePage(scope="picnic", to=ANNA))
    assert (waits.status, waits.error) == ("queued", "it could not be put into words")
    await advance_to(engine, clock, START + timedelta(hours=2))
    assert engine.load(MessagePage(scope="picnic", to=ANNA))[0].attempts > 1
