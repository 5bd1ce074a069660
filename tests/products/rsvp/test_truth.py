"""What a message says is true when it leaves, whatever happened while it waited."""

import msgspec
import pytest

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.kernel.messages import Refused, Sent
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Guest
from tests.support.rsvp_world import EVENT, Room, create, full_room, sign_up


def sent(room: Room, name: str) -> list[str]:
    return [message.kind for message in room.carrier.to(name)]


def test_nobody_hears_that_they_are_in_after_they_have_cancelled() -> None:
    room = Room()
    room.carrier.answers.append(Refused("try later"))
    room.sign_up("anna")
    room.cancel("anna")
    room.after(minutes=30)
    assert sent(room, "anna") == ["confirmation", "cancelled"]
    assert room.messages("confirmation")[0].error == "things have changed since"


def test_a_change_that_waits_for_the_morning_is_not_told_once_the_event_is_called_off() -> None:
    room = Room(now="2026-06-01 22:00")
    room.sign_up("anna", "ben")
    room.edit(venue="The other mill")
    room.cancel("ben")
    room.call_off()
    room.until("2026-06-02 09:00")
    assert sent(room, "anna") == ["confirmation", "event_cancelled"]
    assert sent(room, "ben") == ["confirmation", "cancelled"]


def test_an_invite_that_waits_for_the_morning_names_the_new_date() -> None:
    room = Room(now="2026-06-01 22:00")
    room.sign_up("anna", source="import", place_as="pending")
    room.edit(starts_at="2026-07-04 19:00", tell_guests=False)
    room.until("2026-06-02 09:00")
    (invite,) = room.messages("invite")
    assert (invite.status, str(invite.facts["event"]["starts_at"])) == (
        "sent",
        "2026-07-04 19:00:00",
    )


def test_a_confirmation_that_waited_names_the_party_as_it_is_now() -> None:
    room = Room(max_party=2)
    room.carrier.answers.append(Refused("try later"))
    room.sign_up("anna")
    room.party("anna", 2)
    room.after(minutes=30)
    (confirmation,) = room.messages("confirmation")
    assert (confirmation.status, confirmation.facts["guest"]["party"]) == ("sent", 2)


@pytest.mark.parametrize("place_as", ["pending", "confirmed"])
def test_an_import_at_night_wakes_nobody(place_as: str) -> None:
    room = Room(now="2026-06-01 22:00", cap=1)
    room.sign_up("anna", "ben", source="import", place_as=place_as)
    assert room.carrier.handed == []
    room.until("2026-06-02 08:00")
    assert len(room.carrier.handed) == 2


def test_without_a_carrier_nothing_is_kept_that_would_be_of_no_use() -> None:
    room = full_room(cap=1, now="2026-06-19 18:00", settles=False)
    room.cancel("anna")
    room.ring()
    room.jump("2026-06-19 19:00")
    command = room.alarms("lapse")[0].command
    decision = execute(
        room.store, RULES, Invocation("late", "clock", command), room.now, carries=frozenset()
    )
    assert [message.status for message in decision.messages] == ["queued"]
    room.settle()
    assert room.messages("offer_lapsed")[0].status == "failed"


def test_a_greylisted_guest_is_asked_again_and_a_mail_that_arrives_clears_the_count() -> None:
    room = full_room(cap=1, settles=False)
    room.settle()
    room.carrier.answers.extend([Sent(), Refused("greylisted"), Refused("greylisted")])
    room.cancel("anna")
    room.after(minutes=12)
    assert (room.offered(), room.guest("ben").refusals) == (["ben"], 2)
    room.decline("ben")
    assert (room.guest("ben").reach, room.guest("ben").refusals) == ("fine", 0)


def test_the_line_is_no_way_around_confirming_by_mail() -> None:
    room = Room(cap=1, confirm_by_mail=True)
    room.sign_up("anna")
    room.claim("anna")
    room.sign_up("ben")
    room.stop_mail("ben")
    room.cancel("anna")
    answer = room.sign_up("ben")
    assert (answer.code, room.counts()) == ("pending", {"held": 1, "taken": 1, "pending": 1})
    assert room.claim("ben").code == "confirmed"


@pytest.mark.parametrize(("source", "reach"), [("form", "opted_out"), ("link", "fine")])
def test_someone_who_comes_back_by_their_own_link_gets_mail_again(source: str, reach: str) -> None:
    room = Room()
    room.sign_up("anna")
    room.stop_mail("anna")
    room.cancel("anna")
    room.sign_up("anna", source=source)
    assert room.guest("anna").reach == reach


def test_someone_whose_mail_bounced_starts_anew_when_they_come_back() -> None:
    room = Room()
    room.carrier.answers.append(Refused("no such mailbox", permanent=True))
    room.sign_up("anna")
    room.cancel("anna")
    room.sign_up("anna")
    assert (room.guest("anna").reach, room.guest("anna").reach_note) == ("fine", "")


def test_a_reminder_that_new_quiet_hours_would_have_sent_already_is_sent_at_once() -> None:
    room = Room(starts_at="2026-06-20 06:30", reminders=("1d",))
    room.sign_up("anna")
    room.until("2026-06-19 07:00")
    room.edit(settings={"quiet_hours": {"from": "21:00", "to": "06:00"}})
    assert sent(room, "anna") == ["confirmation", "reminder"]


def test_the_alarms_of_one_guest_at_two_events_do_not_meet() -> None:
    room = Room()
    room.give(create("other"))
    for event_id in (EVENT, "other"):
        asked = sign_up("anna", place_as="pending", source="api")
        room.give(msgspec.structs.replace(asked, event_id=event_id))
    room.claim("anna")
    room.after(hours=80)
    other = room.store.load(Get(Guest, ("other", "anna")))
    assert other is not None
    assert other.state == "cancelled"


def test_a_new_date_does_not_undo_windows_that_were_stretched_just_before() -> None:
    room = full_room(cap=1, settles=False)
    room.cancel("anna")
    room.settle()
    told = room.offer("ben").ends_at
    room.edit(settings={"claim_window": "8h"}, for_all=True)
    room.edit(starts_at="2026-06-20 19:00", tell_guests=False)
    room.settle()
    assert (room.offer("ben").ends_at - told).total_seconds() == 2 * 3600


def test_an_answer_leaves_before_a_round_of_reminders() -> None:
    room = Room(cap=200, checks=False, settles=False, reminders=("1d",))
    room.sign_up(*(f"guest{number:02}" for number in range(30)))
    room.settle()
    room.jump("2026-06-18 19:00")
    room.ring()
    room.sign_up("zoe")
    room.carrier.handed.clear()
    room.carrier.always = Sent()
    room.settle()
    assert room.carrier.handed[0].to == "zoe@example.org"


def test_an_offer_that_waited_names_the_deadline_as_it_is_now() -> None:
    room = full_room(cap=1, settles=False)
    room.settle()
    room.cancel("anna")
    room.ring()
    room.edit(settings={"claim_window": "8h"}, for_all=True)
    room.settle()
    (offer,) = room.messages("offer")
    assert offer.facts["offer"]["ends_at"] == room.offer("ben").ends_at
