"""DNS lookups for the check of senders."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from fullhouse.inbound.mail.sender_check import LOOKUP_SECONDS, Resolver

DNS_PORT = 53


class DnsResolver:
    """Asks name servers, the machine's own unless others are given."""

    def __init__(self, servers: Sequence[str] = (), port: int = DNS_PORT) -> None:
        """Prepare; the machine's name servers are looked up with the first question."""
        self._servers, self._port = servers, port
        self._asks: Any = None

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each in one piece."""
        return [
            b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")
        ]

    def addresses(self, name: str) -> list[str]:
        """Return the A and AAAA records of a name."""
        until = time.monotonic() + LOOKUP_SECONDS
        found = [record.address for record in self._ask(name, "A")]
        left = max(0.0, until - time.monotonic())
        return found + [record.address for record in self._ask(name, "AAAA", left)]

    def exchanges(self, name: str) -> list[str]:
        """Return the names of a domain's mail servers."""
        return [record.exchange.to_text(omit_final_dot=True) for record in self._ask(name, "MX")]

    def _ask(self, name: str, kind: str, seconds: float = LOOKUP_SECONDS) -> Iterable[Any]:
        from dns.exception import DNSException
        from dns.resolver import NXDOMAIN, NoAnswer

        try:
            found: Iterable[Any] = self._resolver().resolve(name, kind, lifetime=seconds)
        except (NXDOMAIN, NoAnswer):
            return []
        except (DNSException, ValueError, UnicodeError) as error:
            raise OSError(str(error)) from error
        return found

    def _resolver(self) -> Any:  # noqa: ANN401 - the library's
        from dns.resolver import Resolver as Library

        if self._asks is None:
            asks = Library(configure=not self._servers)
            if self._servers:
                asks.nameservers, asks.port = list(self._servers), self._port
            self._asks = asks
        return self._asks


def resolver_if_any() -> Resolver | None:
    """Return a resolver if the extra `mail-auth` is installed; without it senders go unchecked."""
    try:
        import dkim  # type: ignore[import-untyped]  # noqa: F401 - untyped; only looked for
        import dns.resolver  # noqa: F401 - only looked for
    except ImportError:
        return None
    return DnsResolver()
