"""`ev-feedback`: records bounces and complaints of mail, and STOP by SMS."""

from fullhouse.platforms.aws.bootstrap import executor
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.feedback import take_feedback


async def handle_event(event: Event) -> None:
    """Handle each report."""
    await take_feedback(executor(), event)


handle = handling(handle_event)
