"""The service account at Google: its key is a secret that the owner put there, read when Google is first asked."""

from functools import cache
from typing import TYPE_CHECKING

from fullhouse.platforms.aws.bootstrap import place, secret

if TYPE_CHECKING:
    from fullhouse.inbound.google.client import GoogleClient


@cache
def google(account: str) -> "GoogleClient":
    """Make the client of the account whose key is kept under this name."""
    from fullhouse.inbound.google.account import ServiceAccount
    from fullhouse.inbound.google.client import GoogleClient, GoogleUrls

    here = place().google
    return GoogleClient(
        ServiceAccount(secret(account).encode()), GoogleUrls(here, here) if here else None
    )
