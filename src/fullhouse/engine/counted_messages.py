"""Counting of messages against the budget of their inbox, by what caused them."""

from collections.abc import Mapping

from fullhouse.engine.inbound_mail import RecordInboundMail
from fullhouse.engine.ports import Invocation
from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import Message, WhenSpent
from fullhouse.kernel.product import BudgetRules

Budgets = Mapping[str, BudgetRules]
# Who gives commands through signed links and public forms.
PEOPLE = frozenset({"guest", "customer"})
# Someone on the page that a sign-up leads to: it does not prove that the address is theirs.
VISITOR = "visitor"
STRANGERS = PEOPLE | {"mail", "text", VISITOR}


def when_spent(rules: BudgetRules | None, message: Message, invocation: Invocation) -> WhenSpent:
    """Return how a message counts; "" if it does not, and what it says proves no address."""
    if rules is None or not message.person or message.kind in rules.free:
        return ""
    if _is_by_link_or_text(rules, invocation):
        return "proof"
    if _is_news(rules, message, invocation):
        return _for_news(rules, message, invocation)
    if invocation.by not in STRANGERS:
        return ""
    if message.kind in rules.answers:
        return "own" if _answers_proven(message, invocation.command) else "drop"
    return "delay"


def _is_by_link_or_text(rules: BudgetRules, invocation: Invocation) -> bool:
    """Return True if a person proved that the address is theirs: by their link, or by a text.

    The carrier proves who sent a text.
    """
    command = invocation.command
    is_by_text = isinstance(command, RecordWebhook) and command.hook == "texts"
    return is_by_text or (invocation.by in PEOPLE and _is_own(rules, command))


def _is_to_giver(message: Message, command: Command) -> bool:
    """Return True if a message is to the guest who gave the command that sends it."""
    return getattr(command, "guest_id", "") == message.person


def _is_news(rules: BudgetRules, message: Message, invocation: Invocation) -> bool:
    """Return True if a message is news about what a person has.

    What visitors make us write to them is none, however often they press.
    """
    if invocation.by == VISITOR and _is_to_giver(message, invocation.command):
        return False
    if message.kind in rules.news:
        return True
    if message.kind not in rules.by_staff:
        return False
    return invocation.by not in STRANGERS or rules.is_entered(message)


def _for_news(rules: BudgetRules, message: Message, invocation: Invocation) -> WhenSpent:
    if _answers_proven(message, invocation.command):
        return "proof"
    return "" if rules.is_entered(message) else "news"


def _answers_proven(message: Message, command: Command) -> bool:
    """Return True if a message answers a mail that proves to be its reader's own.

    Such a mail has an authenticated sender, and the mark of a message to them.
    """
    asked = command.asks if isinstance(command, RecordInboundMail) else command
    is_proven = getattr(asked, "proven", False)
    return bool(is_proven and getattr(asked, "marked", "") == message.person)


def _is_own(rules: BudgetRules, command: Command) -> bool:
    """Return True if a person gave the command through their own signed link."""
    return type(command) in rules.own or getattr(command, "source", "") == "link"
