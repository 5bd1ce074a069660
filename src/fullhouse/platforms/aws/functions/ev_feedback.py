"""`ev-feedback`: records bounces and complaints of mail, and handles inbound SMS."""

from fullhouse.platforms.aws.bootstrap import executor, text_urls
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.mail.feedback import take_feedback


async def handle_event(event: Event) -> None:
    """Handle each report."""
    await take_feedback(executor(), event, text_urls)


handle = handling(handle_event)
