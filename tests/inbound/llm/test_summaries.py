"""Summaries with a model, from alarm to letter, on the local platform as it runs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.worker import next_due_at, sweep
from fullhouse.inbound.llm.narration import ModelNarrator
from fullhouse.inbound.llm.port import LanguageModel
from fullhouse.kernel.letter_html import as_text
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from tests.inbound.llm.maker import Maker
from tests.products.frontdesk.waitlist.salon import RULES_TEXT
from tests.support.rsvp_world import create, sign_up, there

SAID = "Thank you all, that was a joy to see, and it goes on like this."


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(there("2026-06-01 11:00"))


@pytest.fixture
async def engine(tmp_path: Path, clock: VirtualClock) -> AsyncIterator[Engine]:
    async with open_engine(tmp_path, clock, MailboxCarrier(), "http://x", settles=True) as engine:
        await engine.execute(SaveDocument(name="rules", text=RULES_TEXT), "setup")
        await engine.execute(create(starts_at="2026-06-19 18:00"), "host")
        await engine.execute(sign_up("anna"), "guest")
        await engine.execute(
            FreeSlot(slot_id="s1", service="Cut", starts_at=there("2026-06-18 10:00")), "desk"
        )
        yield engine


async def five_weeks(engine: Engine, clock: VirtualClock) -> dict[tuple[str, str], str]:
    """Let time pass, alarm by alarm, and return what each kind of summary says in the end."""
    while (due := next_due_at(engine)) is not None and due < there("2026-07-08 12:00"):
        clock.move_to(max(due, clock.now()))
        await sweep(engine)
    found = [*engine.load(MessagePage(kind="summary")), *engine.load(MessagePage(kind="headcount"))]
    return {(one.product, one.kind): as_text(engine.composer.letter(one)) for one in found}


KINDS = {
    ("rsvp", "headcount"),
    ("rsvp", "summary"),
    ("waitlist", "summary"),
    ("appointments", "summary"),
}


async def test_each_summary_is_worded_by_the_model_and_keeps_its_figures(
    engine: Engine, clock: VirtualClock, scribe: LanguageModel, maker: Maker
) -> None:
    maker.says = lambda _material: {"paragraph": SAID}
    engine.narrator = ModelNarrator(scribe)
    letters = await five_weeks(engine, clock)
    assert set(letters) == KINDS
    for key, text in letters.items():
        assert SAID in text, key


async def test_a_model_that_makes_numbers_up_changes_no_letter(
    engine: Engine, clock: VirtualClock, scribe: LanguageModel, maker: Maker
) -> None:
    maker.says = lambda _material: {
        "paragraph": "Wonderful: 4,711 guests came, and everyone paid double."
    }
    engine.narrator = ModelNarrator(scribe)
    letters = await five_weeks(engine, clock)
    assert set(letters) == KINDS
    assert "4,711" not in "".join(letters.values())
    assert maker.asked != []


async def test_without_a_model_each_summary_reads_well(engine: Engine, clock: VirtualClock) -> None:
    letters = await five_weeks(engine, clock)
    assert set(letters) == KINDS
    assert "It was good to have you at Summer party." in letters["rsvp", "summary"]
    assert "one slot came free, and it found nobody" in letters["waitlist", "summary"]
    assert "One time came free." in letters["appointments", "summary"]
