"""Lists of guests on their way in: rows in the bucket, progress in the desk's table, the work in `ev-host-import`.

Whoever works on a list notes how far it has come on condition that nobody else did; one who is refused leaves it to
the other. So a list that is worked on twice, or cut short and taken up again, puts nobody on the guest list twice.
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
# A function that failed is run again after a minute, and once more after two; silence beyond that is the end.
LONGEST_SILENCE = timedelta(minutes=10)
ROWS = msgspec.json.Decoder(list[GuestRow])
RUN = msgspec.json.Decoder(ImportJob)


class Task(msgspec.Struct, frozen=True):
    """What `ev-host-import` is woken with."""

    run: str


class AwsImports:
    """Takes lists in, and knows how far each has come."""

    def __init__(
        self,
        tables: Any,  # noqa: ANN401 - made by botocore
        files: Files,
        functions: Any,  # noqa: ANN401 - made by botocore
        worker: str,
        now: Callable[[], datetime],
    ) -> None:
        """Know the table, the bucket, and the function that does the work."""
        self._tables = tables
        self._files = files
        self._functions = functions
        self._worker = worker
        self._now = now

    async def start(self, run: ImportJob, rows: Sequence[GuestRow]) -> None:
        """Put the list down and wake the worker. Asked for twice it wakes it twice, which does no harm."""
        known = await self.find(run.id)
        if known is None:
            run.state = "running" if rows else "done"
            self._files.keep(_file(run.id), msgspec.json.encode(rows))
            self._put(run, "attribute_not_exists(id)", {})
        if (known or run).state != "done":
            self.wake(run.id)

    async def find(self, run_id: str) -> ImportJob | None:
        """Read how far an import has come."""
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
        """Have the worker take up an import; nobody waits for it."""
        told = msgspec.json.encode(Task(run_id))
        self._functions.invoke(FunctionName=self._worker, InvocationType="Event", Payload=told)

    def rows(self, run_id: str) -> list[GuestRow] | None:
        """Read a list, if it still lies there."""
        found = self._files.read(_file(run_id))
        return None if found is None else ROWS.decode(found)

    def let_go(self, run_id: str) -> None:
        """Remove a list that is done: names and addresses lie nowhere longer than they must."""
        self._files.forget(_file(run_id))

    def note(self, run: ImportJob, before: int) -> bool:
        """Note how far an import has come, unless another has noted something since `before`."""
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
    """Name the file of a list; what a browser sent as the import's name need not fit one."""
    return f"imports/{hashlib.sha256(run_id.encode()).hexdigest()[:32]}.json"


async def take_up(
    imports: AwsImports, engine: Engine, run_id: str, has_time: Callable[[], bool]
) -> None:
    """Carry an import on from where it stands; when there is no time left, have the rest done by another run."""
    run, rows = await imports.find(run_id), imports.rows(run_id)
    if run is None or rows is None:
        return
    run.total = len(
        rows
    )  # whatever was said of it: beyond its end there is nothing to do, however often one wakes
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
