"""What the suite puts on the waitlist, and what it asks about it."""

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from fullhouse.kernel.records import Need
from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    RowProblem,
    SheetVersion,
    SheetVersions,
)
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Money, RuleProblem
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    CalendarDays,
    SeenBooking,
)
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
    SlotOffer,
    SlotPage,
    SlotsBetween,
    UnsyncedEntries,
)
from tests.platforms.contract.stores import NOW


def entry(entry_id: str = "w1", **fields: Any) -> Entry:
    usual = {
        "name": "Anna",
        "phone": "+4915110000001",
        "service": "Cut",
        "line": "cut",
        "joined_at": NOW,
    }
    return Entry(id=entry_id, **{"channel": "text", **usual, **fields})


def slot(slot_id: str = "s1", **fields: Any) -> Slot:
    usual = {
        "service": "Cut",
        "line": "cut",
        "starts_at": NOW + timedelta(days=1),
        "minutes": 45,
        "agenda": "a1",
    }
    times = {"closes_at": NOW + timedelta(hours=23), "freed_at": NOW}
    return Slot(id=slot_id, **{**usual, **times, **fields})


def slot_offer(slot_id: str = "s1", seq: int = 1, **fields: Any) -> SlotOffer:
    usual = {
        "entry_id": "w1",
        "channel": "text",
        "made_at": NOW,
        "ends_at": NOW + timedelta(minutes=10),
    }
    return SlotOffer(slot_id=slot_id, id=f"{seq:04d}", seq=seq, **{**usual, **fields})


def fitting(**fields: Any) -> FittingEntries:
    usual = {
        "line": "cut",
        "date": "2026-06-02",
        "weekday": "tue",
        "time": "12:00",
        "staff": "",
        "party": 2,
        "down_fitting": True,
        "order": "priority",
    }
    return FittingEntries(**{**usual, "limit": 20, **fields})


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.sampled_from([f"{letter}{digit}" for letter in "abcdef" for digit in range(9)])
lines = st.sampled_from(["cut", "cut", "colour"])
staff = st.sampled_from(["", "", "Mara", "Jo"])
weekdays = st.sampled_from(["mon", "tue", "wed"])
clocks = st.sampled_from(["09:00", "12:00", "17:30"])
dates = st.sampled_from(["2026-06-01", "2026-06-02", "2026-06-03"])
# Few instants, so that many stand at the same one and only the id tells them apart.
instants = st.integers(0, 5).map(lambda number: NOW + timedelta(milliseconds=number))
few = st.integers(1, 5)
states = st.sampled_from(["waiting"] * 6 + ["booked", "left", "removed", "expired"])
statuses = st.sampled_from(["open", "booked", "handed_back"])
several = st.lists(names, max_size=3).map(tuple)

entries = st.builds(
    entry,
    names,
    name=words,
    phone=st.sampled_from(["", "+4915110000001"]),
    email=st.sampled_from(["", "anna@example.org"]),
    line=lines,
    party=st.integers(1, 4),
    earliest=st.just("") | dates,
    latest=st.just("") | dates,
    weekdays=st.lists(weekdays, max_size=2, unique=True).map(tuple),
    from_time=st.just("") | clocks,
    until_time=st.just("") | clocks,
    staff=staff,
    priority=st.integers(0, 3),
    joined_at=instants,
    state=states,
    channel=st.sampled_from(["text", "text", "mail", ""]),
    offer=st.sampled_from(["", "", "", "s1-1"]),
    offer_ends_at=st.none() | instants,
    ended_at=st.none() | instants,
    unwritten=st.booleans(),
)
marks = st.builds(
    IndexedSlot,
    names,
    words,
    staff,
    few,
    words,
    st.sampled_from(["cancelled", "no_show", "opening"]),
    statuses,
)
slots = st.builds(
    slot,
    names,
    starts_at=instants,
    staff=staff,
    price=st.none() | st.builds(Money, st.integers(0, 99_999), st.sampled_from(["EUR", "JPY"])),
    freed_at=instants,
    status=statuses,
    tried=several,
    ended_at=st.none() | instants,
    carried=few,
    noted=st.booleans(),
    replaces=st.just("") | names,
    rest_minutes=few,
)
slot_offers = st.builds(
    slot_offer,
    names,
    few,
    entry_id=names,
    made_at=instants,
    ended_at=st.none() | instants,
    why=words,
)
others = st.one_of(
    st.builds(Contact, id=names, note=words, at=instants, entries=several, offer=words),
    st.builds(ServiceQueue, id=names, waiting=st.integers(0, 99), idle=several),
    st.builds(SlotIndex, id=names, marks=st.lists(marks, max_size=3).map(tuple)),
    st.builds(
        SmsSpend, month=st.just("2026-06"), parts=st.integers(0, 9), amount=st.integers(0, 99)
    ),
    st.builds(
        Document,
        id=st.sampled_from(["rules", "voice"]),
        text=words,
        saved_at=instants,
        problems=st.lists(st.builds(RuleProblem, few, words, words), max_size=2).map(tuple),
    ),
    st.builds(
        ExternalSource,
        id=names,
        where=words,
        version=words,
        problems=st.lists(st.builds(RowProblem, few, words, words), max_size=2).map(tuple),
        trouble_at=st.none() | instants,
    ),
    st.builds(
        SheetVersion, id=names, at=instants, rows=few, fingerprint=words, by=words, file=words
    ),
    st.builds(
        CalendarDay,
        id=names,
        bookings=st.lists(st.builds(SeenBooking, names, instants, words), max_size=2).map(tuple),
    ),
    st.builds(
        HeldRemoval,
        id=names,
        asked=st.lists(st.builds(HeldItem, names, st.none() | instants), max_size=2).map(tuple),
        kept=st.lists(st.builds(HeldItem, names, service=words), max_size=2).map(tuple),
        asked_at=st.none() | instants,
        told=st.lists(words, max_size=2).map(tuple),
    ),
    st.builds(
        Proposal,
        id=names,
        product=st.just("waitlist"),
        state=st.sampled_from(["open", "approved"]),
        fields=st.lists(st.builds(ProposedField, words, words, words=words), max_size=2).map(tuple),
        text=words,
        at=instants,
        closed_at=st.none() | instants,
    ),
)


@st.composite
def fits(draw: st.DrawFn) -> FittingEntries:
    """Draw whom a slot fits, from the head of the line or from behind a place in it."""
    behind: dict[str, Any] = {
        "after_priority": draw(st.integers(0, 3)),
        "after_joined": draw(instants),
        "after_id": draw(names),
    }
    return FittingEntries(
        line=draw(lines),
        date=draw(dates),
        weekday=draw(weekdays),
        time=draw(clocks),
        staff=draw(staff),
        party=draw(st.integers(1, 4)),
        down_fitting=draw(st.booleans()),
        order=draw(st.sampled_from(["priority", "joined"])),
        busy=draw(st.booleans()),
        mail_only=draw(st.booleans()),
        limit=draw(few),
        **(behind if draw(st.booleans()) else {}),
    )


place = st.just((None, "")) | st.tuples(instants, names)
WAITLIST_ASKED: dict[type[Need[Any]], st.SearchStrategy[Any]] = {
    FittingEntries: fits(),
    EntryPage: st.builds(
        EntryPage, st.sampled_from(["", "waiting", "booked"]), st.just("") | names, few
    ),
    LinePage: st.builds(
        lambda line, at, limit: LinePage(line, at[0], at[1], limit), st.just("") | lines, place, few
    ),
    UnsyncedEntries: st.builds(UnsyncedEntries, st.just("") | names, few),
    NextExpiring: st.builds(NextExpiring, few),
    EntriesAt: st.builds(
        EntriesAt, st.sampled_from(["+4915110000001", "anna@example.org", "", "nobody"])
    ),
    LongestEnded: st.builds(lambda at, limit: LongestEnded(at[0], at[1], limit), place, few),
    SlotPage: st.builds(
        lambda status, at, limit: SlotPage(status, at[0], at[1], limit),
        st.just("") | statuses,
        place,
        few,
    ),
    SlotsBetween: st.builds(SlotsBetween, instants, instants, few),
    FreedBetween: st.builds(FreedBetween, instants, instants, st.just("") | names, few),
    OffersOfSlot: st.builds(OffersOfSlot, names),
    OffersOfEntry: st.builds(OffersOfEntry, names, few),
    LineCounts: st.builds(LineCounts),
    SheetVersions: st.builds(SheetVersions, st.just("") | names, few, st.just("") | names),
    CalendarDays: st.builds(CalendarDays, names, few),
    ProposalPage: st.builds(
        ProposalPage,
        st.sampled_from(["", "open", "discarded"]),
        st.just("") | names,
        few,
        st.sampled_from(["", "waitlist"]),
    ),
}
