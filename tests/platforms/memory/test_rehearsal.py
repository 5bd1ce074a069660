"""A rehearsal plays the real rules on a copy: every message, each silence explained."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.kernel.messages import CHANNELS
from fullhouse.kernel.times import QuietHours
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.local.mailbox_carrier import MailboxCarrier
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.rehearsal import MOST_COPIED, RehearsalEngine, copied, rehearse
from fullhouse.products.rsvp.commands import CancelEvent, CloseSignUp
from fullhouse.products.rsvp.messages import to_guest
from fullhouse.products.rsvp.rehearsal import Rehearsal
from tests.support.cpu_time import cpu_within
from tests.support.rsvp_world import EVENT, create, sign_up, there

pytestmark = pytest.mark.anyio
MONDAY = there("2026-06-01 11:00")


class Played:
    """An event in a real store, rehearsed."""

    def __init__(self, folder: Path, now: datetime = MONDAY) -> None:
        self.folder, self.clock = folder, VirtualClock(now)

    async def rehearses(
        self, guests: int = 30, names: tuple[str, ...] = (), **fields: Any
    ) -> Rehearsal:
        async with open_engine(
            self.folder, self.clock, MailboxCarrier(), "http://x", settles=True
        ) as engine:
            await engine.execute(create(**fields), "host")
            for name in names:
                await engine.execute(sign_up(name), "guest")
            before = self.stored()
            found = await rehearse(engine, EVENT, guests)
            assert self.stored() == before
            assert engine.now() == self.clock.now()
            assert found is not None
            return found

    def stored(self) -> str:
        with closing(sqlite3.connect(self.folder / "fullhouse.db")) as connection:
            return "\n".join(connection.iterdump())


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path)


def kinds(found: Rehearsal, status: str = "sent") -> set[str]:
    return {one.kind for one in found.told if one.status == status}


async def test_an_evening_is_played_to_its_thanks_and_nothing_real_has_moved(
    played: Played,
) -> None:
    found = await played.rehearses(cap=10)
    assert {"confirmation", "waitlisted", "cancelled", "offer"} <= kinds(found)
    assert {
        "reminder:7d",
        "reminder:1d",
        "reminder:morning",
        "headcount",
        "summary",
        "thank_you",
    } <= kinds(found)
    assert found.simulated == 30
    assert not found.cut_short
    assert [one.at for one in found.told] == sorted(one.at for one in found.told)


async def test_the_same_event_is_played_the_same_way_twice(tmp_path: Path) -> None:
    first = await Played(tmp_path / "one").rehearses(cap=5)
    assert await Played(tmp_path / "two").rehearses(cap=5) == first


async def test_no_reminder_or_offer_leaves_in_quiet_hours_and_those_that_wait_say_so(
    played: Played,
) -> None:
    found = await played.rehearses(200, cap=60)
    night = QuietHours()
    gentle = [
        one
        for one in found.told
        if one.status == "sent" and one.kind.partition(":")[0] in ("reminder", "offer")
    ]
    assert gentle
    assert [one for one in gentle if night.cover(one.at, found.timezone)] == []
    waits = [one for one in found.told if one.status == "waits" and one.kind == "offer"]
    assert waits
    assert all(
        one.note == "quiet_hours" and one.until is not None and one.until > one.at for one in waits
    )


async def test_a_deadline_that_the_night_or_the_start_moves_is_told(played: Played) -> None:
    found = await played.rehearses(200, cap=60)
    offers = [one for one in found.told if one.kind == "offer" and one.status == "sent"]
    assert "deadline_later" in {one.note for one in offers}
    for one in offers:
        assert one.until is not None
        usual = one.at + timedelta(hours=6)
        assert {"deadline": one.until == usual, "deadline_later": one.until > usual}.get(
            one.note, one.until < usual
        )


async def test_reminders_that_will_not_come_are_foretold(tmp_path: Path) -> None:
    found = await Played(tmp_path, there("2026-06-15 11:00")).rehearses(
        3, reminders=("7d", "11h", "morning")
    )
    assert {one.name: one.fate for one in found.reminders} == {
        "7d": "past",
        "11h": "merged",
        "morning": "sent",
    }
    assert "reminder:7d" not in kinds(found)


async def test_those_who_are_really_on_the_list_play_along(played: Played) -> None:
    found = await played.rehearses(0, ("anna", "bert", "cleo"))
    assert (found.guests, found.simulated) == (3, 0)
    reminded = {one.name for one in found.told if one.kind == "reminder:7d"}
    assert reminded <= {"Anna", "Bert", "Cleo"}
    assert reminded


async def test_invited_guests_answer_and_couples_come_together(played: Played) -> None:
    found = await played.rehearses(40, cap=20, confirm_by_mail=True, max_party=2)
    assert "invite" in kinds(found)
    assert {"offer_lapsed", "confirmation"} <= kinds(found)


async def test_a_message_that_is_let_go_says_why(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path, VirtualClock(MONDAY), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        await engine.execute(create(cap=1), "host")
        await engine.execute(sign_up("anna"), "guest")
        await engine.execute(sign_up("bert"), "guest")
        copy = copied(engine, EVENT)
        assert copy is not None
        bert = next(one for one in copy.guests if one.id == "bert")
        reminder = to_guest("reminder", copy.event, bert, MONDAY, "1d", reminder="1d")
        stage = RehearsalEngine(msgspec.structs.replace(copy, messages=(reminder,)), 0, "http://x")
        await stage.run(MONDAY)
        told = [(one.status, one.kind, one.name, one.note) for one in stage.told]
        assert told == [("dropped", "reminder:1d", "Bert", "no longer due to this guest")]


async def test_of_a_very_large_event_some_play_along(played: Played) -> None:
    names = tuple(f"g{number:03}" for number in range(MOST_COPIED + 5))
    found = await played.rehearses(10, names, cap=1000)
    assert found.sampled
    assert found.guests == MOST_COPIED


@pytest.mark.timing
async def test_five_hundred_at_most_are_simulated_in_a_few_seconds(played: Played) -> None:
    with cpu_within(20):
        found = await played.rehearses(100_000, cap=300)
        assert found.simulated == 500


async def test_more_than_can_be_told_is_cut_short(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fullhouse.platforms.memory.rehearsal.MOST_TOLD", 10)
    assert (await played.rehearses(cap=10)).cut_short


async def test_an_event_that_was_called_off_has_nothing_to_say(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path, VirtualClock(MONDAY), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        await engine.execute(create(), "host")
        await engine.execute(CancelEvent(event_id=EVENT), "host")
        found = await rehearse(engine, EVENT, 10)
        assert found is not None
        assert (found.told, found.reminders) == ((), ())
        assert await rehearse(engine, "nowhere", 10) is None


async def test_a_closed_list_takes_nobody_in_the_rehearsal_either(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path, VirtualClock(MONDAY), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        await engine.execute(create(), "host")
        await engine.execute(CloseSignUp(event_id=EVENT), "host")
        found = await rehearse(engine, EVENT, 10)
        assert found is not None
        assert "confirmation" not in kinds(found)


async def test_what_is_still_to_leave_leaves_in_the_rehearsal(tmp_path: Path) -> None:
    class Down(MailboxCarrier):
        carries = CHANNELS

    async with open_engine(tmp_path, VirtualClock(MONDAY), Down(), "http://x") as engine:
        await engine.execute(create(), "host")
        await engine.execute(sign_up("anna"), "guest")
        stage = staged(engine)
        assert len(stage.store.load(MessagePage())) == 1
        await stage.run(MONDAY)
        assert [(one.kind, one.to) for one in stage.told] == [("confirmation", "anna@example.org")]
        assert await stage.engine.executor.changed("", 3) == 3


def staged(engine: Engine) -> RehearsalEngine:
    copy = copied(engine, EVENT)
    assert copy is not None
    return RehearsalEngine(copy, 0, "http://x")


async def test_links_in_a_rehearsal_are_signed_by_no_key_of_the_house(tmp_path: Path) -> None:
    async with open_engine(
        tmp_path, VirtualClock(MONDAY), MailboxCarrier(), "http://x", settles=True
    ) as engine:
        await engine.execute(create(), "host")
        assert {key.id for key in staged(engine).engine.composer.keyring.keys}.isdisjoint(
            key.id for key in engine.composer.keyring.keys
        )
