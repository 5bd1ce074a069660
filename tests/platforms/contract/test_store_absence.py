"""Promises of every store about records that must still be absent at the commit."""

import pytest

from fullhouse.engine.ports import AuditPage, Conflict, DueAlarms, MessagePage, Store, Written
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.decisions import Change, Decision, MustBeAbsent, create, if_unchanged, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get, Record
from fullhouse.products.frontdesk.shared.contacts import Customer
from fullhouse.products.rsvp.model import Event, Guest
from tests.platforms.contract.stores import NOW, alarm, commit, event, guest, message, put

ADDRESS = MustBeAbsent(Customer, ("c1",))
STOPPED = Customer(id="c1", reach="opted_out", note="STOP", at=NOW)
ABSENCES = {
    "a customer": (ADDRESS, STOPPED),
    "a guest": (MustBeAbsent(Guest, ("e1", "g9")), guest("g9")),
    "an event": (MustBeAbsent(Event, ("e9",)), event("e9")),
    "the event itself": (MustBeAbsent(Event, ("e1",)), event()),
}


def leased(store: Store) -> Change[Message]:
    stored = store.load(Get(Message, ("m1",)))
    assert stored is not None
    return update(stored, *if_unchanged(stored, "status"), status="sending", attempts=1)


def everything(store: Store) -> tuple[object, ...]:
    lines, alarms = store.load(AuditPage()), store.load(DueAlarms(NOW))
    return store.load(MessagePage()), lines, alarms, store.load(Get(Guest, ("e1", "g1")))


@pytest.mark.parametrize(("absence", "record"), ABSENCES.values(), ids=ABSENCES.keys())
def test_a_decision_holds_while_what_it_did_not_find_is_not_there(
    store: Store, absence: MustBeAbsent, record: Record
) -> None:
    commit(store, messages=[message("m1")], absent=[absence])
    commit(store, messages=[message("m2")], absent=[absence])
    assert store.load(Get(type(record), record.key)) is None
    put(store, record, scope="e2")
    with pytest.raises(Conflict):
        commit(store, messages=[message("m3")], absent=[absence])
    assert [one.id for one in store.load(MessagePage())] == ["m2", "m1"]


def test_what_is_there_meanwhile_lets_nothing_happen_at_all(store: Store) -> None:
    put(store, message(), STOPPED)
    before = everything(store)
    with pytest.raises(Conflict):
        commit(
            store,
            create(guest()),
            messages=[message("m2")],
            set_alarms=[alarm()],
            absent=[ADDRESS],
        )
    assert everything(store) == before


def test_a_mere_move_is_held_back_too(store: Store) -> None:
    put(store, message())
    lease = leased(store)
    put(store, STOPPED)
    with pytest.raises(Conflict):
        store.commit(Written(Decision(None, moves=(lease,), absent=(ADDRESS,))))
    assert store.load(Get(Message, ("m1",))) == lease.before
    store.commit(Written(Decision(None, moves=(lease,), absent=(MustBeAbsent(Customer, ("c2",)),))))
    assert store.load(Get(Message, ("m1",))) == lease.after


def test_several_may_have_to_be_absent_and_one_may_be_named_twice(store: Store) -> None:
    other = MustBeAbsent(Customer, ("c2",))
    commit(store, messages=[message("m1")], absent=[ADDRESS, other, ADDRESS])
    put(store, Customer(id="c2", reach="bounced", note="", at=NOW))
    with pytest.raises(Conflict):
        commit(store, messages=[message("m2")], absent=[ADDRESS, other, ADDRESS])


def test_a_decision_may_add_what_was_absent(store: Store) -> None:
    commit(store, create(STOPPED), absent=[ADDRESS])
    assert store.load(Get(Customer, ("c1",))) == STOPPED
    with pytest.raises(Conflict):
        commit(store, create(STOPPED), absent=[ADDRESS])


def test_a_decision_that_changes_what_must_be_absent_contradicts_itself(store: Store) -> None:
    put(store, STOPPED)
    with pytest.raises(Conflict):
        commit(store, update(STOPPED, reach="fine"), absent=[ADDRESS])
    assert store.load(Get(Customer, ("c1",))) == STOPPED


def test_an_alarm_that_rang_stays_where_something_is_there_meanwhile(store: Store) -> None:
    rang: Alarm = alarm()
    commit(store, set_alarms=[rang])
    put(store, STOPPED)
    with pytest.raises(Conflict):
        commit(store, rung=rang, absent=[ADDRESS])
    assert store.load(DueAlarms(NOW)) == (rang,)
