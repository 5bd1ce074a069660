"""Guest imports: rows in a bucket, progress in the desk's table, work in `ev-host-import`.

A worker stores its progress only if no other worker did; one that is refused stops. So an import
that is worked on twice, or interrupted and resumed, adds nobody twice.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import Files
from fullhouse.inbound.guest_import.job import ImportJob, carry_on
from fullhouse.inbound.guest_import.row import GuestRow
from fullhouse.platforms.aws.dynamodb.tables import DESK

KIND = "import"
KEPT = timedelta(days=7)
AT_ONCE = 10
# Lambda retries a failed function after one minute, then after two; after that it is over.
LONGEST_SILENCE = timedelta(minutes=10)
ROWS = msgspec.json.Decoder(list[GuestRow])
RUN = msgspec.json.Decoder(ImportJob)


class Task(msgspec.Struct, frozen=True):
    """Event of `ev-host-import`."""

    run: str


class AwsImports:
    """Starts imports, and stores their progress."""

    def __init__(
        self,
        tables: Any,  # noqa: ANN401 - made by botocore
        files: Files,
        functions: Any,  # noqa: ANN401 - made by botocore
        worker: str,
        now: Callable[[], datetime],
    ) -> None:
        """Use this table, bucket and worker function."""
        self._tables = tables
        self._files = files
        self._functions = functions
        self._worker = worker
        self._now = now

    async def start(self, run: ImportJob, rows: Sequence[GuestRow]) -> None:
        """Store the rows and invoke the worker. Doing it twice does no harm."""
        known = await self.find(run.id)
        if known is None:
            run.state = "running" if rows else "done"
            self._files.keep(_file(run.id), msgspec.json.encode(rows))
            self._put(run, "attribute_not_exists(id)", {})
        if (known or run).state != "done":
            self.wake(run.id)

    async def find(self, run_id: str) -> ImportJob | None:
        """Return the progress of an import; None if it is unknown."""
        key = {"kind": {"S": KIND}, "id": {"S": run_id}}
        item = self._tables.get_item(TableName=DESK.name, Key=key, ConsistentRead=True).get("Item")
        if item is None:
            return None
        run = RUN.decode(item["run"]["S"])
        silent = self._now().timestamp() - float(item["at"]["N"])
        if run.state == "running" and silent > LONGEST_SILENCE.total_seconds():
            run.state = "stopped"
        return run

    def wake(self, run_id: str) -> None:
        """Invoke the worker without waiting for it."""
        event = msgspec.json.encode(Task(run_id))
        self._functions.invoke(FunctionName=self._worker, InvocationType="Event", Payload=event)

    def rows(self, run_id: str) -> list[GuestRow] | None:
        """Return the rows of an import; None if they were deleted."""
        found = self._files.read(_file(run_id))
        return None if found is None else ROWS.decode(found)

    def let_go(self, run_id: str) -> None:
        """Delete the rows of an import that is done: they have names and addresses."""
        self._files.forget(_file(run_id))

    def note(self, run: ImportJob, before: int) -> bool:
        """Store the progress, unless another worker did since `before`; return whether it was."""
        return self._put(run, "done = :before", {":before": {"N": str(before)}})

    def _put(self, run: ImportJob, condition: str, values: dict[str, Any]) -> bool:
        from botocore.exceptions import ClientError

        more = {"ExpressionAttributeValues": values} if values else {}
        try:
            self._tables.put_item(
                TableName=DESK.name,
                Item=_item(run, self._now()),
                ConditionExpression=condition,
                **more,
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                raise
            return False
        return True


def _item(run: ImportJob, now: datetime) -> dict[str, Any]:
    return {
        "kind": {"S": KIND},
        "id": {"S": run.id},
        "run": {"S": msgspec.json.encode(run).decode()},
        "done": {"N": str(run.done)},
        "at": {"N": f"{now.timestamp():.3f}"},
        "expires_at": {"N": str(int((now + KEPT).timestamp()))},
    }


def _file(run_id: str) -> str:
    """Return the file name of an import; its id comes from a browser and may be no file name."""
    return f"imports/{hashlib.sha256(run_id.encode()).hexdigest()[:32]}.json"


async def take_up(
    imports: AwsImports, engine: Engine, run_id: str, has_time: Callable[[], bool]
) -> None:
    """Continue an import; when the time is up, start another invocation for the rest."""
    run, rows = await imports.find(run_id), imports.rows(run_id)
    if run is None or rows is None:
        return
    run.total = len(rows)  # the total came from a browser, and must not keep the worker going
    while run.done < run.total:
        if not has_time():
            imports.wake(run_id)
            return
        before = run.done
        await carry_on(engine, run, rows[before : before + AT_ONCE])
        run.state = "done" if run.done >= run.total else "running"
        if not imports.note(run, before):
            return
    imports.let_go(run_id)
