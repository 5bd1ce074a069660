"""Items beside a record: the token of a text goes by itself when its time is over."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from fullhouse.kernel.decisions import create
from fullhouse.kernel.links import LINKS_HOLD
from fullhouse.kernel.messages import Message
from fullhouse.platforms.aws.dynamodb.derived_items import MARK, helpers
from fullhouse.platforms.aws.dynamodb.merging import Merged
from fullhouse.platforms.aws.dynamodb.tables import DESK

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
STARTS = NOW + timedelta(days=1)


def marked(channel: str, **facts: Any) -> Message:
    usual = {"id": "m1", "product": "waitlist", "kind": "offer", "to": "+491711234567"}
    times = {"queued_at": NOW, "not_before": NOW, "at": NOW}
    more = {"scope": "waitlist", "channel": channel, "facts": facts, "mark": "Ab3dEf6hIj9k"}
    return msgspec.convert({**usual, **times, **more}, Message)


def item_of(message: Message) -> dict[str, Any]:
    (write,) = helpers([Merged(create(message))])
    put: dict[str, Any] = write["Put"]
    assert put["TableName"] == DESK.name
    item: dict[str, Any] = put["Item"]
    return item


@pytest.mark.parametrize(
    ("facts", "dies_at"),
    [
        ({"slot": {"starts_at": STARTS, "minutes": 45}}, STARTS + timedelta(minutes=45)),
        (
            {"slot": None, "appointment": {"starts_at": STARTS.isoformat(), "minutes": 90}},
            STARTS + timedelta(minutes=90),
        ),
        ({"slot": {"starts_at": STARTS}}, STARTS),
        ({"slot": None}, NOW + LINKS_HOLD),
    ],
)
def test_a_token_expires_with_its_slot_or_appointment(
    facts: dict[str, Any], dies_at: datetime
) -> None:
    item = item_of(marked("text", **facts))
    assert (item["kind"], item["id"]) == ({"S": MARK}, {"S": "Ab3dEf6hIj9k"})
    assert int(item["expires_at"]["N"]) == int(dies_at.timestamp())


def test_the_mark_of_a_mail_stays() -> None:
    assert "expires_at" not in item_of(marked("mail", slot={"starts_at": STARTS}))
