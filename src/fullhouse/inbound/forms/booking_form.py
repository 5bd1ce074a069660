"""The public form for booking: fields become a command, or problems with their fields.

Whether the time is free, and may be booked, is decided by the rules.
"""

from collections.abc import Mapping
from datetime import datetime

from fullhouse.inbound.forms.fields import Fields
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_name, clean_party
from fullhouse.inbound.forms.timestamps import read_moment
from fullhouse.inbound.forms.waitlist_form import whole_number
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.appointments.commands import BookPublicly
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY


def is_by_machine(fields: Mapping[str, str]) -> bool:
    """Return True if the field is filled in that people do not see."""
    return bool(fields.get("homepage", "").strip())


def public_service(name: str, rulebook: Rulebook) -> Service | None:
    """Return a service that anyone may book, the only one if there is but one; else None."""
    several = rulebook.public_services
    if not name.strip() and len(several) == 1:
        return several[0]
    service = rulebook.service(name)
    if service is None or service not in several:
        return None
    return service


def read_booking(
    fields: Mapping[str, str],
    rulebook: Rulebook,
    service: Service,
    appointment_id: str,
    language: str = "",
) -> BookPublicly:
    """Build the command, or raise `Invalid` with all problems.

    The form was sent from a page in the `language` that its reader chose.
    """
    desk = Fields(rulebook)
    starts_at = desk.checked(lambda text: _start(text, rulebook), fields.get("start", ""))
    name = desk.checked(clean_name, fields.get("name", ""))
    party = desk.checked(_party, fields.get("party", ""))
    phone, email = desk.contact(fields.get("phone", ""), fields.get("email", ""))
    staff = fields.get("staff", "").strip()
    if desk.problems or name is None or starts_at is None or party is None:
        raise Invalid(*desk.problems)
    return BookPublicly(
        appointment_id=appointment_id,
        name=name,
        phone=phone,
        email=email,
        service=service.name,
        staff=rulebook.staff_member(staff) or staff,
        starts_at=starts_at,
        party=party,
        language=language,
    )


def _party(text: str) -> int:
    """Return the number of people; one if nothing was entered."""
    typed = text.strip()
    return clean_party(whole_number(typed) if typed else None, LARGEST_PARTY)


def _start(text: str, rulebook: Rulebook) -> datetime:
    """Return the time; what is none was not chosen from the list."""
    try:
        return read_moment(text, "start", rulebook.zone)
    except Invalid as unfit:
        sentence = gettext("Please choose one of these times.")
        raise Invalid(FieldProblem("no_pick", sentence, "start")) from unfit
