"""Phone numbers and email addresses in a text."""

from collections.abc import Iterator
from itertools import islice

from fullhouse.inbound.extraction.text import Source, cleaned, folded, line_at
from fullhouse.inbound.forms.guest_form import clean_address
from fullhouse.inbound.forms.phone import clean_phone, is_e164, region_of_zone
from fullhouse.inbound.guest_import.csv_reader import ADDRESS
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

MOST_NUMBERS = 50  # that look like a phone number and are none
MOST_ADDRESSES = 50
FEWEST = 9
DATE = regex(r"\d{1,2}([./-])\d{1,2}\1\d{2,4}")
FAX = regex(r"(?<!\w)(?:fax|telefax)[.:]? ?(?:nr\.?|no\.?)? ?$")
NO_PHONE = regex(
    r"(?:(?<!\w)(?:iban|bic|order|booking|bestellung|buchung|reservation|reserva|kundennummer"
    r"|customer|client|cliente|invoice|rechnung|confirmation|bestatigung|confirmacion|policy|police"
    r"|poliza|versicherung|versicherungsnummer|siret|hrb|ust-idnr|nif|dni|expediente|dossier"
    r"|facture|factura|ref|id|nr|no|numero de (?:pedido|reserva|cliente))[.:#]{0,2} ?(?:number"
    r"|nummer|nr\.?|no\.?|n°|num\.?)?[.:]? ?|[#])$"
)

# What stands before our own number on a card or a form of ours.
OURS = regex(
    r"(?<!\w)(?:(?:call|phone|ring|text|contact|reach) us|our (?:number|phone)|(?:rufen|erreichen)"
    r" sie uns|uns (?:unter|an)|unsere (?:nummer|telefonnummer)|appelez[ -]nous|nous (?:appeler"
    r"|joindre|contacter)|accueil|rezeption|empfang"
    r"|reception|recepcion|llamenos|llamanos|contactenos|nuestro (?:numero|telefono))(?!\w)"
)


def phone_in(
    source: Source, book: Rulebook, sure: Confidence | None = None, *, ours: bool = False
) -> ProposedField | None:
    """Return a number at which the customer can be called; a mobile one before a landline.

    `ours`: the text may be of our own making, with our own number in it.
    """
    region = region_of_zone(book.zone)
    landline: ProposedField | None = None
    for raw, at in _numbers(source.text, region):
        if ours and OURS.search(folded(source.text[source.text.rfind("\n", 0, at) + 1 : at])):
            continue
        if number := cleaned(lambda written: clean_phone(written, region), raw):
            return ProposedField("phone", number, sure or "likely", source.words_at(at))
        if landline is None and (number := callable_number(raw, region)):
            landline = ProposedField("phone", number, sure or "likely", source.words_at(at))
    return landline


def _numbers(text: str, region: str) -> Iterator[tuple[str, int]]:
    """Find valid numbers, then possible ones that are dialled like a number.

    No table knows all numbers.
    """
    from phonenumbers import Leniency, PhoneNumberMatcher

    small = folded(text)
    for leniency in (Leniency.VALID, Leniency.POSSIBLE):
        for match in PhoneNumberMatcher(text, region or None, leniency, MOST_NUMBERS):
            before = small[max(0, match.start - 30) : match.start]
            if (
                not FAX.search(before)
                and not NO_PHONE.search(before)
                and _is_dialled(match.raw_string, leniency)
            ):
                yield match.raw_string, match.start


def _is_dialled(raw: str, leniency: int) -> bool:
    from phonenumbers import Leniency

    digits = sum(letter.isdecimal() for letter in raw)
    return leniency == Leniency.VALID or (
        raw.lstrip("( ").startswith(("+", "0")) and digits >= FEWEST and not DATE.fullmatch(raw)
    )


def callable_number(raw: str, region: str) -> str:
    """Return a landline in E.164: it takes no texts, but it can be called."""
    from phonenumbers import (
        NumberParseException,
        PhoneNumberFormat,
        PhoneNumberType,
        format_number,
        is_possible_number,
        number_type,
        parse,
    )

    try:
        number = parse(raw, region or None)
    except NumberParseException:
        return ""
    if (
        number.extension
        or not is_possible_number(number)
        or number_type(number) != PhoneNumberType.FIXED_LINE
    ):
        return ""
    written = format_number(number, PhoneNumberFormat.E164)
    return written if is_e164(written) else ""


def address_in(
    source: Source, not_theirs: frozenset[str], own: str, sure: Confidence | None = None
) -> ProposedField | None:
    """Return an email address; none of the staff, and none at the business's own domain."""
    for match in islice(ADDRESS.finditer(source.text), MOST_ADDRESSES):
        address = cleaned(clean_address, match[0].removeprefix("mailto:").strip(".,;:!?()[]*'<>"))
        if address and address not in not_theirs and address.rpartition("@")[2] != own:
            words = source.said(line_at(source.text, match.start()))
            return ProposedField("email", address, sure or "likely", words)
    return None
