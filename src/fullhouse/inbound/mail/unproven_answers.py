"""The limit of an event's answers to mails whose senders may be forged.

One client has a fifth of them, however many senders it invents.
"""

from fullhouse.engine.rate_limit import (
    UNPROVEN_MAIL,
    UNPROVEN_MAIL_OF_CLIENT,
    RateLimiter,
    larger_limits,
    take_all,
)


def take_unproven_answer(limiter: RateLimiter, event_id: str, client: str) -> bool:
    """Count an answer of an event to a client; return False if there were too many."""
    networks = larger_limits(UNPROVEN_MAIL_OF_CLIENT, client)
    parts = ((UNPROVEN_MAIL_OF_CLIENT, client), *networks)
    of_event = [(limit, f"{event_id} {key}") for limit, key in parts]
    return take_all(limiter, (*of_event, (UNPROVEN_MAIL, event_id)))
