"""Erasure in DynamoDB survives a crash anywhere, and indexes that are late."""

from contextlib import suppress

import msgspec
import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient

from fullhouse.engine.address_erasure import EraseAddress
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage, Written
from fullhouse.kernel.decisions import Decision, create
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws.dynamodb.store import DynamoStore
from fullhouse.platforms.aws.dynamodb.tables import EVERY_TABLE, MESSAGES
from fullhouse.products.rsvp import commands
from tests.aws.tables import drop_tables, make_tables
from tests.platforms.aws.tampering import Crash, Wire, answer, arrives, body, crashes, says
from tests.support.proof import some_of
from tests.support.rsvp_world import EVENT, Room, check_audit, full_room, mail


def with_traces(store: DynamoStore) -> Room:
    """A room with someone in it who left lines, messages and a mail."""
    room = Room(store=store, settles=False, checks=False)
    room.sign_up("anna", "ben")
    room.relay()
    room.cancel("ben")
    mails = [
        InboundMail(
            id=name,
            place=f"{at}",
            scope=EVENT,
            sender=mail(name),
            text=name.title(),
            at=room.now,
            file=name,
        )
        for at, name in enumerate(("anna", "ben"))
    ]
    store.commit(Written(Decision(None, moves=tuple(create(one) for one in mails))))
    return room


def erase(room: Room) -> None:
    room.give(commands.EraseGuest(event_id=EVENT, guest_id="anna"))


def everything(client: BaseClient) -> str:
    """All that DynamoDB holds, as text."""
    scan = client.scan  # type: ignore[attr-defined]  # made at run time
    tables = [scan(TableName=table.name)["Items"] for table in EVERY_TABLE]
    return msgspec.json.encode(tables).decode().replace("anna@erased.invalid", "")


def is_forgotten(client: BaseClient, store: DynamoStore) -> bool:
    check_audit(store)
    assert "ben@example.org" in everything(client)
    return "anna@" not in everything(client) and "Anna" not in everything(client)


def test_their_raw_mail_goes_and_nobody_elses(client: BaseClient) -> None:
    gone: list[str] = []
    erase(with_traces(DynamoStore(client, let_go=gone.append)))
    assert gone == ["anna"]


def test_at_once_nothing_is_left_but_the_task_and_after_the_sweep_not_even_that(
    client: BaseClient, store: DynamoStore
) -> None:
    room = with_traces(store)
    erase(room)
    assert (
        "Anna"
        not in msgspec.json.encode(
            (room.messages(), store.load(AuditPage()), [*store.load(AllRecords())])
        ).decode()
    )
    assert store.finish_forgetting()
    assert is_forgotten(client, store)
    assert not store.finish_forgetting()
    found = store.load(Get(InboundMail, ("anna",)))
    assert found is not None
    assert (found.sender, found.text, found.reason) == ("", "", "erased")


def test_an_address_that_was_asked_for_is_erased_and_its_guest_stays(
    client: BaseClient, store: DynamoStore
) -> None:
    room = with_traces(store)
    change = commands.ChangeContact(event_id=EVENT, guest_id="anna", name="", email=mail("new"))
    room.give(change)
    assert "new@example.org" in everything(client)
    erase_one = EraseAddress(
        scope=EVENT,
        kind="guest",
        key=(EVENT, "anna"),
        address=mail("new"),
        instead="anna@erased.invalid",
    )
    assert room.give(erase_one) is True
    assert room.guest("anna").new_email == ""
    assert store.finish_forgetting()
    check_audit(store)
    assert "new@example.org" not in everything(client)
    assert "anna@example.org" in everything(client)
    found = store.load(Get(InboundMail, ("anna",)))
    assert found is not None
    assert found.sender == mail("anna")


def test_what_a_crash_behind_the_transaction_left_is_finished_by_the_sweep(
    client: BaseClient, store: DynamoStore
) -> None:
    room = with_traces(store)
    Wire(client, "Query", always=crashes)
    with pytest.raises(Crash):
        erase(room)
    Wire.cut_all()
    assert room.guest("anna").is_erased
    assert not is_forgotten(client, store)
    assert DynamoStore(client).finish_forgetting()
    assert is_forgotten(client, store)
    assert not store.finish_forgetting()


@pytest.mark.parametrize(
    "operation", some_of(["UpdateItem", "Query", "BatchGetItem", "DeleteItem"], 1)
)
def test_a_crash_at_any_step_leaves_nothing_behind(
    client: BaseClient, store: DynamoStore, operation: str
) -> None:
    for step in range(100):
        room = with_traces(store)
        wire = Wire(client, operation, *[arrives] * step, crashes)
        with suppress(Crash):
            erase(room)
            store.finish_forgetting()
        Wire.cut_all()
        store.finish_forgetting()
        assert is_forgotten(client, store)
        if wire.does:
            return
        drop_tables(client)
        make_tables(client)
    pytest.fail("it never came to an end")


def test_a_store_that_fails_behind_the_transaction_has_taken_the_commit(
    client: BaseClient, store: DynamoStore
) -> None:
    room = with_traces(store)
    Wire(client, "UpdateItem", says("InternalServerError", 500))
    erase(room)
    assert not is_forgotten(client, store)
    assert store.finish_forgetting()
    assert is_forgotten(client, store)


def test_a_message_that_the_index_did_not_know_yet_is_forgotten_by_the_sweep(
    client: BaseClient, store: DynamoStore
) -> None:
    def empty(request: AWSPreparedRequest) -> AWSResponse | None:
        if body(request)["TableName"] == MESSAGES.name:
            return answer(request, {"Items": [], "Count": 0, "ScannedCount": 0})
        return None

    room = with_traces(store)
    Wire(client, "Query", always=empty)
    erase(room)
    Wire.cut_all()
    assert [one.to for one in store.load(MessagePage(to=mail("anna")))] == [mail("anna")]
    assert store.finish_forgetting()
    assert is_forgotten(client, store)


def test_a_message_that_moves_on_meanwhile_is_forgotten_as_it_is_then(
    client: BaseClient, store: DynamoStore
) -> None:
    room = full_room(store=store, settles=False, checks=False)
    waiting = room.messages(to="anna")[0]

    def leases(request: AWSPreparedRequest) -> AWSResponse | None:
        if body(request)["TableName"] == MESSAGES.name:
            Wire.cut_all()
            client.update_item(  # type: ignore[attr-defined]  # made at run time
                TableName=MESSAGES.name,
                Key={"id": {"S": waiting.id}},
                UpdateExpression="SET attempts = :one",
                ExpressionAttributeValues={":one": {"N": "1"}},
            )
        return None

    Wire(client, "UpdateItem", always=leases)
    erase(room)
    found = [one for one in room.messages() if one.id == waiting.id]
    assert [(one.to, one.status, one.attempts) for one in found] == [
        ("anna@erased.invalid", "failed", 1)
    ]
