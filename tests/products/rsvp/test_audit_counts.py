"""The counts of audit lines are those of the event at that moment, in both directions."""

from itertools import pairwise

from fullhouse.engine.ports import AuditPage, LatestAudit
from fullhouse.products.rsvp.audit_counts import (
    EventCounts,
    count_backwards,
    count_forwards,
    counts_of,
)
from tests.support.rsvp_world import EVENT, Room


def played() -> Room:
    room = Room(cap=2, max_party=2)
    room.sign_up("anna", party=2)
    room.sign_up("ben", "cy")
    room.party("anna", 1)
    room.claim("ben")
    room.edit(cap=3)
    room.decline("cy")
    room.cancel("anna")
    return room


def test_forwards_they_begin_with_nothing_and_end_with_the_event() -> None:
    room = played()
    lines = room.store.load(AuditPage(EVENT))
    counted = count_forwards(EventCounts(), lines)
    assert counted[0].before == EventCounts()
    assert counted[0].after.shown["open"] == counted[0].after.cap == 2
    assert counted[-1].after == counts_of(room.event)
    for earlier, later in pairwise(counted):
        assert earlier.after == later.before


def test_backwards_they_are_the_same() -> None:
    room = played()
    lines = room.store.load(AuditPage(EVENT))
    forwards = count_forwards(EventCounts(), lines)
    latest = room.store.load(LatestAudit(EVENT))
    assert count_backwards(counts_of(room.event), latest) == forwards[::-1]


def test_a_sign_up_counts_one_more() -> None:
    room = Room()
    room.sign_up("anna")
    lines = room.store.load(AuditPage(EVENT))
    *_, last = count_forwards(EventCounts(), lines)
    assert (last.before.shown["confirmed"], last.after.shown["confirmed"]) == (0, 1)
    assert (last.before.shown["open"], last.after.shown["open"]) == (2, 1)
