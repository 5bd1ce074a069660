"""Faults between store and DynamoDB: a commit takes effect once or not at all, surely."""

from typing import Any

import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.client import BaseClient

from fullhouse.engine.access import TokenByDigest
from fullhouse.engine.inbound_mail import RepliesTo
from fullhouse.engine.ports import (
    AllRecords,
    AuditPage,
    Conflict,
    DueMessages,
    MessagePage,
    StoreDown,
    Written,
)
from fullhouse.kernel.decisions import Decision, at_most, create, update
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.aws.dynamodb import guest_reads, transaction
from fullhouse.platforms.aws.dynamodb.store import APART_SECONDS, DynamoStore, microseconds
from fullhouse.products.rsvp.model import Event, EventPage, GuestByEmail, GuestCount, GuestPage
from tests.platforms.aws.tampering import (
    Deed,
    Wire,
    answer,
    body,
    cancels,
    is_lost,
    never_arrives,
    really,
    says,
)
from tests.platforms.contract.stores import NOW, alarm, commit, event, guest, message, put

TRANSACT = "TransactWriteItems"


def taken(store: DynamoStore) -> int:
    found = store.load(Get(Event, ("e1",)))
    assert found is not None
    return found.taken


def take(store: DynamoStore) -> None:
    """Take one more seat, with a line, a message and an alarm."""
    seat = update(event(), at_most("taken", 9), adds={"taken": 1})
    commit(store, seat, messages=[message()], set_alarms=[alarm()])


PASSING: dict[str, list[Deed]] = {
    "others write the same item": [cancels("TransactionConflict")] * 3,
    "throttled, as a reason": [
        cancels("None", "ThrottlingError"),
        cancels("ProvisionedThroughputExceeded"),
    ],
    "throttled, as an error": [
        says("ThrottlingException"),
        says("ProvisionedThroughputExceededException"),
    ],
    "trouble at DynamoDB": [says("InternalServerError", 500), says("ServiceUnavailable", 503)],
    "still under way": [says("TransactionInProgressException")] * 2,
    "it never arrived": [never_arrives] * 2,
    "the answer was lost": [is_lost],
    "the answer was lost more than once": [is_lost, never_arrives, is_lost],
    "lost, and then in its own way": [
        is_lost,
        cancels("TransactionConflict"),
        says("TransactionInProgressException"),
    ],
}


@pytest.mark.parametrize("trouble", PASSING)
def test_what_passes_is_tried_again_and_takes_effect_once(
    client: BaseClient, store: DynamoStore, trouble: str
) -> None:
    put(store, event())
    wire = Wire(client, TRANSACT, *PASSING[trouble])
    take(store)
    assert (taken(store), len(wire.asked)) == (1, len(PASSING[trouble]) + 1)
    assert len(store.load(AuditPage("e1"))) == 2
    assert len(store.load(MessagePage("e1"))) == 1


@pytest.mark.parametrize("trouble", PASSING)
def test_while_the_outcome_is_unknown_the_very_same_request_is_repeated(
    client: BaseClient, store: DynamoStore, trouble: str
) -> None:
    put(store, event())
    wire = Wire(client, TRANSACT, *PASSING[trouble])
    take(store)
    bodies = {one["ClientRequestToken"]: str(one["TransactItems"]) for one in wire.asked}
    assert all(bodies[one["ClientRequestToken"]] == str(one["TransactItems"]) for one in wire.asked)
    is_definite = trouble in ("others write the same item", "throttled, as a reason")
    assert len({*wire.tokens}) == (len(wire.tokens) if is_definite else 1)


STRANGE: dict[str, Deed] = {
    "not allowed": says("AccessDeniedException"),
    "not understood": says("ValidationException"),
    "cancelled for a strange reason": cancels("ItemCollectionSizeLimitExceeded"),
    "cancelled, nobody knows why": says("TransactionCanceledException"),
    "a token that is taken": says("IdempotentParameterMismatchException"),
}


@pytest.mark.parametrize("trouble", STRANGE)
def test_what_will_not_pass_means_that_the_store_is_down(
    client: BaseClient, store: DynamoStore, trouble: str
) -> None:
    put(store, event())
    wire = Wire(client, TRANSACT, STRANGE[trouble])
    with pytest.raises(StoreDown):
        take(store)
    assert (taken(store), len(wire.asked)) == (0, 1)


@pytest.mark.parametrize(
    "trouble", [cancels("TransactionConflict"), says("InternalServerError", 500), never_arrives]
)
def test_patience_ends(
    client: BaseClient, store: DynamoStore, trouble: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "LONGEST", 0.1)
    put(store, event())
    Wire(client, TRANSACT, always=trouble)
    with pytest.raises(StoreDown):
        take(store)


def test_waits_grow_and_differ(client: BaseClient) -> None:
    waits: list[float] = []
    store = DynamoStore(client, wait=waits.append)
    put(store, event())
    Wire(client, TRANSACT, *[cancels("TransactionConflict")] * 12)
    take(store)
    assert len({*waits}) == 12
    assert max(waits[:3]) < 0.1 <= max(waits) <= transaction.LONGEST_WAIT


def test_whoever_was_passed_by_another_looks_again_after_a_moment_of_their_own(
    client: BaseClient,
) -> None:
    waits: list[float] = []
    store = DynamoStore(client, wait=waits.append)
    put(store, event())
    for _ in range(5):
        with pytest.raises(Conflict):
            put(store, event())
    assert len({*waits}) == 5
    assert 0 <= min(waits) <= max(waits) <= APART_SECONDS


# Stamps.


def test_a_commit_behind_another_clock_is_numbered_behind_it_without_deciding_again(
    client: BaseClient,
) -> None:
    ahead = DynamoStore(client, clock=lambda: microseconds() + 60_000_000)
    behind = DynamoStore(client)
    put(ahead, event())
    wire = Wire(client, TRANSACT)
    for _ in range(2):
        take(behind)
    assert len(wire.asked) == 4
    numbers = [line.number for line in behind.load(AuditPage("e1"))]
    assert numbers == sorted({*numbers})
    assert numbers[2] == numbers[0] + 2
    assert taken(behind) == 2


def test_a_clock_that_stands_still_makes_no_difference(client: BaseClient) -> None:
    store = DynamoStore(client, clock=lambda: 5)
    for name in ("e1", "e2"):
        put(
            store,
            event(name),
            message(name, scope=name),
            message(f"{name}-2", scope=name),
            scope=name,
        )
        put(store, guest("g1", event_id=name), guest("g2", event_id=name), scope=name)
    assert [line.number for line in store.load(AuditPage("e2"))] == [5, 7]
    assert len(store.load(AuditPage())) == 4
    assert len(store.load(AuditPage(limit=1))) == 2, (
        "scopes may give the same number: both are on the page"
    )


def test_a_guard_that_is_refused_together_with_the_stamp_is_a_conflict(client: BaseClient) -> None:
    put(DynamoStore(client, clock=lambda: 100), event(taken=10))
    behind = DynamoStore(client, clock=lambda: 50)
    wire = Wire(client, TRANSACT)
    with pytest.raises(Conflict):
        take(behind)
    with pytest.raises(Conflict):
        put(behind, event())
    assert len(wire.asked) == 2


def test_a_scope_without_an_event_is_numbered_too_and_is_no_event(
    client: BaseClient, store: DynamoStore
) -> None:
    put(store, guest(event_id="e2"), scope="desk")
    put(store, guest("g2", event_id="e2"), scope="desk")
    assert store.load(Get(Event, ("desk",))) is None
    assert [record.key for record in store.load(AllRecords())] == [("e2", "g1"), ("e2", "g2")]
    with pytest.raises(Conflict):
        commit(store, update(event("desk"), name="Other"), scope="desk")
    put(store, event("desk"), scope="elsewhere")
    commit(store, update(event("desk"), name="Other"), scope="desk")
    numbers = [line.number for line in store.load(AuditPage("desk"))]
    assert numbers == sorted({*numbers})
    assert len(numbers) == 3


# Reads.


@pytest.mark.parametrize("operation", ["GetItem", "Query", "Scan", "BatchGetItem"])
@pytest.mark.parametrize(
    "trouble", [says("InternalServerError", 500), says("AccessDeniedException"), never_arrives]
)
def test_a_read_that_fails_means_that_the_store_is_down(
    client: BaseClient, store: DynamoStore, operation: str, trouble: Deed
) -> None:
    put(store, event(), guest(), message())
    needs: dict[str, Need[Any]] = {
        "GetItem": Get(Event, ("e1",)),
        "Query": GuestPage("e1"),
        "Scan": EventPage(),
        "BatchGetItem": DueMessages(NOW),
    }
    Wire(client, operation, always=trouble)
    with pytest.raises(StoreDown):
        store.load(needs[operation])


def only_some(request: AWSPreparedRequest) -> AWSResponse:
    """Let DynamoDB read the first of the items, and leave the others for the next time."""
    table, wanted = next(iter(body(request)["RequestItems"].items()))
    found = {item["id"]["S"]: item for item in really(request)["Responses"][table]}
    first, *others = wanted["Keys"]
    left = {table: {**wanted, "Keys": others}} if others else {}
    return answer(
        request, {"Responses": {table: [found[first["id"]["S"]]]}, "UnprocessedKeys": left}
    )


def test_items_that_were_not_read_are_read_again(client: BaseClient, store: DynamoStore) -> None:
    put(store, event(), *(message(f"m{at}") for at in range(5)))
    wire = Wire(client, "BatchGetItem", always=only_some)
    assert [one.id for one in store.load(DueMessages(NOW))] == [f"m{at}" for at in range(5)]
    assert len(wire.asked) == 5


def test_items_that_are_never_read_mean_that_the_store_is_down(
    client: BaseClient, store: DynamoStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "LONGEST", 0.1)
    put(store, event(), message())

    def nothing(request: AWSPreparedRequest) -> AWSResponse:
        return answer(request, {"Responses": {}, "UnprocessedKeys": body(request)["RequestItems"]})

    Wire(client, "BatchGetItem", always=nothing)
    with pytest.raises(StoreDown):
        store.load(DueMessages(NOW))


def test_pages_are_followed_to_the_end_and_no_filter_makes_one_short(
    client: BaseClient, store: DynamoStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, event())
    for at in range(0, 60, 20):
        states = ("confirmed", "cancelled", "cancelled", "cancelled")
        put(store, *(guest(f"g{at + more:02}", state=states[more % 4]) for more in range(20)))
    wire = Wire(client, "Query")
    page = store.load(GuestPage("e1", "confirmed", limit=10))
    assert [one.id for one in page] == [f"g{at:02}" for at in range(0, 40, 4)]
    assert len(wire.asked) == 1
    monkeypatch.setattr(guest_reads, "LOOKED_AT", 10)
    assert store.load(GuestPage("e1", "confirmed", limit=10)) == page
    assert len(wire.asked) == 1 + 4
    assert len(store.load(GuestPage("e1", "confirmed", limit=99))) == 15


def test_nothing_is_asked_of_dynamodb_that_it_would_refuse(
    client: BaseClient, store: DynamoStore
) -> None:
    wires = [Wire(client, operation) for operation in ("GetItem", "Query")]
    for key in ("", "x" * 3000):
        assert store.load(Get(Event, (key,))) is None
        assert store.load(GuestPage(key)) == ()
        assert store.load(GuestByEmail("e1", key)) is None
        assert store.load(GuestCount(key)) == 0
        assert store.load(TokenByDigest(key)) is None
        assert store.load(RepliesTo(key, NOW, key, proven=False)) == 0
    assert store.load(GuestPage("e1", after="x" * 3000)) == ()
    assert store.load(MessagePage(to="x" * 3000)) == ()
    assert [wire.asked for wire in wires] == [[], []]


def test_a_message_that_is_known_and_an_alarm_that_moved_cost_one_more_try(
    client: BaseClient, store: DynamoStore
) -> None:
    put(store, event(), message("m1"))
    commit(store, set_alarms=[alarm("a1", 5)])
    wire = Wire(client, TRANSACT)
    decision = Decision(
        None, moves=(create(guest()),), messages=(message("m1", kind="offer"), message("m2"))
    )
    store.commit(Written(decision, rung=alarm("a1", 1)))
    assert len(wire.asked) == 2
    assert [(one.id, one.kind) for one in store.load(MessagePage("e1"))] == [
        ("m2", "reminder"),
        ("m1", "reminder"),
    ]
    assert store.alarm("a1") == alarm("a1", 5)
    assert store.alarm("a2") is None
