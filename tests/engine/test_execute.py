"""The life of one command: load, decide, commit once; and again if a condition was refused."""

from typing import Any, TypeVar

import pytest

from fullhouse.engine.catalogue import AUDITED, PRODUCTS, RULES
from fullhouse.engine.execute import (
    MAX_TRIES,
    Rules,
    TooManyConflicts,
    execute,
    load_state,
    stamped,
    with_reactions,
)
from fullhouse.engine.ports import Conflict, DueAlarms, Invocation, StoreDown, Written
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision, Step, update
from fullhouse.kernel.messages import Channel, Message
from fullhouse.kernel.product import Reactions
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.model import Event, Guest, PeopleAhead
from tests.support.rsvp_world import EVENT, Room, create, full_room, sign_up, there

T = TypeVar("T")
NOW = there("2026-06-01 11:00")
MAIL_ALONE: frozenset[Channel] = frozenset({"mail"})
CHANNELS_IN_ORDER: tuple[Channel, ...] = ("mail", "text", "staff")
TIMES: dict[str, Any] = {"queued_at": NOW, "not_before": NOW, "at": NOW}


class RefusingStore(MemoryStore):
    """Refuses the first few commits, then takes them; counts what it is asked."""

    def __init__(self, refusals: int = 0, error: Exception | None = None) -> None:
        super().__init__()
        self.refusals, self.error = refusals, error or Conflict("event")
        self.commits = 0
        self.asked: list[Need[Any]] = []

    def load(self, need: Need[T]) -> T:
        self.asked.append(need)
        return super().load(need)

    def commit(self, written: Written) -> None:
        self.commits += 1
        if self.commits <= self.refusals:
            raise self.error
        super().commit(written)


def test_a_refused_condition_means_to_load_and_decide_again() -> None:
    store = RefusingStore(refusals=3)
    decision = execute(store, RULES, Invocation("o1", "host", create()), NOW)
    assert (decision.answer.code, store.commits, len(store.asked)) == ("created", 4, 4)


def test_the_second_look_sees_what_the_others_did() -> None:
    class Overtaken(MemoryStore):
        overtakes = True

        def commit(self, written: Written) -> None:
            if self.overtakes:
                self.overtakes = False
                execute(self, RULES, Invocation("other", "someone", sign_up("ben")), NOW)
            super().commit(written)

    store = Overtaken()
    store.overtakes = False
    execute(store, RULES, Invocation("o1", "host", create(cap=1)), NOW)
    store.overtakes = True
    answer = execute(store, RULES, Invocation("o2", "someone", sign_up("anna")), NOW).answer
    assert (answer.code, answer.position) == ("waitlisted", 1)


def test_whoever_never_gets_a_turn_is_told_and_nothing_was_changed() -> None:
    store = RefusingStore(refusals=1000)
    with pytest.raises(TooManyConflicts, match="o1"):
        execute(store, RULES, Invocation("o1", "host", create()), NOW)
    assert (store.commits, store.shelves.get(Event), store.lines) == (MAX_TRIES, {}, [])


def test_a_store_that_is_down_is_not_tried_again() -> None:
    store = RefusingStore(1, StoreDown("disk full"))
    with pytest.raises(StoreDown):
        execute(store, RULES, Invocation("o1", "host", create()), NOW)
    assert store.commits == 1


def test_what_has_no_effect_is_not_committed() -> None:
    store = RefusingStore()
    execute(store, RULES, Invocation("o1", "host", create()), NOW)
    execute(store, RULES, Invocation("o2", "host", create()), NOW)
    execute(
        store,
        RULES,
        Invocation("o3", "someone", commands.CancelGuest(event_id=EVENT, guest_id="nobody")),
        NOW,
    )
    assert store.commits == 1


def test_an_alarm_that_rang_goes_even_if_nothing_came_of_it() -> None:
    store = RefusingStore()
    alarm = Alarm(
        "lapse:x-1", NOW, commands.LapseOffer(event_id=EVENT, guest_id="x", offer_id="x-1")
    )
    store.alarms[alarm.key] = alarm
    execute(store, RULES, Invocation("o1", "clock", alarm.command, alarm), NOW)
    assert store.load(DueAlarms(NOW)) == ()


def test_without_a_carrier_what_could_leave_now_is_kept_and_the_rest_is_queued() -> None:
    room = Room(settles=False, now="2026-06-01 23:00")
    execute(
        room.store,
        RULES,
        Invocation("o1", "someone", sign_up("anna")),
        room.now,
        carries=frozenset(),
    )
    invite = sign_up("ben", source="import", place_as="pending")
    execute(room.store, RULES, Invocation("o2", "host", invite), room.now, carries=frozenset())
    assert [(message.kind, message.status) for message in room.messages()] == [
        ("confirmation", "kept"),
        ("invite", "queued"),
    ]


def test_each_channel_has_a_carrier_of_its_own_or_what_could_leave_on_it_now_is_kept() -> None:
    told = tuple(
        Message(
            id=channel, product="rsvp", kind="offer", channel=channel, to="x", scope=EVENT, **TIMES
        )
        for channel in CHANNELS_IN_ORDER
    )
    decision = stamped(
        Decision(None, messages=told), Invocation("o1", "host", create()), NOW, carries=MAIL_ALONE
    )
    assert [(one.id, one.status) for one in decision.messages] == [
        ("mail", "queued"),
        ("text", "kept"),
        ("staff", "kept"),
    ]


def test_only_the_few_records_that_a_rule_needs_are_loaded() -> None:
    store = RefusingStore()
    room = full_room(store=store)
    store.asked.clear()
    command = sign_up("dora")
    state = load_state(store, RULES[type(command)], command)
    assert (state.event, state.guest.id, state.ahead) == (room.event, "dora", 1)
    assert [type(need) for need in store.asked[:3]] == [Get, type(store.asked[1]), PeopleAhead]


def test_every_acknowledged_command_is_in_the_audit_once() -> None:
    room = full_room()
    room.cancel("anna")
    orders = (
        [line.order for line in room.store.lines] if isinstance(room.store, MemoryStore) else []
    )
    assert len(orders) == len(set(orders)) == 7


def test_every_command_has_one_rule_and_every_audited_record_one_name() -> None:
    known = [
        kind for kind in vars(commands).values() if isinstance(kind, type) and kind is not Command
    ]
    assert [kind for kind in known if issubclass(kind, Command) and kind not in RULES] == []
    assert sum(len(one.records) for one in PRODUCTS.values()) == len(AUDITED)
    assert set(PRODUCTS) == {"rsvp", "waitlist", "appointments", "business", "desk"}


class TestReactions:
    """Alarms that follow from changes, whichever rule made them."""

    def test_a_reaction_sees_all_changes_of_its_kind_and_what_was_loaded(self) -> None:
        room = full_room()
        event, anna, ben = room.event, room.guest("anna"), room.guest("ben")
        seen: list[Any] = []

        def react(changes: Any, found: Any, now: Any) -> tuple[Alarm, ...]:
            seen.append(([change.after for change in changes], found, now))
            return (Alarm("second", now, create()),)

        first = Alarm("first", NOW, create())
        step = Step(EVENT, "changed", "anna", (update(anna), update(event)))
        decision = Decision(None, steps=(step,), moves=(update(ben),), set_alarms=(first,))
        found = {"event": event}
        decided = with_reactions(decision, {Guest: (react, react)}, found, NOW)
        assert seen == [([anna, ben], found, NOW)] * 2
        assert [alarm.key for alarm in decided.set_alarms] == ["first", "second", "second"]

    def test_a_decision_without_such_changes_stays_as_it_is(self) -> None:
        def react(*_: Any) -> tuple[Alarm, ...]:
            raise AssertionError

        decision = Decision(None, moves=(update(full_room().event),))
        reactions: Reactions = {Guest: (react,)}
        assert with_reactions(decision, reactions, {}, NOW) is decision
        assert with_reactions(decision, {Event: (lambda *_: (),)}, {}, NOW) is decision

    def test_they_are_committed_with_the_change(self) -> None:
        store = RefusingStore(refusals=1)
        alarm = Alarm("later", NOW, create())
        execute(
            store,
            Rules(RULES, {Event: (lambda *_: (alarm,),)}),
            Invocation("o1", "host", create()),
            NOW,
        )
        assert store.alarms["later"] == alarm
        assert store.commits == 2
