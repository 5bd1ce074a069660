"""What others have got wrong, each seen in a public tracker: none of it happens here."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fullhouse.kernel.messages import Refused
from fullhouse.kernel.times import wall_time
from fullhouse.products.rsvp.commands import CancelEvent, ClaimOffer, StopMail
from fullhouse.products.rsvp.message_facts import read_facts
from fullhouse.products.rsvp.offers import why_not
from tests.stories.telling import an_evening, names
from tests.support.rsvp_world import EVENT, mail, sign_up


async def test_reading_a_link_changes_nothing(tmp_path: Path) -> None:
    """A mail scanner opens every link before the guest does."""
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna", "ben")
        before = evening.story()
        for message in evening.carrier.handed:
            for url in evening.engine.composer.letter(message).links.values():
                if "/l/" in url:
                    evening.engine.composer.keyring.read(
                        url.rpartition("/")[2], evening.clock.now()
                    )
        assert evening.story() == before
        assert evening.guest("anna").state == "confirmed"


async def test_a_spent_offer_does_not_come_back_and_block_the_next(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1, lapse_limit=0) as evening:
        await evening.sign_up("anna", "ben", "cem")
        await evening.cancel("anna")
        await evening.after(hours=6)
        assert (await evening.press("ben", "offer", "claim")).code == "offer_spent"
        assert (await evening.press("ben", "offer", "decline")).code == "offer_spent"
        assert (await evening.press("cem", "offer", "claim")).code == "confirmed"


async def test_the_last_in_line_does_not_get_the_seat(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("holder", *reversed(names("line", 9)))
        await evening.cancel("holder")
        assert evening.guest("line0009").offer is not None
        assert evening.guest("line0001").offer is None


async def test_a_family_is_not_split(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=4, max_party=4) as evening:
        await evening.sign_up("one", "two", "three", "four")
        await evening.sign_up("family", party=4)
        for name in ("one", "two", "three"):
            await evening.cancel(name)
            assert evening.guest("family").offer is None
        await evening.cancel("four")
        offer = evening.guest("family").offer
        assert offer is not None
        assert offer.seats == 4


async def test_no_offer_is_made_after_the_start(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna", "ben")
        await evening.until("2026-06-19 18:59")
        await evening.cancel("anna")
        (message,) = evening.mails("ben", "offer")
        offer = read_facts(message).offer
        assert offer is not None
        assert offer.ends_at == datetime(2026, 6, 19, 17, tzinfo=UTC)
        await evening.until("2026-06-19 19:15")
        assert (await evening.press("ben", "offer", "claim")).code == "offer_spent"
        assert len([one for one in evening.carrier.handed if one.kind == "offer"]) == 1


async def test_there_is_a_reason_why_somebody_was_not_asked(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=2, max_party=2) as evening:
        await evening.sign_up("holder", "other")
        await evening.sign_up("couple", party=2)
        await evening.sign_up("quiet", "ben")
        await evening.give(StopMail(event_id=EVENT, guest_id="quiet"))
        await evening.cancel("holder")
        await evening.press("ben", "offer", "decline")
        reasons = {
            guest.id: why_not(evening.event, guest) for guest in evening.guests("waitlisted")
        }
        assert reasons == {
            "couple": "party_does_not_fit",
            "quiet": "opted_out",
            "ben": "passed_on_this_one",
        }


async def test_joining_the_line_is_confirmed_by_mail_and_has_a_way_out(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna", "ben")
        (message,) = evening.mails("ben", "waitlisted")
        assert message.facts["position"] == 1
        assert set(evening.engine.composer.letter(message).links) & {"leave", "cancel", "manage"}
        await evening.cancel("ben")
        assert evening.event.waiting == 0


async def test_no_reminder_for_who_booked_after_it_was_due_nor_for_who_cancelled_nor_twice(
    tmp_path: Path,
) -> None:
    async with an_evening(tmp_path, cap=9) as evening:
        await evening.sign_up("early", "gone")
        await evening.until("2026-06-12 19:00")
        await evening.sign_up("late")
        await evening.cancel("gone")
        await evening.until("2026-06-20 12:00")
        told = {
            name: [one.facts["reminder"] for one in evening.mails(name, "reminder")]
            for name in ("early", "gone", "late")
        }
        assert told == {"early": ["7d", "1d", "morning"], "gone": ["7d"], "late": ["1d", "morning"]}
        keys = [message.id for message in evening.carrier.handed]
        assert len(keys) == len(set(keys))


async def test_a_visit_in_person_keeps_the_zone_of_the_place_also_when_clocks_change(
    tmp_path: Path,
) -> None:
    async with an_evening(
        tmp_path, now="2026-10-01 12:00", starts_at="2026-10-25 18:00"
    ) as evening:
        await evening.sign_up("anna")
        await evening.until("2026-10-26 12:00")
        due = [
            wall_time(one.queued_at, "Europe/Berlin").strftime("%d %H:%M")
            for one in evening.mails("anna", "reminder")
        ]
        assert due == ["18 18:00", "24 18:00", "25 09:00"]
        assert {one.facts["event"]["timezone"] for one in evening.mails("anna")} == {
            "Europe/Berlin"
        }


async def test_the_calendars_sequence_rises_with_every_change(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=2, max_party=2) as evening:
        await evening.sign_up("anna")
        for venue in ("The barn", "The loft"):
            await evening.edit(venue=venue)
        await evening.cancel("anna")
        entries = [
            evening.engine.composer.letter(message).calendar for message in evening.mails("anna")
        ]
        sequences = [entry.sequence for entry in entries if entry is not None]
        assert len(sequences) == 4
        assert sequences == sorted(set(sequences))
        assert [entry.method for entry in entries if entry is not None][-1] == "CANCEL"


async def test_forty_at_once_get_no_seat_twice_and_held_seats_count(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=10) as evening:
        await evening.sign_up(*names("vip", 4), place_as="pending")
        answers = await asyncio.gather(
            *(evening.give(sign_up(name)) for name in names("guest", 40))
        )
        assert [answer.code for answer in answers].count("confirmed") == 6
        assert (evening.event.taken, evening.event.held) == (10, 4)


async def test_cancelling_frees_the_seat(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna")
        await evening.cancel("anna")
        assert (await evening.sign_up("ben"))[0].code == "confirmed"


async def test_when_the_cap_is_raised_the_line_is_told(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna", "ben", "cem")
        await evening.edit(cap=3)
        assert [len(evening.mails(name, "offer")) for name in ("ben", "cem")] == [1, 1]


async def test_nobody_is_written_to_at_night(tmp_path: Path) -> None:
    async with an_evening(
        tmp_path, cap=2, lapse_limit=0, reminders=("7d", "25h", "20h", "morning")
    ) as evening:
        await evening.sign_up("anna", "ben", *names("line", 12))
        await evening.until("2026-06-05 21:30")
        await evening.cancel("anna")
        await evening.until("2026-06-19 18:00")
        assert evening.at_night() == {"cancelled"}
        assert {"offer", "offer_lapsed", "reminder"} <= {
            message.kind for message in evening.carrier.handed
        }


async def test_who_says_stop_gets_no_offer_and_no_reminder(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna", "ben", "cem")
        for name in ("anna", "ben"):
            await evening.give(StopMail(event_id=EVENT, guest_id=name))
        await evening.until("2026-06-18 12:00")
        await evening.cancel("anna")
        assert [message.kind for message in evening.mails("anna")] == ["confirmation", "cancelled"]
        assert [message.kind for message in evening.mails("ben")] == ["waitlisted"]
        assert len(evening.mails("cem", "offer")) == 1


async def test_the_same_silent_person_is_not_asked_for_ever(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=5) as evening:
        await evening.sign_up(*names("seat", 5), "silent", "keen")
        for name in names("seat", 5)[:3]:
            await evening.cancel(name)
            await evening.after(hours=30)
        assert len(evening.mails("silent", "offer")) == 2
        assert evening.guest("silent").state == "cancelled"
        assert len(evening.mails("silent", "offer_lapsed")) == 2


async def test_a_seat_is_not_stranded_between_lapse_and_roll_on(tmp_path: Path) -> None:
    """Lapse and roll-on are two commits, and the first one sets the alarm for the second."""
    async with an_evening(tmp_path, cap=1, lapse_limit=0) as evening:
        await evening.sign_up("anna", "ben", "cem")
        await evening.cancel("anna")
        evening.clock.move_to(evening.clock.now() + timedelta(hours=6))
        await evening.engine.execute_step(
            ClaimOffer(event_id=EVENT, guest_id="ben", offer_id="ben-1"), "someone"
        )
        await evening.after(minutes=1)
        assert len(evening.mails("cem", "offer")) == 1


async def test_a_bounced_address_costs_no_window(tmp_path: Path) -> None:
    async with an_evening(tmp_path, cap=1) as evening:
        await evening.sign_up("anna")
        evening.carrier.answers.append(Refused("no such mailbox", permanent=True))
        await evening.sign_up("bounced", "cem")
        before = evening.clock.now()
        await evening.cancel("anna")
        assert len(evening.mails("cem", "offer")) == 1
        assert evening.clock.now() == before
        assert why_not(evening.event, evening.guest("bounced")) == "bounced"


async def test_when_it_is_called_off_everyone_is_told_once_and_nothing_rings_again(
    tmp_path: Path,
) -> None:
    async with an_evening(tmp_path, cap=120) as evening:
        crowd = names("guest", 230)
        await asyncio.gather(*(evening.engine.execute(sign_up(name), "guest") for name in crowd))
        for name in crowd[:3]:
            await evening.cancel(name)
        await evening.give(CancelEvent(event_id=EVENT), "host")
        told = [
            message.to for message in evening.carrier.handed if message.kind == "event_cancelled"
        ]
        assert sorted(told) == [mail(name) for name in crowd[3:]]
        count = len(evening.carrier.handed)
        await evening.until("2026-06-25 12:00")
        assert len(evening.carrier.handed) == count
        assert all(guest.offer is None for guest in evening.guests())
