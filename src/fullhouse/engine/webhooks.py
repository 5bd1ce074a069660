"""Webhooks: their secrets, and the deliveries seen lately, so that none is executed twice.

A delivery is recorded in the same commit as its command: a crash leaves neither without the other.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

import msgspec

from fullhouse.engine.access import DESK, once
from fullhouse.kernel.commands import Command
from fullhouse.kernel.decisions import Change, Decision, Step, create, if_unchanged, update
from fullhouse.kernel.product import Found, Rule
from fullhouse.kernel.records import Get, Needs, Record

WebhookName = Literal["slots", "texts", "slack"]
# A delivery may be five minutes old or early, so after ten minutes no clock accepts it any more.
REMEMBERED = timedelta(minutes=10)
MOST_REMEMBERED = 1000
# The old secret stays valid for one day after rotation.
OLD_SECRET_HOLDS = timedelta(days=1)


class SeenDelivery(msgspec.Struct, frozen=True, array_like=True):
    """One delivery: its digest, and when it came."""

    digest: str
    at: datetime


class WebhookConfig(Record, frozen=True, kw_only=True):
    """One webhook: its secret, the old one while valid, and recent deliveries; never audited."""

    kind_name: ClassVar[str] = "hook"

    id: str
    secret: str = ""
    old_secret: str = ""
    old_until: datetime | None = None
    seen: tuple[SeenDelivery, ...] = ()
    rev: int = 0

    def secrets(self, now: datetime) -> tuple[str, ...]:
        """Return the secrets that are valid now, newest first."""
        valid = [self.secret]
        if self.old_until is not None and now < self.old_until:
            valid.append(self.old_secret)
        return tuple(secret for secret in valid if secret)


class SetWebhookSecret(Command, frozen=True, kw_only=True, tag="SetWebhookSecret"):
    """Set the secret of a webhook; the one before stays valid for a day."""

    secret: str
    hook: WebhookName = "slots"


class RecordWebhook(Command, frozen=True, kw_only=True, tag="TakeHook"):
    """Execute the command of a webhook delivery once. The answer is a `WebhookState`."""

    hook: WebhookName
    digest: str
    asks: Command


class WebhookState(msgspec.Struct, frozen=True):
    """The result of a delivery: `taken` with its answer, `seen` before, or `busy`: too many."""

    became: Literal["taken", "seen", "busy"]
    answer: Any = None


def _set_secret(found: dict[str, Any], command: SetWebhookSecret, now: datetime) -> Decision:
    hook: WebhookConfig | None = found["hook"]
    step = Step(DESK, "webhook_secret_set", command.hook, ())
    if hook is None:
        fresh = WebhookConfig(id=command.hook, secret=command.secret)
        return Decision(fresh, steps=(step,), moves=(create(fresh),))
    until = now + OLD_SECRET_HOLDS
    sets: dict[str, Any] = {"secret": command.secret, "old_secret": hook.secret, "old_until": until}
    changed = update(hook, *if_unchanged(hook, "rev"), **sets, rev=hook.rev + 1)
    return Decision(changed.after, steps=(step,), moves=(changed,))


def webhook_rules(rules: Mapping[type[Command], Rule]) -> dict[type[Command], Rule]:
    """Return the rules for webhooks, built over the rules of the commands they may carry."""

    def needs(command: RecordWebhook, found: Found) -> Needs:
        if "told_by" not in found:
            return {"told_by": Get(WebhookConfig, (command.hook,))}
        return rules[type(command.asks)].needs(command.asks, _without_ours(found))

    def decide(found: dict[str, Any], command: RecordWebhook, now: datetime) -> Decision:
        hook: WebhookConfig | None = found["told_by"]
        recent = _recent(hook, now)
        if any(delivery.digest == command.digest for delivery in recent):
            return Decision(WebhookState("seen"))
        if len(recent) >= MOST_REMEMBERED and command.hook != "texts":
            return Decision(WebhookState("busy"))
        rule = rules[type(command.asks)]
        decision = rule.decide(rule.state(**_without_ours(found)), command.asks, now)
        # A provider repeats an SMS soon or never: dropping the oldest beats losing a STOP.
        seen = (*recent, SeenDelivery(command.digest, now))[-MOST_REMEMBERED:]
        noted = _noted(hook, command, seen)
        answer = WebhookState("taken", decision.answer)
        return msgspec.structs.replace(decision, answer=answer, moves=(*decision.moves, noted))

    return {
        SetWebhookSecret: Rule(
            once(lambda c: {"hook": Get(WebhookConfig, (c.hook,))}), _set_secret
        ),
        RecordWebhook: Rule(needs, decide),
    }


def _recent(hook: WebhookConfig | None, now: datetime) -> tuple[SeenDelivery, ...]:
    if hook is None:
        return ()
    return tuple(delivery for delivery in hook.seen if now - delivery.at < REMEMBERED)


def _without_ours(found: Found) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "told_by"}


def _noted(
    hook: WebhookConfig | None, command: RecordWebhook, seen: tuple[SeenDelivery, ...]
) -> Change[WebhookConfig]:
    if hook is None:
        return create(WebhookConfig(id=command.hook, seen=seen))
    return update(hook, *if_unchanged(hook, "rev"), seen=seen, rev=hook.rev + 1)
