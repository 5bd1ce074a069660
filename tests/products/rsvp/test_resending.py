"""A failed message is sent again: once per occasion, and only while true and useful."""

from fullhouse.kernel.messages import LOST, Message, NoCarrier, Refused, ResultUnknown, Sent
from fullhouse.products.rsvp.commands import ChangeContact, ConfirmAddress, EraseGuest, SendAgain
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import GuestResult
from fullhouse.products.rsvp.resending import resend_id
from tests.support.rsvp_world import EVENT, Room


def room_without_a_carrier(cap: int = 2) -> Room:
    room = Room(cap=cap)
    room.carrier.always = NoCarrier()
    return room


def again(room: Room, message: Message, occasion: int = 1, event_id: str = EVENT) -> GuestResult:
    room.carrier.always = Sent()
    return room.ask(
        SendAgain(event_id=event_id, message_id=message.id, occasion=occasion), "member:jo"
    )


def test_a_message_that_was_kept_is_sent_with_the_same_content_under_a_new_key() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    assert again(room, kept).code == "sent_again"
    sent = room.messages("confirmation")[-1]
    assert (kept.status, sent.status) == ("kept", "sent")
    assert (sent.id, sent.facts, sent.to) == (f"{kept.id}:again-1", kept.facts, kept.to)


def test_a_message_that_the_carrier_refused_for_good_can_be_sent_again() -> None:
    room = Room()
    room.carrier.answers.append(Refused("no such mailbox", permanent=True))
    room.sign_up("anna")
    (failed,) = room.messages("confirmation")
    assert failed.status == "failed"
    assert again(room, failed).code == "sent_again"


def test_a_second_press_on_the_same_page_sends_nothing_more_and_a_new_one_does() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    for occasion in (1, 1, 2):
        again(room, kept, occasion)
    assert len(room.messages("confirmation")) == 3


def test_what_is_sent_again_again_keeps_one_count() -> None:
    assert resend_id("confirmation:party:anna:1:again-1", 2) == "confirmation:party:anna:1:again-2"


def test_what_has_left_is_not_sent_again() -> None:
    room = Room()
    room.sign_up("anna")
    assert again(room, room.messages("confirmation")[0]).code == "message_left"


def test_what_may_have_arrived_is_not_sent_again() -> None:
    room = Room(settles=False)
    room.carrier.always = ResultUnknown("no answer")
    room.sign_up("anna")
    room.after(days=2)
    (lost,) = room.messages("confirmation")
    assert (lost.status, lost.error) == ("failed", f"{LOST} twice")
    assert again(room, lost).code == "may_have_left"


def test_a_message_of_somebody_else_or_of_another_event_is_none() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    assert again(room, kept, event_id="other").code == "unknown_message"
    gone = SendAgain(event_id=EVENT, message_id="nothing", occasion=1)
    assert room.ask(gone).code == "unknown_message"


def test_a_message_to_the_host_is_not_a_guests() -> None:
    room = room_without_a_carrier()
    room.until("2026-06-18T10:00")
    assert again(room, room.messages("headcount")[0]).code == "unknown_guest"


def test_an_offer_that_has_ended_is_not_sent_again() -> None:
    room = room_without_a_carrier(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    (offer,) = room.messages("offer")
    assert again(room, offer).code == "sent_again"
    room.decline("ben")
    answer = again(room, offer, 2)
    assert (answer.code, answer.field) == ("not_again", "the offer has ended")


def test_what_is_not_true_any_more_is_not_sent_again() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    room.cancel("anna")
    answer = again(room, kept)
    assert (answer.code, answer.field) == ("not_again", "things have changed since")


def test_an_erased_guest_gets_nothing_again() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    room.ask(EraseGuest(event_id=EVENT, guest_id="anna"))
    assert again(room, kept).code == "not_again"


def test_at_night_a_reminder_waits_for_the_morning() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    room.until("2026-06-12T22:00")
    (kept,) = room.messages("reminder")
    assert again(room, kept).code == "sent_again"
    assert room.messages("reminder")[-1].status == "queued"
    room.until("2026-06-13T08:00")
    assert room.messages("reminder")[-1].status == "sent"


def test_it_goes_to_where_the_guest_is_reached_now() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    room.ask(ChangeContact(event_id=EVENT, guest_id="anna", email="anna@example.net"))
    room.ask(ConfirmAddress(event_id=EVENT, guest_id="anna", mark=address_mark("anna@example.net")))
    again(room, kept)
    assert room.messages("confirmation")[-1].to == "anna@example.net"


def test_what_is_sent_again_says_what_is_true_now() -> None:
    room = Room(cap=5, max_party=2)
    room.carrier.always = NoCarrier()
    room.sign_up("anna", party=2)
    (kept,) = room.messages("confirmation")
    room.edit(venue="The barn")
    room.party("anna", 1)
    assert again(room, kept).code == "sent_again"
    sent = room.messages("confirmation")[-1]
    assert sent.facts["event"]["venue"] == "The barn"
    assert sent.facts["guest"]["party"] == 1


def test_a_place_on_the_waitlist_is_the_one_of_now() -> None:
    room = room_without_a_carrier(cap=1)
    for name in ("anna", "ben", "cem"):
        room.sign_up(name)
    (kept,) = [one for one in room.messages("waitlisted") if one.person == "cem"]
    assert kept.facts["position"] == 2
    room.cancel("ben")
    assert again(room, kept).code == "sent_again"
    (sent,) = [one for one in room.messages("waitlisted") if "again" in one.id]
    assert sent.facts["position"] == 1


def test_who_holds_an_offer_or_could_take_a_seat_reads_of_no_full_room() -> None:
    room = room_without_a_carrier(cap=1)
    for name in ("anna", "ben"):
        room.sign_up(name)
    (kept,) = room.messages("waitlisted")
    room.cancel("anna")
    assert again(room, kept).code == "not_again"
    room.decline("ben")
    assert again(room, kept, 2).code == "not_again"


def test_what_is_sent_again_at_night_waits_for_the_morning_unless_that_is_too_late() -> None:
    room = room_without_a_carrier()
    room.sign_up("anna")
    (kept,) = room.messages("confirmation")
    room.until("2026-06-01 23:00")
    assert again(room, kept).code == "sent_again"
    later = room.messages("confirmation")[-1]
    assert (later.status, later.not_before) == ("queued", room.at("2026-06-02 08:00"))
    room.edit(starts_at="2026-06-02 07:00")
    assert again(room, kept, 2).code == "sent_again"
    assert room.messages("confirmation")[-1].status == "sent"
