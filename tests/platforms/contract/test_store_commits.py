"""What every store promises of a commit: whole or not at all, and only if its conditions hold."""

from datetime import datetime, timedelta
from typing import Any, Literal

import pytest

from fullhouse.engine.access import ApiToken, Member
from fullhouse.engine.ports import (
    AllRecords,
    AuditPage,
    Conflict,
    DueAlarms,
    MessagePage,
    NextAlarm,
    Store,
    Written,
)
from fullhouse.kernel.decisions import (
    Decision,
    Guard,
    at_least,
    at_most,
    create,
    if_unchanged,
    update,
)
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Record
from fullhouse.products.rsvp.capacity import FreedSeats
from fullhouse.products.rsvp.model import Event, Guest, Offer, Settings
from tests.platforms.contract.stores import NOW, alarm, commit, event, guest, message, put

HOUR = timedelta(hours=1)
OFFER = Offer("g1-1", "seat", 1, (FreedSeats("g2", 1, ("g3",)),), NOW, NOW + 6 * HOUR)
FULL = event(
    name="Größe ☕ 'quoted' \"twice\" \\ ;--",
    settings=Settings(reminders=("2d", "morning"), max_party=4, language="de"),
    owed_from=(FreedSeats("anna", 2, ("ben", "cem")), FreedSeats("host", 1)),
    freed_at=NOW + timedelta(milliseconds=1),
    voice={"reminder": "See you {{ name }}", "offer": ""},
    taken=7,
)


def everything(store: Store) -> tuple[Any, ...]:
    return (
        list(store.load(AllRecords())),
        store.load(MessagePage(limit=1000)),
        store.load(AuditPage(limit=1000)),
        store.load(DueAlarms(NOW + 1000 * HOUR, 1000)),
    )


@pytest.mark.parametrize(
    "record",
    [
        FULL,
        event(),
        guest(),
        guest(
            offer=OFFER,
            seats_from=(FreedSeats("g9", 3),),
            passed_at=NOW,
            confirmed_at=NOW - HOUR,
            reach="bounced",
        ),
        Member(id="m1", email="ada@example.org", role="owner", nonce=3, created_at=NOW),
        ApiToken(id="t1", name="script", digest="d", created_at=NOW),
    ],
    ids=["full event", "plain event", "plain guest", "full guest", "member", "token"],
)
def test_what_is_written_is_read_back_the_same(store: Store, record: Record) -> None:
    put(store, record)
    assert store.load(Get(type(record), record.key)) == record
    assert list(store.load(AllRecords())) == [record]


def test_what_is_not_there_is_none(store: Store) -> None:
    put(store, event(), guest())
    assert store.load(Get(Event, ("e2",))) is None
    assert store.load(Get(Guest, ("e1", "g2"))) is None
    assert store.load(Get(Guest, ("e2", "g1"))) is None
    assert store.load(Get(Message, ("m1",))) is None


def test_fields_are_set_and_counters_added_to(store: Store) -> None:
    put(store, event(taken=3, held=2))
    seen = event(taken=3, held=2)
    commit(
        store,
        update(
            seen,
            adds={"taken": 2, "held": -1},
            name="Other",
            freed_at=NOW,
            owed_from=(FreedSeats("x", 1),),
        ),
    )
    found = store.load(Get(Event, ("e1",)))
    assert found == event(
        taken=5, held=1, name="Other", freed_at=NOW, owed_from=(FreedSeats("x", 1),)
    )


def test_counters_are_added_to_what_is_stored_not_to_what_was_seen(store: Store) -> None:
    put(store, event())
    for _ in range(3):
        commit(store, update(event(), adds={"taken": 2}))
    found = store.load(Get(Event, ("e1",)))
    assert found is not None
    assert found.taken == 6


def test_changes_of_the_same_record_in_one_commit_follow_each_other(store: Store) -> None:
    put(store, event())
    one = update(event(), at_most("taken", 0), adds={"taken": 1})
    two = update(one.after, at_least("taken", 1), adds={"taken": 1}, name="Twice")
    commit(store, one, two)
    assert store.load(Get(Event, ("e1",))) == event(taken=2, name="Twice")


def test_a_field_is_set_to_nothing(store: Store) -> None:
    put(store, guest(offer=OFFER, passed_at=NOW))
    commit(store, update(guest(offer=OFFER, passed_at=NOW), offer=None, passed_at=None))
    assert store.load(Get(Guest, ("e1", "g1"))) == guest()


@pytest.mark.parametrize("kind", ["key", "address", "token digest"])
def test_a_new_record_under_a_taken_key_or_address_is_a_conflict(store: Store, kind: str) -> None:
    put(store, event(), guest(), ApiToken(id="t1", name="script", digest="d", created_at=NOW))
    taken: Record = {
        "key": guest("g1", email="other@example.org"),
        "address": guest("g2", email="g1@example.org"),
        "token digest": ApiToken(id="t2", name="other", digest="d", created_at=NOW),
    }[kind]
    before = everything(store)
    with pytest.raises(Conflict):
        put(store, event("e2"), taken)
    assert everything(store) == before


def test_the_same_address_may_stand_on_two_lists(store: Store) -> None:
    put(store, event(), event("e2"), guest(), guest(event_id="e2"))
    assert len(list(store.load(AllRecords()))) == 4


def test_a_change_of_what_is_not_there_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        commit(store, update(event(), name="Other"))
    with pytest.raises(Conflict):
        commit(store, update(event()))


SHARES = FULL.owed_from
GUARDS: list[tuple[str, Literal["==", "<=", ">="], Any, bool]] = [
    ("taken", "==", 7, True),
    ("taken", "==", 8, False),
    ("taken", "<=", 7, True),
    ("taken", "<=", 6, False),
    ("taken", ">=", 7, True),
    ("taken", ">=", 8, False),
    ("state", "==", "open", True),
    ("state", "==", "closed", False),
    ("name", "==", FULL.name, True),
    ("name", "==", FULL.name.upper(), False),
    ("freed_at", "==", FULL.freed_at, True),
    ("freed_at", "==", None, False),
    ("freed_at", "<=", NOW, False),
    ("freed_at", "<=", NOW + timedelta(milliseconds=1), True),
    ("freed_at", ">=", NOW + timedelta(milliseconds=2), False),
    ("freed_at", "<=", None, False),
    ("starts_at", "==", FULL.starts_at, True),
    ("starts_at", "==", FULL.starts_at + HOUR, False),
    ("starts_at", "<=", FULL.starts_at + timedelta(microseconds=1), True),
    ("starts_at", ">=", FULL.starts_at + timedelta(microseconds=1), False),
    ("owed_from", "==", SHARES, True),
    ("owed_from", "==", SHARES[:1], False),
    ("owed_from", "==", SHARES[::-1], False),
    ("owed_from", "==", (), False),
    ("settings", "==", FULL.settings, True),
    ("settings", "==", Settings(), False),
    ("plans", "==", FULL.plans, True),
    ("plans", "==", (), False),
    ("voice", "==", FULL.voice, True),
    ("voice", "==", {}, False),
]


@pytest.mark.parametrize(("field", "test", "value", "holds"), GUARDS)
@pytest.mark.parametrize("writes", [True, False], ids=["with a change", "a mere check"])
def test_a_guard_is_judged_on_every_kind_of_field(
    store: Store,
    field: str,
    test: Literal["==", "<=", ">="],
    value: object,
    holds: bool,
    writes: bool,
) -> None:
    put(store, FULL)
    guard = Guard(field, test, value)
    guarded = update(FULL, guard, venue="Barn") if writes else update(FULL, guard)
    if holds:
        commit(store, guarded)
    else:
        with pytest.raises(Conflict):
            commit(store, guarded)
    found = store.load(Get(Event, ("e1",)))
    assert found is not None
    assert found.venue == ("Barn" if holds and writes else "")


@pytest.mark.parametrize(
    ("test", "value", "holds"),
    [("==", None, True), ("==", NOW, False), ("<=", NOW, False), (">=", NOW, False)],
)
def test_a_guard_on_nothing_holds_only_for_nothing(
    store: Store, test: Literal["==", "<=", ">="], value: datetime | None, holds: bool
) -> None:
    put(store, event())
    guarded = update(event(), Guard("freed_at", test, value), venue="Barn")
    if holds:
        commit(store, guarded)
    else:
        with pytest.raises(Conflict):
            commit(store, guarded)


def test_an_offer_that_is_no_longer_the_same_is_noticed(store: Store) -> None:
    put(store, guest(offer=OFFER))
    commit(
        store, update(guest(offer=OFFER), *if_unchanged(guest(offer=OFFER), "offer"), offer=None)
    )
    with pytest.raises(Conflict):
        commit(
            store,
            update(guest(offer=OFFER), *if_unchanged(guest(offer=OFFER), "offer"), offer=None),
        )


def test_all_guards_must_hold(store: Store) -> None:
    put(store, event(taken=3))
    with pytest.raises(Conflict):
        commit(
            store, update(event(taken=3), at_most("taken", 3), at_least("taken", 4), name="Other")
        )
    commit(store, update(event(taken=3), at_most("taken", 3), at_least("taken", 3), name="Other"))


def test_a_refused_guard_changes_nothing_at_all(store: Store) -> None:
    put(store, event(taken=3), guest(), message())
    commit(store, set_alarms=[alarm("a1"), alarm("a2", 5)])
    before = everything(store)
    with pytest.raises(Conflict):
        commit(
            store,
            create(guest("g2")),
            update(guest(), name="Other"),
            update(event(taken=3), at_most("taken", 2), adds={"taken": 1}),
            messages=[message("m2")],
            set_alarms=[alarm("a1", 9), alarm("a3")],
            clear=["a2"],
            rung=alarm("a1"),
        )
    assert everything(store) == before


def test_what_follows_a_refusal_is_written_as_ever(store: Store) -> None:
    put(store, event())
    with pytest.raises(Conflict):
        commit(store, update(event(), at_least("taken", 1), name="Other"))
    commit(store, update(event(), name="Better"))
    assert store.load(Get(Event, ("e1",))) == event(name="Better")


def test_a_message_is_written_once(store: Store) -> None:
    put(store, message(kind="offer"))
    put(store, message(kind="reminder"), message("m2"))
    assert [(one.id, one.kind) for one in store.load(MessagePage())] == [
        ("m2", "reminder"),
        ("m1", "offer"),
    ]


def test_messages_are_numbered_in_the_order_in_which_they_were_written(store: Store) -> None:
    for name in ("b", "a", "c"):
        put(store, message(name))
        put(store, message(name))
    found = store.load(MessagePage())
    assert [one.id for one in found] == ["c", "a", "b"]
    assert [one.number for one in found] == sorted((one.number for one in found), reverse=True)


def test_a_message_is_moved_like_any_record(store: Store) -> None:
    put(store, message())
    stored = store.load(Get(Message, ("m1",)))
    assert stored is not None
    move = update(
        stored,
        *if_unchanged(stored, "status"),
        status="sending",
        attempts=1,
        lease_ends_at=NOW + HOUR,
    )
    store.commit(Written(Decision(None, moves=(move,))))
    assert store.load(Get(Message, ("m1",))) == move.after
    with pytest.raises(Conflict):
        store.commit(Written(Decision(None, moves=(move,))))


def test_an_alarm_is_set_replaced_and_cleared(store: Store) -> None:
    commit(store, set_alarms=[alarm("a1", 1), alarm("a2", 2)])
    commit(store, set_alarms=[alarm("a1", 3, "e2")])
    assert store.load(DueAlarms(NOW + HOUR)) == (alarm("a2", 2), alarm("a1", 3, "e2"))
    commit(store, clear=["a2", "never set"])
    assert store.load(DueAlarms(NOW + HOUR)) == (alarm("a1", 3, "e2"),)


def test_alarms_are_cleared_first_and_then_set(store: Store) -> None:
    commit(store, set_alarms=[alarm("a1", 1)])
    commit(store, set_alarms=[alarm("a1", 2)], clear=["a1"])
    assert store.load(NextAlarm()) == NOW + timedelta(minutes=2)


def test_the_last_of_two_alarms_under_one_key_holds(store: Store) -> None:
    commit(store, set_alarms=[alarm("a1", 1), alarm("a1", 5)])
    assert store.load(DueAlarms(NOW + HOUR)) == (alarm("a1", 5),)


def test_the_alarm_that_rang_goes_only_if_it_is_still_that_one(store: Store) -> None:
    commit(store, set_alarms=[alarm("a1", 1), alarm("a2", 1)])
    commit(store, set_alarms=[alarm("a1", 2)])
    commit(store, rung=alarm("a1", 1))
    commit(store, rung=alarm("a2", 1))
    commit(store, rung=alarm("never set"))
    assert store.load(DueAlarms(NOW + HOUR)) == (alarm("a1", 2),)


def test_an_alarm_that_rang_may_be_set_again_in_the_same_commit(store: Store) -> None:
    commit(store, set_alarms=[alarm("a1", 1)])
    commit(store, set_alarms=[alarm("a1", 1, "e2")], rung=alarm("a1", 1))
    assert store.load(DueAlarms(NOW + HOUR)) == (alarm("a1", 1, "e2"),)


def test_audit_lines_are_numbered_in_the_order_of_commits(store: Store) -> None:
    put(store, event())
    commit(store, update(event(), name="Other"))
    lines = store.load(AuditPage())
    assert 0 < lines[0].number < lines[1].number
    assert [(one.scope, one.by, one.action, one.note) for one in lines] == [
        ("e1", "tester", "changed", "a note")
    ] * 2
    assert [(entry.kind, entry.key, entry.after) for entry in lines[1].entries] == [
        ("event", ("e1",), {"name": "Other"})
    ]
