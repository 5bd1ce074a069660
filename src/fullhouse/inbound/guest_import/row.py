"""One row of a guest list, cleaned like a sign-up, with problems worded for hosts."""

import re
from collections.abc import Callable
from typing import TypeVar

import msgspec

from fullhouse.inbound.forms.guest_form import (
    LONGEST_NAME,
    FieldProblem,
    Invalid,
    clean_address,
    clean_name,
    clean_party,
)
from fullhouse.kernel.patterns import regex
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.form_questions import Answers
from fullhouse.products.rsvp.model import LARGEST_PARTY, PlaceAs

T = TypeVar("T")
R = TypeVar("R")

MOST_ROWS = 10_000
# The start of a formula; no name begins like that.
FORMULA = regex(r"\s*([=\uff1d]|[+@\uff0b\uff20\uff0d-].*[(|!])", re.DOTALL)
NUMBER = regex(r"\+?(\d{1,6})([.,]0*)?", re.ASCII)
NO_PARTY = 0  # no check lets this pass
ANYONE = "Guest"

SENTENCES = {
    "name_missing": "There is no name in this row.",
    "name_too_long": "The name is too long: up to %(longest)s characters fit.",
    "email_missing": "There is no email address in this row.",
    "bad_email": "That doesn't look like an email address. It should look like anna@example.org.",
    "bad_party": "The party must be a whole number from 1 to %(largest)s.",
}
BOUNDS = {"longest": LONGEST_NAME, "largest": LARGEST_PARTY}


class GuestRow(msgspec.Struct, frozen=True):
    """One guest to be put on the list, with the line number in it.

    `unread` are the questions whose answers can't be read.
    """

    line: int
    name: str
    email: str
    party: int = 1
    answers: Answers = {}
    unread: tuple[str, ...] = ()

    def command(self, event_id: str, guest_id: str, place_as: PlaceAs) -> SignUp:
        """Build the command that puts the guest on the list."""
        return SignUp(
            event_id=event_id,
            guest_id=guest_id,
            name=self.name,
            email=self.email,
            party=self.party,
            source="import",
            place_as=place_as,
            answers=self.answers,
        )


class BadRow(msgspec.Struct, frozen=True):
    """A row that cannot be used: its line, its text and all problems."""

    line: int
    text: str
    problems: tuple[FieldProblem, ...]


def clean_row(line: int, name: str, email: str, party: int | None) -> GuestRow:
    """Build a row, or raise `Invalid` with all problems."""
    problems: list[FieldProblem] = []
    real = _checked(_real_name, name, problems)
    address = _checked(clean_address, email, problems)
    seats = _checked(clean_party, party, problems)
    if real is None or address is None or seats is None:
        raise Invalid(*problems)
    return GuestRow(line, real, address, seats)


def clean_bare_row(line: int, name: str, email: str, party: int | None) -> GuestRow:
    """Build a row whose name may be missing, as on a list of bare addresses."""
    if name.strip():
        return clean_row(line, name, email, party)
    cleaned = clean_row(line, ANYONE, email, party)
    return msgspec.structs.replace(cleaned, name="")


def _checked(clean: Callable[[T], R], given: T, problems: list[FieldProblem]) -> R | None:
    try:
        return clean(given)
    except Invalid as unfit:
        for problem in unfit.problems:
            sentence = problem.message
            if problem.code in SENTENCES:
                sentence = gettext(SENTENCES[problem.code], **BOUNDS)
            problems.append(FieldProblem(problem.code, sentence, problem.field))
        return None


def _real_name(given: str) -> str:
    if FORMULA.match(given):
        raise Invalid(FieldProblem("formula", gettext("This is a formula, not a name."), "name"))
    return clean_name(given)


def read_party(text: str, besides: int = 0) -> int | None:
    """Read a party size; None if the cell is empty, and `NO_PARTY` if it is no number."""
    text = text.strip()
    number = NUMBER.fullmatch(text)
    if number is not None:
        return int(number[1]) + besides
    return NO_PARTY if text else None
