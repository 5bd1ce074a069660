"""On every store a claim moves its customer in one commit, and the old time is offered."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import DueAlarms, Invocation, Store
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.waitlist import commands
from fullhouse.products.frontdesk.waitlist.model import Slot, SlotOffer, offer_key
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, phone
from tests.support.rsvp_world import check_audit, there

NOW, AT, LATER = (there(f"2026-06-{day}:00") for day in ("20 12", "20 18", "24 15"))
ANNA: dict[str, Any] = {"name": "Anna", "phone": phone("anna"), "service": "Colour"}
HAPPENS: tuple[Command, ...] = (
    documents.SaveDocument(name="rules", text=RULES_TEXT),
    BookAppointment(appointment_id="old", starts_at=LATER, staff="Jess", **ANNA),
    commands.JoinWaitlist(entry_id="anna", **ANNA),
    commands.JoinWaitlist(entry_id="ben", name="Ben", phone=phone("ben"), service="Colour"),
    commands.FreeSlot(slot_id="slot", service="Colour", staff="Sam", starts_at=AT),
    commands.ClaimSlot(slot_id="slot", seq=1, entry_id="anna"),
)


def test_a_claim_moves_its_customer_on_every_store(store: Store) -> None:
    for number, command in enumerate(HAPPENS):
        now = NOW + timedelta(minutes=number)
        execute(store, RULES, Invocation(f"order-{number}", "someone", command), now)
        while alarms := store.load(DueAlarms(now)):
            for alarm in alarms:
                execute(store, RULES, alarm_invocation(alarm), now)
    old, new = store.load(Get(Appointment, ("old",))), store.load(Get(Appointment, ("slot",)))
    assert old is not None
    assert new is not None
    assert (old.status, old.frees, new.status) == ("cancelled", "oldc1", "booked")
    freed = store.load(Get(Slot, ("oldc1",)))
    assert freed is not None
    assert freed.starts_at == LATER
    asked = store.load(Get(SlotOffer, offer_key("oldc1", 1)))
    assert asked is not None
    assert asked.entry_id == "ben"
    check_audit(store)
