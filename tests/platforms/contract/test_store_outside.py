"""Every store keeps and finds the state of external sources, and proposals."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.ports import AllRecords, Store
from fullhouse.kernel.records import Get, Record
from fullhouse.products.frontdesk.shared.external_sources import (
    ExternalSource,
    RowProblem,
    SheetVersion,
    SheetVersions,
)
from fullhouse.products.frontdesk.shared.held_removals import HeldItem, HeldRemoval
from fullhouse.products.frontdesk.shared.proposals import (
    Proposal,
    ProposalPage,
    ProposedField,
    closed,
)
from fullhouse.products.frontdesk.waitlist.calendar_days import (
    CalendarDay,
    CalendarDays,
    SeenBooking,
)
from tests.platforms.contract.stores import NOW, commit, put

SHEET = ExternalSource(
    id="sheet",
    where="list.csv",
    version="v1",
    memo="{}",
    items=3,
    problems=(RowProblem(4, "phone", "It is too short."),),
    more_problems=2,
    trouble="It is open in Excel.",
    trouble_at=NOW,
    seen_at=NOW,
    doubted="v2",
    doubted_at=NOW,
    cleared="2026-06-01",
    rev=7,
)
DAY = CalendarDay(
    id="2026-06-02",
    bookings=(SeenBooking("u1", NOW + timedelta(days=1), "Cut", "Jess", 2, "opening"),),
)


MISSING = HeldRemoval(
    id="sheet",
    asked=(HeldItem("e1"), HeldItem("u1", NOW, "Cut", "Jess", 2, "opening")),
    confirmed=(HeldItem("e2"),),
    kept=(HeldItem("e3"),),
    known=9,
    number=2,
    asked_at=NOW,
    rev=3,
    told=("0a1b2c3d4e5f",),
)


def version(number: int) -> SheetVersion:
    return SheetVersion(
        id=f"v{number}", at=NOW, rows=number, fingerprint="f", by="staff", file=f"sheets/v{number}"
    )


def proposal(name: str, **fields: Any) -> Proposal:
    read = (ProposedField("name", "Ada", "sure", "From: Ada"),)
    usual = {"product": "waitlist", "fields": read, "text": "Please", "mail": "m1", "at": NOW}
    return Proposal(id=name, **{**usual, **fields})


def test_each_is_kept_whole_and_none_is_held_against_the_audit(store: Store) -> None:
    records: list[Record] = [
        SHEET,
        ExternalSource(id="calendar"),
        version(1),
        DAY,
        MISSING,
        HeldRemoval(id="calendar"),
        proposal("p1", state="approved"),
    ]
    put(store, *records, scope="waitlist")
    for record in records:
        assert store.load(Get(type(record), record.key)) == record
    assert list(store.load(AllRecords())) == []


def test_versions_are_read_the_newest_first(store: Store) -> None:
    put(store, *(version(number) for number in (2, 1, 3)))
    assert [one.rows for one in store.load(SheetVersions())] == [3, 2, 1]
    assert [one.rows for one in store.load(SheetVersions("v3", 1))] == [2]
    assert store.load(SheetVersions("v1")) == ()
    assert [one.rows for one in store.load(SheetVersions(since="v2"))] == [3, 2]
    assert [one.rows for one in store.load(SheetVersions("v3", since="v2"))] == [2]
    assert store.load(SheetVersions(since="w")) == ()


def test_days_are_read_from_one_on(store: Store) -> None:
    put(store, *(CalendarDay(id=f"2026-06-0{number}") for number in (3, 1, 2)))
    assert [one.id for one in store.load(CalendarDays("2026-06-02"))] == [
        "2026-06-02",
        "2026-06-03",
    ]
    assert [one.id for one in store.load(CalendarDays("2026-06-01", 1))] == ["2026-06-01"]


def test_proposals_are_read_the_newest_first_in_one_state_or_in_any(store: Store) -> None:
    put(store, proposal("p1"), proposal("p2", state="discarded"), proposal("p3"))
    assert [one.id for one in store.load(ProposalPage())] == ["p3", "p2", "p1"]
    assert [one.id for one in store.load(ProposalPage("open"))] == ["p3", "p1"]
    assert [one.id for one in store.load(ProposalPage("open", "p3", 1))] == ["p1"]
    assert store.load(ProposalPage("approved")) == ()


def test_proposals_are_read_for_one_product_or_for_both(store: Store) -> None:
    put(store, proposal("p1"), proposal("p2", product="appointments", proven=True), proposal("p3"))
    assert [one.id for one in store.load(ProposalPage(product="appointments"))] == ["p2"]
    assert [one.id for one in store.load(ProposalPage("open", product="waitlist"))] == ["p3", "p1"]
    assert [one.id for one in store.load(ProposalPage("open", "p3", 1, "waitlist"))] == ["p1"]


def test_a_proposal_that_was_decided_on_is_not_open_any_more(store: Store) -> None:
    first, second = proposal("p1"), proposal("p2")
    put(store, first, second)
    commit(store, closed(second, "discarded", NOW))
    assert [one.id for one in store.load(ProposalPage("open"))] == ["p1"]
    assert [one.id for one in store.load(ProposalPage("discarded"))] == ["p2"]
    commit(store, closed(first, "approved", NOW, "a1"))
    assert store.load(ProposalPage("open")) == ()
