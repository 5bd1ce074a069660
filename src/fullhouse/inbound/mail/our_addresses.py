"""Our own mail addresses: of events, of the front desk and for reports, perhaps with a mark."""

import re

import msgspec

from fullhouse.kernel.mail_marks import MARK_PATTERN
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.appointments.model import SCOPE as APPOINTMENTS
from fullhouse.products.frontdesk.waitlist.model import SCOPE as WAITLIST

PRODUCTS = {"waitlist": WAITLIST, "bookings": APPOINTMENTS}
FOR_REPORTS = frozenset({"rsvp", "bounces", "postmaster", "abuse"})
EVENT = rf"(?:\+(?P<event>[a-z0-9][a-z0-9_-]{{0,63}})(?:\.(?P<reply>{MARK_PATTERN}))?)?"
MARKED = rf"(?:\+(?P<mark>{MARK_PATTERN}))"
ADDRESS = regex(
    rf"(?:(?P<rsvp>rsvp){EVENT}|(?P<desk>waitlist|bookings)|(?P<to>desk|bounces){MARKED}"
    r"|(?P<reports>bounces|postmaster|abuse))@(?P<domain>[a-z0-9.-]{1,253})",
    re.ASCII,
)


class OurAddress(msgspec.Struct, frozen=True):
    """An address of ours: its event or product, and the mark of the message it is a reply to.

    The product of `desk+MARK` is that of the message.
    """

    local: str = ""
    event_id: str = ""
    product: str = ""
    mark: str = ""

    @property
    def is_desk(self) -> bool:
        """True if mail to it goes to the front desk."""
        return bool(self.product) or self.local == "desk"

    @property
    def takes_reports(self) -> bool:
        """True if it belongs to no event and no product, and takes reports about our mail."""
        return self.local in FOR_REPORTS and not self.event_id


NOT_OURS = OurAddress()


def our_address(address: str, domain: str) -> OurAddress:
    """Read an address, in any case; without a domain of ours any will do."""
    found = ADDRESS.fullmatch(address.strip().lower())
    if found is None or domain.lower() not in ("", found["domain"]):
        return NOT_OURS
    return OurAddress(
        local=found["rsvp"] or found["desk"] or found["to"] or found["reports"],
        event_id=found["event"] or "",
        product=PRODUCTS.get(found["desk"] or "", ""),
        mark=found["reply"] or found["mark"] or "",
    )
