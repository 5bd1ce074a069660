"""Mail that came back or was complained about, and STOP by text: SNS tells of it, and people's records remember it."""

from fullhouse.platforms.aws.feedback import take_feedback
from fullhouse.platforms.aws.handling import Event, handling
from fullhouse.platforms.aws.house import staff


async def work(event: Event) -> None:
    """Take up each report."""
    await take_feedback(staff(), event)


handle = handling(work)
