"""`ev-host-import`: imports a guest list row by row, and invokes itself for the rest."""

from functools import cache
from typing import Any

import msgspec

from fullhouse.platforms.aws.bootstrap import open_engine, place
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.import_jobs import AwsImports, Task, take_up

# Enough to finish the current rows, even if the store is slow.
LEFT_FOR_THE_LAST_MS = 15_000


@cache
def imports() -> AwsImports:
    """Return the import jobs; this function does the work of all of them."""
    lists, worker = S3Files(client("s3"), place().assets), place().function("ev-host-import")
    return AwsImports(client("dynamodb"), lists, client("lambda"), worker, open_engine().now)


def handle(event: Event, context: Any) -> object:  # noqa: ANN401 - Lambda's own class
    """Work on one import until it is done or the time is up."""

    async def work(event: Event) -> None:
        task = msgspec.convert(event, Task)
        await take_up(imports(), open_engine(), task.run, has_time)

    def has_time() -> bool:
        return bool(context.get_remaining_time_in_millis() > LEFT_FOR_THE_LAST_MS)

    return handling(work)(event, context)
