"""Paragraphs for what an order says: written before it is given, left out if the figures have changed since."""

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import with_narrative
from fullhouse.engine.house import House, ring_due
from fullhouse.engine.narratives import Narrative, accepted_text, facts_digest
from fullhouse.engine.ports import Invocation, MessagePage, NextAlarm
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.kernel.rendering import as_text
from fullhouse.products.rsvp.commands import Remind, SendHeadcount
from tests.building import EVENT, create, sign_up, there
from tests.engine.test_house import MemoryStaff, Numbers

MORNING = there("2026-06-18 09:00")
SAID = "A warm evening is coming up."


class Writer:
    """Writes the same about everything, and remembers what it was asked to write about."""

    commands: frozenset[type[Command]] = frozenset({SendHeadcount})

    def __init__(self, said: str = SAID) -> None:
        self.said = said
        self.seen: list[Message] = []

    async def write(self, message: Message) -> str:
        self.seen.append(message)
        return self.said


def a_house(writer: Writer | None = None) -> House:
    staff = MemoryStaff()
    house = House(staff, staff.clock, Numbers(), Keyring((Key("k1", b"k" * 32),)), "https://example.org/")
    house.narrator = writer
    return house


async def a_morning_later(house: House) -> Message:
    await house.give(create(), "host")
    await house.give(sign_up("anna"), "guest")
    staff = house.staff
    assert isinstance(staff, MemoryStaff)
    while not (found := house.load(MessagePage(kind="headcount"))):
        due = house.load(NextAlarm())
        assert due is not None
        staff.clock.move_to(due)
        await ring_due(house)
    return found[0]


async def test_the_host_reads_the_paragraph_in_the_days_mail() -> None:
    writer = Writer()
    house = a_house(writer)
    message = await a_morning_later(house)
    assert SAID in as_text(house.letter(message))
    assert [one.id for one in writer.seen] == [message.id]


async def test_without_a_writer_or_without_words_the_mail_is_plain() -> None:
    for writer in (None, Writer("")):
        house = a_house(writer)
        message = await a_morning_later(house)
        assert "narrative" not in message.facts
        assert "1 of 2 seats are confirmed." in as_text(house.letter(message))


async def test_a_paragraph_about_figures_that_have_changed_is_left_out() -> None:
    house = a_house(writer := Writer())
    await house.give(create(), "host")
    invocation = Invocation("o1", "clock", SendHeadcount(event_id=EVENT, due_at=MORNING))
    asked = await with_narrative(invocation, house, RULES, MORNING, writer)
    assert [one.text for one in asked.narratives] == [SAID]
    await house.give(sign_up("anna"), "guest")
    staff = house.staff
    assert isinstance(staff, MemoryStaff)
    staff.clock.move_to(MORNING)
    (message,) = (await staff.give(asked)).messages
    assert message.facts["headcount"]["confirmed"] == 1
    assert "narrative" not in message.facts


async def test_nothing_is_written_for_commands_that_the_writer_does_not_know() -> None:
    house = a_house(writer := Writer())
    await house.give(create(), "host")
    invocation = Invocation("o1", "clock", Remind(event_id=EVENT, plan=1, reminder="1d", due_at=MORNING))
    assert await with_narrative(invocation, house, RULES, MORNING, writer) == invocation
    assert writer.seen == []


async def test_a_paragraph_belongs_to_one_message() -> None:
    message = await a_morning_later(a_house())
    mark = facts_digest(message)
    assert accepted_text(message, (Narrative("another", mark, SAID),)) == message
    assert accepted_text(message, (Narrative(message.id, "another", SAID),)) == message
    assert accepted_text(message, (Narrative(message.id, mark, SAID),)).facts["narrative"] == SAID
