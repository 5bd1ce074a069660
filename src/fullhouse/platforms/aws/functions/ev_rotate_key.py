"""`ev-rotate-key`: rotates the signing key of links. Old links still work."""

from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.key_rotation import rotate


async def handle_event(event: Event) -> None:
    """Run one step of the rotation."""
    rotate(client("secretsmanager"), event)


handle = handling(handle_event)
