"""Grace: a seat given up in free text is cancelled later, and can be kept until then."""

from datetime import timedelta
from typing import Any

import pytest

from fullhouse.kernel.messages import CarrierDown, Sent
from fullhouse.products.rsvp import grace
from fullhouse.products.rsvp.commands import (
    AnswerByMail,
    CancelGuest,
    ChangeContact,
    ConfirmAddress,
    EndGrace,
    EraseGuest,
    KeepSeat,
    MoveGraces,
    ResendLink,
)
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import GuestResult, Settings
from fullhouse.products.rsvp.wording import compose
from tests.support.rsvp_world import EVENT, HOST, Room, full_room, mail, there

HALF_AN_HOUR = timedelta(minutes=30)


def writes(room: Room, name: str = "anna", wants: Any = "cancel", **more: Any) -> GuestResult:
    usual: dict[str, Any] = {
        "guest_id": name,
        "name": name.title(),
        "email": mail(name),
        "occasion": f"{name}-{wants}",
        "proven": True,
        "marked": name,
        "exact": False,
    }
    return room.ask(AnswerByMail(event_id=EVENT, wants=wants, **{**usual, **more}))


def keep(room: Room, name: str = "anna") -> GuestResult:
    return room.ask(KeepSeat(event_id=EVENT, guest_id=name))


def test_free_text_cancels_after_half_an_hour_and_only_then_is_the_seat_offered() -> None:
    room = full_room()
    began = room.now
    assert writes(room).code == "cancel_pending"
    assert room.guest("anna").cancels_at == began + HALF_AN_HOUR
    assert (room.guest("anna").state, room.counts()["confirmed"]) == ("confirmed", 2)
    room.after(minutes=29, seconds=59)
    assert room.offered() == []
    room.after(seconds=1)
    assert room.guest("anna").state == "cancelled"
    assert room.guest("anna").cancels_at is None
    assert room.offered() == ["cem"]
    assert room.kinds("anna") == ["confirmation", "cancel_pending", "cancelled"]
    assert room.messages("cancelled")[0].facts["had"] == "confirmed"
    assert room.actions("anna") == ["signed_up", "cancel_pending", "cancelled"]


def test_the_message_has_the_time_and_a_button_to_keep_the_seat() -> None:
    room = full_room()
    writes(room)
    (message,) = room.messages("cancel_pending")
    assert message.facts["cancels_at"] == room.guest("anna").cancels_at == message.use_by
    assert not message.gentle


def test_the_grace_is_at_most_a_quarter_of_the_time_to_the_start() -> None:
    room = full_room()
    room.until(there("2026-06-19 18:00"))
    writes(room)
    assert room.guest("anna").cancels_at == there("2026-06-19 18:15")


def test_in_the_last_seconds_free_text_acts_at_once() -> None:
    room = full_room()
    room.until(there("2026-06-19 18:59:58"))
    assert writes(room).code == "cancelled"


def test_an_event_may_have_no_grace() -> None:
    room = full_room(mail_grace="0m")
    assert writes(room).code == "cancelled"
    with pytest.raises(ValueError, match="mail_grace must be no longer than a year"):
        Settings(mail_grace="367d")


def test_exact_words_act_at_once_and_end_a_grace() -> None:
    room = full_room()
    assert writes(room, "ben", exact=True).code == "cancelled"
    writes(room)
    assert writes(room, exact=True, occasion="again").code == "cancelled"
    assert room.guest("anna").cancels_at is None
    assert room.alarms("grace:") == []


@pytest.mark.parametrize("by_host", [True, False])
def test_cancelling_by_link_or_by_the_host_ends_the_grace(by_host: bool) -> None:
    room = full_room()
    writes(room)
    room.ask(CancelGuest(event_id=EVENT, guest_id="anna", by_host=by_host))
    assert (room.guest("anna").state, room.guest("anna").cancels_at) == ("cancelled", None)
    assert room.alarms("grace:") == []
    assert room.offered() == ["cem"]


def test_a_kept_seat_stays_and_is_confirmed_in_writing() -> None:
    room = full_room()
    writes(room)
    assert keep(room).code == "kept"
    assert keep(room).code == "kept"
    assert (room.guest("anna").state, room.guest("anna").cancels_at) == ("confirmed", None)
    assert room.alarms("grace:") == []
    room.after(hours=2)
    assert room.guest("anna").state == "confirmed"
    assert room.kinds("anna") == ["confirmation", "cancel_pending", "confirmation"]
    assert room.actions("anna")[-1] == "seat_kept"


def test_it_is_too_late_to_keep_a_seat_when_the_time_has_come() -> None:
    room = full_room(settles=False)
    writes(room)
    room.now += HALF_AN_HOUR - timedelta(milliseconds=1)
    assert keep(room, "ben").code == "kept"
    room.now += timedelta(milliseconds=1)
    assert keep(room).code == "grace_over"
    assert writes(room, wants="come").code == "grace_over"
    room.settle()
    assert keep(room).code == "grace_over"


def test_only_a_seat_can_be_kept() -> None:
    room = full_room()
    assert keep(room, "cem").code == "no_seat"
    assert keep(room, "nobody").code == "unknown_guest"
    room.call_off()
    assert keep(room).code == "event_cancelled"


def test_a_proven_email_that_says_they_come_keeps_the_seat() -> None:
    room = full_room()
    writes(room)
    assert writes(room, wants="come", proven=False).code == "already"
    assert room.guest("anna").cancels_at is not None
    assert writes(room, wants="come").code == "kept"
    assert room.guest("anna").cancels_at is None
    assert room.kinds("anna") == [
        "confirmation",
        "cancel_pending",
        "cancel_pending",
        "confirmation",
    ]


def test_a_second_free_text_does_not_start_the_grace_anew() -> None:
    room = full_room()
    writes(room)
    ends = room.guest("anna").cancels_at
    room.after(minutes=10)
    assert writes(room, occasion="again").code == "cancel_pending"
    assert room.guest("anna").cancels_at == ends
    assert len(room.messages("cancel_pending", "anna")) == 2
    assert writes(room, occasion="lately", quiet=True).code == "cancel_pending"
    assert len(room.messages("cancel_pending", "anna")) == 2


def test_their_link_by_email_says_when_the_seat_is_cancelled() -> None:
    room = full_room()
    writes(room)
    room.ask(ResendLink(event_id=EVENT, guest_id="anna", occasion="x"))
    assert room.kinds("anna")[-1] == "cancel_pending"


def test_a_changed_party_keeps_the_seat() -> None:
    room = Room(max_party=3)
    room.sign_up("anna", party=2)
    writes(room)
    assert room.party("anna", 1).code == "party_changed"
    assert room.guest("anna").cancels_at is None
    assert room.alarms("grace:") == []


def test_whoever_waits_or_was_invited_has_no_grace() -> None:
    room = full_room()
    assert writes(room, "cem", leaves=True).code == "left"
    invited = Room()
    invited.sign_up("anna", place_as="pending", source="host")
    assert writes(invited).code == "cancelled"


def test_unproven_free_text_starts_no_grace() -> None:
    room = full_room()
    assert writes(room, proven=False).code == "link_sent"
    assert room.guest("anna").cancels_at is None


def test_an_event_that_has_begun_has_no_grace() -> None:
    room = full_room()
    room.until(there("2026-06-19 19:30"))
    assert writes(room).code == "event_over"


def test_no_reminder_goes_out_during_the_grace() -> None:
    room = full_room(reminders=("morning",))
    room.until(there("2026-06-19 08:50"))
    writes(room)
    room.until(there("2026-06-19 09:10"))
    assert [message.to for message in room.carrier.handed if message.kind == "reminder"] == [
        mail("ben")
    ]


def test_a_reminder_that_was_written_before_the_grace_is_not_sent_during_it() -> None:
    room = full_room(reminders=("morning",), settles=False)
    room.until(there("2026-06-19 08:50"))
    room.carrier.always = CarrierDown("the line is dead")
    room.until(there("2026-06-19 09:00"))
    assert [one.status for one in room.messages("reminder", "anna")] == ["queued"]
    writes(room)
    room.carrier.always = Sent()
    room.until(there("2026-06-19 09:29"))
    reminded = [one for one in room.messages("reminder", "anna") if one.status == "sent"]
    assert reminded == []


def test_a_message_about_a_grace_is_not_sent_after_it_was_kept() -> None:
    room = full_room(settles=False)
    writes(room)
    keep(room)
    room.settle()
    assert [message.kind for message in room.carrier.to("anna")] == ["confirmation", "confirmation"]


def test_a_message_about_a_grace_is_not_sent_after_it_ended() -> None:
    room = full_room(settles=False)
    writes(room)
    room.cancel("anna")
    room.settle()
    assert "cancel_pending" not in [message.kind for message in room.carrier.to("anna")]


def test_a_changed_date_starts_the_grace_anew_and_says_so() -> None:
    room = full_room()
    writes(room)
    room.after(minutes=20)
    room.edit(starts_at="2026-06-20 19:00")
    assert room.guest("anna").cancels_at == room.now + HALF_AN_HOUR
    room.after(minutes=29)
    assert room.guest("anna").state == "confirmed"
    room.after(minutes=1)
    assert room.guest("anna").state == "cancelled"
    assert len(room.messages("cancel_pending", "anna")) == 2
    assert "grace_moved" in room.actions("anna")


def test_a_date_that_comes_closer_shortens_the_grace() -> None:
    room = full_room()
    writes(room)
    room.edit(starts_at="2026-06-01 11:40")
    assert room.guest("anna").cancels_at == room.now + timedelta(minutes=10)


def test_many_graces_move_with_the_date_a_page_at_a_time() -> None:
    names = [f"g{number:03}" for number in range(40)]
    room = Room(cap=40, checks=False)
    room.sign_up(*names)
    for name in names:
        writes(room, name)
    room.edit(starts_at="2026-06-20 19:00")
    assert room.actions().count("grace_moved") == len(names)


def test_a_grace_that_is_over_does_not_move_with_the_date() -> None:
    room = full_room(settles=False)
    writes(room)
    ends_at = room.guest("anna").cancels_at
    room.now += HALF_AN_HOUR
    room.edit(starts_at="2026-06-20 19:00")
    room.give(MoveGraces(event_id=EVENT), HOST)
    assert room.guest("anna").cancels_at == ends_at
    room.settle()
    assert room.guest("anna").state == "cancelled"


def test_graces_of_an_event_that_is_gone_or_has_begun_stay() -> None:
    room = full_room()
    nothing = room.give(MoveGraces(event_id="other"), HOST)
    room.until(there("2026-06-19 19:30"))
    assert (nothing, room.give(MoveGraces(event_id=EVENT), HOST)) == (None, None)


def test_an_alarm_that_comes_too_early_is_set_again() -> None:
    room = full_room()
    writes(room)
    room.give(EndGrace(event_id=EVENT, guest_id="anna"), "alarm")
    assert room.guest("anna").state == "confirmed"
    assert len(room.alarms("grace:")) == 1
    assert room.give(EndGrace(event_id=EVENT, guest_id="ben"), "alarm") is None


def test_an_alarm_that_comes_after_the_start_still_cancels() -> None:
    room = full_room(settles=False)
    room.now = there("2026-06-19 18:59:00")
    writes(room)
    room.now = there("2026-06-19 19:30:00")
    room.settle()
    assert room.guest("anna").state == "cancelled"
    assert room.offered() == []


def test_calling_the_event_off_ends_the_grace() -> None:
    room = full_room(settles=False)
    writes(room)
    room.call_off()
    room.give(EndGrace(event_id=EVENT, guest_id="anna"), "alarm")
    assert room.guest("anna").cancels_at is not None
    room.settle()
    assert (room.guest("anna").state, room.guest("anna").cancels_at) == ("confirmed", None)
    assert room.alarms("grace:") == []
    assert room.actions("anna")[-1] == "grace_withdrawn"
    assert room.kinds("anna") == ["confirmation", "cancel_pending", "event_cancelled"]
    assert [one.kind for one in room.carrier.to("anna")] == ["event_cancelled"]


def test_erasing_a_guest_ends_the_grace() -> None:
    room = full_room()
    writes(room)
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"), HOST)
    assert (room.guest("anna").state, room.guest("anna").cancels_at) == ("cancelled", None)
    assert room.alarms("grace:") == []


def test_erasing_a_guest_of_an_event_that_is_called_off_ends_the_grace() -> None:
    room = full_room(settles=False)
    writes(room)
    room.call_off()
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"), HOST)
    assert room.guest("anna").cancels_at is None
    assert room.alarms("grace:") == []


def test_importing_the_list_again_leaves_the_grace_as_it_is() -> None:
    room = full_room()
    writes(room)
    assert room.sign_up("anna", source="import").code == "already"
    assert room.guest("anna").cancels_at is not None


def test_a_moved_grace_fits_into_one_commit() -> None:
    most_items, items_of_a_guest = 100, 4
    assert grace.PAGE * items_of_a_guest <= most_items


def test_news_of_another_place_says_that_the_seat_is_about_to_be_cancelled() -> None:
    room = full_room()
    writes(room)
    room.edit(venue="The new mill")
    news = {one.person: compose(one, str) for one in room.carrier.handed if one.kind == "changed"}
    in_grace, seated = news["anna"], news["ben"]
    assert "we'll cancel your seat" in " ".join(in_grace.paragraphs)
    assert "still yours" not in " ".join(in_grace.paragraphs)
    assert [button.purpose for button in in_grace.buttons] == ["keep", "cancel", "manage"]
    assert "still yours" in " ".join(seated.paragraphs)


def test_a_new_address_in_a_grace_gets_the_button_that_keeps_the_seat() -> None:
    room = full_room()
    writes(room)
    room.ask(ChangeContact(event_id=EVENT, guest_id="anna", email="new@example.org"))
    room.ask(ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark("new@example.org")))
    (news,) = [one for one in room.carrier.handed if one.to == "new@example.org"][-1:]
    letter = compose(news, str)
    assert "we'll cancel your seat" in " ".join(letter.paragraphs)
    assert [button.purpose for button in letter.buttons] == ["keep", "cancel", "manage"]
