"""The example evenings of the product, from the first sign-up to the morning after."""

import asyncio
from pathlib import Path
from typing import Any

from fullhouse.products.rsvp.commands import SendThanks
from tests.stories.telling import an_evening, names
from tests.support.rsvp_world import EVENT, HOST, mail, sign_up, there


async def test_the_workshop_of_forty(tmp_path: Path) -> None:
    """Two cancel late; one offer is claimed in 20 minutes, one lapses and rolls on; forty come."""
    fields: dict[str, Any] = {
        "cap": 40,
        "reminders": ("2d", "morning"),
        "starts_at": "2026-06-19 18:00",
    }
    async with an_evening(tmp_path, **fields) as evening:
        seats, line = names("seat", 40), names("line", 3)
        await evening.sign_up(*seats, *line)
        assert all(len(evening.mails(name, "confirmation")) == 1 for name in seats)
        await evening.until("2026-06-18 19:00")
        await evening.press("seat0001", "confirmation", "cancel")
        await evening.press("seat0002", "confirmation", "cancel")
        assert [len(evening.mails(name, "offer")) for name in line] == [1, 1, 0]
        await evening.until("2026-06-18 19:20")
        assert (await evening.press("line0001", "offer", "claim")).code == "confirmed"
        # Six hours from seven in the evening end in the night, so the second has until eight.
        await evening.until("2026-06-19 08:00")
        assert [len(evening.mails(name, "offer")) for name in line] == [1, 1, 1]
        await evening.until("2026-06-19 09:30")
        assert (await evening.press("line0003", "offer", "claim")).code == "confirmed"
        await evening.until("2026-06-19 18:00")
        assert (evening.event.confirmed, evening.event.held) == (40, 0)
        assert len(evening.guests("confirmed")) == 40
        assert [message.facts["reminder"] for message in evening.mails("seat0003", "reminder")] == [
            "2d",
            "morning",
        ]
        assert [message.facts["reminder"] for message in evening.mails("line0001", "reminder")] == [
            "morning"
        ]
        assert (
            evening.mails("line0003", "reminder") == evening.mails("seat0001", "reminder")[1:] == []
        )
        assert evening.at_night() == set()


async def test_a_thousand_sign_ups_for_eighty_seats(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=80) as evening:
        crowd = names("guest", 1000)
        engine = evening.engine
        answers = await asyncio.gather(*(engine.execute(sign_up(name), "guest") for name in crowd))
        assert [answer.code for answer in answers].count("confirmed") == 80
        positions = [answer.position for answer in answers if answer.code == "waitlisted"]
        assert sorted(positions) == list(range(1, 921))
        assert (evening.event.confirmed, evening.event.waiting, evening.event.free) == (80, 920, 0)


async def test_three_for_the_last_two_seats_in_the_same_minute(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=2) as evening:
        answers = await asyncio.gather(
            *(evening.give(sign_up(name)) for name in ("anna", "ben", "cem"))
        )
        assert [(answer.code, answer.position) for answer in answers] == [
            ("confirmed", None),
            ("confirmed", None),
            ("waitlisted", 1),
        ]


async def test_the_last_in_line_asks_and_the_line_is_asked_in_order(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1, lapse_limit=0, claim_window="1h") as evening:
        line = names("line", 5)
        await evening.sign_up("holder", *line)
        await evening.cancel("holder")
        await evening.until("2026-06-01 16:00")
        offers = [message.to for message in evening.carrier.handed if message.kind == "offer"]
        assert offers == [mail(name) for name in line]
        assert evening.event.free == 1
        assert evening.story()[-1][0] == "seats_opened"


async def test_a_host_imports_a_list_longer_than_the_room(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=3, now="2026-06-01 22:00") as evening:
        listed = names("listed", 5)
        answers = await evening.sign_up(*listed, source="import", place_as="pending")
        assert [answer.code for answer in answers] == [*["pending"] * 3, *["waitlisted"] * 2]
        assert [name for name in listed if evening.mails(name, "invite")] == []
        await evening.until("2026-06-02 08:00")
        assert [name for name in listed if evening.mails(name, "invite")] == listed[:3]
        assert (await evening.press(listed[0], "invite", "confirm")).code == "confirmed"
        assert (await evening.press(listed[1], "invite", "cancel")).code == "cancelled"
        assert len(evening.mails(listed[3], "offer")) == 1
        await evening.until("2026-06-05 09:00")
        assert evening.guest(listed[2]).state == "cancelled"


async def test_the_morning_after(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=2) as evening:
        await evening.sign_up("anna", "ben", "cem")
        await evening.until("2026-06-20 09:00")
        drafts = [message for message in evening.carrier.handed if message.kind == "summary"]
        assert [message.to for message in drafts] == [HOST]
        await evening.give(SendThanks(event_id=EVENT, text="It was a joy."), "host")
        thanked = [message.to for message in evening.carrier.handed if message.kind == "thank_you"]
        assert thanked == [mail("anna"), mail("ben")]
        assert evening.unsent() == []


async def test_a_seat_offered_late_in_the_evening_is_time_critical(tmp_path: Path) -> None:
    fields: dict[str, Any] = {
        "cap": 1,
        "time_critical_offers": True,
        "starts_at": "2026-06-19 10:00",
    }
    async with an_evening(tmp_path, **fields) as evening:
        await evening.sign_up("anna", "ben")
        await evening.until("2026-06-18 22:30")
        await evening.cancel("anna")
        assert len(evening.mails("ben", "offer")) == 1
        offer = evening.guest("ben").offer
        # It holds by the clock, also at night, so that someone else could still be asked.
        assert offer is not None
        assert offer.ends_at == there("2026-06-19 04:30")
        await evening.until("2026-06-19 04:00")
        assert (await evening.press("ben", "offer", "claim")).code == "confirmed"


async def test_the_evening_is_postponed_and_everyones_links_still_work(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=2) as evening:
        await evening.sign_up("anna", "ben", "cem")
        await evening.until("2026-06-18 20:00")
        await evening.edit(starts_at=there("2026-09-19 21:00").replace(tzinfo=None))
        assert len(evening.mails("anna", "changed")) == len(evening.mails("cem", "changed")) == 1
        await evening.until("2026-09-18 12:00")
        assert (await evening.press("anna", "confirmation", "cancel")).code == "cancelled"
        assert (await evening.press("cem", "offer", "claim")).code == "confirmed"
        await evening.until("2026-09-20 12:00")
        reminders = [message.facts["reminder"] for message in evening.mails("ben", "reminder")]
        assert reminders == ["7d", "1d", "7d", "1d", "morning"]
