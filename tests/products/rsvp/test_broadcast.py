"""A host's message to all: who gets it, when, and that it is sent once."""

from datetime import datetime
from typing import Any

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.product import Discard, SendNow
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.broadcast import KEYS_KEPT, leaves_at
from fullhouse.products.rsvp.delivery import check_delivery
from fullhouse.products.rsvp.guest_search import GuestTally
from fullhouse.products.rsvp.model import GuestListState, GuestResult
from fullhouse.products.rsvp.sample_messages import sample_broadcast
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.told import letter
from tests.support.rsvp_world import EVENT, HOST, Room, there


def send(room: Room, key: str = "one", **fields: Any) -> GuestResult:
    usual = {"to": "confirmed", "subject": "Parking", "text": "Behind the mill.\n\nIt is free."}
    command = commands.SendBroadcast(event_id=EVENT, key=key, **{**usual, **fields})
    return room.ask(command, HOST)


def readers(room: Room) -> list[str]:
    return sorted(message.to.partition("@")[0] for message in room.messages("broadcast"))


@pytest.mark.parametrize(
    ("to", "names"),
    [("confirmed", ["anna", "ben"]), ("waiting", ["cy", "di"]), ("invited", ["eve"])],
)
def test_each_group_gets_its_message(to: str, names: list[str]) -> None:
    room = Room(cap=3)
    room.sign_up("anna", "ben")
    room.sign_up("eve", source="import", place_as="pending")
    room.sign_up("cy", "di")
    assert send(room, to=to).code == "broadcast_sent"
    assert readers(room) == names


def test_pressing_twice_sends_it_once_and_is_one_audit_line() -> None:
    room = Room()
    room.sign_up("anna")
    for _ in range(2):
        assert send(room).code == "broadcast_sent"
    room.sign_up("ben")
    send(room)
    assert readers(room) == ["anna"]
    assert room.actions().count("broadcast") == 1


def test_another_message_is_sent_too() -> None:
    room = Room()
    room.sign_up("anna")
    send(room)
    send(room, "two")
    assert readers(room) == ["anna", "anna"]
    assert room.event.broadcasts == ("one", "two")


def test_only_the_latest_keys_are_kept_and_the_emails_know_the_others() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    for number in range(KEYS_KEPT + 1):
        send(room, f"k{number}")
    assert len(room.event.broadcasts) == KEYS_KEPT
    assert "k0" not in room.event.broadcasts


def test_who_opted_out_or_cannot_be_reached_or_cancelled_gets_none() -> None:
    room = Room(cap=4)
    room.sign_up("anna", "ben", "cy")
    room.stop_mail("ben")
    room.cancel("cy")
    send(room)
    assert readers(room) == ["anna"]


def test_who_opts_out_or_cancels_before_it_leaves_does_not_get_it() -> None:
    room = Room(now="2026-06-01 22:00", cap=4)
    room.sign_up("anna", "ben", "cy")
    send(room)
    room.stop_mail("ben")
    room.cancel("cy")
    room.until("2026-06-02 09:00")
    status = {
        message.to.partition("@")[0]: message.status for message in room.messages("broadcast")
    }
    assert status == {"anna": "sent", "ben": "failed", "cy": "failed"}


def test_it_waits_for_the_end_of_quiet_hours() -> None:
    room = Room(now="2026-06-01 22:00")
    room.sign_up("anna")
    send(room)
    assert room.carrier.to("anna", "broadcast") == []
    room.until("2026-06-02 08:00")
    assert len(room.carrier.to("anna", "broadcast")) == 1


def test_a_message_that_waited_shows_no_offer_that_has_ended() -> None:
    room = Room(now="2026-06-01 15:00", cap=1)
    room.sign_up("anna", "ben", "cy")
    room.until("2026-06-01 16:05")
    room.cancel("anna")
    assert room.offer("ben").ends_at == there("2026-06-02 08:00")
    room.until("2026-06-01 22:00")
    send(room, to="waiting")
    room.until("2026-06-02 08:01")
    said = {one.person: one for one in room.messages("broadcast") if one.status == "sent"}
    assert said["ben"].facts["offer"] is None
    told = [button.purpose for button in compose(said["ben"], str).buttons]
    assert told == ["manage", "leave"]


def test_a_message_that_waited_shows_an_offer_that_was_made_since() -> None:
    room = Room(now="2026-06-01 22:00", cap=1)
    room.sign_up("anna", "ben")
    send(room, to="waiting")
    room.cancel("anna")
    room.until("2026-06-02 08:30")
    (message,) = room.messages("broadcast")
    offer = room.offer("ben")
    assert message.facts["offer"]["id"] == offer.id
    assert message.facts["offer"]["ends_at"] == offer.ends_at


def test_no_message_leaves_to_someone_whose_invitation_ends() -> None:
    room = Room(now="2026-06-01 12:00", cap=1)
    room.sign_up("anna", source="import", place_as="pending")
    send(room, to="invited")
    (message,) = room.messages("broadcast")
    state = GuestListState(event=room.event, guest=room.guest("anna"))
    ends_at = room.offer("anna").ends_at
    assert isinstance(check_delivery(message, state, room.now), SendNow)
    assert check_delivery(message, state, ends_at) == Discard("the offer has ended")


@pytest.mark.parametrize(
    ("now", "leaves"),
    [
        ("2026-06-01 12:00", "2026-06-01 12:00"),
        ("2026-06-01 22:00", "2026-06-02 08:00"),
        ("2026-06-08 22:00", "2026-06-08 22:00"),
    ],
)
def test_the_host_can_know_when_it_leaves(now: str, leaves: str) -> None:
    room = Room(now="2026-06-01 11:00", starts_at="2026-06-09 07:00")
    assert leaves_at(room.event, there(now)) == there(leaves)


def test_it_does_not_wait_if_the_event_begins_before_the_morning() -> None:
    room = Room(now="2026-06-01 12:00", starts_at="2026-06-02 07:00")
    room.sign_up("anna")
    room.until("2026-06-01 22:00")
    send(room)
    assert len(room.carrier.to("anna", "broadcast")) == 1


def test_a_retry_in_the_night_before_the_start_does_not_wait_either() -> None:
    from fullhouse.kernel.messages import Refused

    room = Room(now="2026-06-01 12:00", starts_at="2026-06-02 07:00")
    room.sign_up("anna")
    room.until("2026-06-01 20:59")
    room.carrier.answers.append(Refused("try later"))
    send(room)
    room.until("2026-06-01 23:00")
    assert len(room.carrier.to("anna", "broadcast")) == 2


def test_it_waits_again_if_the_event_is_moved_to_another_day_meanwhile() -> None:
    from fullhouse.kernel.messages import Refused

    room = Room(now="2026-06-01 12:00", starts_at="2026-06-02 07:00")
    room.sign_up("anna")
    room.until("2026-06-01 22:00")
    room.carrier.answers.append(Refused("try later"))
    send(room)
    room.edit(starts_at=datetime(2026, 6, 9, 19, 0))
    tried = len(room.carrier.to("anna", "broadcast"))
    room.until("2026-06-02 07:59")
    assert len(room.carrier.to("anna", "broadcast")) == tried
    room.until("2026-06-02 08:00")
    assert len(room.carrier.to("anna", "broadcast")) == tried + 1


def test_many_guests_get_it_page_by_page() -> None:
    room = Room(cap=100)
    names = [f"g{number:02}" for number in range(40)]
    room.sign_up(*names)
    send(room)
    assert readers(room) == names


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"subject": " "}, "empty_message"),
        ({"text": "\n"}, "empty_message"),
        ({"subject": "x" * 121}, "message_too_long"),
        ({"text": "x" * 10_001}, "message_too_long"),
    ],
)
def test_what_cannot_be_sent_is_refused(fields: dict[str, str], code: str) -> None:
    room = Room()
    room.sign_up("anna")
    assert send(room, **fields).code == code
    assert (room.messages("broadcast"), room.event.broadcasts) == ([], ())


def test_no_event_no_message() -> None:
    room = Room(ends_at="2026-06-19 22:00")
    unknown = commands.SendBroadcast(
        event_id="nothing", key="k", to="confirmed", subject="s", text="t"
    )
    assert room.ask(unknown).code == "unknown_event"
    room.until("2026-06-19 22:00")
    assert send(room).code == "event_over"
    called_off = Room()
    called_off.call_off()
    assert send(called_off).code == "event_cancelled"


def test_a_page_of_an_event_that_is_called_off_meanwhile_is_dropped() -> None:
    room = Room(settles=False)
    room.sign_up("anna")
    send(room)
    room.call_off()
    room.until("2026-06-01 12:00")
    assert room.messages("broadcast") == []


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_it_reads_as_the_host_wrote_it_and_is_answered_to_the_host() -> None:
    told = letter("broadcast", title="Parking", text="Behind the mill.\n\nIt is free.")
    assert told.subject == "Summer party: Parking"
    assert told.heading == "Parking"
    assert told.paragraphs == ("Behind the mill.", "It is free.")
    assert (told.reply_to, told.takes_reply) == ("host@example.org", True)
    assert told.stop_url
    assert told.calendar is None


@pytest.mark.parametrize(
    ("to", "button"), [("confirmed", "manage"), ("waiting", "manage"), ("invited", "confirm")]
)
def test_a_preview_shows_what_a_guest_of_the_group_gets(to: commands.Audience, button: str) -> None:
    room = Room()
    sample = sample_broadcast(room.event, to, "Parking", "Behind the mill.", room.now)
    told = compose(sample, str)
    assert (told.heading, body(told)) == ("Parking", "Behind the mill.")
    assert told.buttons[0].purpose == button


def test_a_message_goes_to_nobody_without_an_address() -> None:
    room = Room(cap=3)
    room.sign_up("anna")
    room.until("2026-06-19 18:30")
    walk_in = commands.WalkIn(event_id=EVENT, nonce="w1", guest_id="door-cleo", name="Cleo")
    assert room.ask(walk_in).code == "checked_in"
    send(room)
    assert [message.to for message in room.messages("broadcast")] == ["anna@example.org"]
    with_email = GuestTally(event_id=EVENT, reach="fine", has_email=True)
    counts = room.store.load(with_email)
    assert counts == (("confirmed", 1),)
