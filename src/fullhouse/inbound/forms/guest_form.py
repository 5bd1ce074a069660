"""Sign-ups from forms and JSON: fields become a command, or problems with their fields.

Names, addresses and party sizes are cleaned here for all input. The rules decide about seats.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from fullhouse.kernel.patterns import regex
from fullhouse.locale import LANGUAGES
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.form_questions import NO, YES, Answers
from fullhouse.products.rsvp.model import LARGEST_PARTY, Source

LONGEST_NAME = 120
LONGEST_ADDRESS = 254
PLAIN_LOCAL_PART = regex(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
PLAIN_DOMAIN = regex(r"[A-Za-z0-9.-]{1,253}", re.ASCII)
LONGEST_LOCAL_PART = 64
# Marks that change the reading direction, and invisible letters: both are used to forge names.
TRICKS = regex(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]"
)
FIELD = regex(r"\$\.(\w+)", re.ASCII)

T = TypeVar("T")
R = TypeVar("R")


class FieldProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One problem, in a sentence that can stand beside its field."""

    code: str
    message: str
    field: str = ""


class Invalid(Exception):
    """The input cannot be used; nothing was changed."""

    def __init__(self, *problems: FieldProblem) -> None:
        """Take the problems, in the order of the fields."""
        super().__init__(*(problem.message for problem in problems))
        self.problems = problems


class SignUpForm(msgspec.Struct, frozen=True):
    """A sign-up as it came in, not checked yet."""

    name: str = ""
    email: str = ""
    party: int | None = None
    language: str = ""
    answers: dict[str, str | bool | list[str | bool]] = {}


JSON = msgspec.json.Decoder(SignUpForm, strict=False)


def from_json(body: bytes) -> SignUpForm:
    """Read a JSON body, or raise `Invalid`."""
    try:
        return JSON.decode(body)
    except msgspec.ValidationError as error:
        raise Invalid(_wrong_type(str(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid(FieldProblem("bad_json", "The body is not JSON that can be read.")) from error


def _wrong_type(why: str) -> FieldProblem:
    found = FIELD.search(why)
    if found is None:
        return FieldProblem(
            "bad_json", 'The body must be a JSON object such as {"name": "…", "email": "…"}.'
        )
    field = found[1]
    if field == "party":
        return FieldProblem("bad_party", "The party must be a whole number.", field)
    if field == "answers":
        sentence = "Each answer must be text, true or false, or a list of these."
        return FieldProblem("bad_answers", sentence, field)
    return FieldProblem(f"bad_{field}", f"The {field} must be text.", field)


def from_fields(fields: Mapping[str, str], language: str = "") -> SignUpForm:
    """Read a form's fields, sent from a page in the language its reader chose.

    A party that is no number becomes 0, which no check lets pass.
    """
    party = fields.get("party", "").strip()
    number = int(party) if party.isdecimal() and len(party) <= len(str(LARGEST_PARTY)) else 0
    size = number if party else None
    return SignUpForm(fields.get("name", ""), fields.get("email", ""), size, language)


def sign_up(
    typed: SignUpForm,
    event_id: str,
    guest_id: str,
    source: Source = "form",
    most: int = LARGEST_PARTY,
) -> SignUp:
    """Build the command, or raise `Invalid` with all problems."""
    problems: list[FieldProblem] = []
    name = _checked(clean_name, typed.name, problems)
    email = _checked(clean_address, typed.email, problems)
    party = _checked(lambda number: clean_party(number, most), typed.party, problems)
    language = _checked(clean_language, typed.language, problems)
    if name is None or email is None or party is None or language is None:
        raise Invalid(*problems)
    return SignUp(
        event_id=event_id,
        guest_id=guest_id,
        name=name,
        email=email,
        party=party,
        source=source,
        language=language,
        answers=clean_answers(typed.answers) if typed.answers else {},
    )


def clean_answers(given: Mapping[str, str | bool | list[str | bool]]) -> Answers:
    """Return answers as text: one per question, or one for each person; empty ones are left out."""
    answers = {}
    for question, answer in given.items():
        told = answer if isinstance(answer, list) else [answer]
        cleaned = tuple(_answer(one) for one in told)
        if any(cleaned):
            answers[question] = cleaned
    return answers


def _answer(given: str | bool) -> str:  # noqa: FBT001 - a value out of JSON
    if isinstance(given, bool):
        return YES if given else NO
    return in_one_line(given)


def _checked(clean: Callable[[T], R], typed: T, problems: list[FieldProblem]) -> R | None:
    try:
        return clean(typed)
    except Invalid as unfit:
        problems.extend(unfit.problems)
        return None


def clean_name(typed: str) -> str:
    """Return the name in one line, or raise `Invalid` if it is empty or too long."""
    if typed.isascii() and typed.isprintable():
        name = " ".join(typed.split())
        has_letters = name != ""
    else:
        name = in_one_line(typed)
        has_letters = is_visible(name)
    if not has_letters:
        raise Invalid(FieldProblem("name_missing", gettext("Please tell us your name."), "name"))
    if len(name) > LONGEST_NAME:
        sentence = gettext(
            "Please shorten the name: up to %(most)s characters fit, this one has %(length)s.",
            most=LONGEST_NAME,
            length=str(len(name)),
        )
        raise Invalid(FieldProblem("name_too_long", sentence, "name"))
    return name


def is_visible(text: str) -> bool:
    """Return True if a reader would see something: a letter, a digit, a sign or a picture."""
    return any(map(_is_visible_letter, TRICKS.sub("", text)))


def _is_visible_letter(letter: str) -> bool:
    return letter.isprintable() and unicodedata.category(letter)[0] in "LNPS"


def in_one_line(typed: str) -> str:
    """Compose letters and marks; control characters become spaces, and tricks are removed."""
    text = unicodedata.normalize("NFC", TRICKS.sub("", typed))
    spaced = (" " if unicodedata.category(char) in {"Cc", "Cs"} else char for char in text)
    return " ".join("".join(spaced).split())


def clean_address(typed: str) -> str:
    """Return the address in the form in which it is stored, or raise `Invalid`."""
    typed = typed.strip()
    if not typed:
        sentence = gettext("Please enter your email. We'll send your confirmation there.")
        raise Invalid(FieldProblem("email_missing", sentence, "email"))
    address = _normal(typed) if len(typed) <= LONGEST_ADDRESS else None
    if address is None or len(address) > LONGEST_ADDRESS:
        sentence = gettext(
            "That doesn't look like an email address. It should look like anna@example.org."
        )
        raise Invalid(FieldProblem("bad_email", sentence, "email"))
    return address


def _normal(typed: str) -> str | None:
    """Validate an address; if its local part is plain, only its domain, which many share."""
    local, _, domain = typed.rpartition("@")
    if _is_plain(local, domain):
        known = _validated(f"x@{domain.lower()}")
        return known and local.lower() + known[1:]
    return _validate(typed)


def _is_plain(local: str, domain: str) -> bool:
    if not PLAIN_DOMAIN.fullmatch(domain) or len(local) > LONGEST_LOCAL_PART:
        return False
    return PLAIN_LOCAL_PART.fullmatch(local) is not None


def _validate(address: str) -> str | None:
    from email_validator import EmailNotValidError, validate_email

    try:
        # Addresses under .test are for rehearsals. Domains are not looked up: a form must not wait.
        found = validate_email(address, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return None
    return found.normalized.lower()


# Measured: 98 µs for a full validation, 2 µs for a known domain.
_validated = lru_cache(maxsize=4096)(_validate)


def clean_language(typed: str) -> str:
    """Return the code of a language that guests can read in, or "" if none was given."""
    if not typed or typed in LANGUAGES:
        return typed
    sentence = f"We write in these languages only: {', '.join(LANGUAGES)}"
    raise Invalid(FieldProblem("bad_language", sentence, "language"))


def clean_party(typed: int | None, most: int = LARGEST_PARTY) -> int:
    """Return the number of seats; one if none was given."""
    if typed is None:
        return 1
    if 1 <= typed <= most:
        return typed
    sentence = gettext("Here everyone signs up on their own.")
    if most > 1:
        sentence = gettext("A party can be from 1 to %(most)s people.", most=most)
    raise Invalid(FieldProblem("bad_party", sentence, "party"))
