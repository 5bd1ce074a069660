"""Messages that leave in a combined email, besides the one that leads it."""

from collections.abc import Iterator
from datetime import datetime

from fullhouse.engine.combined_mail import MOST_TOGETHER, Loader, may_join
from fullhouse.engine.message_budget import MessageBudget, budget_id
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.relay import may_lease
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get

MOST_LOOKED_AT = 100


def that_may_join(loader: Loader, lead: Message, now: datetime) -> list[Message]:
    """Return the messages that wait for the same mailbox as a message that leads an email."""
    if lead.when_spent != "combined":
        return []
    others = {
        message.id: message
        for message in (*_of_mailbox(loader, lead), *_of_address(loader, lead))
        if message.id != lead.id and may_lease(message, now, joins=lead.id)
    }
    may = [message for message in others.values() if may_join(lead, message, now)]
    may.sort(key=lambda message: (message.queued_at, message.number), reverse=True)
    return may[: MOST_TOGETHER - 1]


def _of_address(loader: Loader, lead: Message) -> tuple[Message, ...]:
    return loader.load(MessagePage(to=lead.to, limit=MOST_LOOKED_AT))


def _of_mailbox(loader: Loader, lead: Message) -> Iterator[Message]:
    """Load what waited for other spellings of the lead's address."""
    budget = loader.load(Get(MessageBudget, (budget_id(lead.to),)))
    if budget is None or budget.turns.lead != lead.id:
        return
    for name in budget.turns.together:
        message = loader.load(Get(Message, (name,)))
        if message is not None:
            yield message
