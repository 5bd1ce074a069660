"""Whatever store the audit is read from, it answers why her and why not him."""

from datetime import timedelta

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import AuditOfSubject, DueAlarms, Invocation, Store
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.waitlist import commands, slot_history
from fullhouse.products.frontdesk.waitlist.model import (
    SCOPE,
    Entry,
    OffersOfEntry,
    OffersOfSlot,
    Slot,
)
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.support.rsvp_world import check_audit, there

NOW, AT = there("2026-06-20 12:00"), there("2026-06-20 18:00")
HAPPENS: tuple[Command, ...] = (
    documents.SaveDocument(name="rules", text=RULES_TEXT),
    commands.JoinWaitlist(entry_id="colour", name="Anna", phone=phone("anna"), service="Colour"),
    commands.JoinWaitlist(entry_id="cut", name="Anna", phone=phone("anna"), service="Cut"),
    commands.JoinWaitlist(entry_id="ben", name="Ben", phone=phone("ben"), service="Cut"),
    commands.FreeSlot(slot_id="first", service="Colour", staff="Jess", starts_at=AT),
    commands.FreeSlot(slot_id="second", service="Cut", staff="Sam", starts_at=AT),
    commands.DeclineSlot(slot_id="second", seq=1, entry_id="ben"),
    commands.ClaimSlot(slot_id="first", seq=1, entry_id="colour"),
)


def happen(store: Store) -> None:
    for number, command in enumerate(HAPPENS):
        now = NOW + timedelta(minutes=number)
        execute(store, RULES, Invocation(f"order-{number}", "someone", command), now)
        while alarms := store.load(DueAlarms(now)):
            for alarm in alarms:
                execute(store, RULES, alarm_invocation(alarm), now)


def person(store: Store, name: str) -> slot_history.Candidate:
    entry = store.load(Get(Entry, (name,)))
    assert entry is not None
    return slot_history.Candidate(
        entry, store.load(AuditOfSubject(SCOPE, name)), store.load(OffersOfEntry(name))
    )


def test_the_ledger_reads_the_same_from_every_store(store: Store) -> None:
    happen(store)
    slot, offers = store.load(Get(Slot, ("second",))), store.load(OffersOfSlot("second"))
    assert slot is not None
    asked = {one.entry_id: person(store, one.entry_id) for one in offers}
    rules = store.load(AuditOfSubject(documents.SCOPE, "rules"))
    story = slot_history.SlotHistory(
        slot, store.load(AuditOfSubject(SCOPE, "second")), offers, asked, rules
    )
    codes = {
        name: [one.code for one in slot_history.why(story, person(store, name))]
        for name in ("cut", "ben", "colour")
    }
    assert codes == {
        "cut": ["held_another_offer", "has_this_time"],
        "ben": ["asked", "tried_before"],
        "colour": ["other_service", "other_service"],
    }
    check_audit(store)
