"""Shapes of AWS events for functions: stream records, schedules, and Lambda's context."""

from datetime import datetime
from typing import Any

import msgspec

from tests.aws.emulator import ACCOUNT, REGION

Json = dict[str, Any]
Item = dict[str, Any]


class Context(msgspec.Struct, frozen=True):
    """What Lambda tells a function of the call itself."""

    aws_request_id: str = "1f2e3d4c-0000-4000-8000-5b6a79880000"
    function_name: str = "ev-keeper"

    def get_remaining_time_in_millis(self) -> int:
        return 15_000


def stream_event(*records: Json) -> Json:
    """The event by which a table's stream wakes a function."""
    return {"Records": list(records)}


def stream_record(
    table: str, name: str, keys: Item, *, number: int = 1, **images: Item | None
) -> Json:
    """Return a stream record.

    `name` is INSERT, MODIFY or REMOVE; `old` and `new` are the item before and after, in its JSON.
    """
    old, new = images.get("old"), images.get("new")
    shown = {"OldImage": old, "NewImage": new}
    return {
        "eventID": f"{number:032x}",
        "eventName": name,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": REGION,
        "dynamodb": {
            "ApproximateCreationDateTime": 1780304400.0,
            "Keys": keys,
            **{key: image for key, image in shown.items() if image is not None},
            "SequenceNumber": sequence_number(number),
            "SizeBytes": 100,
            "StreamViewType": "NEW_IMAGE"
            if new is not None
            else "OLD_IMAGE"
            if old is not None
            else "KEYS_ONLY",
        },
        "eventSourceARN": (
            f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{table}/stream/2026-06-01T09:00:00.000"
        ),
    }


def sequence_number(number: int) -> str:
    """The number by which a function names a record that it could not deal with."""
    return f"{4421584500000000017450000000 + number}"


def ring(alarm: str, due_at: datetime) -> Json:
    """What a schedule tells the function that it rings for an alarm: its input, as it is."""
    return {"alarm": alarm, "due_at": due_at.isoformat().replace("+00:00", "Z")}
