"""A shop on SQLite, its clock moved by hand, and how SQLite goes about a question."""

from datetime import UTC, datetime, timedelta
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import DueAlarms, DueMessages, Invocation
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.worker import alarm_invocation
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message, Outcome, Refused, Sent
from fullhouse.kernel.records import Need
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.frontdesk.shared.documents import SaveDocument

RULES_TEXT = """\
Time zone: UTC
Services
- Cut: 45 minutes
Opening hours: Mon-Sat 08:00-20:00
Claim window: 10 minutes
Quiet hours: 00:00 to 00:00
Tries per slot: 5
"""
WHEN = datetime(2026, 6, 19, 9, 0, tzinfo=UTC)


def explained(store: SqliteStore, words: str, need: Need[Any]) -> list[tuple[Any, ...]]:
    sql = statements.chosen(
        statements.queries()[getattr(need, "query_name", type(need).__name__)], need
    )
    bound = dict.fromkeys(need.__struct_fields__, 1)
    return store.reader.execute(f"{words} {sql}", bound).fetchall()


def plan(store: SqliteStore, need: Need[Any]) -> str:
    return "; ".join(row[3] for row in explained(store, "EXPLAIN QUERY PLAN", need))


def dump(store: SqliteStore) -> str:
    return "\n".join(store.writer.iterdump())


class Shop:
    """Plays commands, and all that they set off, on SQLite."""

    def __init__(self, store: SqliteStore) -> None:
        """Open, by rules of its own."""
        self.store, self.now, self.orders = store, WHEN, 0
        self.give(SaveDocument(name="rules", text=RULES_TEXT))

    def give(self, command: Command) -> Any:
        self.orders += 1
        answer = execute(
            self.store, RULES, Invocation(f"order-{self.orders}", "someone", command), self.now
        ).answer
        if not isinstance(command, LeaseMessage | RecordSendResult):
            self.settle()
        return answer

    def settle(self) -> None:
        alarms, messages = (
            self.store.load(DueAlarms(self.now)),
            self.store.load(DueMessages(self.now)),
        )
        for alarm in alarms:
            execute(self.store, RULES, alarm_invocation(alarm), self.now)
        for message in messages:
            leased = self.give(LeaseMessage(product=message.product, message_id=message.id))
            if leased is not None:
                self.give(
                    RecordSendResult(
                        product=message.product,
                        message_id=message.id,
                        outcome=answer(leased),
                        letter="",
                    )
                )
        if alarms or messages:
            self.settle()

    def wait(self, minutes: int = 11) -> None:
        self.now += timedelta(minutes=minutes)
        self.settle()


def answer(message: Message) -> Outcome:
    """Take mail; texts are refused with the number in the carrier's words."""
    if message.channel == "text":
        return Refused(f"{message.to} takes no texts", permanent=True)
    return Sent()
