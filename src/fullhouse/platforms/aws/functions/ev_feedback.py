"""Mail that came back or was complained about, and STOP by text: SNS tells of it, and people's records remember it."""

from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.feedback import take_feedback


async def work(event: Event) -> None:
    """Take up each report."""
    await take_feedback(executor(), event)


handle = handling(work)
