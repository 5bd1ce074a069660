"""Events on the default bus: three kinds, no personal data, from new audit lines only."""

import json
from datetime import UTC
from typing import Any

import pytest

from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.audit import AuditLine
from fullhouse.platforms.aws.bus import publish
from fullhouse.platforms.aws.dynamodb.item_codec import line_item
from fullhouse.platforms.aws.streams import streamed
from fullhouse.products.rsvp.commands import CancelGuest
from tests.aws.emulator import Emulator
from tests.aws.shapes import sequence_number, stream_event, stream_record
from tests.platforms.aws.support import Json, World
from tests.support.rsvp_world import EVENT, sign_up


class Bus:
    """A bus that takes what it is given, but for the entries at some calls and places."""

    def __init__(self, *refused: tuple[int, int]) -> None:
        self.refused = refused
        self.calls: list[list[Json]] = []
        self.taken: list[Json] = []

    def put_events(self, Entries: list[Json]) -> Json:  # noqa: N803 - as botocore has it
        refused = [(len(self.calls), place) in self.refused for place in range(len(Entries))]
        self.calls.append(Entries)
        self.taken += [entry for entry, no in zip(Entries, refused, strict=True) if not no]
        return {
            "FailedEntryCount": sum(refused),
            "Entries": [
                {"ErrorCode": "InternalFailure"} if no else {"EventId": "x"} for no in refused
            ],
        }


def lines(world: World) -> tuple[AuditLine, ...]:
    return world.store.load(AuditPage(EVENT, limit=1000))


def told(world: World, name: str = "INSERT") -> Json:
    """What the audit's stream says of all lines so far."""
    return stream_event(
        *(
            stream_record(
                "ev-audit",
                name,
                {"event_id": {"S": line.scope}, "ts": {"N": str(line.number)}},
                number=line.number,
                new=line_item(line, line.number),
            )
            for line in lines(world)
        )
    )


def an_evening(guests: int = 2) -> World:
    world = World(cap=guests)
    world.give(*(sign_up(f"g{number}") for number in range(guests)))
    world.give(CancelGuest(event_id=EVENT, guest_id="g0"))
    return world


def test_others_hear_what_happened_and_nothing_of_whom() -> None:
    bus, world = Bus(), an_evening()
    assert publish(bus, streamed(told(world))) == {"batchItemFailures": []}
    assert [(entry["DetailType"], json.loads(entry["Detail"])) for entry in bus.taken] == [
        (
            "ev.confirmed",
            {"event_id": EVENT, "guest_id": "g0", "number": 2, "at": "2026-06-01T09:00:00Z"},
        ),
        (
            "ev.confirmed",
            {"event_id": EVENT, "guest_id": "g1", "number": 3, "at": "2026-06-01T09:00:00Z"},
        ),
        (
            "ev.cancelled",
            {"event_id": EVENT, "guest_id": "g0", "number": 4, "at": "2026-06-01T09:00:00Z"},
        ),
        (
            "ev.seat_freed",
            {"event_id": EVENT, "guest_id": "g0", "number": 4, "at": "2026-06-01T09:00:00Z"},
        ),
    ]
    assert {entry["Source"] for entry in bus.taken} == {"fullhouse.ev"}
    assert all(entry["Time"].tzinfo is UTC for entry in bus.taken)
    assert "example.org" not in json.dumps(bus.calls, default=str)


@pytest.mark.parametrize("name", ["MODIFY", "REMOVE"])
def test_a_line_that_is_rewritten_to_forget_someone_is_no_news(name: str) -> None:
    bus = Bus()
    publish(bus, streamed(told(an_evening(), name)))
    assert bus.calls == []


def test_at_most_ten_go_at_once() -> None:
    bus = Bus()
    publish(bus, streamed(told(an_evening(guests=22))))
    assert [len(call) for call in bus.calls] == [10, 10, 4]


def test_what_the_bus_did_not_take_is_put_there_again() -> None:
    bus, world = Bus((0, 1), (1, 0)), an_evening()
    assert publish(bus, streamed(told(world))) == {"batchItemFailures": []}
    assert [len(call) for call in bus.calls] == [4, 1, 1]
    assert [json.loads(entry["Detail"])["number"] for entry in bus.taken] == [2, 4, 4, 3]


def test_what_it_never_takes_is_told_to_lambda_from_there_on() -> None:
    bus, world = Bus((0, 2), (1, 0), (2, 0)), an_evening()
    assert publish(bus, streamed(told(world))) == {
        "batchItemFailures": [{"itemIdentifier": sequence_number(4)}]
    }


def test_the_real_bus_takes_it_and_rules_hear_it(emulator: Emulator) -> None:
    events, queues = emulator.client("events"), emulator.client("sqs")
    url = queues.create_queue(QueueName="heard")["QueueUrl"]
    arn = queues.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"][
        "QueueArn"
    ]
    pattern = json.dumps({"source": ["fullhouse.ev"], "detail-type": ["ev.seat_freed"]})
    events.put_rule(Name="heard", EventPattern=pattern)
    events.put_targets(Rule="heard", Targets=[{"Id": "heard", "Arn": arn}])
    assert publish(events, streamed(told(an_evening()))) == {"batchItemFailures": []}
    (heard,) = _received(queues, url)
    assert (heard["detail-type"], heard["source"]) == ("ev.seat_freed", "fullhouse.ev")
    assert heard["detail"]["guest_id"] == "g0"


def _received(queues: Any, url: str) -> list[Json]:
    found = queues.receive_message(QueueUrl=url, WaitTimeSeconds=5, MaxNumberOfMessages=10)
    return [json.loads(one["Body"]) for one in found.get("Messages", [])]
