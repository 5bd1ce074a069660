"""Many workers at once on one DynamoDB store, each carrying out its share of commands."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import TooManyConflicts, execute
from fullhouse.engine.ports import Invocation, StoreDown
from fullhouse.kernel.commands import Command
from fullhouse.platforms.aws.dynamodb.store import DynamoStore

WORKERS = 64


def give(store: DynamoStore, command: Command, number: int, now: datetime) -> Any:
    """Carry out a command, again and again as a person would whose click came to nothing."""
    while True:
        try:
            return execute(store, RULES, Invocation(f"o{number}", "someone", command), now).answer
        except (TooManyConflicts, StoreDown):
            continue


def all_at_once(store: DynamoStore, commands: list[Command], now: datetime) -> list[Any]:
    """Let the workers begin together; return the answers in the order of the commands."""
    ready = Barrier(WORKERS)

    def work(mine: list[tuple[int, Command]]) -> list[tuple[int, Any]]:
        ready.wait()
        return [(number, give(store, command, number, now)) for number, command in mine]

    shares = [list(enumerate(commands, 1))[at::WORKERS] for at in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        answers = dict(one for done in pool.map(work, shares) for one in done)
    return [answers[number] for number in sorted(answers)]
