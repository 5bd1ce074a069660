"""What strangers trigger beyond an inbox's budget comes in one email an hour, by address."""

from datetime import datetime, timedelta

import pytest

from fullhouse.engine import combined_mail, joined_mail
from fullhouse.engine.budget_record import MessageBudget, budget_id
from fullhouse.engine.ports import Written
from fullhouse.kernel.decisions import Decision, update
from fullhouse.kernel.inboxes import inbox_of
from fullhouse.kernel.messages import CarrierDown, Message, ResultUnknown
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp import commands
from tests.support.rsvp_world import EVENT, Room, create, mail, sign_up

HOUR = timedelta(hours=1)


def flood(room: Room, number: int = 220) -> Room:
    """Let a stranger sign up many addresses of Anna's inbox."""
    for count in range(number):
        room.ask(sign_up(f"anna{count}", email=f"anna+{count}@example.org"), "guest")
    return room


def spend(room: Room, number: int = 6) -> Room:
    """Use up the budget of Anna's inbox, and this hour's combined email."""
    return flood(room, number)


def send_link(room: Room, number: int, name: str = "anna") -> None:
    again = commands.ResendLink(event_id=EVENT, guest_id=name, occasion=f"{number}")
    room.give(again, "guest")


def to_anna(room: Room) -> list[list[Message]]:
    """Return the emails to Anna's own address, with the messages in each."""
    return [email for email in room.emails if email[0].to == mail("anna")]


def in_any(span: timedelta, times: list[datetime]) -> int:
    """Return the most emails within any span of this length."""
    return max(sum(time - span < other <= time for other in times) for time in times)


def to_inbox(room: Room) -> list[datetime]:
    """Return when the emails to Anna's inbox left."""
    return [
        room.store.load(Get(Message, email[0].key)).at  # type: ignore[union-attr]  # it is stored
        for email in room.emails
        if inbox_of(email[0].to) == mail("anna")
    ]


def turns(room: Room) -> combined_mail.CombinedTurns:
    budget = room.store.load(Get(MessageBudget, (budget_id(mail("anna")),)))
    assert budget is not None
    return budget.turns


def test_a_guests_own_link_comes_within_the_hour_whatever_strangers_sign_up() -> None:
    room = flood(Room(cap=300, checks=False))
    room.after(minutes=3)
    asked_at = room.now
    room.ask(sign_up("anna"), "guest")
    assert not to_anna(room)
    flood(room, 3)
    room.after(hours=1, seconds=2)
    ((confirmation,),) = to_anna(room)
    assert confirmation.kind == "confirmation"
    assert room.messages("confirmation", "anna")[0].at - asked_at <= HOUR


def test_an_inbox_gets_at_most_six_emails_an_hour_and_44_a_day() -> None:
    room = flood(Room(cap=300, checks=False), 80)
    room.after(hours=26)
    left = to_inbox(room)
    assert in_any(HOUR, left) == 6
    assert in_any(timedelta(days=1), left) == 44


def test_nothing_is_dropped() -> None:
    room = flood(Room(cap=300, checks=False), 60)
    room.after(hours=50)
    assert {one.status for one in room.messages("confirmation")} == {"sent"}


def test_all_that_waits_for_one_address_comes_in_one_email_newest_first() -> None:
    room = spend(Room(cap=300, checks=False))
    room.after(minutes=3)
    room.ask(sign_up("anna"), "guest")
    for number in range(3):
        room.after(minutes=1)
        send_link(room, number)
    room.after(hours=1, seconds=2)
    (email,) = to_anna(room)
    assert [one.kind for one in email] == ["link"] * 3 + ["confirmation"]
    assert [one.queued_at for one in email] == sorted(
        (one.queued_at for one in email), reverse=True
    )
    assert {one.when_spent for one in email} == {"combined"}


def test_messages_to_two_addresses_never_share_an_email() -> None:
    room = flood(Room(cap=300, checks=False), 12)
    for number in range(40):
        send_link(room, number, f"anna{number % 12}")
    room.after(hours=30)
    assert all(len({one.to for one in email}) == 1 for email in room.emails)


def test_the_address_without_a_plus_goes_first_and_then_the_newest() -> None:
    room = spend(Room(cap=300, checks=False))
    for name in ("anna+a", "anna", "anna+b", "anna+c"):
        room.after(minutes=1)
        room.ask(sign_up(name), "guest")
    for name in ("anna+d", "anna+e", "anna+f", "anna+g", "anna+h"):
        room.ask(sign_up(name), "guest")
    began = len(room.emails)
    room.after(hours=6)
    alone_or_combined = [email[0].to for email in room.emails[began:] if _is_combined(email)]
    assert alone_or_combined[0] == mail("anna")
    assert len(alone_or_combined) == len(set(alone_or_combined))


def _is_combined(email: list[Message]) -> bool:
    return email[0].when_spent == "combined"


def spellings(number: int) -> list[str]:
    """Return spellings of one mailbox at a provider that ignores dots, and what is after a plus."""
    return [f"a.nna+{count}@gmail.com" for count in range(number)]


def test_all_spellings_of_a_mailbox_share_an_email() -> None:
    room = Room(cap=300, checks=False)
    for number, email in enumerate(spellings(40)):
        room.ask(sign_up(f"s{number}", email=email), "guest")
    room.after(minutes=5)
    asked_at = room.now
    room.ask(sign_up("anna", email="Anna@gmail.com"), "guest")
    for number in range(8):
        send_link(room, number, f"s{number}")
    room.after(hours=1, seconds=2)
    (confirmation,) = room.messages("confirmation", "Anna@gmail.com")
    assert confirmation.status == "sent"
    assert confirmation.at - asked_at <= HOUR
    assert {one.status for one in room.messages("confirmation")} == {"sent"}
    assert len(room.emails) == 7
    assert [len(email) for email in room.emails[:6]] == [1] * 6


def test_a_message_that_is_gone_joins_no_email() -> None:
    room = Room(cap=300, checks=False)
    for number, email in enumerate(spellings(8)):
        room.ask(sign_up(f"s{number}", email=email), "guest")
    room.give(commands.EraseGuest(event_id=EVENT, guest_id="s7"), "host")
    room.after(hours=1, seconds=2)
    assert len(room.emails) == 7


def test_an_email_that_a_carrier_did_not_take_leaves_the_turn() -> None:
    room = spend(Room(cap=300, checks=False))
    room.after(minutes=3)
    room.ask(sign_up("anna"), "guest")
    send_link(room, 1)
    room.carrier.answers.append(CarrierDown("down"))
    sent_at = turns(room).sent_at
    assert sent_at is not None
    room.until(sent_at + HOUR)
    assert (turns(room).sent_at, to_anna(room)) == (None, [])
    room.after(minutes=11)
    (email,) = to_anna(room)
    assert len(email) == 2


def test_after_a_lost_answer_an_email_is_sent_once_more_within_the_budget() -> None:
    room = spend(Room(cap=300, checks=False))
    room.ask(sign_up("anna"), "guest")
    send_link(room, 1)
    before = turns(room).sent_at
    assert before is not None
    room.carrier.answers.append(ResultUnknown("the line went dead"))
    room.until(before + HOUR)
    assert [one.status for one in room.messages(to="anna")] == ["sending"] * 2
    assert not to_anna(room)
    room.after(minutes=3)
    assert [one.status for one in room.messages(to="anna")] == ["sent"] * 2
    assert in_any(HOUR, to_inbox(room)) <= 6


def test_an_address_that_misses_its_turn_does_not_hold_up_the_others() -> None:
    room = spend(Room(cap=300, checks=False), 12)
    room.after(minutes=1)
    room.ask(sign_up("anna"), "guest")
    room.give(commands.CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
    assert turns(room).waiting[0].has_plus is False
    sent_at = turns(room).sent_at
    assert sent_at is not None
    room.until(sent_at + HOUR + timedelta(minutes=3))
    again = turns(room).sent_at
    assert again is not None
    assert sent_at + HOUR < again < sent_at + HOUR + timedelta(minutes=3)


def test_the_waiting_addresses_that_are_kept_are_bounded() -> None:
    room = flood(Room(cap=300, checks=False), 60)
    assert len(turns(room).waiting) == combined_mail.MOST_WAITING


def test_news_beyond_the_unproven_addresses_is_combined() -> None:
    room = flood(Room(cap=300, checks=False), 12)
    room.after(hours=4)
    for number in range(6):
        send_link(room, number, "anna11")
    room.call_off()
    room.after(hours=12)
    assert {one.status for one in room.messages("event_cancelled")} == {"sent"}
    assert "combined" in {one.when_spent for one in room.messages("event_cancelled")}


def test_messages_of_two_events_come_in_one_email() -> None:
    room = spend(Room(cap=300, checks=False))
    room.give(create("other"))
    room.ask(sign_up("anna"), "guest")
    other = commands.SignUp(event_id="other", guest_id="anna", name="Anna", email=mail("anna"))
    room.give(other, "guest")
    room.after(hours=1, seconds=2)
    (email,) = to_anna(room)
    assert {one.scope for one in email} == {EVENT, "other"}


def test_only_a_message_that_leads_an_email_can_be_joined() -> None:
    room = spend(Room(cap=300, checks=False))
    room.ask(sign_up("anna"), "guest")
    (waiting,) = room.messages(to="anna")
    lead = room.messages(to="anna+5@example.org")[0]
    assert room.dispatch(waiting, joins=lead.id) is None
    room.jump(room.now + HOUR + timedelta(seconds=2))
    assert room.dispatch(waiting, joins=lead.id) is None
    assert room.dispatch(waiting, joins="unknown") is None


@pytest.mark.parametrize("together", [1, 2])
def test_an_email_holds_a_bounded_number(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combined_mail, "MOST_TOGETHER", together)
    room = spend(Room(cap=300, checks=False))
    room.ask(sign_up("anna"), "guest")
    for number in range(4):
        send_link(room, number)
    room.after(hours=1, seconds=2)
    assert len(to_anna(room)[0]) == together


def test_news_that_may_leave_at_once_joins_no_email() -> None:
    room = spend(Room(cap=300, checks=False))
    room.ask(sign_up("anna"), "guest")
    send_link(room, 1)
    room.settles = False
    room.edit(starts_at="2026-06-19 20:00")
    room.ring()
    (news,) = room.messages("changed", "anna")
    sent_at = turns(room).sent_at
    assert sent_at is not None
    room.jump(sent_at + HOUR + timedelta(seconds=2))
    lead = room.dispatch(room.messages(to="anna")[0])
    assert room.dispatch(news, joins=lead.id if lead else "") is None


def led_while_others_ask(room: Room) -> tuple[Message, list[Message]]:
    """Let each waiting message ask for its own turn before the first one finds the others."""
    room.ask(sign_up("anna"), "guest")
    send_link(room, 1)
    send_link(room, 2)
    room.settles = False
    sent_at = turns(room).sent_at
    assert sent_at is not None
    room.jump(sent_at + HOUR + timedelta(seconds=2))
    _take_all_turns(room)
    first, *others = room.messages(to="anna")
    lead = room.dispatch(first)
    assert lead is not None
    assert [room.dispatch(other) for other in others] == [None, None]
    return lead, room.messages(to="anna")[1:]


def _take_all_turns(room: Room) -> None:
    """Let a stranger be quicker, so that the budget is spent again."""
    for number in range(10, 15):
        room.ask(sign_up(f"anna{number}", email=f"anna+{number}@example.org"), "guest")
        (message,) = room.messages(to=f"anna+{number}@example.org")
        assert room.dispatch(message) is not None


def test_what_asked_at_the_same_moment_leaves_in_the_same_email() -> None:
    room = spend(Room(cap=300, checks=False))
    lead, others = led_while_others_ask(room)
    assert joined_mail.that_may_join(room.store, lead, room.now) == others
    joined = [room.dispatch(other, joins=lead.id) for other in others]
    assert {one.when_spent for one in joined if one is not None} == {"combined"}
    assert len(joined) == 2


def test_what_has_waited_leaves_together_also_where_the_budget_has_room_again() -> None:
    room = spend(Room(cap=300, checks=False))
    room.ask(sign_up("anna"), "guest")
    send_link(room, 1)
    room.settles = False
    sent_at = turns(room).sent_at
    assert sent_at is not None
    room.jump(sent_at + HOUR + timedelta(seconds=2))
    first, second = room.messages(to="anna")
    send_link(room, 2)
    lead = room.dispatch(first)
    assert lead is not None
    assert room.dispatch(second) is None
    joined = room.dispatch(second, joins=lead.id)
    assert joined is not None
    alone = room.dispatch(room.messages(to="anna")[2])
    assert alone is not None
    assert [one.when_spent for one in (lead, joined, alone)] == ["combined", "combined", "drop"]


def test_a_message_that_waits_for_anything_else_joins_no_email() -> None:
    room = spend(Room(cap=300, checks=False))
    lead, others = led_while_others_ask(room)
    room.jump(room.now + timedelta(minutes=1))
    later = room.store.load(Get(Message, (others[0].id,)))
    assert later is not None
    wait = update(later, not_before=later.not_before + HOUR)
    room.store.commit(Written(Decision(None, moves=(wait,))))
    assert joined_mail.that_may_join(room.store, lead, room.now) == others[1:]
    assert room.dispatch(others[0], joins=lead.id) is None
