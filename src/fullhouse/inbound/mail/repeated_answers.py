"""Answers that would say again what their reader was told within the hour.

Two machines that answer each other end so, and nobody reads the same thing twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.messages import event_news, guest_facts, guest_news
from fullhouse.products.rsvp.model import Event, Guest

TOLD_AGAIN_AFTER = timedelta(hours=1)


class AnswerContent(msgspec.Struct, frozen=True):
    """The content of an answer: the state of the event and the guest.

    `passed` if the host has the mail, `asks` if it asks whether the guest can't come.
    """

    says: str
    guest: dict[str, Any] | None
    passed: bool
    asks: bool = False


def status_content(
    event: Event, guest: Guest | None, now: datetime, *, passed: bool, asks: bool
) -> AnswerContent:
    """Return what a mail is answered with that changes nothing."""
    if guest is None:
        return AnswerContent(event_news(event, now) or "page", None, passed)
    asks = asks and guest.cancels_at is None
    return AnswerContent(guest_news(event, guest, now), guest_facts(guest), passed, asks)


def was_told(content: AnswerContent, messages: Iterable[Message], now: datetime) -> bool:
    """Return True if one of the last hour's messages answered a mail with this content."""
    recent = (
        message
        for message in messages
        if now - message.queued_at < TOLD_AGAIN_AFTER and message.status != "failed"
    )
    return any(_content_of(message) == content for message in recent)


def _content_of(message: Message) -> AnswerContent | None:
    """Return what an answer said; None for other messages and a host's own reply."""
    facts = message.facts
    is_answer = message.kind == "reply" and "says" in facts
    if message.kind not in ("link", "cancel_pending") and not is_answer:
        return None
    guest = None if facts.get("stranger") else facts["guest"]
    passed, asks = bool(facts.get("passed")), bool(facts.get("asks"))
    return AnswerContent(facts.get("says", ""), guest, passed, asks)
