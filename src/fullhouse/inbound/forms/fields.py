"""Fields of every form for a business: phone, email, service and staff."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from fullhouse.inbound.forms.event_json import clean_line, short
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.locale.current import current_language, gettext
from fullhouse.locale.numbers import comma
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

T = TypeVar("T")
R = TypeVar("R")


def no_contact() -> FieldProblem:
    """Return the problem of a form with neither a number nor an address."""
    sentence = gettext("Please give a mobile number or an email address, so that we can reach you.")
    return FieldProblem("contact_missing", sentence, "phone")


class Fields:
    """Checks fields by the rules in force, and collects problems."""

    def __init__(self, rulebook: Rulebook, *, calls: bool = False, known: str = "") -> None:
        """Accept landlines if staff `calls`, and the number that is `known` already."""
        self.rulebook = rulebook
        self.calls, self.known = calls, known
        self.problems: list[FieldProblem] = []

    def checked(self, clean: Callable[[T], R], typed: T) -> R | None:
        """Return the cleaned value; note problems and return None if it is invalid."""
        try:
            return clean(typed)
        except Invalid as unfit:
            self.problems.extend(unfit.problems)
            return None

    def phone(self, typed: str) -> str:
        """Return a phone number, or an empty text."""
        if not typed.strip():
            return ""
        return self.checked(self._number, typed) or ""

    def _number(self, typed: str) -> str:
        region = region_of_zone(self.rulebook.zone)
        if self.known and clean_phone(typed, region, calls=True) == self.known:
            return self.known
        return clean_phone(typed, region, calls=self.calls)

    def email(self, typed: str) -> str:
        """Return an email address, or an empty text."""
        if not typed.strip():
            return ""
        return self.checked(clean_address, typed) or ""

    def contact(self, phone: str, email: str) -> tuple[str, str]:
        """Return a phone number and an email address; note a problem if neither is given."""
        cleaned = self.phone(phone), self.email(email)
        if not phone.strip() and not email.strip():
            self.problems.append(no_contact())
        return cleaned

    def service(self, typed: str) -> str:
        """Return the name of an existing service."""
        found = self.rulebook.service(typed)
        if found is not None:
            return found.name
        names = _listed(service.name for service in self.rulebook.services)
        sentence = gettext("There are no services here yet.")
        if names:
            sentence = gettext("Please choose one of these: %(names)s.", names=short(names))
        raise Invalid(FieldProblem("unknown_service", sentence, "service"))

    def staff(self, typed: str) -> str:
        """Return the name of a staff member; if the rules name none, any name."""
        wanted = clean_line(typed, "staff", empty=True)
        if not wanted or not self.rulebook.staff:
            return wanted
        found = self.rulebook.staff_member(wanted)
        if not found:
            names = _listed(self.rulebook.staff)
            sentence = gettext("Please choose one of these: %(names)s.", names=short(names))
            raise Invalid(FieldProblem("unknown_staff", sentence, "staff"))
        return found


def _listed(names: Iterable[str]) -> str:
    """Return names with the comma of this request's language between them."""
    return comma(current_language()).join(names)
