"""Evenings that change at the last minute, on a real store: seats, news and reminders."""

from datetime import datetime
from pathlib import Path

import pytest

from tests.stories.telling import an_evening
from tests.support.rsvp_world import there

pytestmark = pytest.mark.anyio


async def test_a_seat_given_up_in_the_afternoon_still_finds_someone(tmp_path: Path) -> None:
    async with an_evening(tmp_path, now="2026-06-19 09:30") as evening:
        await evening.sign_up("anna", "ben", "cem", "dora", "emil")
        await evening.until("2026-06-19 13:30")
        await evening.press("anna", "confirmation", "cancel")
        assert evening.guest("cem").offer is not None
        await evening.until("2026-06-19 15:20")
        assert evening.guest("cem").state == "waitlisted"
        assert evening.guest("cem").lapses == 0
        assert evening.guest("dora").offer is not None
        await evening.until("2026-06-19 17:10")
        letter = evening.engine.composer.letter(evening.mails("emil", "offer")[-1])
        assert "next person" not in " ".join(letter.paragraphs)
        await evening.press("emil", "offer", "claim")
        assert evening.guest("emil").state == "confirmed"


async def test_three_who_come_as_one_get_the_seat_that_was_open(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=3, max_party=3) as evening:
        await evening.sign_up("anna", "ben", "emil")
        await evening.sign_up("cem", party=3)
        await evening.cancel("anna")
        assert evening.event.free == 1
        await evening.party("cem", 1)
        assert evening.guest("cem").offer is not None
        assert not evening.mails("cem", "changed")
        (late,) = await evening.sign_up("dora")
        assert late.code == "waitlisted"
        await evening.press("cem", "offer", "claim")
        assert evening.guest("cem").state == "confirmed"


async def test_a_brunch_that_moves_at_night_is_no_surprise_in_the_morning(tmp_path: Path) -> None:
    async with an_evening(tmp_path, starts_at="2026-06-19 10:00") as evening:
        await evening.sign_up("anna")
        await evening.until("2026-06-18 22:15")
        await evening.edit(venue="The barn")
        (at,) = [at for at, message in evening.carrier.times if message.kind == "changed"]
        assert at == there("2026-06-18 22:15")
        await evening.until("2026-06-19 12:00")
        assert len(evening.mails("anna", "changed")) == 1


async def test_an_evening_moved_closer_reminds_once_on_its_morning(tmp_path: Path) -> None:
    async with an_evening(tmp_path, starts_at="2026-07-19 19:00") as evening:
        await evening.sign_up("anna")
        await evening.until("2026-06-19 08:15")
        await evening.edit(starts_at=datetime(2026, 6, 19, 19, 0))
        await evening.until("2026-06-19 20:00")
        reminders = [message.facts["reminder"] for message in evening.mails("anna", "reminder")]
        assert reminders == ["morning"]
