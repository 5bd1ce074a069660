"""Every store answers the waitlist's queries alike: matches of a slot, and desk pages."""

from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from fullhouse.engine.ports import AllRecords, Store
from fullhouse.kernel.decisions import update
from fullhouse.kernel.records import Get, Record
from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.rulebook.model import FormerName, Money, RuleProblem
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import (
    EntriesAt,
    Entry,
    EntryPage,
    FittingEntries,
    FreedBetween,
    IndexedSlot,
    LineCounts,
    LinePage,
    LongestEnded,
    NextExpiring,
    OffersOfEntry,
    OffersOfSlot,
    ServiceQueue,
    Slot,
    SlotIndex,
    SlotPage,
    SlotsBetween,
    UnsyncedEntries,
)
from tests.aws.emulator import Emulator
from tests.platforms.contract.answering import (
    is_answered_alike,
    one_each,
    put_all,
    some_of_each,
    tells_lines_in_order,
)
from tests.platforms.contract.stores import NOW, commit, memory, put, sqlite
from tests.platforms.contract.waitlist import (
    WAITLIST_ASKED,
    entries,
    entry,
    fits,
    fitting,
    others,
    slot,
    slot_offer,
    slot_offers,
    slots,
)

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def who(records: Any) -> str:
    return "".join(record.id for record in records)


def test_every_kind_of_record_is_kept_whole(store: Store) -> None:
    records: list[Record] = [
        entry(
            email="anna@example.org",
            earliest="2026-06-02",
            offer="s1-1",
            offer_ends_at=NOW + HOUR,
            ended_at=NOW,
        ),
        Contact(
            id="c1", reach="opted_out", note="STOP", at=NOW, entries=("w1", "w2"), offer="s1-1"
        ),
        ServiceQueue(id="cut", waiting=3, rev=7, idle=("s1", "s2")),
        slot(price=Money(4500, "USD"), tried=("w1",), live_offer_seq=1, ended_at=NOW),
        slot("s2", tried=("w1", "w2"), carried=1, noted=True, why="nobody_fits"),
        slot("s3", status="booked", booked_by="w1", replaces="a1", rest_minutes=75),
        slot_offer(ended_at=NOW, why="quiet hours"),
        SlotIndex(
            id="a1", marks=(IndexedSlot("s1", "Cut", "Mara", 2, "ref 1", "no_show", "open"),)
        ),
        SmsSpend(month="2026-06", parts=3, amount=24),
        Document(
            id="rules",
            text="Claim window: 10 minutes",
            saved_at=NOW,
            problems=(RuleProblem(1, "x", "why"),),
            former=(FormerName("staff", "Sam", "Samuel"),),
        ),
    ]
    put(store, *records, scope="waitlist")
    for record in records:
        assert store.load(Get(type(record), record.key)) == record
    assert {record.kind_name for record in store.load(AllRecords())} == {
        record.kind_name for record in records
    }


def test_lists_inside_a_record_change_whole_and_counters_are_added_to(store: Store) -> None:
    line, contact, freed = (
        ServiceQueue(id="cut", idle=("s1",)),
        Contact(id="c1", at=NOW, entries=("w1",)),
        slot(),
    )
    put_all(store, line, contact, freed)
    commit(
        store,
        update(line, adds={"waiting": 1, "rev": 1}, idle=("s1", "s2")),
        update(contact, entries=()),
        update(freed, price=Money(100), tried=("w1", "w2")),
    )
    assert store.load(Get(ServiceQueue, ("cut",))) == ServiceQueue(
        id="cut", waiting=1, rev=1, idle=("s1", "s2")
    )
    assert store.load(Get(Contact, ("c1",))) == Contact(id="c1", at=NOW)
    assert store.load(Get(Slot, ("s1",))) == slot(price=Money(100), tried=("w1", "w2"))


def test_a_slot_fits_who_waits_reachable_for_that_service_date_party_and_staff(
    store: Store,
) -> None:
    put_all(
        store,
        entry("a"),
        entry("b", line="colour"),
        entry("c", channel=""),
        entry("d", state="booked"),
        entry("e", party=3),
        entry("f", earliest="2026-06-03"),
        entry("g", latest="2026-06-01"),
        entry("h", earliest="2026-06-02", latest="2026-06-02"),
        entry("i", staff="Mara"),
        entry("j", staff="Jo"),
        entry("k", offer="s9-1"),
        entry("l", party=2),
        entry("m", email="m@example.org", phone="", channel="mail"),
    )
    assert who(store.load(fitting())) == "ahlm"
    assert who(store.load(fitting(staff="Mara"))) == "ahilm"
    assert who(store.load(fitting(date="2026-06-03"))) == "aflm"
    assert who(store.load(fitting(party=3))) == "aehlm"
    assert who(store.load(fitting(down_fitting=False))) == "l"
    assert who(store.load(fitting(busy=True))) == "k"
    assert who(store.load(fitting(mail_only=True))) == "m"
    assert who(store.load(fitting(line="colour"))) == "b"
    assert who(store.load(fitting(line="shave"))) == ""
    assert who(store.load(fitting(limit=2))) == "ah"


def test_weekdays_and_times_of_day_are_asked_by_the_store(store: Store) -> None:
    put_all(
        store,
        entry("a"),
        entry("b", weekdays=("mon", "tue")),
        entry("c", weekdays=("wed",)),
        entry("d", from_time="12:00"),
        entry("e", from_time="12:01"),
        entry("f", until_time="12:00"),
        entry("g", until_time="12:30", from_time="09:00", weekdays=("tue",)),
    )
    assert who(store.load(fitting())) == "abdg"
    assert who(store.load(fitting(order="joined"))) == "abdg"
    assert who(store.load(fitting(weekday="wed"))) == "acd"
    assert who(store.load(fitting(time="08:59"))) == "abf"
    assert who(store.load(fitting(time="17:00"))) == "abde"
    assert {one.id: one.weekdays for one in store.load(fitting())}["b"] == ("mon", "tue")


def test_the_fair_order_is_priority_then_joining_or_joining_alone(store: Store) -> None:
    put_all(
        store,
        entry("a", joined_at=NOW + 2 * SECOND, priority=1),
        entry("b", joined_at=NOW + SECOND),
        entry("c", joined_at=NOW),
        entry("d", joined_at=NOW),
        entry("e", joined_at=NOW + 3 * SECOND, priority=9),
    )
    assert who(store.load(fitting())) == "eacdb"
    assert who(store.load(fitting(order="joined"))) == "cdbae"


def test_a_line_is_walked_page_by_page_in_either_order_and_nobody_is_missed_or_met_twice(
    store: Store,
) -> None:
    people = [
        entry(
            f"{number:02d}", priority=number % 3, joined_at=NOW + number % 4 * SECOND, offer=offer
        )
        for offer, numbers in (("", range(16)), ("s9-1", range(16, 24)))
        for number in numbers
    ]
    put_all(store, *people)
    for need in (
        fitting(limit=3, order=order, busy=busy)
        for order in ("priority", "joined")
        for busy in (True, False)
    ):
        wanted = sorted((one for one in people if need.takes(one)), key=need.place)
        assert walked(store, need) == wanted


def walked(store: Store, need: FittingEntries) -> list[Entry]:
    found: list[Entry] = []
    while page := store.load(need):
        found += page
        last = page[-1]
        place = {
            "after_priority": last.priority,
            "after_joined": last.joined_at,
            "after_id": last.id,
        }
        need = msgspec.structs.replace(need, **place)
    return found


def test_whoever_takes_or_loses_an_offer_changes_between_free_and_busy_at_once(
    store: Store,
) -> None:
    anna = entry("a")
    put_all(store, anna)
    asked = update(anna, offer="s1-1", offer_ends_at=NOW + HOUR)
    commit(store, asked)
    assert (who(store.load(fitting())), who(store.load(fitting(busy=True)))) == ("", "a")
    commit(store, update(asked.after, offer="", offer_ends_at=None))
    assert (who(store.load(fitting())), who(store.load(fitting(busy=True)))) == ("a", "")
    commit(store, update(anna, channel=""))
    assert store.load(fitting()) == ()


def test_entries_come_by_id_after_a_cursor_in_one_state_or_any(store: Store) -> None:
    put_all(store, *(entry(name, state="booked" if name in "bd" else "waiting") for name in "dcba"))
    assert who(store.load(EntryPage())) == "abcd"
    assert who(store.load(EntryPage("booked"))) == "bd"
    assert who(store.load(EntryPage("waiting", "a"))) == "c"
    assert who(store.load(EntryPage("", "a", 2))) == "bc"


def test_a_line_comes_in_the_order_of_joining_with_those_who_hold_offers_and_those_nobody_reaches(
    store: Store,
) -> None:
    put_all(
        store,
        entry("a", joined_at=NOW + 2 * SECOND, priority=5),
        entry("b", joined_at=NOW + SECOND, line="colour"),
        entry("c", joined_at=NOW + SECOND, offer="s1-1"),
        entry("d", joined_at=NOW, channel=""),
        entry("e", joined_at=NOW, state="left"),
    )
    assert who(store.load(LinePage())) == "dbca"
    assert who(store.load(LinePage("cut"))) == "dca"
    assert who(store.load(LinePage("", NOW + SECOND, "b"))) == "ca"
    assert who(store.load(LinePage("cut", NOW + SECOND, "b", 1))) == "c"
    assert who(store.load(LinePage("shave"))) == ""


def test_what_the_sheet_does_not_show_yet_comes_by_id_until_it_is_written(store: Store) -> None:
    put_all(store, entry("b"), entry("a", state="left"), entry("c", unwritten=False), entry("d"))
    assert who(store.load(UnsyncedEntries())) == "abd"
    assert who(store.load(UnsyncedEntries("a", 1))) == "b"
    commit(
        store,
        update(entry("b"), unwritten=False),
        update(entry("c", unwritten=False), unwritten=True),
    )
    assert who(store.load(UnsyncedEntries())) == "acd"


def test_those_who_wait_until_a_date_come_the_earliest_first(store: Store) -> None:
    put_all(
        store,
        entry("a", latest="2026-06-09"),
        entry("b", latest="2026-06-03"),
        entry("c"),
        entry("d", latest="2026-06-01", state="expired"),
        entry("e", latest="2026-06-03", offer="s1-1"),
    )
    assert who(store.load(NextExpiring())) == "bea"
    assert who(store.load(NextExpiring(2))) == "be"


def test_all_entries_of_one_person_are_found_by_their_number_or_address_also_those_who_ended(
    store: Store,
) -> None:
    anna = {"phone": "+4915110000001", "email": "anna@example.org"}
    put_all(
        store,
        entry("d", **anna),
        entry("a", **anna, state="booked", ended_at=NOW),
        entry("b", phone="+4915110000002", email="anna@example.org"),
        entry("c", phone="+4915110000001"),
    )
    assert who(store.load(EntriesAt("+4915110000001"))) == "acd"
    assert who(store.load(EntriesAt("anna@example.org"))) == "abd"
    assert store.load(EntriesAt("eve@example.org")) == ()
    assert store.load(EntriesAt("")) == ()
    commit(store, update(entry("d", **anna), phone="", email=""))
    assert who(store.load(EntriesAt("anna@example.org"))) == "ab"


def test_those_who_ended_come_the_longest_ago_first_while_it_is_known_who_they_were(
    store: Store,
) -> None:
    late, early = (
        entry("a", state="left", ended_at=NOW + SECOND),
        entry("b", state="booked", ended_at=NOW),
    )
    put_all(
        store,
        late,
        early,
        entry("c", state="expired", ended_at=NOW),
        entry("d"),
        entry("e", phone="", state="left", ended_at=NOW),
    )
    assert who(store.load(LongestEnded())) == "bca"
    assert who(store.load(LongestEnded(limit=2))) == "bc"
    assert who(store.load(LongestEnded(NOW, "b"))) == "ca"
    commit(
        store,
        update(early, phone="", email=""),
        update(entry("d"), state="removed", ended_at=NOW - SECOND),
    )
    assert who(store.load(LongestEnded())) == "dca"


def test_slots_come_the_newest_freed_first_with_one_status_or_any(store: Store) -> None:
    put_all(
        store,
        slot("a", freed_at=NOW),
        slot("b", freed_at=NOW + SECOND, status="booked"),
        slot("c", freed_at=NOW + SECOND),
        slot("d", freed_at=NOW + 2 * SECOND),
    )
    assert who(store.load(SlotPage())) == "dcba"
    assert who(store.load(SlotPage("open"))) == "dca"
    assert who(store.load(SlotPage("", NOW + SECOND, "c"))) == "ba"
    assert who(store.load(SlotPage("open", NOW + 2 * SECOND, "d", 1))) == "c"
    assert store.load(SlotPage("handed_back")) == ()


def test_slots_of_a_day_come_by_their_time(store: Store) -> None:
    put_all(
        store,
        *(
            slot(name, starts_at=NOW + hours * HOUR)
            for name, hours in (("a", 3), ("b", 1), ("c", 1), ("d", 2))
        ),
    )
    assert who(store.load(SlotsBetween(NOW + HOUR, NOW + 3 * HOUR))) == "bcd"
    assert who(store.load(SlotsBetween(NOW, NOW + 9 * HOUR, 2))) == "bc"
    assert store.load(SlotsBetween(NOW, NOW + HOUR)) == ()


def test_slots_freed_in_a_month_come_in_order_page_by_page(store: Store) -> None:
    put_all(
        store,
        *(
            slot(name, freed_at=NOW + hours * HOUR)
            for name, hours in (("a", 3), ("b", 1), ("c", 1), ("d", 2))
        ),
    )
    assert who(store.load(FreedBetween(NOW + HOUR, NOW + 3 * HOUR))) == "bcd"
    assert who(store.load(FreedBetween(NOW, NOW + 9 * HOUR, limit=1))) == "b"
    assert who(store.load(FreedBetween(NOW + HOUR, NOW + 9 * HOUR, "b"))) == "cda"
    assert store.load(FreedBetween(NOW, NOW + HOUR)) == ()


def test_offers_are_found_by_their_slot_and_by_who_was_asked(store: Store) -> None:
    put_all(
        store,
        slot_offer("s1", 10, made_at=NOW + SECOND),
        slot_offer("s1", 2, entry_id="w2"),
        slot_offer("s1", 1),
        slot_offer("s2", 1, made_at=NOW + HOUR),
    )
    assert [one.seq for one in store.load(OffersOfSlot("s1"))] == [1, 2, 10]
    assert store.load(OffersOfSlot("s3")) == ()
    assert [one.name for one in store.load(OffersOfEntry("w1"))] == ["s2-1", "s1-10", "s1-1"]
    assert [one.name for one in store.load(OffersOfEntry("w1", 1))] == ["s2-1"]


def test_lines_come_by_name_with_how_many_wait(store: Store) -> None:
    put_all(store, ServiceQueue(id="cut", waiting=2), ServiceQueue(id="colour", waiting=1))
    assert [(one.id, one.waiting) for one in store.load(LineCounts())] == [
        ("colour", 1),
        ("cut", 2),
    ]


def test_the_lines_about_one_subject_come_in_order_after_a_number(store: Store) -> None:
    tells_lines_in_order(store, "waitlist", "business", entry("w0"), entry("w1"))


everything = some_of_each(
    st.lists(entries, max_size=20),
    st.lists(slots, max_size=8),
    st.lists(slot_offers, max_size=8),
    st.lists(others, max_size=6),
)


@settings(max_examples=settings().max_examples // 3)
@given(everything, st.data())
def test_every_need_of_the_waitlist_is_answered_the_same_by_all(
    emulator: Emulator, records: list[Record], data: st.DataObject
) -> None:
    is_answered_alike(emulator, records, WAITLIST_ASKED, data, times=12)


def no_emulator() -> Emulator:
    raise AssertionError


@given(
    st.lists(entries, min_size=20, max_size=50).map(one_each),
    st.lists(fits(), min_size=30, max_size=30),
)
def test_whom_a_slot_fits_is_told_by_the_need_itself_also_in_a_long_line(
    people: list[Entry], needs: list[FittingEntries]
) -> None:
    with ExitStack() as stack:
        stores = [stack.enter_context(make(no_emulator)) for make in (memory, sqlite)]
        for store in stores:
            put_all(store, *people)
        for need in needs:
            wanted = sorted((one for one in people if need.takes(one)), key=need.place)
            for store in stores:
                assert store.load(need) == tuple(wanted[: need.limit]), need
                assert walked(store, need) == wanted
