"""The budget of one address: what others trigger reaches it a few times an hour and a day."""

from datetime import timedelta
from typing import Any, TypeVar

import msgspec
import pytest

from fullhouse.engine import message_budget
from fullhouse.engine.budget_record import EraseMessageBudget, MessageBudget, budget_id
from fullhouse.engine.catalogue import BUDGETS, RULES
from fullhouse.engine.counted_messages import when_spent
from fullhouse.engine.execute import execute
from fullhouse.engine.inbound_mail import InboundMail, RecordInboundMail
from fullhouse.engine.message_budget import (
    SPENT,
    Budgeting,
    BudgetLimits,
    KeptBudgets,
    Ledger,
    free_at,
    within_budget,
)
from fullhouse.engine.ports import Invocation, MessagePage, Written
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CarrierDown, Channel, Message, Refused
from fullhouse.kernel.records import Get, Need
from fullhouse.products.frontdesk.appointments.commands import BookAppointment, CancelAppointment
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, JoinWaitlist
from fullhouse.products.rsvp import commands
from tests.support.rsvp_world import EVENT, Carrier, Room, create, mail, sign_up

T = TypeVar("T")
HOURLY, DAILY = 5, 20
NO_CARRIER: frozenset[Channel] = frozenset()


def link(number: int, name: str = "anna") -> Command:
    return commands.ResendLink(event_id=EVENT, guest_id=name, occasion=f"{number}")


def forged(number: int, name: str = "anna") -> Command:
    """Return a reply in someone's name whose sender is not authenticated."""
    return commands.AnswerByMail(
        event_id=EVENT,
        guest_id=name,
        name=name,
        email=mail(name),
        wants="cancel",
        occasion=f"forged-{number}",
    )


def crowded_calendar(room: Room, number: int, name: str = "anna") -> None:
    """Sign one address up for so many other events."""
    for count in range(number):
        room.give(create(f"other{count}"))
        room.give(commands.SignUp(**{**_fields(name), "event_id": f"other{count}"}), "guest")


def _fields(name: str) -> dict[str, Any]:
    return {"guest_id": name, "name": name, "email": mail(name)}


def budget(room: Room, name: str = "anna", *, own: bool = False) -> MessageBudget:
    found = room.store.load(Get(MessageBudget, (budget_id(mail(name), own=own),)))
    assert found is not None
    return found


def test_forty_forged_replies_put_six_emails_into_an_inbox() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    for number in range(40):
        room.give(forged(number), "mail")
    assert len(room.emails) == HOURLY + 1
    room.after(hours=1, seconds=2)
    assert len(room.emails) == HOURLY + 2
    assert {one.status for one in room.messages(to="anna")} == {"sent"}


def proven(number: int, name: str = "anna") -> Command:
    """Return a guest's own reply to a message to them."""
    own = {"proven": True, "marked": name, "occasion": f"proven-{number}", "wants": "ask"}
    return msgspec.structs.replace(forged(0, name), **own)


def recorded(command: Command) -> Command:
    """Return a mail's command as the intake of mail gives it."""
    line = InboundMail(id="m", place="m", scope=EVENT, at=Room().now)
    return RecordInboundMail(mail=line, asks=command, proven=True)


def test_forged_replies_do_not_use_up_the_answers_to_someones_own() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    for number in range(HOURLY):
        room.give(forged(number), "mail")
    sent = len(room.carrier.to("anna"))
    room.give(proven(1), "mail")
    assert len(room.carrier.to("anna")) == sent + 1
    assert len(budget(room, own=True).times) == 1


def test_someones_own_replies_are_answered_a_few_times_an_hour() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    for number in range(40):
        room.give(proven(number), "mail")
    assert len(room.carrier.to("anna", "link")) == HOURLY - 1
    dropped = [one for one in room.messages("link", "anna") if one.status == "failed"]
    assert {one.error for one in dropped} == {SPENT}
    assert len(budget(room).times) == 1
    room.after(hours=1, seconds=2)
    room.give(proven(40), "mail")
    assert len(room.carrier.to("anna", "link")) == HOURLY


def test_an_own_answer_that_a_carrier_did_not_take_does_not_count() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    room.carrier.answers.append(Refused("try later"))
    room.give(proven(1), "mail")
    assert (len(budget(room).times), len(budget(room, own=True).times)) == (1, 0)


def test_without_a_carrier_own_answers_are_counted_apart() -> None:
    room, kept = Room(settles=False), KeptBudgets()
    keep(room, sign_up("anna"), "guest", kept=kept)
    for number in range(HOURLY):
        keep(room, forged(number), "mail", kept=kept)
    for number in range(HOURLY):
        keep(room, proven(number), "mail", kept=kept)
    assert [one.status for one in room.messages(to="anna")] == ["kept"] * 2 * HOURLY


def test_links_beyond_the_budget_of_a_day_are_combined() -> None:
    room = Room()
    for hour in range(12):
        room.give(sign_up("anna"), "guest")
        for number in range(10):
            room.give(link(hour * 10 + number), "guest")
        room.after(hours=1, seconds=2)
    alone = [email for email in room.emails if email[0].when_spent != "combined"]
    assert len(alone) == DAILY
    assert len(room.emails) <= DAILY + 13
    room.after(hours=14)
    assert {one.status for one in room.messages(to="anna")} == {"sent"}


def test_confirmations_are_delayed_and_none_is_lost() -> None:
    room = Room()
    began = room.now
    crowded_calendar(room, 12)
    assert len(room.emails) == HOURLY + 1
    room.after(minutes=59)
    assert len(room.emails) == HOURLY + 1
    room.after(minutes=2)
    assert [len(email) for email in room.emails] == [1] * (HOURLY + 1) + [6]
    assert room.now - began < timedelta(hours=2)


def test_event_news_is_not_delayed_when_strangers_have_spent_the_budget() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    for number in range(10):
        room.give(forged(number), "mail")
    room.call_off()
    assert len(room.carrier.to("anna", "event_cancelled")) == 1


def test_texts_are_delayed_and_answers_do_not_take_their_turn() -> None:
    room = Room()
    text = {"channel": "text", "to": "+49170", "when_spent": "delay"}
    delayed = msgspec.structs.replace(message("waitlist", "joined"), **text)
    answer = msgspec.structs.replace(delayed, when_spent="drop")
    ledger = Ledger(room.store, Budgeting(BudgetLimits(1, 20)))
    assert ledger.take_turn(delayed, room.now).leaves_at == room.now
    assert ledger.take_turn(answer, room.now).leaves_at is None
    leaves_at = ledger.take_turn(delayed, room.now).leaves_at
    assert leaves_at is not None
    assert timedelta(hours=1) <= leaves_at - room.now < timedelta(hours=1, seconds=2)
    assert ledger.take_turn(answer, leaves_at).leaves_at is None
    assert ledger.take_turn(answer, leaves_at + timedelta(minutes=11)).leaves_at is not None


def test_own_links_reminders_and_offers_do_not_count() -> None:
    room = Room(cap=1)
    room.ask(sign_up("anna"), "guest")
    room.sign_up("ben")
    for _ in range(HOURLY + 2):
        room.give(commands.CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
        back = commands.SignUp(**{**_fields("anna"), "event_id": EVENT, "source": "link"})
        room.give(back, "guest")
    assert len(budget(room).times) == 1
    assert all(one.status == "sent" for one in room.messages(to="anna"))


def test_what_a_host_sends_does_not_count() -> None:
    room = Room()
    room.ask(sign_up("anna"), "guest")
    for number in range(HOURLY + 3):
        room.give(link(number), "member:owner")
    assert len(room.carrier.to("anna", "link")) == HOURLY + 3
    assert len(budget(room).times) == 1


def test_messages_to_the_host_do_not_count() -> None:
    room = Room()
    room.until("2026-06-19 20:00")
    (note,) = {one.when_spent for one in room.messages(to="host@example.org")}
    assert note == ""


@pytest.mark.parametrize("outcome", [Refused("mailbox busy"), CarrierDown("down")])
def test_what_a_carrier_did_not_take_does_not_count(outcome: Refused | CarrierDown) -> None:
    room = Room()
    room.carrier = Carrier(outcome)
    room.ask(sign_up("anna"), "guest")
    assert budget(room).times == ()
    room.after(minutes=2)
    assert len(budget(room).times) == 1


def test_a_refusal_of_a_message_that_does_not_count_changes_no_budget() -> None:
    room = Room(settles=False)
    room.ask(sign_up("anna"), "guest")
    room.settle()
    before = budget(room)
    room.carrier = Carrier(Refused("mailbox busy"))
    room.give(commands.CancelGuest(event_id=EVENT, guest_id="anna"), "guest")
    room.settle()
    assert budget(room) == before


def test_a_refusal_after_the_budget_was_erased_changes_nothing() -> None:
    room = Room(settles=False)
    room.ask(sign_up("anna"), "guest")
    (message,) = room.messages(to="anna")
    leased = room.dispatch(message)
    assert leased is not None
    room.give(EraseMessageBudget(budget_id=budget_id(mail("anna"))))
    erased = budget(room)
    outcome = Refused("mailbox busy")
    room.give(
        RecordSendResult(product=leased.product, message_id=leased.id, outcome=outcome), "relay"
    )
    assert budget(room) == erased


class Overtaken:
    """A store in which another machine sends a message between the first look and the commit."""

    def __init__(self, room: Room, other: Message) -> None:
        self.room, self.others = room, [other]

    def load(self, need: Need[T]) -> T:
        found = self.room.store.load(need)
        if isinstance(need, Get) and need.kind is MessageBudget and self.others:
            self.room.send(self.others.pop())
        return found

    def commit(self, written: Written) -> None:
        self.room.store.commit(written)


def test_two_machines_count_each_others_messages() -> None:
    room = Room(settles=False)
    room.ask(sign_up("anna"), "guest")
    for number in range(HOURLY):
        room.give(link(number), "guest")
    *earlier, other, last = room.messages(to="anna")
    for one in earlier:
        room.send(one)
    lease = LeaseMessage(product=last.product, message_id=last.id)
    invocation = Invocation("overtaken", "relay", lease)
    answer = execute(Overtaken(room, other), RULES, invocation, room.now).answer
    assert len(room.carrier.to("anna")) == HOURLY
    assert answer.when_spent == "combined"


def keep(
    room: Room,
    command: Command,
    by: str,
    limits: BudgetLimits | None = None,
    kept: KeptBudgets | None = None,
) -> None:
    """Execute a command where there is no carrier."""
    room.orders += 1
    invocation = Invocation(f"kept-{room.orders}", by, command)
    budgeting = Budgeting(limits or BudgetLimits(), kept)
    execute(room.store, RULES, invocation, room.now, carries=NO_CARRIER, budgeting=budgeting)


def test_without_a_carrier_budgets_need_not_be_stored() -> None:
    room, kept = Room(settles=False), KeptBudgets()
    keep(room, sign_up("anna"), "guest", kept=kept)
    for _ in range(9):
        keep(room, link(1), "guest", kept=kept)
    for number in range(40):
        keep(room, link(number), "guest", kept=kept)
    statuses = [one.status for one in room.messages(to="anna")]
    assert statuses == ["kept"] * (HOURLY + 1) + ["queued"] * 35
    keep(room, commands.CancelGuest(event_id=EVENT, guest_id="anna"), "host", kept=kept)
    assert [one.status for one in room.messages("cancelled", "anna")] == ["kept"]
    assert room.store.load(Get(MessageBudget, (budget_id(mail("anna")),))) is None


def test_budgets_in_memory_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_budget, "MOST_KEPT", 2)
    kept = KeptBudgets()
    for name in ("a", "b", "a", "c"):
        kept.put(name, MessageBudget(id=name, ends_at=Room().now))
    assert [kept.find(name) is not None for name in ("a", "b", "c")] == [True, False, True]


def test_first_messages_are_counted_in_memory_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_budget, "MOST_KEPT", 2)
    kept, now = KeptBudgets(), Room().now
    assert kept.is_first("a", now)
    found = kept.find("a")
    assert found is not None
    assert found.times == (now + timedelta(seconds=1),)
    kept.put("a", found)
    assert [kept.is_first(name, now) for name in ("a", "b", "c", "d", "b")] == [
        False,
        True,
        True,
        True,
        True,
    ]


def test_without_a_carrier_messages_are_counted_when_they_are_kept() -> None:
    room = Room(settles=False)
    keep(room, sign_up("anna"), "guest")
    for number in range(40):
        keep(room, link(number), "guest")
    kept = room.messages(to="anna")
    assert [one.status for one in kept] == ["kept"] * (HOURLY + 1) + ["queued"] * 35
    assert len(budget(room).times) == HOURLY


def test_without_a_carrier_a_delayed_message_is_queued() -> None:
    room = Room(settles=False)
    keep(room, sign_up("anna"), "guest", BudgetLimits(1, 2))
    keep(room, forged(1), "mail", BudgetLimits(1, 2))
    room.give(create("other"))
    other = commands.SignUp(**{**_fields("anna"), "event_id": "other"})
    keep(room, other, "guest", BudgetLimits(1, 2))
    (confirmed, combined) = room.messages(to="anna")
    (delayed,) = room.store.load(MessagePage("other", limit=9))
    assert (confirmed.status, delayed.status) == ("kept", "queued")
    assert (combined.status, combined.when_spent) == ("kept", "combined")
    assert delayed.not_before - confirmed.not_before > timedelta(minutes=59)


def test_a_message_that_is_known_already_does_not_count_again() -> None:
    room = Room(settles=False)
    keep(room, sign_up("anna"), "guest")
    for _ in range(9):
        keep(room, link(1), "guest")
    assert len(budget(room).times) == 2


def test_two_messages_of_one_commit_count_twice() -> None:
    room = Room(settles=False)
    two = [
        msgspec.structs.replace(message("rsvp", "link"), id=name, status="kept", when_spent="delay")
        for name in ("one", "two")
    ]
    decision = Decision(None, messages=tuple(two))
    invocation = Invocation("x", "guest", link(1))
    limits = BudgetLimits(1, 20)
    ledger = Ledger(room.store, Budgeting(limits))
    within = within_budget(ledger, decision, invocation, room.now, lambda _: Decision(None))
    assert [one.when_spent for one in within.messages] == ["delay", "combined"]
    (change,) = within.moves
    assert len(change.after.times) == 1


def test_the_budget_of_an_address_can_be_erased() -> None:
    room = Room()
    room.give(EraseMessageBudget(budget_id=budget_id(mail("anna"))))
    room.ask(sign_up("anna"), "guest")
    room.give(EraseMessageBudget(budget_id=budget_id(mail("anna"))))
    erased = budget(room)
    assert (erased.times, erased.delayed_until, erased.ends_at) == ((), None, room.now)


def test_an_address_is_one_however_it_is_written() -> None:
    assert budget_id("Anna@Example.org") == budget_id("anna@example.org")


def test_limits_hold_in_any_hour_and_any_day() -> None:
    room = Room()
    limits = BudgetLimits(2, 3)
    times = [room.now - timedelta(minutes=minutes) for minutes in (300, 50, 10)]
    known = MessageBudget(id="x", times=tuple(times), ends_at=room.now)
    assert free_at(known, BudgetLimits(2, 4), room.now) == times[1] + timedelta(hours=1)
    assert free_at(known, limits, room.now) == times[0] + timedelta(days=1)
    assert free_at(known, BudgetLimits(3, 4), room.now) == room.now


def message(product: str, kind: str, person: str = "someone") -> Message:
    now = Room().now
    return Message(
        id="x",
        product=product,
        kind=kind,
        to="x@example.org",
        scope="x",
        person=person,
        queued_at=now,
        not_before=now,
        at=now,
    )


def joins() -> Command:
    return JoinWaitlist(entry_id="e", name="Anna", service="Cut", email=mail("anna"))


def claims() -> Command:
    return ClaimSlot(slot_id="s", seq=1, entry_id="e")


def books() -> Command:
    return BookAppointment(appointment_id="a", name="A", service="Cut", starts_at=Room().now)


def cancels() -> Command:
    return CancelAppointment(appointment_id="a")


def leaves(guest: str) -> Command:
    return commands.CancelGuest(event_id="x", guest_id=guest)


@pytest.mark.parametrize(
    ("product", "kind", "by", "command", "spent"),
    [
        ("waitlist", "joined", "customer", joins(), "delay"),
        ("waitlist", "booked", "customer", claims(), "proof"),
        ("waitlist", "offer", "clock", claims(), "news"),
        ("appointments", "booked", "member:jess", books(), ""),
        ("appointments", "cancelled", "customer", cancels(), "delay"),
        ("appointments", "cancelled", "member:jess", cancels(), "news"),
        ("appointments", "reminder", "clock", cancels(), "news"),
        ("rsvp", "link", "mail", forged(1), "drop"),
        ("rsvp", "link", "mail", proven(1, "someone"), "own"),
        ("rsvp", "link", "mail", proven(1), "drop"),
        ("rsvp", "link", "mail", recorded(proven(1, "someone")), "own"),
        ("rsvp", "link", "mail", recorded(forged(1)), "drop"),
        ("rsvp", "confirmation", "mail", proven(1, "someone"), "delay"),
        ("rsvp", "link", "member:owner", link(1), ""),
        ("rsvp", "cancelled", "mail", proven(1, "someone"), "proof"),
        ("rsvp", "question", "mail", forged(1), ""),
        ("rsvp", "confirmation", "mail", forged(1), "delay"),
        ("desk", "sign_in", "desk", link(1), ""),
        ("rsvp", "cancelled", "guest", leaves("someone"), "proof"),
        ("rsvp", "cancelled", "visitor", leaves("someone"), "delay"),
        ("rsvp", "link", "visitor", leaves("someone"), "drop"),
        ("rsvp", "offer", "visitor", leaves("another"), "news"),
    ],
)
def test_what_a_spent_budget_does_to_a_message(
    product: str, kind: str, by: str, command: Command, spent: str
) -> None:
    invocation = Invocation("x", by, command)
    assert when_spent(BUDGETS.get(product), message(product, kind), invocation) == spent


def test_a_note_to_staff_never_counts() -> None:
    note = message("waitlist", "proposal", person="")
    assert when_spent(BUDGETS["waitlist"], note, Invocation("x", "mail", joins())) == ""


def test_spellings_that_reach_one_inbox_share_its_budget() -> None:
    assert budget_id("a.da+x@googlemail.com") == budget_id("ada@gmail.com")


def test_sub_addresses_put_no_more_emails_into_an_inbox() -> None:
    room = Room(cap=100)
    for number in range(20):
        email = f"ada+{number}@example.org"
        room.give(sign_up(f"ada{number}", email=email), "guest")
    assert len([one for one in room.carrier.handed if one.to.startswith("ada+")]) == HOURLY + 1
