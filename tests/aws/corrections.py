"""Where ministack falls short of AWS and tests would notice, set right: time zones of schedules, bad stream records.

Its own Python runs this, so it imports nothing of ours.
"""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo


class Zoned(str):
    """A schedule's expression that remembers its time zone."""

    __slots__ = ("zone",)
    zone: str


def ring_in_zone(schedules: Any) -> None:  # noqa: ANN401 - a module of ministack's
    """Let one-off schedules ring in their own time zone, which ministack takes for UTC, and look every second."""
    at = schedules._at_time_epoch  # noqa: SLF001 - ministack's own way in

    def zoned(do: Callable[[str, dict[str, Any]], Any]) -> Callable[[str, dict[str, Any]], Any]:
        def done(name: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - an answer of ministack's
            expression = Zoned(body.get("ScheduleExpression", ""))
            expression.zone = body.get("ScheduleExpressionTimezone") or "UTC"
            return do(name, body | {"ScheduleExpression": expression})

        return done

    def instant(expression: str) -> float | None:
        epoch = at(expression)
        if epoch is None or not isinstance(expression, Zoned):
            return epoch if epoch is None else float(epoch)
        wall = datetime.fromtimestamp(epoch, UTC)
        return float(wall.replace(tzinfo=ZoneInfo(expression.zone)).timestamp())

    schedules._create_schedule = zoned(schedules._create_schedule)  # noqa: SLF001 - as above
    schedules._update_schedule = zoned(schedules._update_schedule)  # noqa: SLF001 - as above
    schedules._at_time_epoch = instant  # noqa: SLF001 - as above
    schedules._SCHEDULE_TICK_INTERVAL = 0.5  # noqa: SLF001 - as above


def set_bad_records_apart(functions: Any, pause: float = 0.1) -> None:  # noqa: ANN401 - a module of ministack's
    """Let stream records be tried again, in halves, from the first one that failed, and set apart at last.

    ministack tries a batch for ever that failed as a whole, and takes one that failed in part for done.
    """
    execute = functions._execute_function  # noqa: SLF001 - ministack's own way in

    def settled(func: Any, records: list[Any], mapping: dict[str, Any], tries: int) -> Any:  # noqa: ANN401
        result = execute(func, {"Records": records})
        left = records[_first_failed(result, records) :]
        if not left:
            return result
        if tries <= 0:
            arn = left[0]["eventSourceARN"]
            functions._send_ddb_stream_failure_record(  # noqa: SLF001 - as above
                mapping, func, left, arn, result, "RetryAttemptsExhausted"
            )
            return {"body": None}
        if result.get("error") and len(left) > 1:
            settled(func, left[: len(left) // 2], mapping, tries)
            return settled(func, left[len(left) // 2 :], mapping, tries)
        time.sleep(pause)
        return settled(func, left, mapping, tries - 1)

    def executed(func: Any, event: Any) -> Any:  # noqa: ANN401 - as ministack has it
        records = event.get("Records") if isinstance(event, dict) else None
        if not records or records[0].get("eventSource") != "aws:dynamodb":
            return execute(func, event)
        name = (func.get("config") or func)["FunctionName"]
        mappings = [
            one
            for _, _, one in functions._iter_all_esms()  # noqa: SLF001 - as above
            if one["EventSourceArn"] == records[0]["eventSourceARN"] and one["FunctionName"].endswith(name)
        ]
        return settled(func, records, mappings[0], mappings[0].get("MaximumRetryAttempts", 5))

    functions._execute_function = executed  # noqa: SLF001 - as above


def _first_failed(result: dict[str, Any], records: list[Any]) -> int:
    """Return the place of the first record that has to be tried again, or one past the last."""
    if result.get("error"):
        return 0
    body = result.get("body")
    body = json.loads(body) if isinstance(body, str) else body
    failed = {one["itemIdentifier"] for one in (body or {}).get("batchItemFailures", ())}
    places = [place for place, one in enumerate(records) if one["dynamodb"]["SequenceNumber"] in failed]
    return min(places, default=len(records))
