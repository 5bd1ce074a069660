"""Webhooks: their secrets, and the deliveries seen, so that none is executed twice.

A delivery is recorded in the same commit as its command: a crash leaves neither without the other.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
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
    """One webhook: its secret, the old one while valid, and recent deliveries; never audited.

    Each text has a record of its own, which is kept: nothing in its signature says when it ends.
    """

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
    """Record a webhook delivery and execute its command, once. The answer is a `WebhookState`."""

    hook: WebhookName
    digest: str
    asks: Command | None = None


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
            return {"told_by": Get(WebhookConfig, (_record_id(command),))}
        if command.asks is None:
            return {}
        return rules[type(command.asks)].needs(command.asks, _without_ours(found))

    def execute(found: dict[str, Any], asks: Command | None, now: datetime) -> Decision:
        if asks is None:
            return Decision(None)
        rule = rules[type(asks)]
        return rule.decide(rule.state(**_without_ours(found)), asks, now)

    def decide(found: dict[str, Any], command: RecordWebhook, now: datetime) -> Decision:
        hook: WebhookConfig | None = found["told_by"]
        recent = _recent(hook, now)
        if _is_seen(hook, recent, command):
            return Decision(WebhookState("seen"))
        if len(recent) >= MOST_REMEMBERED:
            return Decision(WebhookState("busy"))
        decision = execute(found, command.asks, now)
        noted = _noted(hook, command, (*recent, SeenDelivery(command.digest, now)))
        answer = WebhookState("taken", decision.answer)
        return msgspec.structs.replace(decision, answer=answer, moves=(*decision.moves, noted))

    return {
        SetWebhookSecret: Rule(
            once(lambda c: {"hook": Get(WebhookConfig, (c.hook,))}), _set_secret
        ),
        RecordWebhook: Rule(needs, decide),
    }


def _record_id(command: RecordWebhook) -> str:
    """Return the id of the record that remembers a delivery; it does not tell a text's own id."""
    if command.hook == "texts":
        return f"texts {sha256(command.digest.encode()).hexdigest()}"
    return command.hook


def _is_seen(
    hook: WebhookConfig | None, recent: tuple[SeenDelivery, ...], command: RecordWebhook
) -> bool:
    if command.hook == "texts":
        return hook is not None
    return any(delivery.digest == command.digest for delivery in recent)


def _recent(hook: WebhookConfig | None, now: datetime) -> tuple[SeenDelivery, ...]:
    if hook is None:
        return ()
    return tuple(delivery for delivery in hook.seen if now - delivery.at < REMEMBERED)


def _without_ours(found: Found) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "told_by"}


def _noted(
    hook: WebhookConfig | None, command: RecordWebhook, seen: tuple[SeenDelivery, ...]
) -> Change[WebhookConfig]:
    if command.hook == "texts":
        return create(WebhookConfig(id=_record_id(command)))
    if hook is None:
        return create(WebhookConfig(id=command.hook, seen=seen))
    return update(hook, *if_unchanged(hook, "rev"), seen=seen, rev=hook.rev + 1)
