"""Faults between waitlist and DynamoDB: a claim counts once; a late index asks nobody."""

import itertools
from typing import Any

import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import (
    AllRecords,
    AuditOfSubject,
    AuditPage,
    Invocation,
    LatestAudit,
    MessagePage,
)
from fullhouse.kernel.commands import Command
from fullhouse.platforms.aws.dynamodb.store import DynamoStore, microseconds
from fullhouse.platforms.aws.dynamodb.tables import WAITLIST_TABLES
from fullhouse.products.frontdesk.shared.contacts import NoteReach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    ClaimSlot,
    DeclineSlot,
    EditEntry,
    FreeSlot,
    JoinWaitlist,
    LeaveWaitlist,
    MarkEntriesSynced,
)
from fullhouse.products.frontdesk.waitlist.model import OffersOfSlot, UnsyncedEntries
from tests.platforms.aws.tampering import (
    Deed,
    Wire,
    answer,
    body,
    cancels,
    is_lost,
    never_arrives,
    says,
)
from tests.platforms.contract.stores import event, put
from tests.products.frontdesk.waitlist.salon import NOON, RULES_TEXT, mail, phone
from tests.support.rsvp_world import check_audit, there

NOW = there(NOON)
STARTS = there("2026-06-20 18:00")
ORDERS = itertools.count(1)
PASSING: dict[str, list[Deed]] = {
    "others write the same item": [cancels("TransactionConflict")] * 3,
    "throttled": [cancels("None", "ThrottlingError"), says("ThrottlingException")],
    "trouble at DynamoDB": [
        says("InternalServerError", 500),
        says("TransactionInProgressException"),
    ],
    "it never arrived": [never_arrives] * 2,
    "the answer was lost": [is_lost],
    "the answer was lost more than once": [is_lost, never_arrives, is_lost],
}


def give(store: DynamoStore, *commands: Command) -> Any:
    return [
        execute(store, RULES, Invocation(f"o{next(ORDERS)}", "someone", one), NOW).answer
        for one in commands
    ][-1]


def join(name: str, **fields: Any) -> JoinWaitlist:
    usual = {"name": name.title(), "phone": phone(name), "email": mail(name), "service": "Cut"}
    return JoinWaitlist(entry_id=name, **{**usual, **fields})


def free(slot_id: str = "s") -> FreeSlot:
    return FreeSlot(slot_id=slot_id, service="Cut", starts_at=STARTS, staff="Jess")


def claim(name: str, seq: int = 1) -> ClaimSlot:
    return ClaimSlot(slot_id="s", seq=seq, entry_id=name)


@pytest.fixture
def salon(store: DynamoStore) -> DynamoStore:
    """A salon where anna and ben wait, and anna is offered a slot."""
    give(
        store,
        SaveDocument(name="rules", text=RULES_TEXT),
        join("anna"),
        join("ben"),
        free(),
        AdvanceSlot(slot_id="s"),
    )
    return store


@pytest.mark.parametrize("trouble", PASSING)
def test_a_claim_takes_effect_once_whatever_passes_on_the_way(
    client: BaseClient, salon: DynamoStore, trouble: str
) -> None:
    wire = Wire(client, "TransactWriteItems", *PASSING[trouble])
    assert give(salon, claim("anna")).code == "booked"
    assert len(wire.asked) == len(PASSING[trouble]) + 1
    assert give(salon, claim("anna")).code == "already_booked"
    assert [line.action for line in salon.load(AuditOfSubject("waitlist", "s"))] == [
        "freed",
        "offered",
        "claimed",
    ]
    assert len(salon.load(MessagePage("waitlist", kind="booked"))) == 1
    check_audit(salon)


def test_a_claim_behind_another_clock_is_numbered_behind_it(
    client: BaseClient, salon: DynamoStore
) -> None:
    ahead = DynamoStore(client, clock=lambda: microseconds() + 60_000_000)
    give(ahead, join("cem"))
    give(salon, claim("anna"))
    lines = salon.load(AuditPage("waitlist"))
    assert [line.action for line in lines[-2:]] == ["joined", "claimed"]
    assert lines == salon.load(LatestAudit("waitlist"))[::-1]
    assert [line.number for line in lines] == sorted({line.number for line in lines})


def test_a_clock_that_stands_still_gives_every_line_a_number_of_its_own(client: BaseClient) -> None:
    store = DynamoStore(client, clock=lambda: 5)
    give(
        store,
        SaveDocument(name="rules", text=RULES_TEXT),
        join("anna"),
        join("ben"),
        free(),
        AdvanceSlot(slot_id="s"),
    )
    give(store, LeaveWaitlist(entry_id="anna"))
    actions = ["joined", "joined", "freed", "offered", "offer_withdrawn", "left"]
    numbers = (5, 6, 7, 9, 10, 11)  # the eighth is the day's book, which holds what was freed
    assert [(line.action, line.number) for line in store.load(AuditPage("waitlist"))] == list(
        zip(actions, numbers, strict=True)
    )
    assert [(line.action, line.number) for line in store.load(AuditPage("appointments"))] == [
        ("held", 8)
    ]
    assert len(store.load(AuditPage())) == len(actions) + 2
    check_audit(store)


# An index may be behind.


def behind(request: AWSPreparedRequest) -> AWSResponse | None:
    """Let no index of the waitlist hold anything yet."""
    asked = body(request)
    if "IndexName" not in asked or not asked["TableName"].startswith("wl-"):
        return None
    return answer(request, {"Items": [], "Count": 0, "ScannedCount": 0})


def test_who_is_asked_does_not_depend_on_an_index(client: BaseClient, store: DynamoStore) -> None:
    Wire(client, "Query", always=behind)
    give(
        store,
        SaveDocument(name="rules", text=RULES_TEXT),
        join("anna"),
        join("ben", priority=3),
        join("cem"),
    )
    give(
        store,
        NoteReach(address=phone("ben"), reach="opted_out"),
        NoteReach(address=mail("ben"), reach="bounced"),
    )
    give(store, free(), AdvanceSlot(slot_id="s"), DeclineSlot(slot_id="s", seq=1, entry_id="anna"))
    give(store, EditEntry(entry_id="cem", priority=9), NoteReach(address=mail("ben"), reach="fine"))
    give(
        store,
        AdvanceSlot(slot_id="s"),
        DeclineSlot(slot_id="s", seq=2, entry_id="cem"),
        AdvanceSlot(slot_id="s"),
    )
    offers = store.load(OffersOfSlot("s"))
    assert [(one.entry_id, one.channel, one.status) for one in offers] == [
        ("anna", "text", "declined"),
        ("cem", "text", "declined"),
        ("ben", "mail", "live"),
    ]
    assert [one.id for one in store.load(UnsyncedEntries())] == ["anna", "ben", "cem"]


# What the sheet does not show.


def test_what_changes_while_it_is_written_to_the_sheet_is_written_again(
    client: BaseClient, salon: DynamoStore
) -> None:
    """Staff edit an entry from before the sheet had it: the edit looks again, nothing is lost."""
    (anna, ben) = salon.load(UnsyncedEntries())
    mark = MarkEntriesSynced(entries=((anna.id, anna.rev), (ben.id, ben.rev)))

    def meanwhile(_request: AWSPreparedRequest) -> None:
        Wire.cut_all()
        assert give(salon, mark) == 2

    Wire(client, "TransactWriteItems", meanwhile)
    assert give(salon, EditEntry(entry_id="ben", party=2)).code == "edited"
    assert [(one.id, one.party) for one in salon.load(UnsyncedEntries())] == [("ben", 2)]


# A house without a waitlist.


def test_without_a_waitlist_none_of_its_tables_are_needed(
    client: BaseClient, store: DynamoStore
) -> None:
    put(store, event())
    names = {table.name for table in WAITLIST_TABLES}
    wires = [Wire(client, operation) for operation in ("Query", "Scan", "BatchGetItem", "GetItem")]
    assert (
        len(store.load(AuditPage()))
        == len(store.load(LatestAudit()))
        == len([*store.load(AllRecords())])
        == 1
    )
    assert store.load(MessagePage()) == ()
    asked = {one["TableName"] for wire in wires for one in wire.asked if "TableName" in one}
    assert asked
    assert not asked & names
