"""The house: what pages and lanes may ask for, on any staff."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import TypeVar

import msgspec
import pytest

from fullhouse.engine.access import AddMember, RequestSignIn
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.house import House, next_due, relay_due, ring_due, sweep
from fullhouse.engine.ports import Invocation, MessagePage, Written
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message, Outcome
from fullhouse.kernel.records import Need
from fullhouse.platforms.virtual.clock import VirtualClock
from fullhouse.platforms.virtual.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import EventPage
from tests.building import EVENT, Carrier, create, sign_up, there

T = TypeVar("T")
KEYS = Keyring((Key("k1", b"k" * 32),))


class Numbers:
    """Ids that can be foretold."""

    def __init__(self) -> None:
        self.numbers: Iterator[int] = count(1)

    def new(self) -> str:
        return f"id{next(self.numbers)}"


class MemoryStaff:
    """Carries out orders on memory."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = VirtualClock(there("2026-06-01 11:00"))
        self.carrier = Carrier()

    async def give(self, invocation: Invocation) -> Decision:
        return execute(self.store, RULES, invocation, self.clock.now())

    def load(self, need: Need[T]) -> T:
        return self.store.load(need)

    async def carry(self, message: Message, letter: Letter) -> Outcome:
        return self.carrier.send(message, letter)

    async def changed(self, scope: str, since: int) -> int:
        return since + 1

    def wake_tasks(self) -> None:
        pass


@pytest.fixture
def staff() -> MemoryStaff:
    return MemoryStaff()


@pytest.fixture
def house(staff: MemoryStaff) -> House:
    return House(staff, staff.clock, Numbers(), KEYS, "https://example.org/")


def message_of(house: House, kind: str) -> Message:
    return house.load(MessagePage(kind=kind))[0]


async def test_a_command_is_answered_and_nothing_else_happens_by_itself(house: House, staff: MemoryStaff) -> None:
    assert (await house.give(create(), "host")).code == "created"
    await house.give(sign_up("anna"), "guest")
    assert staff.carrier.handed == []
    assert [line.by for line in staff.store.lines] == ["host", "guest"]


async def test_a_house_that_settles_answers_when_all_that_followed_is_done(staff: MemoryStaff) -> None:
    house = House(staff, staff.clock, Numbers(), KEYS, "https://example.org", settles=True)
    await house.give(create(cap=1), "host")
    for name in ("anna", "ben"):
        await house.give(sign_up(name), "guest")
    await house.give(commands.CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
    assert [message.kind for message in staff.carrier.to("ben")] == ["waitlisted", "offer"]


async def test_alarms_ring_when_they_are_due(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    assert next_due(house) == there("2026-06-12 19:00")
    assert not await ring_due(house)
    staff.clock.move_to(there("2026-06-12 19:00"))
    assert await ring_due(house)
    assert not await ring_due(house)


async def test_messages_are_relayed_when_they_may_leave(house: House, staff: MemoryStaff) -> None:
    assert next_due(house) is None
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    assert next_due(house) == house.now()
    assert await relay_due(house)
    assert not await relay_due(house)
    assert message_of(house, "confirmation").status == "sent"


async def test_what_was_relayed_by_another_meanwhile_is_left_alone(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    staff.clock.move_to(there("2026-07-01 12:00"))
    await relay_due(house)
    assert (message_of(house, "confirmation").status, staff.carrier.handed) == ("failed", [])


async def test_a_letter_carries_links_that_the_house_can_read(house: House) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    links = house.letter(message_of(house, "confirmation")).links
    start = "https://example.org/l/"
    assert links["cancel"].startswith(start)
    link = house.keyring.read(links["cancel"].removeprefix(start), house.now())
    assert (link.purpose, link.scope, link.person) == ("cancel", EVENT, "anna")


async def test_links_keep_working_when_the_event_is_postponed(house: House) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    token = house.letter(message_of(house, "confirmation")).links["cancel"].removeprefix("https://example.org/l/")
    year_on = create(starts_at="2027-06-19 19:00").starts_at
    await house.give(commands.EditEvent(event_id=EVENT, starts_at=year_on), "host")
    assert house.keyring.read(token, there("2027-06-19 12:00")).person == "anna"


async def test_a_letter_that_was_sent_is_shown_as_it_was_sent(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    written = house.letter(message_of(house, "confirmation"))
    await sweep(house)
    house.base_url = "https://elsewhere.example.org"
    assert house.letter(message_of(house, "confirmation")) == written


async def test_the_hosts_mail_leads_to_the_desk_or_the_public_page(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    staff.clock.move_to(there("2026-06-13 09:00"))
    await sweep(house)
    message = message_of(house, "headcount")
    assert house.page_url(message, "desk") == "https://example.org/desk/e/party"
    assert house.page_url(message, "event") == "https://example.org/e/party"
    assert set(house.letter(message).links.values()) <= {
        "https://example.org/desk/e/party",
        "https://example.org/e/party",
    }


async def test_a_member_signs_in_by_a_mailed_link(house: House, staff: MemoryStaff) -> None:
    await house.give(AddMember(member_id="m1", email="ada@example.org"), "owner")
    await house.give(RequestSignIn(email="ada@example.org"), "ada")
    await sweep(house)
    letter = house.letter(message_of(house, "sign_in"))
    token = letter.links["sign-in"].removeprefix("https://example.org/l/")
    assert house.keyring.read(token, house.now()).purpose == "sign-in"


async def test_a_house_that_stops_takes_no_new_message_in_hand(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    house.stopping = True
    assert not await relay_due(house)
    assert [one.status for one in house.load(MessagePage(kind="confirmation"))] == ["queued"]


async def test_a_message_that_cannot_be_put_into_words_holds_up_no_other(
    house: House, staff: MemoryStaff, caplog: pytest.LogCaptureFixture
) -> None:
    await house.give(create(), "host")
    for name in ("anna", "ben"):
        await house.give(sign_up(name), "guest")
    shelf = staff.store.shelf(Message)
    key = next(key for key, message in shelf.items() if message.person == "anna")
    broken = {**shelf[key].facts, "position": "nowhere"}
    shelf[key] = msgspec.structs.replace(shelf[key], facts=broken)
    await sweep(house)
    statuses = {one.person: (one.status, one.error) for one in house.load(MessagePage(kind="confirmation"))}
    assert statuses == {"anna": ("queued", "it could not be put into words"), "ben": ("sent", "")}
    assert "could not be put into words" in caplog.text


async def test_one_alarm_that_fails_holds_up_no_other(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    poison = Alarm("a-poison", house.now(), commands.Fill(event_id=EVENT))
    healthy = Alarm("b-healthy", house.now(), commands.Fill(event_id=EVENT))
    staff.store.alarms |= {poison.key: poison, healthy.key: healthy}
    plain_commit = staff.store.commit

    def commit(written: Written) -> None:
        if written.rung == poison:
            raise RuntimeError("poison")
        plain_commit(written)

    staff.store.commit = commit  # type: ignore[method-assign]  # one bad alarm in a good store
    with pytest.raises(RuntimeError, match="poison"):
        await ring_due(house)
    assert {alarm.key for alarm in staff.store.alarms.values() if alarm.due_at <= house.now()} == {"a-poison"}


async def test_the_house_tells_the_time_and_answers_needs(house: House, staff: MemoryStaff) -> None:
    await house.give(create(), "host")
    assert house.now() == staff.clock.now()
    assert [event.id for event in house.load(EventPage())] == [EVENT]
    staff.clock.move_to(house.now() + timedelta(hours=1))
    assert house.now() == there("2026-06-01 12:00")
