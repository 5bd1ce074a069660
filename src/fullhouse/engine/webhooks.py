"""Webhooks: with which secret others sign what they tell us, and what was told lately, so that nothing is taken twice.

What was told is noted in the commit that carries it out: a crash leaves neither without the other.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.engine.access import DESK, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, change, new, unchanged
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

WebhookName = Literal["slots", "texts", "slack"]
# What is told may be five minutes old or early, so ten minutes later no clock lets it in any more.
REMEMBERED = timedelta(minutes=10)
MOST_REMEMBERED = 1000
# Whoever signs gets a day to take the new secret.
OLD_SECRET_HOLDS = timedelta(days=1)


class SeenDelivery(msgspec.Struct, frozen=True, array_like=True):
    """Something that was told: its digest, and when it came."""

    digest: str
    at: datetime


class WebhookConfig(Record, frozen=True, kw_only=True):
    """One webhook: its secret, the one before while that still counts, and what came lately; never in the audit."""

    kind_name: ClassVar[str] = "hook"

    id: str
    secret: str = ""
    old_secret: str = ""
    old_until: datetime | None = None
    seen: tuple[SeenDelivery, ...] = ()
    rev: int = 0

    def secrets(self, now: datetime) -> tuple[str, ...]:
        """Return the secrets with which one may sign now, the newest first."""
        old = self.old_secret if self.old_until is not None and now < self.old_until else ""
        return tuple(one for one in (self.secret, old) if one)


class SetWebhookSecret(Command, frozen=True, kw_only=True, tag="SetWebhookSecret"):
    """Let another system sign with this secret from now on; the one before counts for a day."""

    secret: str
    hook: WebhookName = "slots"


class RecordWebhook(Command, frozen=True, kw_only=True, tag="TakeHook"):
    """Carry out what a webhook asks for, unless the same was told before. The answer is `Taken`."""

    hook: WebhookName
    digest: str
    asks: Command


class WebhookState(msgspec.Struct, frozen=True):
    """What became of it: `taken`, with the answer to what it asked for; `seen` before; or too much came: `busy`."""

    became: Literal["taken", "seen", "busy"]
    answer: Any = None


def _set_secret(found: dict[str, Any], command: SetWebhookSecret, now: datetime) -> Decision:
    hook: WebhookConfig | None = found["hook"]
    step = Step(DESK, "webhook_secret_set", command.hook, ())
    if hook is None:
        fresh = WebhookConfig(id=command.hook, secret=command.secret)
        return Decision(fresh, steps=(step,), moves=(new(fresh),))
    until = now + OLD_SECRET_HOLDS
    sets: dict[str, Any] = {"secret": command.secret, "old_secret": hook.secret, "old_until": until}
    changed = change(hook, *unchanged(hook, "rev"), **sets, rev=hook.rev + 1)
    return Decision(changed.after, steps=(step,), moves=(changed,))


def webhook_rules(rules: Mapping[type[Command], Rule]) -> dict[type[Command], Rule]:
    """Make the rules for webhooks over the rules of all that one may ask for."""

    def needs(command: RecordWebhook, found: Found) -> Needs:
        if "told_by" not in found:
            return {"told_by": Get(WebhookConfig, (command.hook,))}
        return rules[type(command.asks)].needs(command.asks, _without_ours(found))

    def decide(found: dict[str, Any], command: RecordWebhook, now: datetime) -> Decision:
        hook: WebhookConfig | None = found["told_by"]
        recent = tuple(one for one in (hook.seen if hook is not None else ()) if now - one.at < REMEMBERED)
        if any(one.digest == command.digest for one in recent):
            return Decision(WebhookState("seen"))
        if len(recent) >= MOST_REMEMBERED and command.hook != "texts":
            return Decision(WebhookState("busy"))
        rule = rules[type(command.asks)]
        decision = rule.decide(rule.state(**_without_ours(found)), command.asks, now)
        # The provider tells a text once or soon again: rather than lose a STOP, the oldest is let go of.
        noted = _noted(hook, command, (*recent, SeenDelivery(command.digest, now))[-MOST_REMEMBERED:])
        answer = WebhookState("taken", decision.answer)
        return msgspec.structs.replace(decision, answer=answer, moves=(*decision.moves, noted))

    return {
        SetWebhookSecret: Rule(once(lambda c: {"hook": Get(WebhookConfig, (c.hook,))}), _set_secret),
        RecordWebhook: Rule(needs, decide),
    }


def _without_ours(found: Found) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "told_by"}


def _noted(hook: WebhookConfig | None, command: RecordWebhook, seen: tuple[SeenDelivery, ...]) -> Change[WebhookConfig]:
    if hook is None:
        return new(WebhookConfig(id=command.hook, seen=seen))
    return change(hook, *unchanged(hook, "rev"), seen=seen, rev=hook.rev + 1)
