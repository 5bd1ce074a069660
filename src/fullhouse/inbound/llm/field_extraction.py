"""Fields that the rules left empty or only guessed, as a model reads them. It proposes; what is not written is dropped.

Each value is typed and cleaned as if it had been typed into a form, and has to stand in what was sent. Whatever the
model answers, and whoever talked it into that: no other value comes of it, and what the rules read surely stays.
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
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook
from fullhouse.products.frontdesk.waitlist.model import LARGEST_PARTY

log = logging.getLogger(__name__)
LONGEST_VALUE = 200
MOST_WORDS_OF_A_NAME = 5
LONGEST_NAME = 60
NO_NAME = re.compile(r"[\d@:;/<>=|_#*\"?!()\[\]{}]|\.\w")
TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
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
    """What fields are read from: the passages of a mail and its files, and the rules.

    `never` are addresses of staff, `own_domain` is where the business has its own: neither is a customer's.
    """

    passages: tuple[Passage, ...]
    book: Rulebook
    wanted: tuple[str, ...]
    never: frozenset[str] = frozenset()
    own_domain: str = ""

    def is_ours(self, value: str) -> bool:
        """Whether an address is no customer's."""
        return value in self.never or (
            bool(self.own_domain) and value.endswith(f"@{self.own_domain}")
        )


def improve_fields(
    fields: tuple[ProposedField, ...], asking: ExtractionInput, scribe: LanguageModel | None
) -> tuple[ProposedField, ...]:
    """Return the rules' fields, with what a model found beside them; unchanged if it finds nothing that holds."""
    known = {one.field: one for one in fields}
    open_ones = [
        name for name in asking.wanted if name not in known or known[name].confidence == "guess"
    ]
    if scribe is None or not open_ones or not asking.passages:
        return fields
    try:
        answer = scribe.ask(_task(asking, open_ones), _material(asking), _shape(open_ones))
    except ModelUnavailable as down:
        log.info("fields stay as the rules read them", extra={"facts": {"why": down.reason}})
        return fields
    read = {
        name: made for name in open_ones if (made := _read(name, answer, asking, known.get(name)))
    }
    return tuple(_in_order({**known, **_in_time(read, known)}, asking.wanted))


def _task(asking: ExtractionInput, wanted: list[str]) -> str:
    book = asking.book
    lists = {
        "services": ", ".join(one.name for one in book.services),
        "staff": ", ".join(book.staff),
    }
    said = "\n".join(f"- {name}: {MEANINGS[name].format_map(lists)}" for name in wanted)
    return TASK.format(fields=said, today=asking.passages[0].base.today.isoformat())


def _material(asking: ExtractionInput) -> str:
    return "\n\n".join(f"{one.source.file}\n{one.source.text}".strip() for one in asking.passages)


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
    """Take one value if it is clean and written somewhere; one that is not what the rules guessed is a guess, too."""
    given = answer.get(name)
    if not isinstance(given, str) or not 0 < len(given) <= LONGEST_VALUE:
        return None
    value = CLEANING[name](given.strip(), asking.book)
    if not value or asking.is_ours(value):
        return None
    if guessed is not None and guessed.value == value:
        return msgspec.structs.replace(guessed, confidence="likely")
    words = next(
        (said for one in asking.passages if (said := is_in(value, name, one, asking.book))), None
    )
    sure: Confidence = "likely" if guessed is None else "guess"
    return ProposedField(name, value, sure, words) if words else None


def _in_time(
    read: Mapping[str, ProposedField], known: Mapping[str, ProposedField]
) -> dict[str, ProposedField]:
    """Drop days that would end before they begin."""
    both = {**known, **read}
    if "earliest" in both and "latest" in both and both["earliest"].value > both["latest"].value:
        return {name: one for name, one in read.items() if name not in ("earliest", "latest")}
    return dict(read)


def _in_order(fields: Mapping[str, ProposedField], wanted: tuple[str, ...]) -> list[ProposedField]:
    return [
        fields[name]
        for name in (*wanted, *(one for one in fields if one not in wanted))
        if name in fields
    ]


def _clean_name(given: str, book: Rulebook) -> str:
    name = cleaned(clean_name, given)
    plain = (
        len(name) <= LONGEST_NAME
        and len(name.split()) <= MOST_WORDS_OF_A_NAME
        and not NO_NAME.search(name)
    )
    ours = {book.business.casefold(), *(one.casefold() for one in book.staff)}
    return (
        name
        if plain and any(letter.isalpha() for letter in name) and name.casefold() not in ours
        else ""
    )


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
    fits = (
        given.isascii()
        and given.isdecimal()
        and len(given) <= 3  # noqa: PLR2004 - digits
        and 1 <= int(given) <= LARGEST_PARTY
    )
    return str(int(given)) if fits else ""


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
