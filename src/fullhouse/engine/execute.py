"""The life of one command: load what the rule needs, decide, commit once; if a condition was refused, again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol, TypeVar

import msgspec

from fullhouse.engine.narratives import Narrative, told
from fullhouse.engine.ports import Conflict, Store, Written
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.asking import Answers
from fullhouse.kernel.audit import line
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.messages import CHANNELS, Channel, Message
from fullhouse.kernel.product import Rule
from fullhouse.kernel.records import Need

T = TypeVar("T")
TRIES = 50

Rules = Mapping[type[Command], Rule]


class Order(msgspec.Struct, frozen=True):
    """A command with who gives it, and an id that finds it in the audit; and the alarm that rang for it, if one did.

    `narratives` are paragraphs for the messages that it may write.
    """

    id: str
    by: str
    command: Command
    alarm: Alarm | None = None
    narratives: tuple[Narrative, ...] = ()


class Loader(Protocol):
    """What answers needs."""

    def load(self, need: Need[T]) -> T:
        """Answer one need."""
        ...


class Busy(Exception):
    """So many others changed the same thing that the command never got its turn. Nothing was changed."""


def execute(
    store: Store, rules: Rules, order: Order, now: datetime, *, carries: frozenset[Channel] = CHANNELS
) -> Decision:
    """Carry out an order and return what was decided. A message that could leave now and has no carrier is kept."""
    rule = rules[type(order.command)]
    for _ in range(TRIES):
        decision = rule.decide(gather(store, rule, order.command), order.command, now)
        decision = written_down(decision, order, now, carries=carries) if decision.messages else decision
        if decision.is_empty and order.alarm is None:
            return decision
        lines = tuple([line(step, now, order.by, order.id) for step in decision.steps])
        try:
            store.commit(Written(decision, lines, order.alarm))
        except Conflict:
            continue
        return decision
    raise Busy(order.id)


def gather(store: Loader, rule: Rule, command: Command) -> Any:  # noqa: ANN401 - each product has a state of its own
    """Load what the rule needs, in as many rounds as one answer leads to the next question."""
    found = Answers()
    while needs := rule.needs(command, found):
        for name, need in needs.items():
            found[name] = store.load(need)
    return rule.state(**found)


def written_down(decision: Decision, order: Order, now: datetime, *, carries: frozenset[Channel]) -> Decision:
    """Note on each message which order it came from; where its channel has no carrier, keep what could leave now."""
    replace = msgspec.structs.replace
    messages = [
        replace(one, order=order.id, status="queued" if one.channel in carries or not _leaves(one, now) else "kept")
        for one in (told(message, order.narratives) for message in decision.messages)
    ]
    return replace(decision, messages=tuple(messages))


def _leaves(message: Message, now: datetime) -> bool:
    return message.not_before <= now and (message.use_by is None or now < message.use_by)
