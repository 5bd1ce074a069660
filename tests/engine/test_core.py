"""The house: what pages and lanes may ask for, on any staff."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import TypeVar

import msgspec
import pytest

from fullhouse.engine.access import AddMember, RequestSignIn
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation, MessagePage, Written
from fullhouse.engine.urls import one_address
from fullhouse.engine.worker import next_due_at, relay_due_messages, run_due_alarms, sweep
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import EventPage
from tests.support.rsvp_world import EVENT, Carrier, create, sign_up, there

T = TypeVar("T")
KEYS = Keyring((Key("k1", b"k" * 32),), (Key("session", b"s" * 32),))


class Numbers:
    """Ids that can be foretold."""

    def __init__(self) -> None:
        self.numbers: Iterator[int] = count(1)

    def new(self) -> str:
        return f"id{next(self.numbers)}"


class MemoryExecutor:
    """Carries out orders on memory."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = VirtualClock(there("2026-06-01 11:00"))
        self.carrier = Carrier()

    async def execute(self, invocation: Invocation) -> Decision:
        return execute(self.store, RULES, invocation, self.clock.now())

    def load(self, need: Need[T]) -> T:
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        return self.carrier.send(message, letter)

    async def changed(self, scope: str, since: int) -> int:
        return since + 1

    def check_writable(self) -> None:
        """Do nothing: each write reports its own failure."""

    def wake_tasks(self) -> None:
        pass


@pytest.fixture
def executor() -> MemoryExecutor:
    return MemoryExecutor()


@pytest.fixture
def engine(executor: MemoryExecutor) -> Engine:
    return Engine(
        executor, executor.clock, Numbers(), Composer(one_address("https://example.org/"), KEYS)
    )


def message_of(engine: Engine, kind: str) -> Message:
    return engine.load(MessagePage(kind=kind))[0]


async def test_a_command_is_answered_and_nothing_else_happens_by_itself(
    engine: Engine, executor: MemoryExecutor
) -> None:
    assert (await engine.execute(create(), "host")).code == "created"
    await engine.execute(sign_up("anna"), "guest")
    assert executor.carrier.handed == []
    assert [line.by for line in executor.store.lines] == ["host", "guest"]


async def test_a_house_that_settles_answers_when_all_that_followed_is_done(
    executor: MemoryExecutor,
) -> None:
    composer = Composer(one_address("https://example.org"), KEYS)
    engine = Engine(executor, executor.clock, Numbers(), composer, settle=sweep)
    await engine.execute(create(cap=1), "host")
    for name in ("anna", "ben"):
        await engine.execute(sign_up(name), "guest")
    await engine.execute(commands.CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
    assert [message.kind for message in executor.carrier.to("ben")] == ["waitlisted", "offer"]


async def test_alarms_ring_when_they_are_due(engine: Engine, executor: MemoryExecutor) -> None:
    await engine.execute(create(), "host")
    assert next_due_at(engine) == there("2026-06-12 19:00")
    assert not await run_due_alarms(engine)
    executor.clock.move_to(there("2026-06-12 19:00"))
    assert await run_due_alarms(engine)
    assert not await run_due_alarms(engine)


async def test_messages_are_relayed_when_they_may_leave(
    engine: Engine, executor: MemoryExecutor
) -> None:
    assert next_due_at(engine) is None
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    assert next_due_at(engine) == engine.now()
    assert await relay_due_messages(engine)
    assert not await relay_due_messages(engine)
    assert message_of(engine, "confirmation").status == "sent"


async def test_what_was_relayed_by_another_meanwhile_is_left_alone(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    executor.clock.move_to(there("2026-07-01 12:00"))
    await relay_due_messages(engine)
    assert (message_of(engine, "confirmation").status, executor.carrier.handed) == ("failed", [])


async def test_a_letter_carries_links_that_the_house_can_read(engine: Engine) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    links = engine.composer.letter(message_of(engine, "confirmation")).links
    start = "https://example.org/l/"
    assert links["cancel"].startswith(start)
    link = engine.composer.keyring.read(links["cancel"].removeprefix(start), engine.now())
    assert (link.purpose, link.scope, link.person) == ("cancel", EVENT, "anna")


async def test_links_keep_working_when_the_event_is_postponed(engine: Engine) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    token = (
        engine.composer.letter(message_of(engine, "confirmation"))
        .links["cancel"]
        .removeprefix("https://example.org/l/")
    )
    year_on = create(starts_at="2027-06-19 19:00").starts_at
    await engine.execute(commands.EditEvent(event_id=EVENT, starts_at=year_on), "host")
    assert engine.composer.keyring.read(token, there("2027-06-19 12:00")).person == "anna"


async def test_a_letter_that_was_sent_is_shown_as_it_was_sent(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    written = engine.composer.letter(message_of(engine, "confirmation"))
    await sweep(engine)
    elsewhere = Composer(one_address("https://elsewhere.example.org"), KEYS)
    assert elsewhere.letter(message_of(engine, "confirmation")) == written


async def test_the_hosts_mail_leads_to_the_desk_or_the_public_page(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    executor.clock.move_to(there("2026-06-13 09:00"))
    await sweep(engine)
    message = message_of(engine, "headcount")
    assert engine.composer.page_url(message, "desk") == "https://example.org/desk/e/party"
    assert engine.composer.page_url(message, "event") == "https://example.org/e/party"
    assert set(engine.composer.letter(message).links.values()) <= {
        "https://example.org/desk/e/party",
        "https://example.org/e/party",
    }


async def test_a_member_signs_in_by_a_mailed_link(engine: Engine, executor: MemoryExecutor) -> None:
    await engine.execute(AddMember(member_id="m1", email="ada@example.org"), "owner")
    await engine.execute(RequestSignIn(email="ada@example.org"), "ada")
    await sweep(engine)
    letter = engine.composer.letter(message_of(engine, "sign_in"))
    token = letter.links["sign-in"].removeprefix("https://example.org/l/")
    assert engine.composer.keyring.read(token, engine.now()).purpose == "sign-in"


async def test_a_house_that_stops_takes_no_new_message_in_hand(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    assert not await relay_due_messages(engine, is_stopping=lambda: True)
    assert [one.status for one in engine.load(MessagePage(kind="confirmation"))] == ["queued"]


async def test_a_message_that_cannot_be_put_into_words_holds_up_no_other(
    engine: Engine, executor: MemoryExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    await engine.execute(create(), "host")
    for name in ("anna", "ben"):
        await engine.execute(sign_up(name), "guest")
    shelf = executor.store.shelf(Message)
    key = next(key for key, message in shelf.items() if message.person == "anna")
    broken = {**shelf[key].facts, "position": "nowhere"}
    shelf[key] = msgspec.structs.replace(shelf[key], facts=broken)
    await sweep(engine)
    statuses = {
        one.person: (one.status, one.error) for one in engine.load(MessagePage(kind="confirmation"))
    }
    assert statuses == {"anna": ("queued", "it could not be put into words"), "ben": ("sent", "")}
    assert "could not be put into words" in caplog.text


async def test_one_alarm_that_fails_holds_up_no_other(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    poison = Alarm("a-poison", engine.now(), commands.OfferFreeSeats(event_id=EVENT))
    healthy = Alarm("b-healthy", engine.now(), commands.OfferFreeSeats(event_id=EVENT))
    executor.store.alarms |= {poison.key: poison, healthy.key: healthy}
    plain_commit = executor.store.commit

    def commit(written: Written) -> None:
        if written.rung == poison:
            raise RuntimeError("poison")
        plain_commit(written)

    executor.store.commit = commit  # type: ignore[method-assign]  # one bad alarm in a good store
    with pytest.raises(RuntimeError, match="poison"):
        await run_due_alarms(engine)
    assert {
        alarm.key for alarm in executor.store.alarms.values() if alarm.due_at <= engine.now()
    } == {"a-poison"}


async def test_the_house_tells_the_time_and_answers_needs(
    engine: Engine, executor: MemoryExecutor
) -> None:
    await engine.execute(create(), "host")
    assert engine.now() == executor.clock.now()
    assert [event.id for event in engine.load(EventPage())] == [EVENT]
    executor.clock.move_to(engine.now() + timedelta(hours=1))
    assert engine.now() == there("2026-06-01 12:00")
