"""Binding of a guest's links to their address: a changed address ends the links sent before.

A link names an offer or nothing. Once the address has changed, the number of changes follows it.
"""

import msgspec

from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.model import Guest

MARK = "--"


def bind_to_address(offer: str, address_rev: int) -> str:
    """Return what a link says about an offer, bound to the guest's current address."""
    if not address_rev:
        return offer
    return f"{offer}{MARK}{address_rev}"


def read_binding(about: str) -> tuple[str, int]:
    """Return the offer that a link names, and the number of changes of address before it."""
    offer, mark, number = about.rpartition(MARK)
    if not mark or not number.isdecimal():
        return about, 0
    return offer, int(number)


def is_current(link: Link, guest: Guest) -> bool:
    """Return True if a link was sent to the guest's address, or names the address itself."""
    return link.purpose == "address" or read_binding(link.offer)[1] == guest.address_rev


def without_binding(link: Link) -> Link:
    """Return the link with nothing but the offer that it names."""
    offer, _ = read_binding(link.offer)
    return msgspec.structs.replace(link, offer=offer)
