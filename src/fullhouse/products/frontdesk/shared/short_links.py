"""Short links in texts to customers: which link a text carries, and when it dies."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Message


def short_link_of(
    message: Message, purposes: Mapping[str, str], link: Callable[[Message, str], Link | None]
) -> Link | None:
    """Return the link that a text's token stands for; None if it carries none."""
    purpose = purposes.get(message.kind)
    if purpose is None:
        return None
    found = link(message, purpose)
    return found and replace(found, expires_at=dies_at(message))


def dies_at(message: Message) -> datetime:
    """Return the end of the slot or appointment; a text about neither keeps its link for long."""
    if not is_about_a_time(message):
        return message.queued_at.replace(microsecond=0) + LINKS_HOLD
    about = _about(message)
    starts_at = msgspec.convert(about["starts_at"], datetime)
    return starts_at + timedelta(minutes=about.get("minutes") or 0)


def is_about_a_time(message: Message) -> bool:
    """Return True if a text is about a slot or an appointment, with which its link ends."""
    return bool(_about(message).get("starts_at"))


def _about(message: Message) -> dict[str, Any]:
    return message.facts.get("slot") or message.facts.get("appointment") or {}
