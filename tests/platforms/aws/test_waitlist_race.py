"""Races for one slot and for one person: one booking each, one live offer per person."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from fullhouse.engine.ports import AllRecords
from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.products.frontdesk.shared.contacts import Contact
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    ClaimSlot,
    DeclineSlot,
    FreeSlot,
    JoinWaitlist,
    LeaveWaitlist,
)
from fullhouse.products.frontdesk.waitlist.model import (
    Entry,
    FittingEntries,
    ServiceQueue,
    Slot,
    SlotOffer,
)
from tests.aws.emulator import Emulator
from tests.aws.stores import dynamodb
from tests.platforms.aws.racing import WORKERS, all_at_once, give
from tests.products.frontdesk.waitlist.salon import (
    NOON,
    RULES_TEXT,
    check_offers,
    check_people,
    mail,
    phone,
)
from tests.support.rsvp_world import check_audit, there

NOW = there(NOON)


def join(name: str, service: str = "Cut", person: str = "") -> JoinWaitlist:
    who = person or name
    return JoinWaitlist(entry_id=name, name=who, phone=phone(who), email=mail(who), service=service)


def free(slot_id: str, service: str = "Cut", staff: str = "Jess", hours: int = 6) -> FreeSlot:
    return FreeSlot(
        slot_id=slot_id, service=service, starts_at=NOW + timedelta(hours=hours), staff=staff
    )


def opened(store: DynamoStore, *commands: Command) -> None:
    for number, command in enumerate((SaveDocument(name="rules", text=RULES_TEXT), *commands)):
        give(store, command, -number, NOW)


def slot(store: DynamoStore, slot_id: str) -> Slot:
    found = store.load(Get(Slot, (slot_id,)))
    assert found is not None
    return found


class Found:
    """All that is stored, by kind."""

    def __init__(self, store: DynamoStore) -> None:
        records = list(store.load(AllRecords()))
        self.entries = [one for one in records if isinstance(one, Entry)]
        self.contacts = [one for one in records if isinstance(one, Contact)]
        self.lines = [one for one in records if isinstance(one, ServiceQueue)]
        self.slots = [one for one in records if isinstance(one, Slot)]
        self.offers = [one for one in records if isinstance(one, SlotOffer)]


def check(store: DynamoStore) -> Found:
    """Hold the lists, the counters and the audit against each other; return all records."""
    found = Found(store)
    check_people(found.entries, tuple(found.contacts), found.lines)
    check_offers(found.entries, found.slots, tuple(found.offers))
    check_audit(store)
    return found


def test_s11_64_claims_of_one_slot_make_one_booking(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        opened(store, join("anna"), join("ben"), free("s"), AdvanceSlot(slot_id="s"))
        claims: list[Command] = [
            ClaimSlot(slot_id="s", seq=1, entry_id="anna") for _ in range(WORKERS)
        ]
        forged: list[Command] = [
            ClaimSlot(slot_id="s", seq=1, entry_id="ben") for _ in range(WORKERS)
        ]
        answers = all_at_once(store, [*claims, *forged], NOW)
        codes = Counter(answer.code for answer in answers)
        assert codes == {"booked": 1, "already_booked": WORKERS - 1, "unknown_offer": WORKERS}
        assert (slot(store, "s").status, slot(store, "s").booked_by) == ("booked", "anna")
        check(store)


def test_a_claim_against_a_decline_and_a_leave_has_one_outcome(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        opened(store, join("anna"), free("s"), AdvanceSlot(slot_id="s"))
        deeds: list[Command] = [
            ClaimSlot(slot_id="s", seq=1, entry_id="anna"),
            DeclineSlot(slot_id="s", seq=1, entry_id="anna"),
            LeaveWaitlist(entry_id="anna"),
        ]
        answers = all_at_once(store, deeds * 8, NOW)
        codes = Counter(answer.code for answer in answers)
        assert codes["booked"] + codes["declined"] <= 1
        assert codes["booked"] + codes["left"] == 1
        assert (slot(store, "s").status == "booked") == bool(codes["booked"])
        check(store)


@pytest.mark.proof
def test_two_slots_that_want_the_same_person_make_them_one_offer(emulator: Emulator) -> None:
    with dynamodb(emulator) as store:
        opened(store, join("anna"), free("s1"), free("s2", staff="Sam"))
        looks: list[Command] = [
            AdvanceSlot(slot_id=name) for _ in range(WORKERS // 2) for name in ("s1", "s2")
        ]
        all_at_once(store, looks, NOW)
        assert [(one.entry_id, one.status) for one in check(store).offers] == [("anna", "live")]
        assert {slot(store, "s1").status, slot(store, "s2").status} == {"open"}, (
            "the other waits for her"
        )
        assert [store.load(fitting(busy=busy)) == () for busy in (False, True)] == [True, False]


def fitting(*, busy: bool) -> FittingEntries:
    usual: dict[str, Any] = {
        "line": "cut",
        "date": f"{NOW:%Y-%m-%d}",
        "weekday": "tue",
        "time": f"{NOW:%H:%M}",
        "staff": "Jess",
        "order": "joined",
    }
    return FittingEntries(**usual, party=1, down_fitting=True, busy=busy)


@pytest.mark.proof
def test_one_person_under_two_services_holds_one_offer_and_is_booked_once_per_slot(
    emulator: Emulator,
) -> None:
    """A crowd acts on four slots of two services, while five people wait for both."""
    people = ("anna", "ben", "cem", "dora", "eva")
    with dynamodb(emulator) as store:
        joins = [join(name) for name in people] + [
            join(f"{name}2", "Colour", name) for name in people
        ]
        slots = [
            free("s1"),
            free("s2", staff="Sam"),
            free("s3", "Colour", hours=7),
            free("s4", "Colour", "Sam", 7),
        ]
        opened(store, *joins, *slots)
        looks: list[Command] = [AdvanceSlot(slot_id=f"s{number}") for number in (1, 2, 3, 4)]
        all_at_once(store, looks * 8, NOW)
        check(store)
        answers: list[Command] = [
            kind(slot_id=f"s{number}", seq=seq, entry_id=name)
            for number in (1, 2, 3, 4)
            for seq in (1, 2)
            for kind in (ClaimSlot, DeclineSlot)
            for name in (*people, *(f"{name}2" for name in people))
        ]
        all_at_once(store, [*looks, *answers, *looks], NOW)
        of = check(store)
        booked = [one.booked_by for one in of.slots if one.booked_by]
        assert len(booked) == len({*booked})
        live = {one.name for one in of.offers if one.status == "live"}
        assert {one.offer for one in of.contacts if one.offer} == live
