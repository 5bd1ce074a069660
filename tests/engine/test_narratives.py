"""Narrative paragraphs: written before the command, left out if the figures have changed."""

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.execute import with_narrative
from fullhouse.engine.narratives import Narrative, accepted_text, facts_digest
from fullhouse.engine.ports import Invocation, MessagePage, NextAlarm
from fullhouse.engine.urls import one_address
from fullhouse.engine.worker import run_due_alarms
from fullhouse.kernel.commands import Command
from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.links import Key, Keyring
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.commands import Remind, SendHeadcount
from tests.engine.test_core import MemoryExecutor, Numbers
from tests.support.rsvp_world import EVENT, create, sign_up, there

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


def an_engine(writer: Writer | None = None) -> Engine:
    executor = MemoryExecutor()
    composer = Composer(one_address("https://example.org"), Keyring((Key("k1", b"k" * 32),)))
    return Engine(executor, executor.clock, Numbers(), composer, narrator=writer)


async def a_morning_later(engine: Engine) -> Message:
    await engine.execute(create(), "host")
    await engine.execute(sign_up("anna"), "guest")
    executor = engine.executor
    assert isinstance(executor, MemoryExecutor)
    while not (found := engine.load(MessagePage(kind="headcount"))):
        due = engine.load(NextAlarm())
        assert due is not None
        executor.clock.move_to(due)
        await run_due_alarms(engine)
    return found[0]


async def test_the_host_reads_the_paragraph_in_the_days_mail() -> None:
    writer = Writer()
    engine = an_engine(writer)
    message = await a_morning_later(engine)
    assert SAID in as_text(engine.composer.letter(message))
    assert [one.id for one in writer.seen] == [message.id]


async def test_without_a_writer_or_without_words_the_mail_is_plain() -> None:
    for writer in (None, Writer("")):
        engine = an_engine(writer)
        message = await a_morning_later(engine)
        assert "narrative" not in message.facts
        assert "1 of 2 seats confirmed." in as_text(engine.composer.letter(message))


async def test_a_paragraph_about_figures_that_have_changed_is_left_out() -> None:
    engine = an_engine(writer := Writer())
    await engine.execute(create(), "host")
    invocation = Invocation("o1", "clock", SendHeadcount(event_id=EVENT, due_at=MORNING))
    asked = await with_narrative(invocation, engine, RULES, MORNING, writer)
    assert [one.text for one in asked.narratives] == [SAID]
    await engine.execute(sign_up("anna"), "guest")
    executor = engine.executor
    assert isinstance(executor, MemoryExecutor)
    executor.clock.move_to(MORNING)
    (message,) = (await executor.execute(asked)).messages
    assert message.facts["headcount"]["confirmed"] == 1
    assert "narrative" not in message.facts


async def test_nothing_is_written_for_commands_that_the_writer_does_not_know() -> None:
    engine = an_engine(writer := Writer())
    await engine.execute(create(), "host")
    invocation = Invocation(
        "o1", "clock", Remind(event_id=EVENT, plan=1, reminder="1d", due_at=MORNING)
    )
    assert await with_narrative(invocation, engine, RULES, MORNING, writer) == invocation
    assert writer.seen == []


async def test_a_paragraph_belongs_to_one_message() -> None:
    message = await a_morning_later(an_engine())
    mark = facts_digest(message)
    assert accepted_text(message, (Narrative("another", mark, SAID),)) == message
    assert accepted_text(message, (Narrative(message.id, "another", SAID),)) == message
    assert accepted_text(message, (Narrative(message.id, mark, SAID),)).facts["narrative"] == SAID
