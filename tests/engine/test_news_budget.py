"""News to addresses that nobody has proven is bounded for each inbox; offers pass over them."""

from datetime import timedelta

import pytest

from fullhouse.engine import message_budget
from fullhouse.engine.budget_record import MessageBudget, budget_id
from fullhouse.engine.message_budget import (
    MOST_NEWS,
    MOST_NEWS_WITH_PLUS,
    SPENT,
    Budgeting,
    BudgetLimits,
)
from fullhouse.kernel.messages import CarrierDown, Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist import claims
from fullhouse.products.frontdesk.waitlist import delivery as waitlist_delivery
from fullhouse.products.frontdesk.waitlist.model import WaitlistState
from fullhouse.products.rsvp import commands, delivery
from fullhouse.products.rsvp.model import GuestListState
from tests.products.frontdesk.waitlist.salon import Salon
from tests.support.rsvp_world import EVENT, Room, mail, sign_up

DAY = timedelta(days=1)


def five_addresses() -> Room:
    """Return an event with Anna and four addresses of her inbox that a stranger signed up."""
    room = Room(cap=300, max_party=2)
    for count in range(4):
        room.ask(sign_up(f"x{count}", email=f"anna+{count}@example.org"), "guest")
    room.ask(sign_up("anna"), "guest")
    room.after(hours=3)
    return room


def move(room: Room, times: int) -> None:
    """Move an event so many times, a few minutes between them."""
    for count in range(times):
        room.edit(starts_at=f"2026-06-19 {12 + count % 10}:{count:02}")
        room.after(minutes=2)


def at_once(room: Room, kind: str = "changed") -> list[Message]:
    """Return the news that left without counting."""
    return [one for one in room.carrier.handed if (one.kind, one.when_spent) == (kind, "news")]


def budget(room: Room) -> MessageBudget:
    found = room.store.load(Get(MessageBudget, (budget_id(mail("anna")),)))
    assert found is not None
    return found


def test_so_much_news_a_day_reaches_the_unproven_addresses_of_an_inbox() -> None:
    room = five_addresses()
    move(room, 12)
    left = at_once(room)
    assert len(left) == MOST_NEWS
    assert len([one for one in left if one.to != mail("anna")]) <= MOST_NEWS_WITH_PLUS
    assert left[-1].to == mail("anna")
    assert len(budget(room).news) == MOST_NEWS
    room.after(hours=26)
    assert {one.status for one in room.messages("changed")} <= {"sent", "failed"}
    move(room, 1)
    assert len(at_once(room)) == MOST_NEWS + 5


def test_in_all_an_inbox_gets_no_more_than_44_emails_a_day_and_that_news() -> None:
    room = five_addresses()
    began = len(room.emails)
    for _ in range(24):
        move(room, 5)
        room.after(minutes=50)
    assert len(room.emails) - began <= 44 + MOST_NEWS


def test_news_to_a_proven_address_has_no_bound() -> None:
    room = five_addresses()
    room.give(commands.ChangeParty(event_id=EVENT, guest_id="anna", party=2), "guest")
    before = len(room.carrier.to("anna", "changed"))
    move(room, 30)
    assert len(room.carrier.to("anna", "changed")) - before == 30


def test_news_that_a_carrier_did_not_take_does_not_count() -> None:
    room = five_addresses()
    room.carrier.answers += [CarrierDown("down")] * 5
    room.edit(starts_at="2026-06-19 20:00")
    assert budget(room).news == ()
    room.after(minutes=20)
    assert len(budget(room).news) == 5


def test_news_that_was_proven_meanwhile_is_not_given_back() -> None:
    room = five_addresses()
    room.settles = False
    room.edit(starts_at="2026-06-19 20:00")
    room.ring()
    news = room.messages("changed", "anna")[0]
    room.give(commands.ChangeParty(event_id=EVENT, guest_id="anna", party=2), "guest")
    for message in room.messages(to="anna"):
        if message.kind != "changed":
            room.send(message)
    room.carrier.answers.append(CarrierDown("down"))
    room.send(news)
    assert budget(room).news == ()


@pytest.fixture
def had_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no more news leave to unproven addresses."""
    monkeypatch.setattr(message_budget, "MOST_NEWS", 0)


def pester(room: Room, name: str) -> None:
    """Spend the budget of an inbox, and this hour's combined email."""
    for number in range(8):
        again = commands.ResendLink(event_id=EVENT, guest_id=name, occasion=f"{number}")
        room.give(again, "guest")


def waiting_room(window: str) -> Room:
    """Return a full event for which Anna and Ben wait; Anna's budget is spent."""
    room = Room(cap=1, claim_window=window)
    for name in ("zoe", "anna", "ben"):
        room.ask(sign_up(name), "guest")
    pester(room, "anna")
    return room


@pytest.mark.usefixtures("had_enough")
def test_an_offer_that_cannot_leave_in_time_goes_to_the_next_at_once() -> None:
    room = waiting_room("1h")
    room.cancel("zoe")
    assert room.offered() == ["ben"]
    anna = room.guest("anna")
    assert (anna.state, anna.lapses, anna.refusals, anna.reach) == ("waitlisted", 0, 0, "fine")
    (offer,) = room.messages("offer", "anna")
    assert (offer.status, offer.error, offer.attempts) == ("failed", SPENT, 0)
    assert room.actions("anna")[-1] == "put_back"
    assert not room.carrier.to("anna", "offer")


@pytest.mark.usefixtures("had_enough")
def test_whoever_was_passed_over_is_asked_for_the_next_seat() -> None:
    room = waiting_room("1h")
    room.cancel("zoe")
    room.claim("ben")
    room.after(hours=22)
    room.cancel("ben")
    assert room.offered() == ["anna"]
    assert len(room.carrier.to("anna", "offer")) == 1


@pytest.mark.usefixtures("had_enough")
def test_other_news_waits_also_if_that_takes_much_of_its_time() -> None:
    room = Room(now="2026-06-19 18:30")
    room.ask(sign_up("anna"), "guest")
    pester(room, "anna")
    room.edit(venue="The new mill")
    (news,) = room.messages("changed", "anna")
    assert (news.status, news.error) == ("queued", "")
    room.after(hours=1, seconds=2)
    assert [one.status for one in room.messages("changed", "anna")] == ["sent"]


@pytest.mark.usefixtures("had_enough")
def test_an_offer_with_time_waits_for_the_next_email() -> None:
    room = waiting_room("10h")
    room.cancel("zoe")
    assert room.offered() == ["anna"]
    assert not room.carrier.to("anna", "offer")
    room.after(hours=1, seconds=2)
    (offer,) = room.messages("offer", "anna")
    assert (offer.status, offer.when_spent) == ("sent", "combined")


@pytest.mark.usefixtures("had_enough")
def test_a_text_that_cannot_leave_in_time_goes_to_the_next_customer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Salon, "budgeting", Budgeting(BudgetLimits(1, 1)))
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("first")
    salon.decline("anna")
    salon.decline("ben")
    salon.free("second", "2026-06-20 15:00")
    assert [salon.entry(name).offer for name in ("anna", "ben")] == ["", ""]
    failed = [one for one in salon.messages("offer") if one.status == "failed"]
    assert {(one.person, one.error) for one in failed} == {("anna", SPENT), ("ben", SPENT)}
    assert salon.slot("second").is_waiting


@pytest.mark.usefixtures("had_enough")
def test_a_text_that_can_wait_leaves_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Salon, "budgeting", Budgeting(BudgetLimits(1, 20)))
    salon = Salon(("Claim window: 10 minutes", "Claim window: 300 minutes"), now="2026-06-20 09:00")
    salon.join("anna")
    salon.free("first")
    salon.decline("anna")
    salon.free("second", "2026-06-20 15:00")
    assert [one.status for one in salon.messages("offer")] == ["sent", "queued"]
    salon.after(hours=1, minutes=1)
    assert [one.status for one in salon.messages("offer")] == ["sent", "sent"]


def some(kind: str, **fields: object) -> Message:
    now = Room().now
    usual = {
        "id": "x",
        "product": "rsvp",
        "kind": kind,
        "to": mail("anna"),
        "scope": EVENT,
        "person": "anna",
        "queued_at": now,
        "not_before": now,
        "at": now,
    }
    return Message(**{**usual, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize("message", [some("offer"), some("changed"), some("offer", attempts=1)])
def test_nobody_is_passed_over_without_an_offer(message: Message) -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    state = GuestListState(room.event, room.guest("anna"))
    assert delivery.pass_over(message, state, SPENT, room.now).is_empty
    assert delivery.pass_over(message, GuestListState(None, None), SPENT, room.now).is_empty
    assert waitlist_delivery.pass_over(message, WaitlistState(), SPENT, room.now).is_empty
    assert claims.pass_over_customer(WaitlistState(), SPENT, room.now).is_empty
