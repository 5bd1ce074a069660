"""The common part of small worlds for tests: commands, a manual clock, and a relay."""

from datetime import UTC, datetime, timedelta
from typing import Any

from fullhouse.engine.catalogue import RULES
from fullhouse.engine.combined_mail import newest_first
from fullhouse.engine.execute import execute
from fullhouse.engine.joined_mail import that_may_join
from fullhouse.engine.message_budget import Budgeting
from fullhouse.engine.ports import (
    Carrier,
    DueAlarms,
    DueMessages,
    Invocation,
    NextAlarm,
    NextMessage,
    Store,
)
from fullhouse.engine.relay import LeaseMessage, RecordSendResult
from fullhouse.engine.worker import alarm_invocation, outcome_of_part
from fullhouse.kernel.commands import Alarm, Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message, Sent
from fullhouse.kernel.times import instant

LETTER = Letter(subject="", heading="")


class World:
    """Runs commands and checks the promises after each; one that settles does all that is due."""

    store: Store
    carrier: Carrier
    now: datetime
    budgeting = Budgeting()

    def __init__(self, zone: str, *, settles: bool = True, checks: bool = True) -> None:
        self.zone = zone
        self.settles, self.checks = settles, checks
        self.orders = 0
        self.emails: list[list[Message]] = []

    def give(self, command: Command, by: str = "someone") -> Any:
        answer = self.decide(command, by).answer
        if self.settles:
            self.settle()
        return answer

    def decide(self, command: Command, by: str = "someone") -> Decision:
        self.orders += 1
        return self._execute(Invocation(f"order-{self.orders}", by, command))

    def _execute(self, invocation: Invocation) -> Decision:
        decision = execute(self.store, RULES, invocation, self.now, budgeting=self.budgeting)
        if self.checks and not decision.is_empty:
            self.check(decision)
        return decision

    def check(self, decision: Decision) -> None:
        """Check the promises that hold at each instant."""
        raise NotImplementedError

    # What the clock and the relay do.

    def settle(self) -> None:
        """Ring what is due and relay what may leave, until nothing is left to do now."""
        while self.ring() or self.relay():
            pass

    def ring(self) -> bool:
        alarms = self.store.load(DueAlarms(self.now))
        for alarm in alarms:
            self._execute(alarm_invocation(alarm))
        return bool(alarms)

    def relay(self) -> bool:
        messages = self.store.load(DueMessages(self.now))
        for message in messages:
            self.send(message)
        return bool(messages)

    def send(self, message: Message) -> None:
        leased = self.dispatch(message)
        if leased is None:
            return
        waiting = that_may_join(self.store, leased, self.now)
        joined = [self.dispatch(other, joins=leased.id) for other in waiting]
        together = newest_first([leased, *(other for other in joined if other is not None)])
        outcome = self.carrier.send(together[0], LETTER)
        if isinstance(outcome, Sent):
            self.emails.append(together)
        for sent in together:
            theirs = outcome if sent is together[0] else outcome_of_part(outcome)
            self.decide(
                RecordSendResult(product=sent.product, message_id=sent.id, outcome=theirs),
                "relay",
            )

    def dispatch(self, message: Message, joins: str = "") -> Message | None:
        leased: Message | None = self.decide(
            LeaseMessage(product=message.product, message_id=message.id, joins=joins), "relay"
        ).answer
        return leased

    def until(self, moment: datetime | str) -> None:
        """Let time pass, and all that falls due on the way happen at its own time."""
        target = self.at(moment)
        self.settle()
        while (due := self.next_due()) is not None and due <= target:
            self.now = max(self.now, due)
            self.settle()
        self.now = target

    def after(self, **length: float) -> None:
        self.until(self.now + timedelta(**length))

    def jump(self, moment: datetime | str) -> None:
        """Let time pass as for a machine that is switched off: nothing happens on the way."""
        self.now = self.at(moment)

    def at(self, moment: datetime | str) -> datetime:
        """The instant that is meant; where no zone is said, by the clocks here."""
        meant = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        return instant(meant, self.zone) if meant.tzinfo is None else meant

    def next_due(self) -> datetime | None:
        times = [self.store.load(NextAlarm()), self.store.load(NextMessage())]
        return min((one for one in times if one is not None), default=None)

    def alarms(self, start: str = "") -> list[Alarm]:
        """The pending alarms and their times."""
        alarms = self.store.load(
            DueAlarms(datetime.max.replace(tzinfo=UTC, microsecond=0), 1_000_000)
        )
        return [alarm for alarm in alarms if alarm.key.startswith(start)]
