"""Erasure from the waitlist on DynamoDB: in slots' lines and notes to staff, despite crashes."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import AuditOfSubject, Invocation, Written
from fullhouse.kernel.audit import line
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, update
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, OFFERS, WAITLIST_AUDIT
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import (
    AdvanceSlot,
    DeclineSlot,
    EraseEntry,
    FreeSlot,
    JoinWaitlist,
)
from fullhouse.products.frontdesk.waitlist.model import SCOPE, Entry
from tests.aws.tables import drop_tables, make_tables
from tests.platforms.aws.tampering import Crash, Wire, answer, arrives, body, crashes
from tests.platforms.contract.stores import message
from tests.products.frontdesk.waitlist.salon import NOON, RULES_TEXT, mail, phone
from tests.support.proof import some_of
from tests.support.rsvp_world import check_audit, there

NOW = there(NOON)
SLOT = FreeSlot(slot_id="s", service="Cut", starts_at=there("2026-06-20 18:00"))


def give(store: DynamoStore, *commands: Command) -> None:
    for number, command in enumerate(commands):
        execute(store, RULES, Invocation(f"o{number}", "someone", command), NOW)


def step(store: DynamoStore, subject: str, *changes: Change[Any], **more: Any) -> None:
    one = Step(SCOPE, "changed", subject, changes, "550 Anna")
    store.commit(
        Written(Decision(None, steps=(one,), **more), (line(one, NOW, "someone", "order"),))
    )


def person(store: DynamoStore, name: str) -> Entry:
    found = store.load(Get(Entry, (name,)))
    assert found is not None
    return found


def with_traces(store: DynamoStore) -> None:
    """Let anna and ben be offered one slot, so that its lines and notes to staff name them."""
    give(store, SaveDocument(name="rules", text=RULES_TEXT))
    for name in ("anna", "ben"):
        give(
            store,
            JoinWaitlist(
                entry_id=name, name=name.title(), phone=phone(name), email=mail(name), service="Cut"
            ),
        )
    give(
        store,
        SLOT,
        AdvanceSlot(slot_id="s"),
        DeclineSlot(slot_id="s", seq=1, entry_id="anna"),
        AdvanceSlot(slot_id="s"),
    )
    tried = [{"id": name, "name": name.title()} for name in ("anna", "ben")]
    note = message(
        "n",
        product=SCOPE,
        scope=SCOPE,
        to="staff",
        channel="staff",
        facts={"tried": tried},
        letter="Anna",
    )
    both = (person(store, "anna"), person(store, "ben"))
    step(store, "s", *(update(one, name=f"{one.name} Bell") for one in both), messages=(note,))


def everything(client: BaseClient) -> str:
    """All that DynamoDB holds, as text."""
    scan = client.scan  # type: ignore[attr-defined]  # made at run time
    tables = [scan(TableName=table.name)["Items"] for table in EVERY_TABLE]
    return msgspec.json.encode(tables).decode()


def check_forgotten(client: BaseClient, store: DynamoStore) -> None:
    check_audit(store)
    left = everything(client)
    assert [one for one in ("Anna", "anna@", phone("anna")) if one in left] == []
    assert all(one in left for one in ("Ben Bell", "ben@", phone("ben")))


def test_at_once_they_are_gone_and_after_the_sweep_from_the_task_too(
    client: BaseClient, store: DynamoStore
) -> None:
    with_traces(store)
    give(store, EraseEntry(entry_id="anna"))
    told = msgspec.json.encode(store.load(AuditOfSubject(SCOPE, "s"))).decode()
    assert "Anna" not in told
    assert "Ben Bell" in told
    assert store.finish_forgetting()
    check_forgotten(client, store)
    assert not store.finish_forgetting()


@pytest.mark.parametrize(
    "operation", some_of(["UpdateItem", "Query", "BatchGetItem", "DeleteItem"], 1)
)
def test_a_crash_at_any_step_leaves_nothing_behind(
    client: BaseClient, store: DynamoStore, operation: str
) -> None:
    for number in range(100):
        with_traces(store)
        wire = Wire(client, operation, *[arrives] * number, crashes)
        with suppress(Crash):
            give(store, EraseEntry(entry_id="anna"))
            store.finish_forgetting()
        Wire.cut_all()
        store.finish_forgetting()
        assert person(store, "anna").is_erased
        check_forgotten(client, store)
        if wire.does:
            return
        drop_tables(client)
        make_tables(client)
    pytest.fail("it never came to an end")


def test_a_slot_that_the_index_did_not_know_yet_forgets_them_in_the_sweep(
    client: BaseClient, store: DynamoStore
) -> None:
    def empty(request: AWSPreparedRequest) -> AWSResponse | None:
        asked = body(request)
        if asked["TableName"] == OFFERS.name and "IndexName" in asked:
            return answer(request, {"Items": [], "Count": 0, "ScannedCount": 0})
        return None

    with_traces(store)
    Wire(client, "Query", always=empty)
    give(store, EraseEntry(entry_id="anna"))
    Wire.cut_all()
    assert "Anna Bell" in everything(client)
    assert store.finish_forgetting()
    check_forgotten(client, store)


def test_two_who_are_forgotten_at_the_same_time_do_not_bring_each_other_back(
    client: BaseClient, store: DynamoStore
) -> None:
    """One line of the slot names both: the second rewrite sees what the first has done."""
    with_traces(store)

    def also_ben(request: AWSPreparedRequest) -> None:
        if body(request)["TableName"] == WAITLIST_AUDIT.name:
            Wire.cut_all()
            give(store, EraseEntry(entry_id="ben"))

    Wire(client, "UpdateItem", always=also_ben)
    give(store, EraseEntry(entry_id="anna"))
    told = msgspec.json.encode(store.load(AuditOfSubject(SCOPE, "s"))).decode()
    assert "Bell" not in told
    check_audit(store)


def test_someone_who_comes_back_under_the_same_number_is_not_forgotten(store: DynamoStore) -> None:
    with_traces(store)
    give(store, EraseEntry(entry_id="anna"))
    again = JoinWaitlist(entry_id="again", name="Anna", phone=phone("anna"), service="Cut")
    give(store, again)
    store.finish_forgetting()
    assert (person(store, "again").name, person(store, "again").phone) == ("Anna", phone("anna"))
    assert "Anna" in msgspec.json.encode(store.load(AuditOfSubject(SCOPE, "again"))).decode()
    check_audit(store)
