"""Slots that get the new name of their service or staff member."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.appointments.model import BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.renamed_slots import (
    LOOKED_AT_AFTER,
    RenameSlot,
    RenameState,
    rename_needs,
    rename_slot,
)
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.model import IndexedSlot, ServiceQueue, Slot, SlotIndex
from tests.engine.front_desk import OPEN, FrontDesk
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, STAFF

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
START = NOW + timedelta(days=1)
TEXT = "Services\n- Haircut: 45 minutes\n- Colour: 90 minutes\nStaff: Kim, Jess\n"
RULES = Document(id="rules", text=TEXT, saved_at=NOW, source="desk")
SLOT = Slot(
    id="s1",
    service="Cut",
    line="cut",
    starts_at=START,
    minutes=45,
    staff="Sam",
    agenda="2026-06-02T09:00Z",
    closes_at=START,
    freed_at=NOW,
)
MARK = IndexedSlot("s1", "Cut", "Sam", 1, "", "cancelled", "open")
OTHER = msgspec.structs.replace(MARK, slot_id="s2")
INDEX = SlotIndex(id=SLOT.agenda, marks=(MARK, OTHER))
HOLD = BusyTime("s1", START, 45, "Sam", "slot")
DAY = DaySchedule(id="2026-06-02", taken=(HOLD,))
TO_HAIRCUT = RenameSlot(slot_id="s1", service="haircut")
TO_KIM = RenameSlot(slot_id="s1", staff="kim")


def state(**fields: Any) -> RenameState:
    usual = {
        "rules": RULES,
        "slot": SLOT,
        "agenda": INDEX,
        "line": ServiceQueue(id="cut", idle=("s1", "s2")),
        "books": {DAY.id: DAY},
    }
    return RenameState(**{**usual, **fields})


def after(decision: Decision) -> dict[str, Any]:
    """Return the changed records by their kind and id."""
    return {f"{one.after.kind_name} {one.after.id}": one.after for one in decision.changes}


def test_a_renamed_service_moves_the_slot_to_another_queue() -> None:
    decision = rename_slot(state(), TO_HAIRCUT, NOW)
    found = after(decision)
    slot = found["slot s1"]
    assert (slot.service, slot.line, slot.staff, slot.status) == (
        "Haircut",
        "haircut",
        "Sam",
        "open",
    )
    assert [mark.service for mark in found[f"{INDEX.kind_name} {INDEX.id}"].marks] == [
        "Haircut",
        "Cut",
    ]
    assert found["service_line cut"].idle == ("s2",)
    assert found["service_line haircut"] == ServiceQueue(id="haircut")
    assert decision.answer.code == "edited"
    assert [alarm.due_at for alarm in decision.set_alarms] == [NOW + LOOKED_AT_AFTER]


def test_a_renamed_staff_member_is_renamed_in_the_schedule() -> None:
    found = after(rename_slot(state(), TO_KIM, NOW))
    assert found["slot s1"].staff == "Kim"
    assert [busy.staff for busy in found["day 2026-06-02"].taken] == ["Kim"]
    assert "service_line cut" not in found


def test_a_live_offer_is_not_looked_at_again_and_known_queues_stay() -> None:
    offered = msgspec.structs.replace(SLOT, live_offer_seq=1)
    line, new = ServiceQueue(id="cut"), ServiceQueue(id="haircut", waiting=3)
    decision = rename_slot(state(slot=offered, line=line, new_line=new), TO_HAIRCUT, NOW)
    assert decision.set_alarms == ()
    assert not any(name.startswith("service_line") for name in after(decision))


def test_a_slot_without_a_hold_is_renamed_as_well() -> None:
    found = after(rename_slot(state(books={}, agenda=None), TO_KIM, NOW))
    assert list(found) == ["slot s1"]


@pytest.mark.parametrize(
    "command", [RenameSlot(slot_id="s1"), RenameSlot(slot_id="s1", service="X", staff="Y")]
)
def test_names_that_the_rules_lack_change_nothing(command: RenameSlot) -> None:
    assert rename_slot(state(), command, NOW).answer.code == "unchanged"


def test_a_slot_that_has_ended_is_renamed_and_not_offered() -> None:
    ended = msgspec.structs.replace(SLOT, status="handed_back")
    decision = rename_slot(state(slot=ended, books={}), TO_KIM, NOW)
    assert (after(decision)["slot s1"].staff, decision.set_alarms) == ("Kim", ())


def test_a_slot_that_never_was_changes_nothing() -> None:
    assert rename_slot(state(slot=None), TO_KIM, NOW).answer.code == "unknown_slot"
    assert rename_needs(TO_KIM, {"rules": RULES, "slot": None}) == {}


def test_a_slot_on_offer_is_renamed_with_its_hold() -> None:
    desk = FrontDesk()
    desk.join("anna")
    desk.free(staff="Jess")
    desk.write(RULES_TEXT, OPEN, ("Staff: Jess, Sam", "Staff: Jessica, Sam"))
    assert desk.give(RenameSlot(slot_id="slot", staff="Jessica"), STAFF).code == "edited"
    assert (desk.slot().staff, desk.asked()) == ("Jessica", "anna")
    assert [one.staff for one in desk.taken()] == ["Jessica"]
