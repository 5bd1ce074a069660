"""Fields that the rules left open, read by a model. Values that are not in the text are dropped.

Each value is checked like a value in a form, and has to stand in what was sent. So no answer of
the model, even if the mail tricked it, adds any other value or changes what the rules read surely.
"""

import logging
import re
from collections.abc import Callable, Mapping
from datetime import date

import msgspec

from fullhouse.inbound.extraction.request_text import Passage
from fullhouse.inbound.extraction.text import cleaned
from fullhouse.inbound.forms.guest_form import clean_address, clean_name
from fullhouse.inbound.forms.phone import clean_phone, region_of_zone
from fullhouse.inbound.llm.grounding import is_in
from fullhouse.inbound.llm.port import Answer, LanguageModel, ModelUnavailable
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

log = logging.getLogger(__name__)
LONGEST_VALUE = 200
MOST_WORDS_OF_A_NAME = 5
LONGEST_NAME = 60
MOST_DIGITS = 3
NO_NAME = regex(r"[\d@:;/<>=|_#*\"?!()\[\]{}]|\.\w")
TIME = regex(r"(?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)
DAY = regex(r"\d{4}-\d\d-\d\d", re.ASCII)
OF_WAITLIST = ("name", "phone", "email", "service", "party", "earliest", "latest", "staff")
OF_BOOKINGS = ("name", "phone", "email", "service", "staff", "date", "time")
MEANINGS = {
    "name": "the customer's name as they write it",
    "phone": "the customer's phone number as it is written",
    "email": "the customer's mail address",
    "service": "one of these services: {services}",
    "staff": "who they want to be with, one of: {staff}",
    "party": "how many people come, in digits",
    "earliest": "the first day that suits them, YYYY-MM-DD",
    "latest": "the last day that suits them, YYYY-MM-DD",
    "date": "the day of the booking, YYYY-MM-DD",
    "time": "when it begins, HH:MM, 24 hours",
}
TASK = (
    "A customer of a small business wrote the material, or staff forwarded it. Read these fields"
    " out of it, each only if it is plainly written there, else leave it empty:\n{fields}\nThe mail"
    " was written on {today}."
)


class ExtractionInput(msgspec.Struct, frozen=True):
    """The input of the model: the passages of a mail and its files, and the rules.

    `never` are addresses of staff, `own_domain` is that of the business: neither is a customer's.
    """

    passages: tuple[Passage, ...]
    book: Rulebook
    wanted: tuple[str, ...]
    never: frozenset[str] = frozenset()
    own_domain: str = ""

    def is_ours(self, value: str) -> bool:
        """Return True if an address is no customer's."""
        if value in self.never:
            return True
        return bool(self.own_domain) and value.endswith(f"@{self.own_domain}")


def improve_fields(
    fields: tuple[ProposedField, ...], asking: ExtractionInput, scribe: LanguageModel | None
) -> tuple[ProposedField, ...]:
    """Return the fields of the rules with those that a model found and that hold."""
    known = {field.field: field for field in fields}
    unread = [name for name in asking.wanted if _is_open(known.get(name))]
    if scribe is None or not unread or not asking.passages:
        return fields
    try:
        answer = scribe.ask(_task(asking, unread), _material(asking), _shape(unread))
    except ModelUnavailable as down:
        log.info("fields stay as the rules read them", extra={"facts": {"why": down.reason}})
        return fields
    read: dict[str, ProposedField] = {}
    for name in unread:
        if made := _read(name, answer, asking, known.get(name)):
            read[name] = made
    return tuple(_in_order({**known, **_in_time(read, known)}, asking.wanted))


def _is_open(field: ProposedField | None) -> bool:
    return field is None or field.confidence == "guess"


def _task(asking: ExtractionInput, wanted: list[str]) -> str:
    book = asking.book
    lists = {
        "services": ", ".join(service.name for service in book.services),
        "staff": ", ".join(book.staff),
    }
    said = "\n".join(f"- {name}: {MEANINGS[name].format_map(lists)}" for name in wanted)
    return TASK.format(fields=said, today=asking.passages[0].base.today.isoformat())


def _material(asking: ExtractionInput) -> str:
    sources = (passage.source for passage in asking.passages)
    return "\n\n".join(f"{source.file}\n{source.text}".strip() for source in sources)


def _shape(wanted: list[str]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in wanted},
        "required": wanted,
        "additionalProperties": False,
    }


def _read(
    name: str, answer: Answer, asking: ExtractionInput, guessed: ProposedField | None
) -> ProposedField | None:
    """Return a value if it is valid and written somewhere; a guess if the rules guessed another."""
    given = answer.get(name)
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_VALUE:
        return None
    value = CLEANING[name](given.strip(), asking.book)
    if not value or asking.is_ours(value):
        return None
    if guessed is not None and guessed.value == value:
        return msgspec.structs.replace(guessed, confidence="likely")
    sure: Confidence = "likely" if guessed is None else "guess"
    for passage in asking.passages:
        if words := is_in(value, name, passage, asking.book):
            return ProposedField(name, value, sure, words)
    return None


def _in_time(
    read: Mapping[str, ProposedField], known: Mapping[str, ProposedField]
) -> dict[str, ProposedField]:
    """Drop days that would end before they begin."""
    both = {**known, **read}
    if "earliest" in both and "latest" in both and both["earliest"].value > both["latest"].value:
        return {name: one for name, one in read.items() if name not in ("earliest", "latest")}
    return dict(read)


def _in_order(fields: Mapping[str, ProposedField], wanted: tuple[str, ...]) -> list[ProposedField]:
    """Return the wanted fields in their order, then all others."""
    others = [name for name in fields if name not in wanted]
    return [fields[name] for name in (*wanted, *others) if name in fields]


def _clean_name(given: str, book: Rulebook) -> str:
    name = cleaned(clean_name, given)
    if len(name) > LONGEST_NAME or len(name.split()) > MOST_WORDS_OF_A_NAME:
        return ""
    if NO_NAME.search(name) or not any(letter.isalpha() for letter in name):
        return ""
    ours = {book.business.casefold(), *(member.casefold() for member in book.staff)}
    return "" if name.casefold() in ours else name


def _clean_phone(given: str, book: Rulebook) -> str:
    region = region_of_zone(book.zone)
    return cleaned(lambda text: clean_phone(text, region), given)


def _clean_email(given: str, book: Rulebook) -> str:
    return cleaned(clean_address, given)


def _clean_service(given: str, book: Rulebook) -> str:
    found = book.service(given)
    return found.name if found is not None else ""


def _clean_staff(given: str, book: Rulebook) -> str:
    return book.staff_member(given) if book.staff else ""


def _clean_party(given: str, book: Rulebook) -> str:
    if not given.isascii() or not given.isdecimal() or len(given) > MOST_DIGITS:
        return ""
    return str(int(given)) if 1 <= int(given) <= LARGEST_PARTY else ""


def _clean_day(given: str, book: Rulebook) -> str:
    try:
        return date.fromisoformat(given).isoformat() if DAY.fullmatch(given) else ""
    except ValueError:
        return ""


def _clean_time(given: str, book: Rulebook) -> str:
    return given if TIME.fullmatch(given) else ""


CLEANING: dict[str, Callable[[str, Rulebook], str]] = {
    "name": _clean_name,
    "phone": _clean_phone,
    "email": _clean_email,
    "service": _clean_service,
    "staff": _clean_staff,
    "party": _clean_party,
    "earliest": _clean_day,
    "latest": _clean_day,
    "date": _clean_day,
    "time": _clean_time,
}
