"""DNS lookups for the check of senders."""

from collections.abc import Iterable
from typing import Any

from fullhouse.inbound.mail.sender_check import Resolver

PATIENCE_SECONDS = 3.0


class DnsResolver:
    """Asks the machine's own name servers."""

    def texts(self, name: str) -> list[str]:
        """Return the TXT records of a name, each in one piece."""
        return [
            b"".join(record.strings).decode("utf-8", "replace") for record in self._ask(name, "TXT")
        ]

    def addresses(self, name: str) -> list[str]:
        """Return the A and AAAA records of a name."""
        return [record.address for kind in ("A", "AAAA") for record in self._ask(name, kind)]

    def exchanges(self, name: str) -> list[str]:
        """Return the names of a domain's mail servers."""
        return [record.exchange.to_text(omit_final_dot=True) for record in self._ask(name, "MX")]

    def _ask(self, name: str, kind: str) -> Iterable[Any]:
        from dns.exception import DNSException
        from dns.resolver import NXDOMAIN, NoAnswer, resolve

        try:
            return resolve(name, kind, lifetime=PATIENCE_SECONDS)
        except (NXDOMAIN, NoAnswer):
            return []
        except (DNSException, ValueError, UnicodeError) as error:
            raise OSError(str(error)) from error


def resolver_if_any() -> Resolver | None:
    """Return a resolver if the extra `mail-auth` is installed; without it senders go unchecked."""
    try:
        import dkim  # type: ignore[import-untyped]  # noqa: F401 - untyped; only looked for
        import dns.resolver  # noqa: F401 - only looked for
    except ImportError:
        return None
    return DnsResolver()
