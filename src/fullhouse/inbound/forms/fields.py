"""Fields that every way in to a business has: phone, mail, service, staff, each checked by the rules in force."""

from collections.abc import Callable
from typing import TypeVar

from fullhouse.inbound.forms.event_json import clean_line, short
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

T = TypeVar("T")
R = TypeVar("R")


class Fields:
    """Checks fields by the rules in force, and gathers what is wrong."""

    def __init__(self, rulebook: Rulebook, *, calls: bool = False, known: str = "") -> None:
        """Begin with nothing wrong. A landline is taken where one `calls`, and where it stands there already."""
        self.rulebook = rulebook
        self.calls, self.known = calls, known
        self.problems: list[FieldProblem] = []

    def checked(self, clean: Callable[[T], R], typed: T) -> R | None:
        """Clean what was typed, or remember what is wrong with it."""
        try:
            return clean(typed)
        except Invalid as unfit:
            self.problems.extend(unfit.problems)
            return None

    def phone(self, typed: str) -> str:
        """Take a phone number, or none."""
        return (self.checked(self._number, typed) or "") if typed.strip() else ""

    def _number(self, typed: str) -> str:
        region = region_of_zone(self.rulebook.zone)
        if self.known and clean_phone(typed, region, calls=True) == self.known:
            return self.known
        return clean_phone(typed, region, calls=self.calls)

    def email(self, typed: str) -> str:
        """Take a mail address, or none."""
        return (self.checked(clean_address, typed) or "") if typed.strip() else ""

    def service(self, typed: str) -> str:
        """Take a service that there is."""
        found = self.rulebook.service(typed)
        if found is None:
            there = ", ".join(one.name for one in self.rulebook.services)
            sentence = (
                f"Please choose one of these: {short(there)}."
                if there
                else "There are no services here yet."
            )
            raise Invalid(FieldProblem("unknown_service", sentence, "service"))
        return found.name

    def staff(self, typed: str) -> str:
        """Take whoever works here; where nobody is named in the rules, any name."""
        wanted = clean_line(typed, "staff", empty=True)
        if not wanted or not self.rulebook.staff:
            return wanted
        found = self.rulebook.staff_member(wanted)
        if not found:
            there = ", ".join(self.rulebook.staff)
            raise Invalid(
                FieldProblem(
                    "unknown_staff", f"Please choose one of these: {short(there)}.", "staff"
                )
            )
        return found
