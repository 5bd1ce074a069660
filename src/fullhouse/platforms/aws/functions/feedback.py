"""Mail that came back or was complained about, and STOP by text: SNS tells of it, and people's records remember it."""

from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.feedback import take_feedback
from fullhouse.platforms.aws.handling import Event, handling


async def work(event: Event) -> None:
    """Take up each report."""
    await take_feedback(executor(), event)


handle = handling(work)
