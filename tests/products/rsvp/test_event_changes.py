"""Changes of an event: what guests are told, settings, and dates and deadlines that move."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from fullhouse.products.rsvp import commands, offers
from fullhouse.products.rsvp.model import MOST_PLANS, GuestListState, ReminderPlan, Settings
from tests.support.rsvp_world import EVENT, Room, full_room, mail, there


def test_guests_are_told_what_changed_and_the_calendar_follows() -> None:
    room = full_room()
    room.edit(venue="The barn", name="Barn party")
    assert [message.facts["changes"] for message in room.messages("changed", "anna")] == [
        ["name", "venue"]
    ]
    assert {message.to for message in room.messages("changed")} == {
        mail(name) for name in ("anna", "ben", "cem", "dora")
    }
    assert room.event.sequence == 1


def test_guests_are_not_told_if_the_host_does_not_wish_it() -> None:
    room = full_room()
    room.edit(venue="The barn", tell_guests=False)
    assert (room.messages("changed"), room.event.sequence) == ([], 1)


def test_what_guests_need_not_know_is_not_told() -> None:
    room = full_room()
    room.edit(host_email="other@example.org", cap=5, settings={"claim_window": "2h"})
    assert (room.messages("changed"), room.event.sequence) == ([], 0)


def test_an_edit_that_changes_nothing_is_none() -> None:
    room = full_room()
    room.edit(name="Party")
    assert room.edit(name="Party", cap=2, settings={"lapse_limit": 2}).code == "unchanged"
    assert room.edit().code == "unchanged"
    assert room.actions().count("changed") == 1


def test_settings_change_one_by_one_and_the_others_stay() -> None:
    room = Room(claim_window="2h", max_party=4)
    room.edit(settings={"lapse_limit": 5})
    assert room.event.settings == Settings(claim_window="2h", max_party=4, lapse_limit=5)


@pytest.mark.parametrize(
    "settings",
    [
        {"claim_window": "soon"},
        {"claim_window": "0h"},
        {"reminders": ["now"]},
        {"reminders": [f"{days}d" for days in range(1, 12)]},
        {"max_party": 0},
        {"max_party": 51},
        {"lapse_limit": -1},
        {"run_up_days": 61},
        {"morning_at": "25:00"},
        {"quiet_hours": {"from": "late"}},
        {"quiet_hours": {"until": "08:00"}},
        {"colour": "red"},
        {"max_party": "two"},
    ],
)
def test_a_setting_that_cannot_be_understood_is_refused(settings: dict[str, Any]) -> None:
    room = Room()
    answer = room.edit(settings=settings)
    assert answer.code == "bad_settings"
    assert answer.field.startswith("settings: ")
    assert room.actions() == ["created"]


def test_a_shortest_window_longer_than_the_claim_window_is_refused() -> None:
    room = Room()
    for settings in ({"shortest_window": "7h"}, {"claim_window": "1h", "shortest_window": "2h"}):
        answer = room.edit(settings=settings)
        assert (answer.code, answer.field) == ("shortest_too_long", "settings.shortest_window")
    assert room.edit(settings={"shortest_window": "6h"}).code == "changed"
    refused = Room(claim_window="1h", shortest_window="2h").created
    assert (refused.code, refused.field) == ("shortest_too_long", "settings.shortest_window")


def test_a_claim_window_below_the_usual_shortest_one_is_fine() -> None:
    assert Room(claim_window="10m").created.code == "created"


def test_a_voice_is_kept_and_a_broken_template_is_refused_when_saved() -> None:
    room = Room()
    broken = room.edit(voice={"reminder": "Hello {{ name"})
    assert (broken.code, broken.field.partition(":")[0]) == ("bad_template", "voice.reminder")
    assert room.edit(voice={"reminder": "See you soon!"}).code == "changed"
    room.sign_up("anna")
    room.until("2026-06-13 12:00")
    assert room.messages("reminder")[0].facts["template"] == "See you soon!"


def test_voice_that_is_too_long_in_all_is_refused() -> None:
    room = Room()
    long = "€" * 9_000
    kinds = ("confirmation", "waitlisted", "invite", "reminder", "offer", "changed")
    fits = room.edit(voice=dict.fromkeys(kinds[:5], long))
    refused = room.edit(voice=dict.fromkeys(kinds, long))
    assert fits.code == "changed"
    assert refused.code == "bad_template"
    assert refused.field == "voice: all of it together is too long"
    assert room.edit(voice={}).code == "changed"


def test_so_many_schedules_stand_side_by_side_and_then_the_oldest_becomes_the_next() -> None:
    room = Room(reminders=("1d",))
    for days in range(2, MOST_PLANS + 2):
        room.after(hours=1)
        room.edit(settings={"reminders": [f"{days}d"]})
    plans = room.event.plans
    assert [plan.reminders for plan in plans] == [
        (f"{days}d",) for days in range(2, MOST_PLANS + 2)
    ]
    assert plans[0] == ReminderPlan(1, ("2d",), "09:00")
    assert [plan.since for plan in plans] == sorted(
        {plan.since for plan in plans}, key=lambda at: (at is not None, at)
    )
    assert [alarm.key for alarm in room.alarms("reminder:party:0")] == []


def test_a_moved_start_takes_an_unnamed_end_along() -> None:
    room = Room(ends_at="2026-06-20 01:00")
    room.edit(starts_at="2026-07-03 20:00")
    assert room.event.ends_at == datetime(2026, 7, 4, 2, 0)


def test_a_moved_date_books_every_reminder_anew() -> None:
    room = Room()
    room.sign_up("anna")
    room.until("2026-06-12 20:00")
    room.edit(starts_at="2026-07-03 19:00")
    assert [(alarm.key.rpartition(":")[2], alarm.due_at) for alarm in room.alarms("reminder")] == [
        ("7d", there("2026-06-26 19:00")),
        ("1d", there("2026-07-02 19:00")),
        ("morning", there("2026-07-03 09:00")),
    ]
    room.until("2026-07-05 12:00")
    assert room.kinds("anna") == ["confirmation", "reminder", "changed", *["reminder"] * 3]
    assert [message.facts["reminder"] for message in room.messages("reminder")] == [
        "7d",
        "7d",
        "1d",
        "morning",
    ]


def test_a_changed_zone_moves_the_reminders_too() -> None:
    room = Room()
    room.edit(timezone="America/New_York")
    assert room.alarms("reminder")[0].due_at == there("2026-06-12 19:00", "America/New_York")


def test_a_date_moved_forward_caps_live_deadlines_anew() -> None:
    room = full_room(invite_window="720h", settles=True)
    room.cancel("anna")
    room.sign_up("vip", source="host", place_as="pending")
    room.edit(starts_at="2026-06-01 15:00")
    assert room.offer("cem").ends_at == room.event.starts
    assert [alarm.due_at for alarm in room.alarms("lapse")] == [room.event.starts]
    assert room.actions()[-1] == "deadline_moved"


def test_a_date_moved_back_leaves_deadlines_as_they_are() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem")
    room.edit(starts_at="2026-08-01 19:00")
    assert room.offer("cem") == offer
    assert room.claim("cem", offer.id).code == "confirmed"


def test_an_offer_never_holds_past_a_start_that_was_moved_a_moment_ago() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    room.edit(starts_at="2026-06-01 12:00")
    room.jump("2026-06-01 12:00")
    assert room.claim("cem").code == "offer_lapsed"


def test_deadlines_are_moved_in_pages() -> None:
    room = Room(cap=120, checks=False, settles=False)
    room.sign_up(*(f"guest{number:03}" for number in range(120)), place_as="pending")
    room.edit(starts_at="2026-06-02 19:00", tell_guests=False)
    room.settle()
    room.check()
    assert {guest.offer.ends_at for guest in room.guests() if guest.offer} == {room.event.starts}
    assert room.actions().count("deadline_moved") == 120


def test_a_changed_window_holds_for_offers_from_now_on() -> None:
    room = full_room()
    room.cancel("anna")
    offer = room.offer("cem")
    room.edit(settings={"claim_window": "8h"})
    assert room.offer("cem") == offer
    room.cancel("ben")
    assert room.offer("dora").ends_at == room.now + timedelta(hours=8)


def test_a_changed_window_holds_for_all_if_the_host_says_so_and_none_is_cut_short() -> None:
    room = full_room(cap=3)
    room.cancel("anna")
    room.edit(settings={"claim_window": "8h", "invite_window": "1h"}, for_all=True)
    assert room.offer("dora").ends_at == room.now + timedelta(hours=8)
    room.edit(settings={"claim_window": "1h"}, for_all=True)
    assert room.offer("dora").ends_at == room.now + timedelta(hours=8)


def test_a_longer_window_for_invites_holds_for_all_if_the_host_says_so() -> None:
    room = Room()
    room.sign_up("anna", place_as="pending")
    room.edit(settings={"invite_window": "96h"}, for_all=True)
    assert room.offer("anna").ends_at == room.now + timedelta(hours=96)
    assert [alarm.due_at for alarm in room.alarms("lapse")] == [room.offer("anna").ends_at]


def test_deadlines_of_an_event_that_is_off_are_left_alone() -> None:
    room = full_room(settles=False)
    room.cancel("anna")
    room.settle()
    before = room.offer("cem")
    room.call_off()
    room.give(commands.RecapOffers(event_id=EVENT, stretch=True))
    room.give(commands.RecapOffers(event_id="other"))
    assert room.offer("cem") == before


def test_a_guest_whose_offer_ended_meanwhile_has_no_deadline_to_move() -> None:
    room = full_room()
    decision = offers.recap_offers(
        GuestListState(room.event, page=(room.guest("cem"),)),
        commands.RecapOffers(event_id=EVENT),
        room.now,
    )
    assert decision.is_empty
