"""A new key for links, whenever Secrets Manager asks for one. Links that are out still work."""

from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.handler import Event, handling
from fullhouse.platforms.aws.key_rotation import rotate


async def work(event: Event) -> None:
    """Take the step that is asked for."""
    rotate(client("secretsmanager"), event)


handle = handling(work)
