"""The life of one command: load what the rule needs, decide, commit once; if a condition was refused, again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from fullhouse.engine.ports import Conflict, Store, Written
from fullhouse.kernel.alarms import Alarm
from fullhouse.kernel.audit import line
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Decision
from fullhouse.kernel.product import Rule

TRIES = 50

Rules = Mapping[type[Command], Rule]


class Order(msgspec.Struct, frozen=True):
    """A command with who gives it, and an id that finds it in the audit; and the alarm that rang for it, if one did."""

    id: str
    by: str
    command: Command
    alarm: Alarm | None = None


class Busy(Exception):
    """So many others changed the same thing that the command never got its turn. Nothing was changed."""


def execute(store: Store, rules: Rules, order: Order, now: datetime, *, carries: bool = True) -> Decision:
    """Carry out an order and return what was decided. Without a carrier a message that could leave now is kept."""
    rule = rules[type(order.command)]
    for _ in range(TRIES):
        decision = rule.decide(gather(store, rule, order.command), order.command, now)
        decision = decision if carries or not decision.messages else kept(decision, now)
        if decision.is_empty and order.alarm is None:
            return decision
        lines = tuple(line(step, now, order.by, order.id) for step in decision.steps)
        try:
            store.commit(Written(decision, lines, order.alarm))
        except Conflict:
            continue
        return decision
    raise Busy(order.id)


def gather(store: Store, rule: Rule, command: Command) -> Any:  # noqa: ANN401 - each product has a state of its own
    """Load what the rule needs, in as many rounds as one answer leads to the next question."""
    found: dict[str, Any] = {}
    while needs := rule.needs(command, found):
        for name, need in needs.items():
            found[name] = store.load(need)
    return rule.state(**found)


def kept(decision: Decision, now: datetime) -> Decision:
    """Keep in the mailbox what would have left at once."""
    replace = msgspec.structs.replace
    messages = [replace(one, status="kept") if one.not_before <= now else one for one in decision.messages]
    return replace(decision, messages=tuple(messages))
