"""The DynamoDB store: a commit is one transaction, and reads are consistent where it matters."""

import logging
import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from fullhouse.engine.ports import Conflict, StoreDown, Written
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.records import Need
from fullhouse.platforms.aws.dynamodb import erasure, reads
from fullhouse.platforms.aws.dynamodb.commit_plan import CommitPlan
from fullhouse.platforms.aws.dynamodb.items_api import Fetcher
from fullhouse.platforms.aws.dynamodb.transaction import RetryPolicy, transact

T = TypeVar("T")
log = logging.getLogger(__name__)
APART_SECONDS = 0.15


def microseconds() -> int:
    """Return the time in microseconds since 1970."""
    return time.time_ns() // 1000


class DynamoStore:
    """Answers needs from DynamoDB and commits decisions to it."""

    def __init__(
        self,
        client: Any,  # noqa: ANN401 - made by botocore
        clock: Callable[[], int] = microseconds,
        wait: Callable[[float], None] = time.sleep,
        let_go: erasure.LetGo = lambda _file: None,
        *,
        forgets_at_once: bool = True,
    ) -> None:
        """Use this client; the clock gives the numbers of lines and messages, in microseconds.

        `let_go` deletes a raw mail when its sender is erased. With `forgets_at_once` false, the
        sweep does the erasure.
        """
        self.fetcher = Fetcher(client, wait)
        self.clock = clock
        self.wait = wait
        self.let_go = let_go
        self.forgets_at_once = forgets_at_once

    def load(self, need: Need[T]) -> T:
        """Answer a need."""
        return reads.answer(self.fetcher, need)

    def commit(self, written: Written) -> None:
        """Commit a decision whole or not at all; after a conflict, wait a random moment and raise.

        Without that wait, many writers of the same record would keep colliding.
        """
        try:
            self._commit(written)
        except Conflict:
            self.wait(random.uniform(0, APART_SECONDS))  # noqa: S311 - only to keep writers apart
            raise

    def _commit(self, written: Written) -> None:
        """Write all items in one transaction, with new numbers if another commit was faster."""
        plan, patience, first = CommitPlan(written), RetryPolicy(self.wait), self.clock()
        while pieces := plan.pieces(first):
            refusals = transact(self.fetcher.client, [piece.action for piece in pieces], patience)
            if refusals is None:
                break
            if refusals:
                patience.check("others kept passing our number")
            else:
                patience.wait("others wrote the same items")
            first = max(self.clock(), plan.after(pieces, refusals, first))
        if plan.forget and self.forgets_at_once:
            self._forget(plan, first)

    def _forget(self, plan: CommitPlan, stamp: int) -> None:
        """Start the erasure that did not fit into the transaction; the sweep repeats it."""
        try:
            erasure.carry_out(self.fetcher, erasure.task_item(plan.forget, stamp), self.let_go)
        except StoreDown:
            log.warning("forgetting waits for the next sweep", exc_info=True)

    def alarm(self, key: str) -> Alarm | None:
        """Return the alarm under a key as it is now."""
        return reads.alarm(self.fetcher, key)

    def finish_forgetting(self) -> bool:
        """Finish the erasures of earlier commits; return whether there were any."""
        return erasure.finish(self.fetcher, self.let_go)
