"""Client of Google with the key of the service account, a secret that the owner stores."""

from functools import cache
from typing import TYPE_CHECKING

from fullhouse.platforms.aws.bootstrap import place, secret

if TYPE_CHECKING:
    from fullhouse.inbound.google.client import GoogleClient


@cache
def google(account: str) -> "GoogleClient":
    """Return the client of the account whose key is in this secret."""
    from fullhouse.inbound.google.account import ServiceAccount
    from fullhouse.inbound.google.client import GoogleClient, GoogleUrls

    url = place().google
    urls = GoogleUrls(url, url) if url else None
    return GoogleClient(ServiceAccount(secret(account).encode()), urls)
