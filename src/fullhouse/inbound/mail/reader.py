"""Everything about a mail that needs no store: sender, authentication, text, report."""

from functools import partial
from itertools import islice
from typing import Protocol

import msgspec

from fullhouse.engine.inbound_mail import SENDERS_APART
from fullhouse.inbound.attachments.document import Document
from fullhouse.inbound.forms.guest_form import Invalid, clean_address, clean_name
from fullhouse.inbound.mail.attempt import attempt
from fullhouse.inbound.mail.authentication import (
    NOT_PROVEN,
    Proof,
    by_our_server,
    signed_headers,
)
from fullhouse.inbound.mail.auto_replies import automatic_reason, own_mail_reason
from fullhouse.inbound.mail.bounce_reports import BounceReport, report_of
from fullhouse.inbound.mail.calendar_reply import CalendarReply, calendar_reply
from fullhouse.inbound.mail.header_check import is_unambiguous
from fullhouse.inbound.mail.html_text import marked_text_in, text_in
from fullhouse.inbound.mail.parsing import (
    LARGEST_MAIL,
    LONGEST_READ,
    Mail,
    addresses,
    read,
    with_crlf,
)
from fullhouse.inbound.mail.sender_check import (
    Envelope,
    Resolver,
    Verify,
    own_check,
    verify_signatures,
)
from fullhouse.kernel.letters import single_line
from fullhouse.locale import to_translate


class SenderCheck(Protocol):
    """A check of a raw mail and the domain of its sender."""

    def __call__(self, raw: bytes, domain: str, /, *, signed: frozenset[str]) -> Proof:
        """Return the verdict; `signed` are the headers that a valid signature covers."""
        ...


MOST_SENDERS = 50
NO_SENDER = to_translate("it has no single sender")
NOT_UNDERSTOOD = to_translate("it could not be understood")
AMBIGUOUS = to_translate("its headers can be read in more than one way")


class MailSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The domain of event addresses, the mail server we trust, and our own sender.

    If our server ends its own headers with one header, the `seal`, only those above it count.
    """

    domain: str = ""
    authserv_id: str = ""
    seal: str = ""
    sender: str = ""


class ReadMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as far as it can be understood by itself; `aside` is why no person sent it to us.

    Without a single `sender`, `name` lists all addresses in From, so that each can be erased.

    `documents` are the files that came with it. They are read only for the front desk. `client` is
    whom limits count: the network that brought it, or the domain of its sender.
    """

    mail: Mail
    sender: str = ""
    name: str = ""
    text: str = ""
    aside: str = ""
    proof: Proof = NOT_PROVEN
    report: BounceReport | None = None
    calendar: CalendarReply | None = None
    documents: tuple[Document, ...] = ()
    size: int = 0
    client: str = ""


def read_mail(
    raw: bytes,
    envelope: Envelope,
    settings: MailSettings,
    resolver: Resolver | None = None,
    largest: int = LARGEST_MAIL,
    verify: Verify = verify_signatures,
) -> ReadMail:
    """Read a mail and check its sender; never raises, unless `verify` does."""
    reading = read_content(raw, envelope, settings, largest)
    return with_proof(reading, raw, envelope, settings, resolver, verify)


def read_content(
    raw: bytes, envelope: Envelope, settings: MailSettings, largest: int = LARGEST_MAIL
) -> ReadMail:
    """Read a mail without checking its sender; never raises."""
    unread = ReadMail(mail=Mail((), (), NOT_UNDERSTOOD), size=len(raw))
    reading = attempt(partial(_with_sender, raw, largest), unread)
    aside = msgspec.structs.replace(reading, aside=NOT_UNDERSTOOD)
    return attempt(partial(_with_text, reading, envelope, settings), aside)


def _with_sender(raw: bytes, largest: int) -> ReadMail:
    mail = read(with_crlf(raw), largest)
    sender, name = sender_of(mail)
    if not sender:
        name = SENDERS_APART.join(all_senders(mail))[:LONGEST_READ]
    return ReadMail(mail=mail, sender=sender, name=name, size=len(raw))


def _with_text(reading: ReadMail, envelope: Envelope, settings: MailSettings) -> ReadMail:
    mail, report = reading.mail, report_of(reading.mail)
    if report is not None or mail.problem:
        return msgspec.structs.replace(reading, report=report, aside=mail.problem)
    text = text_of_mail(mail)
    if aside := _why_aside(reading, text, envelope, settings):
        return msgspec.structs.replace(reading, aside=aside)
    return msgspec.structs.replace(reading, text=text, calendar=calendar_reply(mail))


def with_proof(
    reading: ReadMail,
    raw: bytes,
    envelope: Envelope,
    settings: MailSettings,
    resolver: Resolver | None = None,
    verify: Verify = verify_signatures,
) -> ReadMail:
    """Check the sender of a mail that a person sent; it may wait for DNS and for `verify`."""
    if reading.aside or reading.report is not None:
        return reading
    check = None
    if resolver is not None:
        check = partial(own_check, envelope=envelope, resolver=resolver, verify=verify)
    if settings.authserv_id and not envelope.is_trusted:
        return reading  # whoever brought it could have written our server's verdict
    proof = _proof(with_crlf(raw), reading.mail, reading.sender, settings, check)
    return msgspec.structs.replace(reading, proof=proof)


def _why_aside(reading: ReadMail, text: str, envelope: Envelope, settings: MailSettings) -> str:
    own = frozenset({settings.sender.lower()} - {""})
    ours = own_mail_reason(reading.mail, reading.sender, own, settings.domain.lower())
    automatic = automatic_reason(reading.mail, reading.sender, envelope.sender, text)
    return ours or automatic or ("" if reading.sender else NO_SENDER)


def _proof(
    raw: bytes, mail: Mail, sender: str, settings: MailSettings, check: SenderCheck | None
) -> Proof:
    proof = _verdict(raw, mail, sender, settings, check)
    if is_unambiguous(raw):
        return proof
    return Proof(passed=False, why=AMBIGUOUS, refuse=proof.refuse)


def _verdict(
    raw: bytes, mail: Mail, sender: str, settings: MailSettings, check: SenderCheck | None
) -> Proof:
    domain = sender.rpartition("@")[2]
    if settings.authserv_id:
        return by_our_server(mail, settings.authserv_id, domain, settings.seal)
    if check is None:
        return NOT_PROVEN
    return check(raw, domain, signed=signed_headers(mail, domain))


def sender_of(mail: Mail) -> tuple[str, str]:
    """Return the address and the name of the only sender; "" for none or several."""
    values = mail.all("from")
    named = [pair for value in values for pair in addresses(value)]
    if len(values) != 1 or len(named) != 1 or len(values[0]) > LONGEST_READ:
        return "", ""
    try:
        address = clean_address(named[0][1])
    except Invalid:
        return "", ""
    return address, _name(named[0][0], address)


def all_senders(mail: Mail) -> list[str]:
    """Return the first addresses in the From headers, as those of people are stored."""
    named = (address for value in mail.all("from") for _, address in addresses(value))
    first = islice(filter(None, named), MOST_SENDERS)
    return list(dict.fromkeys(map(_stored, first)))


def _stored(address: str) -> str:
    try:
        return clean_address(address)
    except Invalid:
        return single_line(address).lower()


def _name(given: str, address: str) -> str:
    """Return the name they write under, or one made from their address."""
    try:
        return clean_name("" if "@" in given else given)
    except Invalid:
        return name_from(address)


def name_from(address: str) -> str:
    """Return a name made from an address, for someone who gives none."""
    local = address.partition("@")[0].split("+")[0].replace(".", " ").replace("_", " ").title()
    try:
        return clean_name(local)
    except Invalid:
        return address


def text_of_mail(mail: Mail) -> str:
    """Return the plain text, or that of the HTML up to a quote; all if nothing stands above."""
    shown = [part for part in mail.parts if not part.attached]
    plain = next((part.text for part in shown if part.kind == "text/plain"), "")
    if plain.strip():
        return plain
    page = next((part.text for part in shown if part.kind == "text/html"), "")
    new = text_in(page)
    if new.strip():
        return new
    return marked_text_in(page)
