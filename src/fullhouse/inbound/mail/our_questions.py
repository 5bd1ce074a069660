"""Short answers to our question whether a guest can't come, read as answers to that question."""

from typing import Literal

from fullhouse.inbound.replies.short_answers import ShortAnswer
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.model import Guest

Wanted = Literal["come", "cancel", "seems_cancel", "nothing"]


def answer_to(message: Message, guest: Guest, short: ShortAnswer) -> Wanted | None:
    """Return what a guest wants who answers a message; None if it is read like any other text.

    A no of someone who has cancelled since may be about anything.
    """
    if short == "no" and guest.state == "cancelled":
        return None
    if message.kind == "cancel_pending":
        return _to_grace(guest, short)
    if message.kind == "link" and message.facts.get("asks"):
        return _to_question(short)
    return None


def _to_question(short: ShortAnswer) -> Wanted | None:
    """Return the answer to the mail that asks whether they can't come."""
    if short == "yes":
        return "cancel"
    return "come" if short == "no" else None


def _to_grace(guest: Guest, short: ShortAnswer) -> Wanted:
    """Return the answer to the mail that their seat will be cancelled."""
    if short == "no":
        return "come"
    has_kept = guest.state != "cancelled" and guest.cancels_at is None
    return "seems_cancel" if short == "yes" and has_kept else "nothing"
