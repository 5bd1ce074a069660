"""Messages that leave in a combined email, besides the one that leads it."""

from collections.abc import Iterator
from datetime import datetime

from fullhouse.engine.budget_record import MessageBudget, budget_id
from fullhouse.engine.combined_mail import Loader, may_join
from fullhouse.engine.relay import may_lease
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get


def that_may_join(loader: Loader, lead: Message, now: datetime) -> list[Message]:
    """Return the messages that wait for the same mailbox as a message that leads an email."""
    if lead.when_spent != "combined":
        return []
    return [
        message
        for message in _noted(loader, lead)
        if may_lease(message, now, joins=lead.id) and may_join(lead, message, now)
    ]


def _noted(loader: Loader, lead: Message) -> Iterator[Message]:
    """Load what waited for this turn."""
    budget = loader.load(Get(MessageBudget, (budget_id(lead.to),)))
    if budget is None or budget.turns.lead != lead.id:
        return
    for noted in budget.turns.joins:
        message = loader.load(Get(Message, (noted.id,)))
        if message is not None:
            yield message
