"""A guest's own link comes, whatever and however often others ask for something to the inbox."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import msgspec
import pytest

from fullhouse.engine.budget_record import MessageBudget, budget_id
from fullhouse.engine.combined_mail import (
    MOST_NOTED,
    MOST_TOGETHER,
    SECOND,
    CombinedTurns,
    WaitingMessage,
    next_turn,
    one_after_the_other,
    turn_given_back,
)
from fullhouse.engine.joined_mail import that_may_join
from fullhouse.engine.message_budget import Budgeting
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, RequestJoin
from fullhouse.products.rsvp import commands
from tests.support.rsvp_world import EVENT, Room, mail, sign_up

HOUR = timedelta(hours=1)
START = Room().now
BY_PRODUCT = Budgeting(by_product=True)
ANNABELLE = "annabellefromberlin"
Attack = Callable[[int], Command]


def open_salon(room: Room) -> None:
    room.give(SaveDocument(name="rules", text="Services\n- Cut: 45 minutes, 55 EUR\n"), "staff")


def wish(number: int, email: str = "") -> Command:
    """Return a stranger's request for a place on the waitlist, each with other wishes."""
    join = JoinWaitlist(
        entry_id=f"e{number}",
        name="Anna",
        email=email or mail("anna"),
        service="Cut",
        party=1 + number % 9,
        from_time=f"{9 + number % 9:02}:{number % 60:02}",
        until_time="22:00",
    )
    return RequestJoin(join=join)


def spelling(number: int) -> Command:
    """Return a stranger's sign-up of one more spelling of the guest's Gmail address."""
    return sign_up(f"g{number}", email=f"anna+{number}@gmail.com")


def dotted(number: int) -> Command:
    """Return a stranger's sign-up of one more dotted spelling of the guest's Gmail address."""
    dots = [bool(number >> at & 1) for at in range(len(ANNABELLE))]
    local = "".join(
        f"{letter}." if dot else letter for letter, dot in zip(ANNABELLE, dots, strict=True)
    )
    return sign_up(f"d{number}", email=f"{local}x@gmail.com")


def under(*attacks: Attack, hours: int = 6, each: int = 72, then: int = 2) -> tuple[Room, datetime]:
    """Let strangers ask all the time; return the world, and when Anna asked for her own link."""
    room, numbers, asked_at = Room(cap=5000, checks=False), count(), START
    email = "anna@gmail.com" if spelling in attacks else mail("anna")
    open_salon(room)
    room.ask(sign_up("anna", email=email), "guest")
    for step in range(6 * (hours + then)):
        for _ in range(each // 6):
            for attack in attacks:
                room.give(attack(next(numbers)), "customer" if attack is wish else "guest")
        if step == 6 * hours:
            asked_at = room.now
            link = commands.ResendLink(event_id=EVENT, guest_id="anna", occasion="own")
            room.give(link, "guest")
        room.after(minutes=10)
    return room, asked_at


def own_link(room: Room) -> Message:
    (link,) = [one for one in room.messages("link") if one.person == "anna"]
    return link


def combined(room: Room) -> list[list[Message]]:
    return [email for email in room.emails if email[0].when_spent == "combined"]


def times_of(room: Room, emails: list[list[Message]]) -> list[datetime]:
    stored = [room.store.load(Get(Message, email[0].key)) for email in emails]
    return sorted(one.at for one in stored if one is not None)


def assert_within_the_budget(room: Room) -> None:
    """At most one combined email in any hour, six emails in any hour and 44 in any day."""
    for emails, most, span in (
        (combined(room), 1, HOUR),
        (room.emails, 6, HOUR),
        (room.emails, 44, timedelta(days=1)),
    ):
        times = times_of(room, emails)
        assert all(later - first >= span for first, later in zip(times, times[most:], strict=False))


def test_a_flood_of_another_product_does_not_hold_up_a_guests_own_link() -> None:
    room, asked_at = under(wish)
    assert own_link(room).at - asked_at <= HOUR
    assert_within_the_budget(room)


def test_a_flood_of_spellings_does_not_hold_up_a_guests_own_link() -> None:
    room, asked_at = under(spelling)
    assert own_link(room).at - asked_at <= HOUR
    assert_within_the_budget(room)


@pytest.mark.parametrize("each", [72, pytest.param(600, marks=pytest.mark.proof)])
def test_both_floods_at_once_do_not_hold_up_a_guests_own_link(each: int) -> None:
    def wish_to_gmail(number: int) -> Command:
        return wish(number, "anna@gmail.com")

    room, asked_at = under(spelling, wish_to_gmail, each=each, hours=2)
    assert own_link(room).at - asked_at <= HOUR
    assert_within_the_budget(room)


def test_a_guest_whose_address_is_proven_waits_behind_no_crowd_of_spellings() -> None:
    room, numbers = Room(cap=9000, max_party=2, checks=False), count(1)
    room.ask(sign_up("anna", email=f"{ANNABELLE}x@gmail.com"), "guest")
    room.ask(commands.ChangeParty(event_id=EVENT, guest_id="anna", party=2), "guest")
    asked_at = START
    for step in range(14):
        for _ in range(50):
            room.give(dotted(next(numbers)), "guest")
        if step == 7:
            asked_at = room.now
            room.give(commands.ResendLink(event_id=EVENT, guest_id="anna", occasion="own"), "guest")
        room.after(minutes=10)
    assert own_link(room).status == "sent"
    assert own_link(room).at - asked_at <= HOUR


def test_where_an_email_is_for_one_product_they_take_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Room, "budgeting", BY_PRODUCT)
    room, asked_at = under(wish)
    assert own_link(room).at - asked_at <= 2 * HOUR
    assert all(len({one.product for one in email}) == 1 for email in room.emails)
    assert_within_the_budget(room)


def test_what_waits_leaves_in_one_email_whichever_product_it_is_of() -> None:
    room, _ = under(wish)
    assert {"rsvp", "waitlist"} in [{one.product for one in email} for email in combined(room)]


def waiting(name: str, minute: int, place: str = "") -> WaitingMessage:
    at = Room().now + timedelta(minutes=minute)
    return WaitingMessage(f"{name}{minute}", place, name, name.startswith("plus"), at)


def test_one_of_each_comes_before_the_second_of_any() -> None:
    waits = [waiting("a", minute) for minute in (1, 2, 3)]
    waits += [waiting("b", 0), waiting("plus", 9), waiting("plus", 8)]
    names = [one.id for one in one_after_the_other(waits)]
    assert names == ["a3", "b0", "plus9", "a2", "plus8", "a1"]


def test_one_of_each_list_comes_first_however_many_people_strangers_invent() -> None:
    waits = [waiting(f"x{number}-", number, "waitlist") for number in range(1, 300)]
    first, second, *_ = one_after_the_other([waiting("anna", 0, "event"), *waits])
    assert (first.id, second.id) == ("x299-299", "anna0")


def message(number: int, *, product: str = "rsvp", to: str = "", minute: int = 0) -> Message:
    at = Room().now + timedelta(minutes=minute)
    return Message(
        id=f"{product}{number}",
        product=product,
        kind="link",
        to=to or mail("anna"),
        scope="x",
        person=f"{number}",
        queued_at=at,
        not_before=at,
        at=at,
        when_spent="delay",
    )


def spent() -> CombinedTurns:
    return CombinedTurns(sent_at=Room().now)


def test_the_messages_that_are_noted_are_bounded() -> None:
    turns, now = spent(), Room().now
    for number in range(MOST_TOGETHER + 50):
        turns, _ = next_turn(turns, message(number, minute=number), now)
    assert len(turns.waiting[0].waits) == MOST_TOGETHER
    for number in range(2 * MOST_TOGETHER):
        to = f"anna+{number % 3}@example.org"
        turns, _ = next_turn(turns, message(number, to=to, minute=number), now)
    assert sum(len(address.waits) for address in turns.waiting) == MOST_NOTED
    assert len(turns.waiting[0].waits) == MOST_TOGETHER


def test_the_product_that_led_longest_ago_is_next() -> None:
    now, turns, leads = Room().now, CombinedTurns(), []
    for hour in range(6):
        at = now + hour * (HOUR + timedelta(seconds=2))
        products = ("a", "b", "c", "a", "b", "c")
        for number, product in enumerate(products):
            newest = message(hour * 9 + number, product=product, minute=60 * hour + number)
            turns, until = next_turn(turns, newest, at, product)
            leads += [product] if until is None else []
    assert leads == ["a", "b", "c", "a", "b", "c"]


@pytest.mark.parametrize("is_proven", [True, False])
def test_only_a_proven_address_leads_again_before_another_product(is_proven: bool) -> None:
    now = Room().now
    turns, until = next_turn(CombinedTurns(), message(1), now, "rsvp")
    turns, _ = next_turn(turns, message(2, product="waitlist", minute=1), now, "waitlist")
    mine = message(3, minute=0)
    turns, later = next_turn(turns, mine, now, "rsvp", is_proven=is_proven)
    assert (until, later is not None) == (None, True)
    _, waits = next_turn(turns, mine, now + HOUR + SECOND, "rsvp", is_proven=is_proven)
    assert (waits is None) == is_proven


def test_nothing_joins_without_what_was_noted() -> None:
    room = Room(checks=False)
    lead = msgspec.structs.replace(message(1), when_spent="combined")
    assert that_may_join(room.store, lead, room.now) == []


class Forgotten:
    """A store in which what was noted for an email is gone."""

    def __init__(self, turns: CombinedTurns) -> None:
        self.budget = MessageBudget(id="x", turns=turns, ends_at=START)

    def load(self, need: Any) -> Any:
        return self.budget if need.kind is MessageBudget else None


def test_what_is_gone_joins_no_email() -> None:
    lead = msgspec.structs.replace(message(1), when_spent="combined")
    gone = CombinedTurns(sent_at=START, lead=lead.id, joins=(waiting("a", 1),))
    assert that_may_join(Forgotten(gone), lead, START) == []


def test_a_turn_that_is_given_back_is_as_it_was() -> None:
    now, turns = Room().now, spent()
    later = now + 2 * HOUR
    for number in range(3):
        turns, _ = next_turn(turns, message(number), now, "rsvp")
    led, until = next_turn(turns, message(0), later, "rsvp")
    assert (until, led.led, led.waiting) == (None, ("rsvp",), ())
    again = turn_given_back(led, message(0), "rsvp")
    assert (again.sent_at, again.led, again.joins) == (None, (), ())
    assert {one.id for one in again.waiting[0].waits} == {"rsvp0", "rsvp1", "rsvp2"}


def test_what_a_carrier_did_not_take_leaves_together_later() -> None:
    room = Room(cap=300, checks=False)
    open_salon(room)
    for number in range(9):
        room.give(wish(number), "customer")
    budget = room.store.load(Get(MessageBudget, (budget_id(mail("anna")),)))
    assert budget is not None
    assert budget.turns.sent_at is not None
    room.carrier.answers.append(CarrierDown("down"))
    room.until(budget.turns.sent_at + HOUR)
    room.after(minutes=11)
    assert len(room.emails[-1]) == 3


def test_an_email_holds_as_many_as_it_may_with_the_one_that_leads_it() -> None:
    turns, now = spent(), Room().now
    for number in range(MOST_TOGETHER + 5):
        turns, _ = next_turn(turns, message(number, minute=number), now)
    led, _ = next_turn(turns, message(0), now + HOUR)
    assert len(led.joins) == MOST_TOGETHER - 1
    assert led.joins[0].id == f"rsvp{MOST_TOGETHER + 4}"
