"""Work that is due: alarms, messages and periodic tasks; and clocks that are moved by hand."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

from fullhouse.engine.combined_mail import combined_letter, newest_first
from fullhouse.engine.core import Engine
from fullhouse.engine.execute import with_narrative
from fullhouse.engine.joined_mail import that_may_join
from fullhouse.engine.ports import (
    Clock,
    DueAlarms,
    DueMessages,
    Ids,
    Invocation,
    NextAlarm,
    NextMessage,
)
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.kernel.commands import Alarm
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CarrierDown, Message, Outcome, Sent
from fullhouse.kernel.times import to_compact

T = TypeVar("T")
R = TypeVar("R")
log = logging.getLogger(__name__)
MAX_RELAYED_IN_A_ROW = 10
MOST_AT_ONCE = 20
# A function on AWS has 30 seconds for an email.
LONGEST_JOINING = timedelta(seconds=10)


@runtime_checkable
class ManualClock(Clock, Protocol):
    """A clock that stands still until it is moved."""

    def move_to(self, moment: datetime) -> None:
        """Set the time. Never backwards."""
        ...


class ClockMovedBack(Exception):
    """The time asked for has already passed."""


def _never() -> bool:
    return False


async def sweep(engine: Engine) -> None:
    """Carry out everything that is due, until nothing is left to do now."""
    while (
        await run_due_alarms(engine)
        or await relay_due_messages(engine)
        or await engine.tasks.run_due(engine.now())
    ):
        pass


def next_due_at(engine: Engine) -> datetime | None:
    """Return when there is something to do next."""
    times = [engine.load(NextAlarm()), engine.load(NextMessage()), engine.tasks.next_at()]
    return min((at for at in times if at is not None), default=None)


async def advance_to(engine: Engine, clock: ManualClock, target: datetime) -> None:
    """Move the clock to a time, and carry out what falls due on the way at its own time."""
    async with engine.settling:
        if target < clock.now():
            raise ClockMovedBack
        await sweep(engine)
        while (due := next_due_at(engine)) is not None and due <= target:
            clock.move_to(max(due, clock.now()))
            await sweep(engine)
        clock.move_to(target)


async def run_due_alarms(engine: Engine) -> bool:
    """Execute the commands of all alarms that are due; return True if there were any."""
    alarms = engine.load(DueAlarms(engine.now()))
    await _finish_all(_run_alarm(engine, alarm) for alarm in alarms)
    return bool(alarms)


async def _run_alarm(engine: Engine, alarm: Alarm) -> None:
    invocation = alarm_invocation(alarm)
    if engine.narrator is not None:
        # Loads every rule; an engine without a narrator leaves that to its executor.
        from fullhouse.engine.catalogue import RULES

        invocation = await with_narrative(invocation, engine, RULES, engine.now(), engine.narrator)
    engine.note_changes(await engine.executor.execute(invocation))


async def _finish_all(work: Iterable[Awaitable[object]]) -> None:
    """Await everything before raising the first error, so that no item stops the others."""
    for result in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def relay_due_messages(engine: Engine, is_stopping: Callable[[], bool] = _never) -> bool:
    """Relay the next messages that are due, one after the other; return True if there were any.

    Each is leased just before it is sent, so none waits behind others with an old verdict.
    """
    messages = engine.load(DueMessages(engine.now(), limit=MAX_RELAYED_IN_A_ROW))
    for message in messages:
        if is_stopping():
            return False
        await relay_message(engine, message)
    return bool(messages)


async def relay_message(engine: Engine, message: Message) -> None:
    """Lease one message, send it, and record the result; with those that leave in its email."""
    leased = await _lease(engine, message)
    if leased is None:
        return
    waiting = that_may_join(engine, leased, engine.now())
    until = engine.now() + LONGEST_JOINING
    joined = await _in_groups(waiting, lambda other: _join(engine, other, leased, until))
    together = [leased, *(other for other in joined if other is not None)]
    results = await _send(engine, newest_first(together))
    await _in_groups(results, lambda result: _record(engine, *result))


async def _in_groups(items: Sequence[T], work: Callable[[T], Awaitable[R]]) -> list[R]:
    """Do work for many items, a few at a time: as many are stored in one commit."""
    done: list[R] = []
    for start in range(0, len(items), MOST_AT_ONCE):
        done += await asyncio.gather(*map(work, items[start : start + MOST_AT_ONCE]))
    return done


async def _join(engine: Engine, message: Message, lead: Message, until: datetime) -> Message | None:
    """Lease a message that leaves with another; after this time it waits for the next email."""
    if engine.now() > until:
        return None
    return await _lease(engine, message, lead.id)


async def _record(engine: Engine, sent: Message, outcome: Outcome, letter: str) -> None:
    log.info("handed to the carrier", extra={"facts": _log_facts(sent, outcome)})
    await engine.executor.execute(result_invocation(engine.ids, sent, outcome, letter))


async def _lease(engine: Engine, message: Message, joins: str = "") -> Message | None:
    """Lease a message, and return it if it may be sent now."""
    lease = lease_invocation(engine.ids, message, engine.composer.mark(message), joins)
    leased: Message | None = (await engine.executor.execute(lease)).answer
    return leased


async def _send(engine: Engine, messages: list[Message]) -> list[tuple[Message, Outcome, str]]:
    """Send messages in one letter; return each with the outcome and its own letter."""
    composed: list[tuple[Message, Letter]] = []
    results: list[tuple[Message, Outcome, str]] = []
    for message in messages:
        await asyncio.sleep(0)  # an email may hold many, and others need the loop, too
        try:
            composed.append((message, engine.composer.letter(message)))
        except Exception:  # a message that cannot be composed must not stop the others
            log.exception("message %s could not be put into words", message.id)
            results.append((message, CarrierDown("it could not be put into words"), ""))
    if not composed:
        return results
    first = composed[0][0]
    letter = engine.composer.with_look(combined_letter(composed))
    outcome = await engine.executor.carry(first, letter)
    for message, letter in composed:
        theirs = outcome if message is first else outcome_of_part(outcome)
        results.append((message, theirs, msgspec.json.encode(letter).decode()))
    return results


def outcome_of_part(outcome: Outcome) -> Outcome:
    """Return the outcome for a message in another one's email, whose id at the carrier it is."""
    return Sent() if isinstance(outcome, Sent) else outcome


def _log_facts(message: Message, outcome: Outcome) -> dict[str, str]:
    return {
        "request": message.order,
        "message": message.kind,
        "event": message.scope,
        "became": outcome.log_name,
    }


def alarm_invocation(alarm: Alarm) -> Invocation:
    """Return the invocation of an alarm's command; the same alarm has the same id."""
    return Invocation(f"{alarm.key}@{to_compact(alarm.due_at)}", "clock", alarm.command, alarm)


def lease_invocation(ids: Ids, message: Message, mark: str = "", joins: str = "") -> Invocation:
    """Return the invocation that leases a message and stores its mark."""
    command = LeaseMessage(product=message.product, message_id=message.id, mark=mark, joins=joins)
    return Invocation(ids.new(), "relay", command)


def result_invocation(ids: Ids, leased: Message, outcome: Outcome, letter: str = "") -> Invocation:
    """Return the invocation that records the outcome of a leased message, and the letter."""
    command = RecordSendResult(
        product=leased.product,
        message_id=leased.id,
        outcome=outcome,
        letter=letter,
        attempt=leased.attempts,
    )
    return Invocation(ids.new(), "relay", command)
