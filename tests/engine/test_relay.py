"""The relay: one lease, one send, patience with refusals, an end to every message."""

from datetime import timedelta
from typing import TypeVar

import pytest

from fullhouse.engine.catalogue import PRODUCTS, RULES
from fullhouse.engine.execute import load_state
from fullhouse.engine.ports import Store
from fullhouse.engine.relay import LEASE, MOST_ATTEMPTS, LeaseMessage, RecordSendResult, is_due
from fullhouse.kernel.messages import (
    LOST,
    CarrierDown,
    Message,
    NoCarrier,
    Outcome,
    Refused,
    ResultUnknown,
    Sent,
)
from fullhouse.kernel.records import Get, Need
from tests.products.frontdesk.appointments.clinic import Clinic
from tests.products.frontdesk.waitlist.salon import Salon
from tests.support.rsvp_world import Room, mail
from tests.support.world import World

T = TypeVar("T")
HOUR = timedelta(hours=1)


def room_with_a_message() -> tuple[Room, Message]:
    room = Room(settles=False)
    room.sign_up("anna")
    return room, room.messages()[0]


def settle(message: Message, outcome: Outcome, letter: str = "") -> RecordSendResult:
    return RecordSendResult(
        product=message.product, message_id=message.id, outcome=outcome, letter=letter
    )


def the_message(room: Room) -> Message:
    return room.messages()[0]


def test_a_message_is_leased_before_it_is_handed_over() -> None:
    room, message = room_with_a_message()
    leased = room.dispatch(message)
    assert leased is not None
    assert (leased.status, leased.attempts, leased.lease_ends_at) == (
        "sending",
        1,
        room.now + LEASE,
    )
    assert the_message(room) == leased


def test_two_relays_never_send_it_twice() -> None:
    room, message = room_with_a_message()
    assert room.dispatch(message) is not None
    assert room.dispatch(message) is None


def test_a_lease_that_ran_out_is_taken_up_again() -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    room.now += LEASE - timedelta(milliseconds=1)
    assert room.dispatch(message) is None
    room.now += timedelta(milliseconds=1)
    again = room.dispatch(message)
    assert again is not None
    assert again.attempts == 2


def test_what_the_carrier_said_is_written_down_with_the_letter_as_it_was_sent() -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    room.decide(settle(message, Sent("queued as 17"), '{"subject": "Hello"}'))
    found = the_message(room)
    assert (found.status, found.letter, found.lease_ends_at) == (
        "sent",
        '{"subject": "Hello"}',
        None,
    )
    assert found.at_carrier == "queued as 17"


def test_what_is_settled_stays_settled() -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    room.decide(settle(message, Sent()))
    before = the_message(room)
    for outcome in (Refused("no"), CarrierDown("no"), Sent(), ResultUnknown("?")):
        room.decide(settle(message, outcome))
    assert room.dispatch(message) is None
    assert the_message(room) == before


def test_what_may_have_arrived_says_so_also_where_it_is_refused_in_the_end() -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    room.decide(settle(message, ResultUnknown("?")))
    room.now += LEASE
    room.dispatch(the_message(room))
    room.decide(settle(the_message(room), Refused("no such mailbox", permanent=True)))
    found = the_message(room)
    assert (found.status, found.error) == ("failed", f"{LOST}; no such mailbox")


def test_an_unknown_message_is_nobodys_business() -> None:
    room, _ = room_with_a_message()
    assert room.decide(LeaseMessage(product="rsvp", message_id="none")).is_empty
    assert room.decide(RecordSendResult(product="rsvp", message_id="none", outcome=Sent())).is_empty


def test_a_message_does_not_leave_before_its_time() -> None:
    room = Room(settles=False, now="2026-06-01 22:00")
    room.sign_up("anna", source="import", place_as="pending")
    assert not is_due(the_message(room), room.now)
    assert room.dispatch(the_message(room)) is None


def test_a_carrier_that_is_down_is_tried_every_ten_minutes_and_nothing_is_lost_to_it() -> None:
    room = Room(settles=False, starts_at="2026-06-20 19:00")
    room.carrier.always = CarrierDown("no route")
    room.sign_up("anna")
    room.until("2026-06-04 10:05")
    assert the_message(room).status == "queued"
    room.carrier.always = Sent()
    room.after(minutes=10)
    assert the_message(room).status == "sent"


def test_patience_doubles_up_to_two_hours_and_ends_after_twelve_tries() -> None:
    room = Room(settles=False, starts_at="2026-08-01 19:00")
    room.carrier.always = Refused("busy")
    room.sign_up("anna")
    room.settle()
    waits = []
    while the_message(room).status == "queued":
        due = the_message(room).not_before
        waits.append((due - room.now) // timedelta(minutes=1))
        room.jump(due)
        room.relay()
    assert waits == [1, 1, 2, 4, 8, 16, 32, 64, 120, 120, 120]
    assert (the_message(room).status, len(room.carrier.to("anna", "confirmation"))) == (
        "failed",
        MOST_ATTEMPTS,
    )


def test_a_message_is_not_tried_again_past_its_use() -> None:
    room = Room(
        settles=False, starts_at="2026-06-12 19:00", now="2026-06-12 17:00", reminders=("1h",)
    )
    room.sign_up("anna")
    room.settle()
    room.jump("2026-06-12 18:00")
    room.ring()
    room.carrier.always = Refused("busy")
    room.until("2026-06-12 20:00")
    (reminder,) = room.messages("reminder")
    assert (reminder.status, reminder.error) == ("failed", "busy")
    assert len(room.carrier.to("anna", "reminder")) == 7


def test_a_permanent_refusal_is_not_tried_again() -> None:
    room, _ = room_with_a_message()
    room.carrier.always = Refused("no such mailbox", permanent=True)
    room.after(days=1)
    assert [message.to for message in room.carrier.handed] == [mail("anna")]
    assert the_message(room).error == "no such mailbox"


def test_one_message_that_is_refused_holds_up_no_other() -> None:
    room = Room(settles=False, cap=9)
    room.carrier.answers.append(Refused("busy"))
    room.sign_up("anna", "ben", "cem")
    room.settle()
    assert [message.status for message in room.messages()] == ["queued", "sent", "sent"]


@pytest.mark.parametrize(
    "outcome", [Sent(), NoCarrier(), Refused("no", permanent=True)], ids=["sent", "kept", "failed"]
)
def test_only_what_waits_or_was_left_lying_is_due(outcome: Outcome) -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    room.decide(settle(message, outcome))
    assert not is_due(the_message(room), room.now + 1000 * HOUR)


def test_an_answer_to_an_earlier_attempt_comes_too_late() -> None:
    room, message = room_with_a_message()
    assert room.dispatch(message) is not None
    late = RecordSendResult(product="rsvp", message_id=message.id, outcome=Sent(), attempt=2)
    assert room.decide(late).is_empty
    room.decide(RecordSendResult(product="rsvp", message_id=message.id, outcome=Sent(), attempt=1))
    assert the_message(room).status == "sent"


def test_a_product_may_count_what_a_carrier_took_and_nothing_else() -> None:
    salon = Salon(settles=False)
    salon.join("anna", "ben")
    outcomes: tuple[Outcome, ...] = (Sent("S1"), NoCarrier())
    for message, outcome in zip(salon.messages(), outcomes, strict=True):
        salon.decide(LeaseMessage(product="waitlist", message_id=message.id))
        salon.decide(settle(message, outcome))
    assert [one.status for one in salon.messages()] == ["sent", "kept"]
    spend = salon.spend()
    assert spend is not None
    assert spend.parts == 1


def test_what_a_carrier_took_is_counted_once_however_often_it_says_so() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    (message,) = salon.messages()
    salon.decide(LeaseMessage(product="waitlist", message_id=message.id))
    for _ in range(3):
        salon.decide(settle(message, Sent()))
    spend = salon.spend()
    assert spend is not None
    assert spend.parts == 1


class Listening:
    """Answers from a store, and notes the kinds of records that are asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.asked: list[str] = []

    def load(self, need: Need[T]) -> T:
        self.asked += [need.kind.kind_name] if isinstance(need, Get) else [need.query_name]
        return self.store.load(need)


def asked(world: World, command: LeaseMessage | RecordSendResult) -> list[str]:
    """Name the kinds of records that a command looks at."""
    listening = Listening(world.store)
    load_state(listening, RULES[type(command)], command)
    return sorted(listening.asked)


def test_what_a_carrier_took_is_written_down_without_looking_at_more() -> None:
    room, message = room_with_a_message()
    assert asked(room, LeaseMessage(product="rsvp", message_id=message.id)) == [
        "event",
        "guest",
        "message",
    ]
    room.dispatch(message)
    for outcome in (Sent(), NoCarrier(), ResultUnknown("?")):
        assert asked(room, settle(message, outcome)) == ["message"]


def test_a_refusal_is_looked_into() -> None:
    room, message = room_with_a_message()
    room.dispatch(message)
    assert asked(room, settle(message, Refused("busy"))) == ["event", "guest", "message"]


def test_only_what_a_text_cost_is_looked_up_when_it_was_taken() -> None:
    salon = Salon(settles=False)
    salon.join("anna")
    (message,) = salon.messages()
    salon.decide(LeaseMessage(product="waitlist", message_id=message.id))
    assert asked(salon, settle(message, Sent())) == ["document", "message", "spend"]


def test_of_a_reminder_that_was_taken_it_is_looked_up_what_left_for_its_window_before() -> None:
    clinic = Clinic()
    clinic.book(phone="", email="anna@example.org")
    clinic.settles = False
    clinic.jump("2026-06-02 14:00")
    while clinic.ring():
        pass
    (message,) = clinic.messages("reminder")
    clinic.decide(LeaseMessage(product="appointments", message_id=message.id))
    assert asked(clinic, settle(message, Sent())) == ["appointment", "message", "send"]


def test_a_note_to_staff_leaves_without_a_look_at_anyone() -> None:
    clinic = Clinic(settles=False)
    clinic.book()
    assert clinic.reschedule("anna", "2026-06-04 11:00").code == "rescheduled"
    note = next(one for one in clinic.messages() if one.to == "staff")
    assert asked(clinic, LeaseMessage(product="appointments", message_id=note.id)) == ["message"]
    assert asked(clinic, settle(note, Sent())) == ["message"]


def test_a_note_of_a_cancellation_looks_whether_it_was_taken_back() -> None:
    clinic = Clinic(settles=False)
    clinic.book()
    clinic.cancel("anna", "1-24")
    note = next(one for one in clinic.messages() if one.to == "staff")
    lease = LeaseMessage(product="appointments", message_id=note.id)
    assert asked(clinic, lease) == ["appointment", "message"]


def test_a_product_that_counts_nothing_is_not_asked() -> None:
    assert PRODUCTS["rsvp"].post.sent is None
    room, message = room_with_a_message()
    room.dispatch(message)
    assert room.decide(settle(message, Sent())).steps == ()
