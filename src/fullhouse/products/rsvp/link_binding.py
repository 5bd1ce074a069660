"""Binding of a guest's links to their address: a changed address ends the links sent before.

A link names an offer or nothing. Once the address has changed, the number of changes follows it.
The link to the page that a sign-up leads to names that sign-up. What a link asks for is bound, too:
its guest may sign up again, or move their address, before it is decided.
"""

import msgspec

from fullhouse.kernel import link_binding
from fullhouse.kernel.link_binding import REPLACED, Decide, GivenByLink
from fullhouse.kernel.links import Link
from fullhouse.products.rsvp.model import Guest, GuestListState, GuestResult

MARK = "--"
SIGN_UP_LENGTH = 16


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


def sign_up_mark(guest: Guest) -> str:
    """Return what identifies the sign-up that a guest's record comes from; empty without one."""
    return guest.sent[:SIGN_UP_LENGTH]


def by_address(guest: Guest) -> str:
    """Return what a command says that was given by a link in an email to a guest."""
    return f"{MARK}{guest.address_rev}"


def by_sign_up(guest: Guest) -> str:
    """Return what a command says that was given on the page that a guest's sign-up led to."""
    return f"{sign_up_mark(guest)}{by_address(guest)}"


def is_by_visitor(command: GivenByLink) -> bool:
    """Return True if a command was given on the page that a sign-up led to."""
    return bool(command.link) and not command.link.startswith(MARK)


def unless_replaced(decide: Decide) -> Decide:
    """Return a rule that refuses commands whose link was replaced in the meantime."""
    return link_binding.unless_replaced(decide, _replaced)


def _replaced(state: GuestListState, link: str) -> GuestResult | None:
    guest = state.guest
    if guest is not None and link in (by_address(guest), by_sign_up(guest)):
        return None
    return GuestResult(REPLACED, state.event)
