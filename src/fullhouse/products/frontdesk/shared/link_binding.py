"""Binding of a customer's links to the addresses they were sent to: they end with the address."""

from collections.abc import Iterable

from fullhouse.products.frontdesk.shared.contacts import contact_id

BETWEEN = "-"
MARK_LENGTH = 16


def address_mark(address: str) -> str:
    """Return the mark of an address in a link, so that the link ends with the address."""
    return contact_id(address)[:MARK_LENGTH]


def sent_to(addresses: Iterable[str]) -> str:
    """Return what a command says that was given by a link in messages to these addresses."""
    return BETWEEN.join(map(address_mark, addresses))


def with_addresses(about: str, link: str) -> str:
    """Return what a link says that only a page gives: it ends with the addresses of the first."""
    return f"{about}{BETWEEN}{link}" if link else about


def is_replaced(link: str, addresses: Iterable[str]) -> bool:
    """Return True if a customer has none of the addresses any more that a link was sent to."""
    return set(link.split(BETWEEN)).isdisjoint(map(address_mark, addresses))
